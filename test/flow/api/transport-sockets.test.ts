import { expect, it, describe } from 'vitest';
import { HttpsTransport, type Request } from '../../../src/main/api/transport.ts';
import { realSystem } from '../../../src/main/system.ts';
import { issue } from '../../fixtures/certificates.ts';
import { connectOver, testAuthority, ways } from '../../fixtures/network-paths.ts';
import { json, startScriptedServer } from '../../fixtures/scripted-server.ts';

const request = (method: Request['method']): Request => ({
  method,
  path: '/x',
  headers: {},
  body: method === 'GET' ? null : '{}',
  deadlineMilliseconds: 10_000,
  mostBytes: 1_000,
});

describe.each(ways)('%s', (way) => {
  it('opens a separate socket for each write and reuses one for consecutive reads', async () => {
    const authority = await testAuthority();
    const ports: Record<string, number[]> = { GET: [], POST: [], PATCH: [], DELETE: [] };
    const server = await startScriptedServer(
      (incoming, response, socket) => {
        ports[incoming.method]?.push(socket.remotePort ?? 0);
        void json(200, {})(incoming, response, socket);
      },
      await issue(authority),
    );
    const { transport } = await connectOver(way, server.origin, [authority.pem]);
    for (const method of ['GET', 'POST', 'GET', 'POST', 'PATCH', 'DELETE', 'GET'] as const) {
      expect((await transport.exchange(request(method))).kind).toBe('answered');
    }
    expect(new Set(ports['GET']).size).toBe(1);
    const writes = [...(ports['POST'] ?? []), ...(ports['PATCH'] ?? []), ...(ports['DELETE'] ?? [])];
    expect(writes).toHaveLength(4);
    expect(new Set([...writes, ...(ports['GET'] ?? [])]).size).toBe(5);
  });

  it('reports requests waiting for a connection as not sent when the transport closes', async () => {
    const authority = await testAuthority();
    const server = await startScriptedServer(() => undefined, await issue(authority));
    const { transport } = await connectOver(way, server.origin, [authority.pem]);
    const waiting = Array.from({ length: 3 }, () => transport.exchange(request('POST')));
    await transport.close();
    for (const exchange of await Promise.all(waiting)) {
      expect(exchange).toMatchObject({ kind: 'not-sent', code: 'line.interrupted' });
    }
    expect(server.received).toEqual([]);
  });
});

it.each(['http://127.0.0.1', 'ws://127.0.0.1'])('refuses to connect to %s', (origin) => {
  expect(() => new HttpsTransport({ origin, authorities: [], system: realSystem })).toThrow('only https');
});
