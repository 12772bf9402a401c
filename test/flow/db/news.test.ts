/** A search of the service names the plans whose changes the cache does not have yet. */
import { expect, it } from 'vitest';
import type { CallOptions, Client } from '../../../src/main/api/client.ts';
import { storedRow } from '../../../src/main/db/cache-tables.ts';
import { stopColumns } from '../../../src/main/db/stops.ts';
import { newsSince } from '../../../src/main/refresh/news.ts';
import { searchHits } from '../../../src/shared/search.ts';
import { stop } from '../../../src/shared/stops.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { openedCache } from '../../fixtures/opened-cache.ts';

const now = Date.UTC(2026, 5, 15, 6);
const said = (planId: string, id: string, attemptedAt: number | null = null) => ({
  id: `${planId}/stops/${id}`,
  plan: planId,
  deliveryInfo: { attemptedAt },
});

it('names plans with new or newly attempted stops, but not those with known or removed ones', async () => {
  const { cache } = await openedCache(temporaryFolder(), now);
  for (const [planId, attemptedAt] of [
    ['plans/known', 7],
    ['plans/attempted', null],
    ['plans/gone', null],
  ] as const) {
    const item = stop.parse(said(planId, 's1', attemptedAt));
    await cache.putStops(planId, [storedRow(item, stopColumns(item))], now);
  }
  await cache.putStops('plans/gone', [], now + 1);

  const hits = {
    'deliveryInfo.attemptedAt': [said('plans/known', 's1', 7), said('plans/attempted', 's1', 8)],
    createdAt: [said('plans/new', 's9'), said('plans/gone', 's1')],
  } as const;
  const asked: string[] = [];
  const service = {
    read(_name: string, { query }: CallOptions) {
      const field = query!['sortField'] as keyof typeof hits;
      asked.push(query!['filter']!);
      const found: unknown[] = hits[field].map((each) => ({ type: 'stop', stop: each }));
      if (field === 'createdAt') found.push({ type: 'unassignedStop', unassignedStop: { id: 'unassignedStops/u1' } });
      return Promise.resolve({ stops: searchHits.parse(found), nextPageToken: null });
    },
  } as unknown as Pick<Client, 'read'>;

  const news = await newsSince(service, cache, now);
  expect(news.planIds.sort()).toEqual(['plans/attempted', 'plans/new']);
  expect(news.unassigned).toBe(true);
  expect(asked).toEqual([
    'deliveryInfo.attemptedAt >= "2026-06-15T06:00:00.000Z"',
    'createdAt >= "2026-06-15T06:00:00.000Z"',
  ]);
});
