import { describe, expect, it } from 'vitest';
import {
  entriesShown,
  isNarrowed,
  nounOptions,
  planOptions,
  wholeView,
  type EntryView,
} from '../../../../src/renderer/outbox/entry-list.ts';
import type { EntryRow } from '../../../../src/shared/entries.ts';

const row = (sequence: number, set: Partial<EntryRow>): EntryRow => ({
  id: `e${sequence}`,
  sequence,
  kind: 'stops.create',
  state: 'queued',
  reason: null,
  createdAt: 0,
  attempts: 0,
  lastAttemptAt: null,
  notBefore: null,
  planId: 'plans/p1',
  planTitle: 'North tour',
  orderId: null,
  name: null,
  address: '',
  ways: [],
  ...set,
});

const all = [
  row(1, { name: 'Jonas', notBefore: 50 }),
  row(2, { name: 'Anna', planId: 'plans/p2', planTitle: 'Centre tour', notBefore: 20 }),
  row(3, { kind: 'orders.submit', planId: null, planTitle: null, name: 'Lena', orderId: 'orders/o1' }),
  row(4, { state: 'acknowledged', name: 'Paul' }),
  row(5, { state: 'refused', name: 'Kohl', kind: 'stops.update' }),
];
const shown = (view: Partial<EntryView>) =>
  entriesShown(all, { ...wholeView, ...view }).map(({ sequence }) => sequence);

describe('which entries are shown', () => {
  it('by group of states, kind, plan and text', () => {
    expect(shown({})).toEqual([1, 2, 3, 5]);
    expect(shown({ group: 'settled' })).toEqual([4]);
    expect(shown({ noun: 'orders' })).toEqual([3]);
    expect(shown({ plan: 'plans/p2' })).toEqual([2]);
    expect(shown({ plan: 'none' })).toEqual([3]);
    expect(shown({ noun: 'stops', plan: 'plans/p1', filter: 'kohl' })).toEqual([5]);
  });

  it('in the order that was chosen', () => {
    expect(shown({ order: 'newest' })).toEqual([5, 3, 2, 1]);
    expect(shown({ order: 'next' })).toEqual([3, 5, 2, 1]);
    expect(shown({ order: 'name' })).toEqual([2, 1, 5, 3]);
    expect(shown({ order: 'plan' })).toEqual([3, 2, 1, 5]);
  });

  it('offers the kinds and plans that there are', () => {
    expect(nounOptions(all).map(({ value }) => value)).toEqual(['all', 'stops', 'orders']);
    expect(planOptions(all)).toEqual([
      { value: 'all', label: 'Every plan' },
      { value: 'plans/p2', label: 'Centre tour' },
      { value: 'plans/p1', label: 'North tour' },
      { value: 'none', label: 'Without a plan' },
    ]);
  });

  it('knows when something beside the states is left out', () => {
    expect(isNarrowed({ ...wholeView, group: 'settled', order: 'name' })).toBe(false);
    expect(isNarrowed({ ...wholeView, noun: 'orders' })).toBe(true);
    expect(isNarrowed({ ...wholeView, filter: ' a' })).toBe(true);
  });
});
