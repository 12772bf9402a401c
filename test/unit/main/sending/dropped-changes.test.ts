/** Which of several live changes were dropped when a colleague discarded the plan's changes. */
import { describe, expect, it } from 'vitest';
import type { ServiceClient } from '../../../../src/main/outbox/core.ts';
import type { Fields } from '../../../../src/shared/outbox-merge.ts';
import { coreInMemory } from '../../../fixtures/core-in-memory.ts';

const planId = 'plans/p1';
const stopId = `${planId}/stops/s1`;
const plan = { id: planId, writable: false, distributed: true, optimization: 'optimized' };

/** @param there fields of the stop on the service */
function desk(there: Fields) {
  const read = (name: string) => Promise.resolve(name === 'plans.get' ? plan : { id: stopId, ...there });
  const all = coreInMemory({ service: { read } as unknown as ServiceClient });
  let attempts = 0;
  return {
    pending: (change: Fields, base: Fields = {}): string => {
      const entryId = all.intake.edit('stops.liveUpdate', stopId, planId, change, base).entryId ?? '';
      all.put(entryId, { state: 'sending' });
      attempts += 1;
      all.put(entryId, { state: 'pending', attempts: 1, attemptId: `a${attempts}`, lastAttemptAt: attempts });
      return entryId;
    },
    stateAfterLook: async (at: string, of: string) => {
      const entry = all.storage.find(at);
      if (entry !== undefined) await all.outbox.reconcile(entry);
      return all.storage.find(of)?.state;
    },
    /** Edits the stop once more and sends that. */
    edited: async (change: Fields, base: Fields): Promise<string> => {
      const entryId = all.intake.edit('stops.liveUpdate', stopId, planId, change, base).entryId ?? '';
      const entry = all.storage.find(entryId);
      if (entry !== undefined) await all.outbox.send([entry]);
      return entryId;
    },
    stateOf: (id: string) => all.storage.find(id)?.state,
  };
}

describe('an earlier live change that is pending when a later one has been applied', () => {
  it('needs a decision at once if it does not show', async () => {
    const { pending, stateAfterLook, stateOf } = desk({ notes: 'old', packageCount: 2 });
    const dropped = pending({ notes: 'one' });
    const applied = pending({ packageCount: 2 });
    expect(await stateAfterLook(applied, dropped)).toBe('decision');
    expect(stateOf(applied)).toBe('acknowledged');
  });

  it('is left if it shows as far as the later one did not change it again', async () => {
    const { pending, stateAfterLook } = desk({ notes: 'one', packageCount: 2 });
    const earlier = pending({ notes: 'one', packageCount: 1 });
    expect(await stateAfterLook(pending({ packageCount: 2 }), earlier)).toBe('pending');
  });

  it('is left if one between the two changed it again and shows', async () => {
    const { pending, stateAfterLook } = desk({ notes: 'two', packageCount: 2 });
    const earlier = pending({ notes: 'one' });
    pending({ notes: 'two' });
    expect(await stateAfterLook(pending({ packageCount: 2 }), earlier)).toBe('pending');
  });

  it('is left if the one that changed it again shows, although a still later one was dropped', async () => {
    const { pending, stateAfterLook, stateOf } = desk({ notes: 'two', packageCount: 1 });
    const [first, second] = [pending({ notes: 'one' }), pending({ notes: 'two' })];
    const dropped = pending({ packageCount: 3 });
    expect(await stateAfterLook(dropped, dropped)).toBe('decision');
    expect([stateOf(first), stateOf(second)]).toEqual(['pending', 'pending']);
  });

  it('needs a decision with the one between the two if neither shows', async () => {
    const { pending, stateAfterLook, stateOf } = desk({ notes: 'old', packageCount: 2 });
    const [first, second] = [pending({ notes: 'one' }), pending({ notes: 'two' })];
    expect(await stateAfterLook(pending({ packageCount: 2 }), first)).toBe('decision');
    expect(stateOf(second)).toBe('decision');
  });
});

describe('an edit that ends with what a pending change will have made', () => {
  const again = [{ notes: 'one' }, { notes: 'one' }] as const;

  it('is dropped with that change, not in its place', async () => {
    const { pending, edited, stateAfterLook, stateOf } = desk({ notes: 'old' });
    const first = pending({ notes: 'one' }, { notes: 'old' });
    const second = await edited(...again);
    expect(stateOf(second)).toBe('pending');
    expect(await stateAfterLook(second, second)).toBe('decision');
    expect(stateOf(first)).toBe('decision');
  });

  it('is applied with it', async () => {
    const there = { notes: 'old' };
    const { pending, edited, stateAfterLook } = desk(there);
    const first = pending({ notes: 'one' }, { notes: 'old' });
    const second = await edited(...again);
    there.notes = 'one';
    expect(await stateAfterLook(second, second)).toBe('acknowledged');
    expect(await stateAfterLook(first, first)).toBe('acknowledged');
  });

  it('is done if the stop is like that already', async () => {
    const { pending, edited, stateOf } = desk({ notes: 'one' });
    pending({ packageCount: 2 });
    expect(stateOf(await edited(...again))).toBe('acknowledged');
  });

  it('waits for that change though the stop has another of its fields already', async () => {
    const { pending, edited, stateOf } = desk({ notes: 'old', packageCount: 2 });
    pending({ notes: 'one' }, { notes: 'old' });
    const both = { notes: 'one', packageCount: 2 };
    expect(stateOf(await edited(both, both))).toBe('pending');
  });

  it('leaves what a colleague wrote if no change is pending', async () => {
    const { edited, stateOf } = desk({ notes: 'theirs' });
    expect(stateOf(await edited(...again))).toBe('acknowledged');
  });
});

describe('a live change that clears a field of a group', () => {
  const hours = { earliestAttemptTime: { hour: 8, minute: 0 }, latestAttemptTime: null };

  it('needs a decision while the field is still there', async () => {
    const { pending, stateAfterLook } = desk({ timing: hours });
    const cleared = pending({ timing: { earliestAttemptTime: null, latestAttemptTime: null } }, { timing: hours });
    expect(await stateAfterLook(cleared, cleared)).toBe('decision');
  });

  it.each([
    ['empty', { timing: { earliestAttemptTime: null } }],
    ['missing with its group', {}],
  ])('is acknowledged when the field is %s', async (_, there) => {
    const { pending, stateAfterLook } = desk(there);
    const cleared = pending({ timing: { earliestAttemptTime: null } }, { timing: hours });
    expect(await stateAfterLook(cleared, cleared)).toBe('acknowledged');
  });

  it('does not count what the service may rewrite', async () => {
    const { pending, stateAfterLook } = desk({ address: { addressLineOne: 'Kai 1', addressLineTwo: 'Hof' } });
    const moved = pending({ address: { addressLineOne: 'Quay 1', addressLineTwo: null } });
    expect(await stateAfterLook(moved, moved)).toBe('acknowledged');
  });
});
