/** The filter expressions with hand-written answers, against the service over HTTPS. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startService } from '../../../src/training/server.ts';
import { answeredFilters, refusedFilters } from '../../fixtures/filters/expressions.ts';
import { filterStops } from '../../fixtures/filters/stops.ts';
import { clientOf, handClock, type Client } from './support.ts';

interface Hit {
  type: string;
  stop?: { id: string };
  unassignedStop?: { id: string };
}

/** Makes the stops of the fixture at their moments, in a plan of their own, and waits until the search knows them. */
async function prepared(folder: string) {
  const clock = handClock();
  const client = clientOf(await startService({ folder, clock }), clock);
  const created = await client.post('/plans', { title: 'Filters', starts: { day: 20, month: 6, year: 2026 } });
  const plan = (created.body as { id: string }).id;
  const names = new Map<string, string>();
  for (const stop of filterStops.toSorted((one, other) => (one.createdAt < other.createdAt ? -1 : 1))) {
    // The client lets a second pass before each request.
    client.clock.pass(Date.parse(stop.createdAt) - 1_000 - client.clock.now());
    const path = stop.kind === 'stop' ? `/${plan}/stops` : '/unassignedStops';
    const { status, body } = await client.post(path, stop.input);
    if (status !== 200) throw new Error(`${stop.name}: ${JSON.stringify(body)}`);
    names.set((body as { id: string }).id, stop.name);
  }
  client.clock.pass(3_000);
  return { client, plan, names };
}

let service: { client: Client; plan: string; names: Map<string, string> };

describe('a filter, over HTTPS', () => {
  // One service for all of them: none of them changes anything.
  const folder = mkdtempSync(join(tmpdir(), 'depot-desk-filters-'));
  beforeAll(async () => {
    service = await prepared(folder);
  });
  afterAll(async () => {
    await service.client.service.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it.each(answeredFilters.filter(({ delivery }) => delivery !== true))('$filter finds exactly $found', async (each) => {
    const { client, plan, names } = service;
    // The service has other stops too: those of this plan and the unassigned ones are looked at.
    const filter = `(${each.filter.replaceAll('{plan}', plan)}) and (planId = "${plan}" or planId = null)`;
    const hits = await client.all<Hit>('planning', `/stops:search?filter=${encodeURIComponent(filter)}`, 'stops');
    const found = hits.flatMap(({ stop, unassignedStop }) => names.get((stop ?? unassignedStop)?.id ?? '') ?? []);
    expect(found.sort().join('')).toBe(each.found);
  });

  it.each(refusedFilters)('$filter is refused at character $character', async ({ filter, character, says }) => {
    const { status, body } = await service.client.planning(`/stops:search?filter=${encodeURIComponent(filter)}`);
    expect([status, body]).toMatchObject([400, { code: 'validation_error', param: 'filter' }]);
    expect((body as { message: string }).message).toContain(`character ${character}: `);
    expect((body as { message: string }).message).toContain(says);
  });
});
