import { describe, expect, it } from 'vitest';
import type { CallOptions, Client } from '../../../src/main/api/client.ts';
import { pages } from '../../../src/main/api/pages.ts';
import { AppError, type ErrorCode } from '../../../src/shared/errors.ts';
import type { EndpointName, ResponseOf } from '../../../src/shared/endpoints.ts';

/**
 * A list with the given pages: the token that requests a page, and the token in its answer.
 *
 * @param refusals how often each page is refused before it is answered
 */
function listOf(next: Record<string, string | null>, refusals = 0, code: ErrorCode = 'service.busy') {
  const refused = new Map<string, number>();
  const queries: Record<string, string>[] = [];
  const client: Pick<Client, 'read'> = {
    read<Name extends EndpointName>(_name: Name, call: CallOptions): Promise<ResponseOf<Name>> {
      const query = { ...call.query };
      const token = query['pageToken'] ?? 'first';
      const times = refused.get(token) ?? 0;
      refused.set(token, times + 1);
      if (times < refusals) return Promise.reject(new AppError(code));
      queries.push(query);
      const answer = { stops: [], nextPageToken: next[token] };
      return Promise.resolve(answer as unknown as ResponseOf<Name>);
    },
  };
  const read = async () => {
    let count = 0;
    const call = { path: { planId: 'p1' }, query: { 'filter.externalId': 'x' }, priority: 'background' as const };
    for await (const _page of pages(client, 'stops.list', call)) count += 1;
    return count;
  };
  return { queries, read };
}

describe('pages', () => {
  it('repeats every parameter with the token and ends only at null', async () => {
    const { queries, read } = listOf({ first: 'b', b: 'c', c: null });
    expect(await read()).toBe(3);
    const same = { 'filter.externalId': 'x', maxPageSize: '10' };
    expect(queries).toEqual([same, { ...same, pageToken: 'b' }, { ...same, pageToken: 'c' }]);
  });

  it.each([
    { name: 'the same token again', next: { first: 'b', b: 'b' } },
    { name: 'a circle of tokens', next: { first: 'b', b: 'c', c: 'd', d: 'b' } },
  ])('stops at $name', async ({ next }) => {
    const { queries, read } = listOf(next);
    await expect(read()).rejects.toMatchObject({ code: 'line.odd-answer', retry: 'later' });
    expect(queries.length).toBeLessThanOrEqual(4);
  });

  it('retries a page that was rate limited without losing earlier pages', async () => {
    const { queries, read } = listOf({ first: 'b', b: 'c', c: null }, 8);
    expect(await read()).toBe(3);
    expect(queries.map(({ pageToken }) => pageToken)).toEqual([undefined, 'b', 'c']);
  });

  it.each([
    { name: 'is refused again and again', refusals: 9, code: 'service.busy' as const },
    { name: 'says that the address is blocked', refusals: 1, code: 'service.blocked' as const },
  ])('gives up on a page that $name', async ({ refusals, code }) => {
    const { read } = listOf({ first: null }, refusals, code);
    await expect(read()).rejects.toMatchObject({ code });
  });
});
