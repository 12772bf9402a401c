/** Live changes that the service has and did not apply yet count for what a later edit of the stop builds on. */
import { describe, expect, it } from 'vitest';
import type { EntryFields } from '../../../../src/main/db/outbox-storage.ts';
import type { Fields } from '../../../../src/shared/outbox-merge.ts';
import { pendingBefore, withPending } from '../../../../src/main/sending/pending-changes.ts';
import { coreInMemory } from '../../../fixtures/core-in-memory.ts';

const planId = 'plans/p1';
const stopId = `${planId}/stops/s1`;

function desk() {
  const all = coreInMemory();
  const edit = (change: Fields, put: Partial<EntryFields>) => {
    const base = Object.fromEntries(Object.keys(change).map((name) => [name, null]));
    const { entryId } = all.intake.edit('stops.liveUpdate', stopId, planId, change, base);
    all.put(entryId, { state: 'sending' });
    all.put(entryId, put);
    const entry = all.storage.find(entryId ?? '');
    if (entry === undefined) throw new Error('it is not kept');
    return entry;
  };
  return { ...all, edit };
}

describe('an earlier live change that is pending', () => {
  it('counts, with those that were sent after it', () => {
    const { core, edit } = desk();
    edit({ notes: 'one', packageCount: 2 }, { state: 'pending', lastAttemptAt: 1 });
    edit({ notes: 'two' }, { state: 'pending', lastAttemptAt: 2 });
    const last = edit({ notes: 'three' }, { state: 'queued' });
    const there = { notes: 'there', packageCount: 1 };
    expect(withPending(core, pendingBefore(core, last), there)).toEqual({ notes: 'two', packageCount: 2 });
  });

  it('was applied with a later one that was', () => {
    const { core, edit } = desk();
    edit({ notes: 'one' }, { state: 'pending', lastAttemptAt: 1 });
    edit({ notes: 'two' }, { state: 'acknowledged', lastAttemptAt: 2 });
    const last = edit({ notes: 'three' }, { state: 'queued' });
    expect(pendingBefore(core, last)).toEqual([]);
  });

  it('counts without what was changed since, if it was dropped and sent again after a later one', () => {
    const { core, edit } = desk();
    const again = edit({ notes: 'one', packageCount: 2 }, { state: 'pending', lastAttemptAt: 3 });
    edit({ packageCount: 4 }, { state: 'acknowledged', lastAttemptAt: 2 });
    const last = edit({ notes: 'three' }, { state: 'queued' });
    const pending = pendingBefore(core, last);
    expect(pending.map(({ id }) => id)).toEqual([again.id]);
    expect(withPending(core, pending, { notes: 'there', packageCount: 4 })).toEqual({ notes: 'one', packageCount: 4 });
  });
});
