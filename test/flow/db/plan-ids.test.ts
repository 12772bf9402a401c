import { expect, it } from 'vitest';
import { plan } from '../../../src/shared/plans.ts';
import { rawOf } from '../../../src/shared/shapes.ts';
import { openedCache } from '../../fixtures/opened-cache.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

const now = Date.UTC(2026, 5, 15, 6);

it("finds a plan by its local id even after the service's id has arrived", async () => {
  const { cache, outbox } = await openedCache(temporaryFolder(), now);
  const record = { noun: 'plans', parentId: '', marker: '', markerIsOurs: false, serverId: null } as const;
  const content = JSON.stringify({ title: 'Monday', starts: { day: 15, month: 6, year: 2026 } });
  const entry = { recordId: 'local-1', kind: 'plans.create', lane: 'local-1', createdAt: now, body: null, base: null };
  outbox.entries.commit([
    { do: 'add-record', record: { ...record, id: 'local-1', content } },
    { do: 'add-entry', entry: { ...entry, kind: 'plans.create', id: 'entry-1', progress: null } },
  ]);
  expect(await cache.getPlan('local-1')).toMatchObject({ id: 'local-1', title: 'Monday' });

  const there = plan.parse({ id: 'plans/p1', title: 'Monday', writable: true, drivers: [], routes: [] });
  await cache.putPlan(rawOf(there), now);
  outbox.entries.commit([
    { do: 'change-record', id: 'local-1', set: { serverId: 'plans/p1' } },
    { do: 'change-entry', id: 'entry-1', set: { state: 'acknowledged' } },
  ]);
  expect(await cache.getPlan('local-1')).toMatchObject({ id: 'plans/p1', title: 'Monday' });
  expect(await cache.getPlan('plans/p1')).toMatchObject({ id: 'plans/p1' });
  expect(await cache.getPlan('local-2')).toBeNull();
});
