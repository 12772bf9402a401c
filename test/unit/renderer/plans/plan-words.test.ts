import { describe, expect, it } from 'vitest';
import { commandsOf, inOrder, planDay, planFits, planState } from '../../../../src/renderer/plans/plan-words.ts';
import { standInNow, standInState } from '../../../fixtures/backend-stand-in.ts';

const [plan] = standInState().plans;
if (!plan) throw new Error('the stand-in has no plan');
const on = (starts: string | null, title = 'Tour') => ({ ...plan, starts, title });

describe('plans', () => {
  it('are sorted with today first, then future days, then past days in reverse', () => {
    const days = ['2026-06-14', '2026-06-17', null, '2026-06-15', '2026-06-12', '2026-06-16'];
    expect(
      inOrder(
        days.map((day) => on(day)),
        standInNow,
      ).map(({ starts }) => starts),
    ).toEqual(['2026-06-15', '2026-06-16', '2026-06-17', '2026-06-14', '2026-06-12', null]);
  });

  it('of one day are sorted by title', () => {
    const plans = ['South', 'North'].map((title) => on('2026-06-15', title));
    expect(inOrder(plans, standInNow).map(({ title }) => title)).toEqual(['North', 'South']);
  });

  it('show their day as text', () => {
    expect(planDay(on('2026-06-15'), standInNow)).toBe('Today · Mon 15 Jun');
    expect(planDay(on('2026-06-18'), standInNow)).toBe('Thu 18 Jun');
    expect(planDay(on(null), standInNow)).toBe('No day');
  });

  it('match words of title, depot, day and state in any order', () => {
    const north = { ...on('2026-06-16', 'North tour'), depotName: 'Harbour', distributed: true };
    for (const filter of ['', 'north', 'HARB tom', '2026-06-16', 'distributed north']) {
      expect(planFits(north, filter, standInNow), filter).toBe(true);
    }
    expect(planFits(north, 'south', standInNow)).toBe(false);
  });

  it('show their state, and an unknown one verbatim', () => {
    expect(planState({ change: null, distributed: true, optimization: 'optimized' }).text).toBe('Distributed');
    expect(planState({ change: null, distributed: false, optimization: 'editing' }).text).toBe('Open for changes');
    expect(planState({ change: null, distributed: false, optimization: 'melted' }).text).toBe('melted');
    expect(planState({ change: null, distributed: false, optimization: null }).text).toBe('Unknown');
  });

  it('offer the actions of their state', () => {
    expect(commandsOf({ writable: true, distributed: false, optimization: 'editing' })).toEqual(['optimize']);
    expect(commandsOf({ writable: true, distributed: false, optimization: 'optimized' })).toEqual([
      'optimize',
      'distribute',
    ]);
    expect(commandsOf({ writable: false, distributed: true, optimization: 'editing' })).toEqual([
      'reoptimize',
      'redistribute',
      'save',
    ]);
    expect(commandsOf({ writable: false, distributed: false, optimization: 'optimizing' })).toEqual([]);
  });
});
