/** Every waiting entry names the one at the end of its chain, which the user can act on. */
import { describe, expect, it } from 'vitest';
import { waitingFor } from '../../../../src/main/sending/waiting-for.ts';
import { coreInMemory } from '../../../fixtures/core-in-memory.ts';

const planId = 'plans/p1';
const address = { addressLineOne: 'Quay 1' };
const conflict = { code: 'outbox.conflict', detail: {} } as const;

function desk() {
  const all = coreInMemory();
  const { core, storage } = all;
  return {
    ...all,
    waits: (entryId: string | null) => {
      const entry = storage.find(entryId ?? '');
      return entry === undefined ? null : (waitingFor(core, entry)?.id ?? null);
    },
  };
}

describe('a waiting entry', () => {
  it('names the entry that needs a decision, however long the chain', () => {
    const { intake, put, waits } = desk();
    const stops = ['s1', 's2'].map((name) => `${planId}/stops/${name}`);
    const edits = stops.map((id) => intake.edit('stops.liveUpdate', id, planId, { notes: 'mine' }, { notes: 'old' }));
    for (const { entryId } of edits) put(entryId, { state: 'decision', reason: conflict });
    const deletions = stops.map((id) => intake.remove('stops.liveDelete', id, planId));
    const again = intake.command('plans.reoptimize', planId, {});
    const out = intake.command('plans.redistribute', planId, {});
    expect(deletions.map(({ entryId }) => waits(entryId))).toEqual(edits.map(({ entryId }) => entryId));
    // Of several, the first in the lane. When it is done, the next is named.
    expect([again, out].map(({ entryId }) => waits(entryId))).toEqual([edits[0]?.entryId, edits[0]?.entryId]);
    put(edits[0]?.entryId ?? '', { state: 'acknowledged' });
    put(deletions[0]?.entryId ?? '', { state: 'acknowledged' });
    expect(waits(again.entryId)).toBe(edits[1]?.entryId);
  });

  it('names its plan while it waits and when the rejected plan blocks it', () => {
    const { intake, put, waits } = desk();
    const plan = intake.create('plans.create', '', { title: 'Monday' });
    const stop = intake.create('stops.create', plan.recordId, { address });
    expect(waits(stop.entryId)).toBe(plan.entryId);
    put(plan.entryId, { state: 'refused' });
    put(stop.entryId, { state: 'blocked' });
    expect(waits(stop.entryId)).toBe(plan.entryId);
  });

  it('names none if it only waits to be sent', () => {
    const { intake, put, waits } = desk();
    const stop = intake.create('stops.create', planId, { address });
    expect(waits(stop.entryId)).toBeNull();
    put(stop.entryId, { state: 'refused' });
    expect(waits(stop.entryId)).toBeNull();
    expect(waits('no-such-entry')).toBeNull();
  });
});
