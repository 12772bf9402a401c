import { expect, it } from 'vitest';
import { isBeingDeleted, isUnsentState, needsDecision } from '../../../../src/renderer/lib/unsent.ts';
import { entryStates } from '../../../../src/shared/outbox.ts';

it('tells entries that need a decision from those that go on by themselves', () => {
  expect(entryStates.filter(needsDecision)).toEqual(['refused', 'blocked', 'decision']);
  expect(entryStates.filter(isUnsentState)).toEqual(['queued', 'refused', 'blocked']);
  expect([needsDecision(null), isUnsentState(null)]).toEqual([false, false]);
});

it('strikes a deletion through until it is made, but not one that was rejected', () => {
  const isStruck = entryStates.filter((entryState) => isBeingDeleted({ change: 'delete', entryState }));
  expect(isStruck).toEqual(entryStates.filter((state) => !needsDecision(state)));
  expect(isBeingDeleted({ change: 'edit', entryState: 'queued' })).toBe(false);
  expect(isBeingDeleted({ change: null, entryState: null })).toBe(false);
});
