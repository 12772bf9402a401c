/** Certificates that must not be accepted (row 14 of the list of attacks), on each way to the service. */
import { execFile } from 'node:child_process';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createServer } from 'node:tls';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { issue, makeAuthority, type Authority, type Identity } from '../../fixtures/certificates.ts';
import { canaryKey, connectOver, settingFor, testAuthority, ways } from '../../fixtures/network-paths.ts';
import { json, startScriptedServer } from '../../fixtures/scripted-server.ts';

const stop = { address: { addressLineOne: 'Güterstraße 52' } };

const bad: [string, string, (trusted: Authority) => Promise<Identity>][] = [
  ['expired', 'CERT_HAS_EXPIRED', (trusted) => issue(trusted, { from: -10, until: -1 })],
  ['not yet valid', 'CERT_NOT_YET_VALID', (trusted) => issue(trusted, { from: 1, until: 10 })],
  ['for another address', 'ERR_TLS_CERT_ALTNAME_INVALID', (trusted) => issue(trusted, { ip: '127.0.0.2' })],
  ['for another name', 'ERR_TLS_CERT_ALTNAME_INVALID', (trusted) => issue(trusted, { host: 'other.example' })],
  ['signed by itself', 'DEPTH_ZERO_SELF_SIGNED_CERT', () => issue(null)],
  [
    'of an unknown issuer',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    async () => issue(await makeAuthority('Nobody knows it')),
  ],
];

describe.each(ways)('14: %s', (way) => {
  it.each(bad)('refuses a certificate that is %s and sends nothing', async (_name, cause, make) => {
    const authority = await testAuthority();
    const server = await startScriptedServer(json(200, { id: 'plans/p1/stops/s1' }), await make(authority));
    const { client, proxy } = await connectOver(way, server.origin, [authority.pem]);
    const outcome = await client.write('stops.create', { path: { planId: 'p1' }, body: stop, priority: 'outbox' });
    const refused = { code: 'line.certificate', detail: { phase: 'tls', cause } };
    expect(outcome).toMatchObject({ kind: 'not-sent', error: refused });
    await expect(client.read('plans.list', { priority: 'click' })).rejects.toMatchObject(refused);
    expect(server.received).toEqual([]);
    if (proxy !== null) {
      expect(proxy.asked).toHaveLength(2);
      expect(Buffer.concat(proxy.passed).includes(canaryKey)).toBe(false);
    }
  });

  it('accepts a valid certificate', async () => {
    const authority = await testAuthority();
    const server = await startScriptedServer(json(200, { id: 'plans/p1/stops/s1' }), await issue(authority));
    const { client } = await connectOver(way, server.origin, [authority.pem]);
    const outcome = await client.write('stops.create', { path: { planId: 'p1' }, body: stop, priority: 'outbox' });
    expect(outcome.kind).toBe('answered');
    expect(server.received[0]?.headers.authorization).toBe(`Bearer ${canaryKey}`);
  });

  it('ignores NODE_TLS_REJECT_UNAUTHORIZED=0', async () => {
    const authority = await testAuthority();
    const server = await startScriptedServer(json(200, { plans: [] }), await issue(null));
    const { proxy } = await connectOver(way, server.origin, [authority.pem]);
    const program = join(import.meta.dirname, '..', '..', 'fixtures', 'one-read.ts');
    // In a separate process, because Node reads the variable when it opens a connection.
    const { stdout } = await promisify(execFile)(process.execPath, [program], {
      env: {
        ...process.env,
        NODE_TLS_REJECT_UNAUTHORIZED: '0',
        ONE_READ: JSON.stringify({ origin: server.origin, authority: authority.pem, proxy: settingFor(proxy) }),
      },
    });
    const exchange = { kind: 'not-sent', code: 'line.certificate', cause: 'DEPTH_ZERO_SELF_SIGNED_CERT', phase: 'tls' };
    expect(JSON.parse(stdout)).toEqual({ variable: '0', exchange });
    expect(server.received).toEqual([]);
    if (proxy !== null) expect(proxy.asked).toHaveLength(1);
  });
});

it('14: direct: speaks no version of TLS before 1.2, and sends nothing', async () => {
  const authority = await testAuthority();
  const { key, certificate } = await issue(authority);
  const received: Buffer[] = [];
  const old = createServer(
    { key, cert: certificate, minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' },
    (socket) => void socket.on('data', (chunk: Buffer) => received.push(chunk)),
  );
  await new Promise<void>((resolve) => old.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void old.close());
  const { port } = old.address() as AddressInfo;
  const { client } = await connectOver('direct', `https://127.0.0.1:${port}`, [authority.pem]);
  const outcome = await client.write('stops.create', { path: { planId: 'p1' }, body: stop, priority: 'outbox' });
  expect(outcome).toMatchObject({ kind: 'not-sent', error: { detail: { phase: 'tls' } } });
  expect(received).toEqual([]);
});
