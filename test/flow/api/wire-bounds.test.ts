/**
 * Every bound on sent values, one line each, against a server that counts requests: a value at the bound is sent, and a
 * value beyond it is refused before any request, with the field's name.
 */
import { describe, expect, it, onTestFinished } from 'vitest';
import { Client } from '../../../src/main/api/client.ts';
import { Pace } from '../../../src/main/api/pace.ts';
import { HttpsTransport } from '../../../src/main/api/transport.ts';
import { realSystem } from '../../../src/main/system.ts';
import { endpoints, type Endpoint, type EndpointName, type Version } from '../../../src/shared/endpoints.ts';
import { AppError } from '../../../src/shared/errors.ts';
import type { BoundTable } from '../../fixtures/bounds/line.ts';
import { orderBounds } from '../../fixtures/bounds/orders.ts';
import { queryBounds } from '../../fixtures/bounds/queries.ts';
import { stopBounds } from '../../fixtures/bounds/stops.ts';
import { teamBounds } from '../../fixtures/bounds/team.ts';
import { json, startScriptedServer, type ScriptedServer } from '../../fixtures/scripted-server.ts';

const tables: BoundTable[] = [...stopBounds, ...teamBounds, ...orderBounds, ...queryBounds];
const endpointOf = (operation: string): Endpoint => endpoints[operation as EndpointName];

/** An id for every parameter of the path. */
const segments = ({ path }: Endpoint) =>
  Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name ?? '', 'x']));

const transportTo = (server: ScriptedServer) =>
  new HttpsTransport({ origin: server.origin, authorities: [server.authority], system: realSystem });

const clientOf = (transport: HttpsTransport, pace: Pace, version: Version) =>
  new Client({
    transport,
    pace,
    version,
    signal: new AbortController().signal,
    host: 'bounds',
    key: () => 'bounds-key',
    observe: () => undefined,
  });

describe('the bounds on sent values', () => {
  it('cover every operation that sends any', () => {
    const has = (operation: string, of: BoundTable['of']) =>
      tables.some((table) => table.operation === operation && table.of === of && table.lines.length > 0);
    const missing = Object.entries<Endpoint>(endpoints).flatMap(([name, { request, query }]) => [
      ...(request !== undefined && !has(name, 'body') ? [`${name} body`] : []),
      ...(query !== undefined && !has(name, 'query') ? [`${name} query`] : []),
    ]);
    expect(missing).toEqual([]);
    process.stdout.write(`${tables.reduce((sum, { lines }) => sum + lines.length, 0)} bounds\n`);
  });

  it('refuse a body for reads and deletions before any request', async () => {
    const server = await startScriptedServer(json(400, { message: 'counted' }));
    const transport = transportTo(server);
    const pace = new Pace({ system: realSystem, desks: 1 });
    onTestFinished(async () => {
      pace.close();
      await transport.close();
    });
    const bodiless = Object.entries<Endpoint>(endpoints).filter(([, { method }]) => /^(GET|DELETE)$/.test(method));
    for (const [name, endpoint] of bodiless) {
      for (const version of endpoint.versions) {
        const call = { path: segments(endpoint), body: {}, priority: 'click' } as const;
        const refused = clientOf(transport, pace, version).write(name as EndpointName, call);
        await expect(refused, `${version} ${name}`).rejects.toMatchObject({ code: 'input.invalid' });
      }
    }
    expect(bodiless.length).toBeGreaterThan(20);
    expect(server.received).toEqual([]);
  });

  it.each(tables.map((table) => [`${table.version} ${table.operation} (${table.of})`, table] as const))(
    '%s',
    async (_name, table) => {
      const endpoint = endpointOf(table.operation);
      const server = await startScriptedServer(json(400, { message: 'counted' }));
      const transport = transportTo(server);

      /** The field that was refused before any request, or null when the request was sent. */
      const send = async (value: unknown): Promise<string | null> => {
        const pace = new Pace({ system: realSystem, desks: 1 });
        const client = clientOf(transport, pace, table.version);
        const call = { path: segments(endpoint), [table.of]: value, priority: 'click' } as const;
        const name = table.operation as EndpointName;
        try {
          await (endpoint.method === 'GET' ? client.read(name, call) : client.write(name, call));
          return null;
        } catch (error) {
          if (error instanceof AppError && error.code === 'input.invalid') return error.detail.field ?? '';
          if (error instanceof AppError && error.code === 'service.refused') return null;
          throw error;
        } finally {
          pace.close();
        }
      };

      try {
        for (const { field, at, beyond } of table.lines) {
          const before = server.received.length;
          const label = `${field} in ${JSON.stringify(beyond).slice(0, 120)}`;
          expect.soft(await send(at), `at the bound: ${label}`).toBeNull();
          expect.soft(server.received.length - before, `at the bound it goes out: ${label}`).toBe(1);
          expect.soft(await send(beyond), `beyond the bound: ${label}`).toBe(field);
          expect.soft(server.received.length - before, `beyond the bound nothing goes out: ${label}`).toBe(1);
        }
      } finally {
        await transport.close();
      }
    },
  );
});
