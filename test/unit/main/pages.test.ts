import { describe, expect, it } from 'vitest';
import type { CallOptions, Client } from '../../../src/main/api/client.ts';
import { pages } from '../../../src/main/api/pages.ts';
import type { EndpointName, ResponseOf } from '../../../src/shared/endpoints.ts';

/** A list whose pages follow each other as told: the token that asks for a page, and the token it answers. */
function listOf(next: Record<string, string | null>) {
  const queries: Record<string, string>[] = [];
  const client: Pick<Client, 'read'> = {
    read<Name extends EndpointName>(_name: Name, call: CallOptions): Promise<ResponseOf<Name>> {
      const query = { ...call.query };
      queries.push(query);
      const answer = { stops: [], nextPageToken: next[query['pageToken'] ?? 'first'] };
      return Promise.resolve(answer as unknown as ResponseOf<Name>);
    },
  };
  const read = async () => {
    let count = 0;
    const call = { path: { planId: 'p1' }, query: { 'filter.externalId': 'x' }, lane: 'background' as const };
    for await (const _page of pages(client, 'stops.list', call)) count += 1;
    return count;
  };
  return { queries, read };
}

describe('pages', () => {
  it('repeats every parameter with the token, and ends at null alone', async () => {
    const { queries, read } = listOf({ first: 'b', b: 'c', c: null });
    expect(await read()).toBe(3);
    const same = { 'filter.externalId': 'x', maxPageSize: '10' };
    expect(queries).toEqual([same, { ...same, pageToken: 'b' }, { ...same, pageToken: 'c' }]);
  });

  it.each([
    { name: 'the same token again', next: { first: 'b', b: 'b' } },
    { name: 'a circle of tokens', next: { first: 'b', b: 'c', c: 'd', d: 'b' } },
  ])('breaks off at $name', async ({ next }) => {
    const { queries, read } = listOf(next);
    await expect(read()).rejects.toMatchObject({ code: 'line.odd-answer' });
    expect(queries.length).toBeLessThanOrEqual(4);
  });
});
