/** What an edit builds on when the edit before it is discarded. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { EntryFields } from '../../../../src/main/db/outbox-storage.ts';
import type { Fields } from '../../../../src/shared/outbox-merge.ts';
import { coreInMemory } from '../../../fixtures/core-in-memory.ts';

const planId = 'plans/p1';
const stopId = `${planId}/stops/s1`;
const asks = {
  state: 'decision',
  attempts: 1,
  reason: { code: 'outbox.conflict', detail: { field: 'notes' } },
} as const;

let all: ReturnType<typeof coreInMemory>;
beforeEach(() => {
  all = coreInMemory();
});

function edit(mine: Fields, base: Fields, put: Partial<EntryFields> = {}): string {
  const { entryId } = all.intake.edit('stops.update', stopId, planId, mine, base);
  all.put(entryId, { state: 'sending' });
  all.put(entryId, { state: 'queued', ...put });
  return entryId ?? '';
}
const baseOf = (id: string) => JSON.parse(all.storage.find(id)?.base ?? 'null') as unknown;

/** The first edit is discarded. @returns what the second one builds on then */
function afterDiscard(first: string, second: string): unknown {
  expect(all.choices.decide([first], { way: 'give-up' })).toEqual([first]);
  return baseOf(second);
}

describe('an edit behind a discarded one', () => {
  it('builds on what that one built on, where it built on that one', () => {
    const first = edit({ notes: 'one', packageCount: 2 }, { notes: 'old', packageCount: 1 }, asks);
    const second = edit({ notes: 'two', allowedDrivers: ['drivers/d1'] }, { notes: 'one', allowedDrivers: null });
    expect(afterDiscard(first, second)).toEqual({ notes: 'old', allowedDrivers: null });
  });

  it('does so for each part of a group', () => {
    const first = edit({ recipient: { phone: '1' } }, { recipient: { phone: '0' } }, asks);
    const second = edit({ recipient: { phone: '2', email: 'b' } }, { recipient: { phone: '1', email: 'a' } });
    expect(afterDiscard(first, second)).toEqual({ recipient: { phone: '0', email: 'a' } });
  });

  it('leaves what was typed to and fro as it is then', () => {
    const at = (hour: number, minute = 0) => ({ hour, minute });
    const [old, sent] = [{ notes: 'old', recipient: { phone: '0' }, timing: { latestAttemptTime: at(8) } }, at(10)];
    const first = edit({ notes: 'one', recipient: { phone: '1' }, timing: { latestAttemptTime: sent } }, old, asks);
    const second = edit(
      {
        notes: 'one',
        recipient: { phone: '1', email: 'b' },
        timing: { latestAttemptTime: at(10, 30) },
        packageCount: 2,
      },
      { notes: 'one', recipient: { phone: '1', email: 'a' }, timing: { latestAttemptTime: sent }, packageCount: 2 },
    );
    afterDiscard(first, second);
    expect(JSON.parse(all.storage.find(second)?.body ?? '')).toEqual({
      notes: 'old',
      recipient: { phone: '0', email: 'b' },
      timing: { latestAttemptTime: at(10, 30) },
      packageCount: 2,
    });
  });

  it('is not one that was entered before, nor one that was discarded itself', () => {
    const first = edit({ notes: 'two' }, { notes: 'one' }, asks);
    const second = edit({ notes: 'one' }, { notes: 'two' }, asks);
    const third = edit({ notes: 'three' }, { notes: 'one' }, asks);
    expect(all.choices.decide([third], { way: 'give-up' })).toEqual([third]);
    expect(afterDiscard(second, first)).toEqual({ notes: 'one' });
    expect(baseOf(third)).toEqual({ notes: 'one' });
  });

  it('builds on a group that was not there, and on one in whose place there was nothing', () => {
    const first = edit({ recipient: { phone: '1' } }, { recipient: null }, asks);
    const second = edit({ recipient: { phone: '2' } }, { recipient: null });
    expect(afterDiscard(first, second)).toEqual({ recipient: null });
    const cleared = edit({ timing: null }, { timing: { estimatedAttemptDuration: 60 } }, asks);
    const last = edit({ timing: { estimatedAttemptDuration: 90 } }, { timing: { estimatedAttemptDuration: 60 } });
    expect(afterDiscard(cleared, last)).toEqual({ timing: { estimatedAttemptDuration: 60 } });
  });

  it('remembers what it built on before, one discarded edit after the other', () => {
    const first = edit({ notes: 'one' }, { notes: 'old' }, asks);
    const second = edit({ packageCount: 2 }, { packageCount: 1 }, asks);
    const third = edit({ notes: 'two', packageCount: 3 }, { notes: 'one', packageCount: 2 });
    expect(afterDiscard(first, third)).toEqual({ notes: 'old', packageCount: 2 });
    expect(afterDiscard(second, third)).toEqual({ notes: 'old', packageCount: 1 });
    expect(all.storage.find(third)?.progress?.corrected).toEqual({ notes: ['one'], packageCount: [2] });
  });

  it('keeps a base of its own', () => {
    const first = edit({ notes: 'one' }, { notes: 'old' }, asks);
    const second = edit({ notes: 'two' }, { notes: 'read since' });
    expect(afterDiscard(first, second)).toEqual({ notes: 'read since' });
  });

  it('keeps its base if it was sent, or the discarded one may have reached the service', () => {
    const first = edit({ notes: 'one' }, { notes: 'old' }, asks);
    const second = edit({ notes: 'two' }, { notes: 'one' }, { state: 'acknowledged' });
    expect(afterDiscard(first, second)).toEqual({ notes: 'one' });
    const perhaps = edit({ notes: 'three' }, { notes: 'two' }, { ...asks, progress: { doubts: 1 } });
    const last = edit({ notes: 'four' }, { notes: 'three' });
    expect(afterDiscard(perhaps, last)).toEqual({ notes: 'three' });
  });

  it('does so while a deletion has taken it back, and is undone to that', () => {
    const first = edit({ notes: 'one' }, { notes: 'old' }, asks);
    const { entryId } = all.intake.edit('stops.update', stopId, planId, { notes: 'two' }, { notes: 'one' });
    const deletion = all.intake.remove('stops.delete', stopId, planId).entryId ?? '';
    expect(all.storage.find(entryId ?? '')?.state).toBe('given-up');
    expect(afterDiscard(first, entryId ?? '')).toEqual({ notes: 'old' });
    expect(all.choices.giveUp(deletion)).toBe(true);
    // The window still names what the discarded edit said.
    expect(all.intake.undoEdit(stopId, { notes: 'two' }, { notes: 'one' })).toBe(true);
    expect(all.storage.find(entryId ?? '')?.state).toBe('given-up');
  });
});

it('an edit behind a corrected creation builds on what was corrected', () => {
  const content = { address: { addressLineOne: 'Quay 1' }, notes: 'first' };
  const { entryId: creation, recordId } = all.intake.create('stops.create', planId, content);
  all.put(creation, { state: 'sending' });
  const { entryId } = all.intake.edit('stops.update', recordId, planId, { notes: 'two' }, { notes: 'first' });
  all.put(creation, { state: 'refused', attempts: 1, reason: { code: 'service.refused', detail: {} } });
  expect(all.choices.correct(creation ?? '', { ...content, notes: 'corrected' })).toBe(true);
  expect(baseOf(entryId ?? '')).toEqual({ notes: 'corrected' });
});
