import { expect, it } from 'vitest';
import { entryQuery, groupStates, waitingParts, type EntryQuery } from '../../../src/shared/entries.ts';
import { entryStates } from '../../../src/shared/outbox.ts';

const query: EntryQuery = { group: 'open', noun: null, planId: null, order: 'typed', words: [], cursor: null };
const word: EntryQuery['words'][number] = { text: '', kinds: [], states: [], reasons: [] };

const reads = (change: Partial<EntryQuery>) => entryQuery.safeParse({ ...query, ...change }).success;
const readsWord = (change: Partial<typeof word>) => reads({ words: [{ ...word, ...change }] });

it('accepts texts and lists up to their bounds and rejects longer ones', () => {
  const at = (count: number, of: (text: string) => boolean) => of('x'.repeat(count));
  const plan = (planId: string) => reads({ planId });
  expect([0, 1, 120, 121].map((count) => at(count, plan))).toEqual([false, true, true, false]);
  const typed = (text: string) => readsWord({ text });
  expect([0, 255, 256].map((count) => at(count, typed))).toEqual([true, true, false]);
  const reason = (code: string) => readsWord({ reasons: [code] });
  expect([0, 120, 121].map((count) => at(count, reason))).toEqual([true, true, false]);
  const cursor = (text: string) => reads({ cursor: text });
  expect([0, 1_000, 1_001].map((count) => at(count, cursor))).toEqual([true, true, false]);

  const reasons = (count: number) => readsWord({ reasons: Array.from({ length: count }, () => 'x') });
  expect([0, 500, 501].map(reasons)).toEqual([true, true, false]);
  const words = (count: number) => reads({ words: Array.from({ length: count }, () => word) });
  expect([0, 50, 51].map(words)).toEqual([true, true, false]);
});

it('puts each state into one group, and open states into the unsettled ones', () => {
  const { open, waiting, asking, settled } = groupStates;
  expect([...waiting, ...asking, ...settled].toSorted()).toEqual([...entryStates].toSorted());
  expect([...waiting, ...asking].toSorted()).toEqual([...open].toSorted());
  expect(waitingParts.flatMap((part) => groupStates[part]).toSorted()).toEqual([...waiting].toSorted());
  expect([...waitingParts, 'asking' as const].map((group) => reads({ group }))).toEqual([true, true, true, true]);
});
