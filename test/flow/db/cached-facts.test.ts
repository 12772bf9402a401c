/** What the outbox knows of a plan without a request, also by the id that the plan had before the service made it. */
import { expect, it } from 'vitest';
import { storedRow } from '../../../src/main/db/cache-tables.ts';
import { planColumns } from '../../../src/main/db/plans.ts';
import { stopColumns } from '../../../src/main/db/stops.ts';
import { cachedFacts } from '../../../src/main/sending/cached-facts.ts';
import { plan } from '../../../src/shared/plans.ts';
import { stop } from '../../../src/shared/stops.ts';
import { computerZone } from '../../../src/shared/zones.ts';
import { openedCache } from '../../fixtures/opened-cache.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { VirtualSystem } from '../../fixtures/virtual-system.ts';

const system = new VirtualSystem();
const now = system.now();
const starts = { day: 16, month: 6, year: 2026 };
const localId = '0197f0a4-3c1e-7d2a-9b1c-0123456789ab';

it('knows a plan that was created here by its local id, before and after the service has it', async () => {
  const { cache, outbox } = await openedCache(temporaryFolder(), now);
  const read: string[] = [];
  const readList = (noun: string, parentId: string) => {
    read.push(`${noun} of ${parentId}`);
    return Promise.resolve();
  };
  const workspace = { zoneChoices: () => ({}), mode: 'connected' } as const;
  const facts = cachedFacts({ cache, storage: outbox.entries, system, readList, ...workspace });
  const content = JSON.stringify({ title: 'Tour', starts });
  const local = { id: localId, noun: 'plans', parentId: '', serverId: null } as const;
  const create = { id: 'entry', recordId: localId, kind: 'plans.create', lane: localId, createdAt: now } as const;
  outbox.entries.commit([
    { do: 'add-record', record: { ...local, marker: '', markerIsOurs: false, content } },
    { do: 'add-entry', entry: { ...create, body: null, base: null, progress: null } },
  ]);
  const tomorrow = { day: '2026-06-16', zone: computerZone() };
  expect(await facts.dayOf(localId)).toEqual(tomorrow);
  expect(await facts.idsByMarker('stops', localId, '4711')).toBeNull();
  await facts.readList('stops', localId);
  expect(read).toEqual([]);

  outbox.entries.commit([
    { do: 'change-record', id: localId, set: { serverId: 'plans/p1' } },
    { do: 'change-entry', id: 'entry', set: { state: 'acknowledged', settledAt: now } },
  ]);
  const made = plan.parse({ id: 'plans/p1', title: 'Tour', starts, distributed: false });
  await cache.putPlans([storedRow(made, planColumns(made))], now);
  const listed = stop.parse({ id: 'plans/p1/stops/s1', type: 'stop', recipient: { externalId: '4711' } });
  await cache.putStops('plans/p1', [storedRow(listed, stopColumns(listed))], now);
  expect(await facts.dayOf(localId)).toEqual(tomorrow);
  expect(await facts.idsByMarker('stops', localId, '4711')).toEqual(['plans/p1/stops/s1']);
  await facts.readList('stops', localId);
  expect(read).toEqual(['stops of plans/p1']);
});
