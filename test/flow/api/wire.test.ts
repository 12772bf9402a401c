/**
 * The client as the documents describe it: requests and answers written by hand from them (test/fixtures/wire), played
 * over real HTTPS. The endpoint table does not define its own test data.
 */
import { describe, expect, it, onTestFinished } from 'vitest';
import { Client } from '../../../src/main/api/client.ts';
import { Pace } from '../../../src/main/api/pace.ts';
import { HttpsTransport } from '../../../src/main/api/transport.ts';
import { realSystem } from '../../../src/main/system.ts';
import { endpoints, type EndpointName, type Version } from '../../../src/shared/endpoints.ts';
import { AppError } from '../../../src/shared/errors.ts';
import { startScriptedServer, type ScriptedServer } from '../../fixtures/scripted-server.ts';
import { wirePairs } from '../../fixtures/wire/index.ts';
import type { WirePair } from '../../fixtures/wire/pair.ts';

const key = 'wire-key-0123456789';
const nameOf = (operation: string): EndpointName => {
  if (!Object.hasOwn(endpoints, operation)) throw new Error(`the table has no ${operation}`);
  return operation as EndpointName;
};

/** A new client, whose rate limiter has no history, so that no pair waits for the one before. */
function connect(server: ScriptedServer, version: Version): Client {
  const transport = new HttpsTransport({ origin: server.origin, authorities: [server.authority], system: realSystem });
  const pace = new Pace({ system: realSystem, desks: 1 });
  onTestFinished(async () => {
    pace.close();
    await transport.close();
  });
  return new Client({
    transport,
    pace,
    version,
    signal: new AbortController().signal,
    host: 'wire',
    key: () => key,
    observe: () => undefined,
  });
}

/** The outcome of the call, in the terms of the pairs. */
async function play(client: Client, pair: WirePair): Promise<{ outcome: string; value?: unknown; error?: AppError }> {
  const name = nameOf(pair.operation);
  if (pair.request.method !== 'GET') {
    const result = await client.write(name, { ...pair.call, priority: 'click' });
    return result.kind === 'answered'
      ? { outcome: 'answered', value: result.value }
      : { outcome: result.kind, error: result.error };
  }
  try {
    return { outcome: 'answered', value: await client.read(name, { ...pair.call, priority: 'click' }) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { outcome: 'failed', error };
  }
}

describe('the wire pairs', () => {
  it('are at least a hundred and cover all 63 operations', () => {
    expect(wirePairs.length).toBeGreaterThanOrEqual(100);
    const shown = new Set(wirePairs.filter(({ version }) => version === 'v1').map(({ operation }) => operation));
    expect(Object.keys(endpoints).filter((name) => !shown.has(name))).toEqual([]);
    expect(Object.keys(endpoints)).toHaveLength(63);
    process.stdout.write(`${wirePairs.length} pairs, ${shown.size} operations\n`);
  });

  it.each(wirePairs.map((pair) => [`${pair.version} ${pair.operation}: ${pair.section}`, pair] as const))(
    '%s',
    async (_name, pair) => {
      const server = await startScriptedServer((_incoming, response) => {
        const { status, body, text } = pair.response;
        const sent = text ?? (body === undefined ? '' : JSON.stringify(body));
        response.writeHead(status, sent === '' ? {} : { 'content-type': text ? 'text/html' : 'application/json' });
        response.end(sent);
      });
      const happened = await play(connect(server, pair.version), pair);

      expect(server.received).toHaveLength(1);
      const [arrived] = server.received;
      expect(`${arrived?.method ?? ''} ${arrived?.path ?? ''}`).toBe(`${pair.request.method} ${pair.request.path}`);
      expect(arrived?.headers.authorization).toBe(`Bearer ${key}`);
      if (pair.request.body === undefined) expect(arrived?.body).toBe('');
      else {
        expect(JSON.parse(arrived?.body ?? '')).toEqual(pair.request.body);
        expect(arrived?.headers['content-type']).toBe('application/json');
      }

      const { expect: expected } = pair;
      expect(happened.outcome).toBe(expected.outcome);
      if (expected.outcome === 'answered') expect(happened.value).toMatchObject(expected.value as object);
      else {
        expect(happened.error?.code).toBe(expected.code);
        if (expected.serviceCode) expect(happened.error?.detail.serviceCode).toBe(expected.serviceCode);
        if (expected.field) expect(happened.error?.detail.field).toBe(expected.field);
      }
    },
  );
});
