/** A search for stops by their numbers, with services that answer as they should, and others. */
import { expect, it } from 'vitest';
import type { CallOptions, Client } from '../../../../src/main/api/client.ts';
import { stopsWithNumbers } from '../../../../src/main/refresh/stop-look-up.ts';
import { AppError, type ErrorCode } from '../../../../src/shared/errors.ts';
import { searchHits } from '../../../../src/shared/search.ts';

const planned = (number: string | null, planId = 'plans/p1') => ({
  type: 'stop',
  stop: { id: `${planId}/stops/s-${number}`, plan: planId, recipient: { externalId: number } },
});
const unassigned = (number: string) => ({
  type: 'unassignedStop',
  unassignedStop: { id: `unassignedStops/u-${number}`, recipient: { externalId: number } },
});

/** @param answer the hits of a page; the next page is asked for as long as there is one */
function service(answer: (filter: string, page: number) => { hits: unknown[]; next?: boolean } | ErrorCode) {
  const filters: string[] = [];
  const client = {
    async read(_name: string, { query }: CallOptions) {
      const page = Number(query!['pageToken'] ?? 0);
      if (page === 0) filters.push(query!['filter']!);
      const answered = answer(query!['filter']!, page);
      if (typeof answered === 'string') throw new AppError(answered);
      return {
        stops: searchHits.parse(answered.hits),
        nextPageToken: answered.next === true ? String(page + 1) : null,
      };
    },
  } as unknown as Pick<Client, 'read'>;
  return { client, filters };
}

it('names the plan of each stop, and none of an unassigned one', async () => {
  const { client, filters } = service(() => ({
    hits: [planned('A'), { ...planned('B'), stop: { ...planned('B', 'plans/p2').stop, plan: null } }, unassigned('A')],
  }));
  expect(await stopsWithNumbers(client, ['A', 'B', 'C'])).toEqual({
    hits: [
      { externalId: 'A', planId: 'plans/p1' },
      { externalId: 'B', planId: 'plans/p2' },
      { externalId: 'A', planId: null },
    ],
    unasked: [],
  });
  expect(filters).toEqual(['recipient.externalId = "A" or recipient.externalId = "B" or recipient.externalId = "C"']);
});

it('asks for many numbers in few filters, none longer than the service takes', async () => {
  const { client, filters } = service(() => ({ hits: [] }));
  const numbers = Array.from({ length: 100 }, (_, at) => `SHOP-${at}`);
  await stopsWithNumbers(client, numbers);
  expect(filters.every((filter) => filter.length <= 2_048)).toBe(true);
  expect(filters.length).toBeLessThanOrEqual(3);
  const asked = filters.flatMap((filter) => [...filter.matchAll(/"([^"]*)"/g)].map(([, number]) => number));
  expect(asked).toEqual(numbers);
});

it.each(['with "quotes"', 'back\\slash', 'line\nbreak', 'x'.repeat(2_000)])(
  'does not ask for a number that a filter cannot hold: %j',
  async (odd) => {
    const { client, filters } = service(() => ({ hits: [planned(odd)] }));
    expect(await stopsWithNumbers(client, [odd, 'A'])).toEqual({ hits: [], unasked: [odd] });
    expect(filters).toEqual(['recipient.externalId = "A"']);
    filters.length = 0;
    expect(await stopsWithNumbers(client, [odd])).toEqual({ hits: [], unasked: [odd] });
    expect(filters).toEqual([]);
  },
);

it('does not believe a service that ignores the filter, and does not read all its stops', async () => {
  let pages = 0;
  const { client } = service((_filter, page) => {
    pages += 1;
    return { hits: [planned(`OTHER-${page}`), planned(null), planned('a')], next: true };
  });
  expect(await stopsWithNumbers(client, ['A'])).toEqual({ hits: [], unasked: ['A'] });
  expect(pages).toBe(10);
});

it.each(['service.forbidden', 'service.not-found'] as const)('says that there is no search after %s', async (code) => {
  expect(await stopsWithNumbers(service(() => code).client, ['A'])).toBeNull();
});

it('reports that the service could not be asked', async () => {
  const { client } = service(() => 'line.unreachable');
  await expect(stopsWithNumbers(client, ['A'])).rejects.toMatchObject({ code: 'line.unreachable' });
});

it('knows a number that it has found before it stopped reading, and not the others of that filter', async () => {
  const { client } = service((_filter, page) => ({ hits: [planned('A', `plans/p${page}`)], next: true }));
  const found = await stopsWithNumbers(client, ['A', 'B']);
  expect(found!.hits).toHaveLength(10);
  expect(found!.unasked).toEqual(['B']);
});
