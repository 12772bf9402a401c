/**
 * 20,000 mutated answers from a seed, at the entry point of every answer: none crashes, stored records stay complete,
 * and exactly the successes count as successes.
 */
import { describe, expect, it } from 'vitest';
import { Client } from '../../../../src/main/api/client.ts';
import { Pace } from '../../../../src/main/api/pace.ts';
import type { Exchange, Transport } from '../../../../src/main/api/transport.ts';
import { basePath, endpoints, type Endpoint, type EndpointName } from '../../../../src/shared/endpoints.ts';
import { AppError } from '../../../../src/shared/errors.ts';
import { rawOf } from '../../../../src/shared/shapes.ts';
import { VirtualSystem } from '../../../fixtures/virtual-system.ts';
import { wirePairs } from '../../../fixtures/wire/index.ts';
import { chanceOf, mutate, pick } from '../../../fixtures/wire/mutate.ts';
import type { WirePair } from '../../../fixtures/wire/pair.ts';

const count = 20_000;
const seed = Number(process.env['DEPOT_DESK_SEED'] ?? 4711);

const answered = wirePairs.filter(({ response }) => response.status === 200 && response.body !== undefined);
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Gives any answer without delay. */
class SayingTransport implements Transport {
  text = '';
  status = 200;

  exchange(): Promise<Exchange> {
    const body = Buffer.from(this.text);
    return Promise.resolve({ kind: 'answered', status: this.status, contentType: 'application/json', body });
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

function clientOf(transport: Transport, version: WirePair['version']): Client {
  return new Client({
    transport,
    pace: new Pace({ system: new VirtualSystem(), desks: 1 }),
    version,
    signal: new AbortController().signal,
    host: 'mutated',
    key: () => 'key',
    observe: () => undefined,
  });
}

async function play(client: Client, pair: WirePair): Promise<{ kind: string; value?: unknown }> {
  const name = pair.operation as EndpointName;
  if (pair.request.method !== 'GET') {
    const result = await client.write(name, { ...pair.call, priority: 'click' });
    return result.kind === 'answered' ? { kind: 'answered', value: result.value } : { kind: result.kind };
  }
  try {
    return { kind: 'answered', value: await client.read(name, { ...pair.call, priority: 'click' }) };
  } catch (error) {
    if (error instanceof AppError) return { kind: error.code };
    throw error;
  }
}

const hasId = (value: unknown) => isObject(value) && typeof value['id'] === 'string' && value['id'] !== '';

/** Whether an answer is a success, decided from the documents and independently of the schemas. */
function isSuccess(endpoint: Endpoint, body: unknown, listName: string | undefined): boolean {
  if (!isObject(body)) return false;
  switch (endpoint.success) {
    case 'id':
    case 'operation':
      return hasId(body);
    case 'link':
      return typeof body['url'] === 'string';
    case 'pending':
      if (typeof body['pending'] === 'boolean') return true;
      return endpoint.path.endsWith(':liveDelete') ? false : hasId(body['stop']);
    case 'message':
      return ['message', 'code', 'param', 'url'].some((name) => typeof body[name] === 'string');
    case 'batch': {
      const lists = [body['success'], body['failed']];
      if (lists.every((list) => list == null)) return false;
      if (lists.some((list) => list != null && !Array.isArray(list))) return false;
      const [success, failed] = lists as (unknown[] | null | undefined)[];
      return (success ?? []).every((id) => typeof id === 'string') && (failed ?? []).every(isObject);
    }
    case 'page': {
      const token = body['nextPageToken'];
      if (token != null && (typeof token !== 'string' || token === '')) return false;
      const list = listName === undefined ? undefined : body[listName];
      if (list === undefined && token === undefined) return false;
      return list == null || Array.isArray(list);
    }
  }
}

/** Records of the answer that would be stored, as received and as restored from the views. */
function stored(endpoint: Endpoint, body: unknown, value: unknown, listName: string | undefined): [unknown, unknown][] {
  if (!isObject(body) || !isObject(value)) return [];
  if (endpoint.success === 'id' || endpoint.success === 'operation') return [[body, rawOf(value as { id: string })]];
  if (endpoint.success !== 'page' || listName === undefined || endpoint.path === '/stops:search') return [];
  const said = body[listName];
  const views = (value[listName] ?? []) as { id: string }[];
  const kept = Array.isArray(said) ? said.filter(hasId) : [];
  return kept.map((item, index) => [item, views[index] === undefined ? undefined : rawOf(views[index])]);
}

describe('mutated answers', () => {
  it(`handles ${count} answers (seed ${seed})`, { timeout: 60_000 }, async () => {
    const transport = new SayingTransport();
    const chance = chanceOf(seed);
    const seen = { success: 0, other: 0, stored: 0 };
    const began = performance.now();
    for (let number = 0; number < count; number += 1) {
      const pair = pick(chance, answered);
      const endpoint: Endpoint = endpoints[pair.operation as EndpointName];
      const body = mutate(pair.response.body, chance);
      const text = JSON.stringify(body);
      const isTruncated = chance() < 0.05;
      transport.text = isTruncated ? text.slice(0, Math.floor(chance() * text.length)) : text;
      const label = `seed ${seed}, number ${number}, ${pair.version} ${pair.operation}: ${transport.text.slice(0, 2_000)}`;

      const result = await play(clientOf(transport, pair.version), pair);
      let said: unknown;
      try {
        said = JSON.parse(transport.text);
      } catch {
        said = undefined;
      }
      const listName = Object.keys(pair.response.body as object).find((name) => name !== 'nextPageToken');
      const expected = isSuccess(endpoint, said, listName);
      expect(result.kind === 'answered', label).toBe(expected);
      // A failed answer is never taken for a refusal either, because the request may have been applied.
      if (result.kind !== 'answered') expect(['in-doubt', 'line.odd-answer'], label).toContain(result.kind);
      seen[result.kind === 'answered' ? 'success' : 'other'] += 1;
      if (result.kind !== 'answered') continue;
      for (const [before, after] of stored(endpoint, said, result.value, listName)) {
        seen.stored += 1;
        // Copied as by the cache's worker and its file.
        const kept = JSON.parse(JSON.stringify(structuredClone(after))) as unknown;
        if (pair.version === 'v1') expect(kept, label).toEqual(before);
        else expect(Object.keys(kept as object), label).toEqual(expect.arrayContaining(Object.keys(before as object)));
      }
    }
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    process.stdout.write(
      `${count} spoilt answers, seed ${seed}: ${seen.success} successes, ${seen.other} others, ${seen.stored} records kept whole, ${seconds} s\n`,
    );
    // The test must meet each kind often enough.
    expect(Math.min(seen.success, seen.other, seen.stored)).toBeGreaterThan(count / 20);
    expect(Object.prototype).not.toHaveProperty('polluted');
  });

  it('rejects an answer with endless nesting', async () => {
    const transport = new SayingTransport();
    transport.text = `{"id":"plans/p1","deep":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    const pair = wirePairs.find(({ operation }) => operation === 'plans.get');
    if (pair === undefined) throw new Error('no such pair');
    expect(await play(clientOf(transport, 'v1'), pair)).toEqual({ kind: 'line.odd-answer' });
  });

  it('treats no status but 2xx as a success, whatever the body', async () => {
    const transport = new SayingTransport();
    for (const status of [300, 302, 400, 401, 403, 404, 408, 409, 422, 429, 500, 503]) {
      for (const pair of answered) {
        transport.status = status;
        transport.text = JSON.stringify(pair.response.body);
        const { kind } = await play(clientOf(transport, pair.version), pair);
        expect(kind, `${status} ${pair.operation}`).not.toBe('answered');
      }
    }
  });

  it('knows the base path of each version', () => {
    expect([basePath('planning', 'v1'), basePath('planning', 'v0.2b'), basePath('orders', 'v1')]).toEqual([
      '/public/v1',
      '/public/v0.2b',
      '/connect/v1',
    ]);
  });
});
