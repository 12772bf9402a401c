import { describe, expect, it } from 'vitest';
import {
  countIn,
  isNarrowed,
  nounOptions,
  planOptions,
  queryOf,
  wholeView,
} from '../../../../src/renderer/outbox/entry-list.ts';
import { waitingParts } from '../../../../src/shared/entries.ts';

describe('the list of entries', () => {
  it('filters by group of states, kind and plan, and sets the order', () => {
    expect(queryOf(wholeView)).toEqual({ group: 'open', noun: null, planId: null, order: 'typed', words: [] });
    expect(queryOf({ ...wholeView, group: 'settled', noun: 'orders', plan: 'none', order: 'name' })).toEqual({
      ...{ group: 'settled', noun: 'orders', planId: 'none', order: 'name', words: [] },
    });
  });

  it('searches for words, and for kinds and states with these words on screen', () => {
    const [first, second] = queryOf({ ...wholeView, filter: ' Otto  MOVE ' }).words;
    expect(first).toEqual({ text: 'otto', kinds: [], states: [], reasons: [] });
    expect(second).toMatchObject({ text: 'move', kinds: ['stops.move'], states: [] });
    expect(queryOf({ ...wholeView, filter: 'unconfirmed' }).words[0]?.states).toEqual(['in-doubt']);
  });

  it('searches the text of the reason, but not the advice', () => {
    const reasons = (filter: string) => queryOf({ ...wholeView, filter }).words[0]?.reasons;
    expect(reasons('certificate')).toEqual(expect.arrayContaining(['connection.authority']));
    expect(reasons('proxy')).toContain('line.proxy');
    expect(reasons('map')).toContain('address_not_found');
    expect(reasons('cable')).toEqual([]);
  });

  it('offers the existing kinds and plans', () => {
    expect(nounOptions({ nouns: ['stops', 'orders'] }).map(({ value }) => value)).toEqual(['all', 'stops', 'orders']);
    const plans = [
      { id: 'plans/p1', title: 'North tour' },
      { id: 'plans/p2', title: 'Centre tour' },
      { id: 'plans/p3', title: null },
      { id: null, title: null },
    ];
    expect(planOptions({ plans })).toEqual([
      { value: 'all', label: 'All plans' },
      { value: 'plans/p2', label: 'Centre tour' },
      { value: 'plans/p1', label: 'North tour' },
      { value: 'plans/p3', label: 'Plan not loaded yet' },
      { value: 'none', label: 'Without a plan' },
    ]);
  });

  it('counts a group by its states', () => {
    const states = { queued: 3, 'in-doubt': 1, refused: 2, acknowledged: 5 };
    const counts = (['open', 'waiting', 'asking', 'settled'] as const).map((group) => countIn(group, { states }));
    expect(counts).toEqual([6, 4, 2, 5]);
    const parts = waitingParts.map((group) => countIn(group, { states: { ...states, sending: 2, pending: 7 } }));
    expect(parts).toEqual([5, 1, 7]);
  });

  it('is narrowed if it has any filter beside the states', () => {
    expect(isNarrowed({ ...wholeView, group: 'settled', order: 'name' })).toBe(false);
    expect(isNarrowed({ ...wholeView, noun: 'orders' })).toBe(true);
    expect(isNarrowed({ ...wholeView, filter: ' a' })).toBe(true);
  });
});
