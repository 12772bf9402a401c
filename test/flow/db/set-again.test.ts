import { expect, it } from 'vitest';
import { rawOf } from '../../../src/shared/shapes.ts';
import { stop } from '../../../src/shared/stops.ts';
import type { EntryState } from '../../../src/shared/outbox.ts';
import { openedCache } from '../../fixtures/opened-cache.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

const now = Date.UTC(2026, 5, 15, 6);
const planId = 'plans/p1';
const id = `${planId}/stops/s1`;

it('shows a value that a later confirmed edit set, not the older pending one', async () => {
  const { cache, outbox } = await openedCache(temporaryFolder(), now);
  const there = stop.parse({ id, notes: 'second', packageCount: 1, recipient: { phone: '1' } });
  await cache.putStop(planId, rawOf(there), now);
  const record = { id: 'record-1', noun: 'stops', parentId: planId, serverId: id, marker: '', content: '{}' } as const;
  outbox.entries.commit([{ do: 'add-record', record: { ...record, markerIsOurs: false } }]);
  const edit = (entryId: string, body: object, state: EntryState, base: object = {}) => {
    const entry = {
      id: entryId,
      recordId: 'record-1',
      kind: 'stops.liveUpdate',
      lane: planId,
      createdAt: now,
    } as const;
    outbox.entries.commit([
      { do: 'add-entry', entry: { ...entry, body: JSON.stringify(body), base: JSON.stringify(base), progress: null } },
      { do: 'change-entry', id: entryId, set: { state } },
    ]);
  };
  // The service accepted both, and the later one was confirmed first.
  edit('first', { notes: 'first', packageCount: 2, recipient: { phone: '2' } }, 'pending');
  edit('second', { notes: 'second', recipient: { phone: '1' } }, 'acknowledged');
  // Its number of packages was typed to and fro before it was sent.
  edit('to and fro', { packageCount: 2 }, 'acknowledged', { packageCount: 2 });
  const [row] = (await cache.listStops(planId, 0, 10)).rows;
  expect(row).toMatchObject({ notes: 'second', packageCount: 2, phone: '1', change: 'edit', entryState: 'pending' });
  // A newer edit takes precedence.
  edit('third', { notes: 'third' }, 'queued');
  expect((await cache.listStops(planId, 0, 10)).rows[0]).toMatchObject({ notes: 'third', packageCount: 2 });
});
