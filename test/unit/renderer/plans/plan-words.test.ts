import { describe, expect, it } from 'vitest';
import { inOrder, planDay, planTitle, planTitleAndDay } from '../../../../src/renderer/lib/plan-names.ts';
import {
  changeExplained,
  daySummary,
  firstDistribution,
  nextStep,
  notifiedOfChanges,
  openChanges,
  planFits,
  planState,
  planSteps,
  progressText,
  redistributionText,
  removalWords,
  sinceText,
  skippedText,
  workWords,
} from '../../../../src/renderer/plans/plan-words.ts';
import type { EntryState } from '../../../../src/shared/outbox.ts';
import type { PlanRow } from '../../../../src/shared/plans.ts';
import { standInNow, standInState } from '../../../fixtures/backend-stand-in.ts';
import { stopRow } from '../../../fixtures/rows.ts';

const [plan] = standInState().plans;
if (!plan) throw new Error('the stand-in has no plan');
const on = (starts: string | null, title = 'Tour') => ({ ...plan, starts, title });

describe('plans', () => {
  it('are sorted with yesterday before today, then future days, then past days in reverse', () => {
    const days = ['2026-06-14', '2026-06-17', null, '2026-06-15', '2026-06-12', '2026-06-13', '2026-06-16'];
    const plans = days.map((day) => on(day));
    const [yesterday, today, ...later] = ['2026-06-14', '2026-06-15', '2026-06-16', '2026-06-17'];
    const earlier = ['2026-06-13', '2026-06-12', null];
    const listed = inOrder(plans, standInNow).map(({ starts }) => starts);
    expect(listed).toEqual([yesterday, today, ...later, ...earlier]);
    const offered = inOrder(plans, standInNow, 'today').map(({ starts }) => starts);
    expect(offered, 'a choice begins with today').toEqual([today, ...later, yesterday, ...earlier]);
  });

  it('of one day are sorted by title', () => {
    const plans = ['South', 'North'].map((title) => on('2026-06-15', title));
    expect(inOrder(plans, standInNow).map(({ title }) => title)).toEqual(['North', 'South']);
  });

  it('show their day as text', () => {
    expect(planDay(on('2026-06-15'), standInNow)).toBe('Today · Mon 15 Jun');
    expect(planDay(on('2026-06-18'), standInNow)).toBe('Thu 18 Jun');
    expect(planDay(on(null), standInNow)).toBe('No day');
    expect(planTitleAndDay(on('2026-06-15'), standInNow)).toBe('Tour · Today');
    expect(planTitleAndDay(on('2026-06-18'), standInNow)).toBe('Tour · Thu 18 Jun');
    expect(planTitleAndDay(on(null, ''), standInNow)).toBe(planTitle({ title: '' }));
  });

  it('match words of title, depot, day and state in any order', () => {
    const north = { ...on('2026-06-16', 'North tour'), depotName: 'Harbour', distributed: true };
    for (const filter of ['', 'north', 'HARB tom', '2026-06-16', 'distributed north']) {
      expect(planFits(north, filter, standInNow), filter).toBe(true);
    }
    expect(planFits(north, 'south', standInNow)).toBe(false);
  });

  it('show their state, and an unknown one verbatim', () => {
    const of = (distributed: boolean, optimization: string | null) =>
      planState({ change: null, entryState: null, distributed, optimization }).text;
    expect(of(true, 'optimized')).toBe('Distributed');
    expect(of(false, 'editing')).toBe('Open for changes');
    expect(of(false, 'melted')).toBe('melted');
    expect(of(false, null)).toBe('Unknown');
  });

  it.each(['create', 'edit', 'delete'] as const)('of which a change was rejected need a decision: %s', (change) => {
    const of = (entryState: EntryState) => ({ ...plan, change, entryState });
    for (const state of ['refused', 'blocked', 'decision'] as const) {
      expect(planState(of(state))).toEqual({ text: 'Needs decision', tone: 'danger' });
      expect(changeExplained(of(state)), state).toMatch(/outbox/);
      expect(changeExplained(of(state)), state).not.toMatch(/waiting|as soon as/);
    }
    expect(planState(of('queued')).tone).not.toBe('danger');
    expect(changeExplained(of('in-doubt'))).toMatch(/no answer came/);
    expect(changeExplained({ change: null, entryState: null })).toBeNull();
  });

  it('show the most urgent of their open changes', () => {
    const of = (askingCount: number, waitingCount: number, pendingCount: number, work: PlanRow['work'] = null) =>
      openChanges({ askingCount, waitingCount, pendingCount, work });
    expect(of(1, 2, 3)).toEqual({ text: 'Needs decision', tone: 'danger' });
    expect(of(2, 0, 0)?.text).toBe('Needs decision (2)');
    expect(of(0, 2, 3)).toEqual({ text: '2 changes waiting', tone: 'neutral' });
    // The service has taken them: they are not waiting to be sent.
    expect(of(0, 0, 3)).toEqual({ text: '3 changes pending', tone: 'neutral' });
    expect(of(0, 0, 0)).toBeNull();
    const running = { kind: 'plans.reoptimize', state: 'pending', entryId: 'e', since: 0, cancellable: true } as const;
    expect(of(0, 0, 1, running), 'a running operation is not a change').toBeNull();
    expect(of(0, 0, 2, running)?.text).toBe('1 change pending');
    expect(planFits({ ...plan, askingCount: 1 }, 'needs decision', standInNow)).toBe(true);
  });

  it('do not say that a rejected or unconfirmed operation is running', () => {
    const said = (state: EntryState) => workWords({ kind: 'plans.distribute', state });
    expect(said('queued')).toBe('Waiting to send: Distribute to drivers.');
    expect(said('pending')).toBe('Distributing to drivers.');
    expect(said('refused')).toBe('Rejected: Distribute to drivers.');
    expect(said('decision')).toBe('Not done: Distribute to drivers.');
    expect(said('in-doubt')).toBe('Unconfirmed (checking): Distribute to drivers.');
  });

  it('are coloured only while drivers lack their changes', () => {
    const toneOf = (distributed: boolean, optimization: string) =>
      planState({ change: null, entryState: null, distributed, optimization }).tone;
    expect(['creating', 'editing', 'optimized', 'optimizing'].map((each) => toneOf(false, each))).toEqual(
      Array(4).fill('neutral'),
    );
    expect(toneOf(true, 'optimized')).toBe('neutral');
    expect([toneOf(true, 'editing'), toneOf(true, 'preview')]).toEqual(['warning', 'warning']);
    expect(planState({ change: 'create', entryState: null, distributed: false, optimization: null }).tone).toBe(
      'neutral',
    );
  });

  it.each([
    [{ writable: true, distributed: false, optimization: 'creating' }, ['optimize'], ['distribute']],
    [{ writable: true, distributed: false, optimization: 'optimized' }, ['reoptimize', 'distribute'], []],
    [{ writable: true, distributed: false, optimization: 'brand_new' }, ['optimize', 'distribute'], []],
    [{ writable: true, distributed: false, optimization: null }, ['optimize'], ['distribute']],
    [{ writable: false, distributed: true, optimization: null }, ['reoptimize', 'redistribute', 'save'], []],
    [{ writable: true, distributed: false, optimization: 'optimizing' }, [], ['optimize', 'distribute']],
    [{ writable: false, distributed: true, optimization: 'editing' }, ['reoptimize'], ['redistribute', 'save']],
    [{ writable: false, distributed: true, optimization: 'preview' }, ['reoptimize', 'redistribute', 'save'], []],
    [{ writable: false, distributed: true, optimization: 'optimized' }, ['reoptimize', 'redistribute', 'save'], []],
    [{ writable: false, distributed: true, optimization: 'optimizing' }, [], ['reoptimize', 'redistribute', 'save']],
  ])('in the state %j offer %j, and say why %j must wait', (plan, offered, waiting) => {
    const steps = planSteps(plan);
    expect(steps.filter(({ why }) => why === null).map(({ command }) => command)).toEqual(offered);
    expect(steps.filter(({ why }) => why !== null).map(({ command }) => command)).toEqual(waiting);
    expect(steps.filter(({ why }) => why === '')).toEqual([]);
  });

  it('name the next step of pending live changes', () => {
    expect(nextStep({ writable: false, distributed: true, optimization: 'editing' })).toBe('reoptimize');
    expect(nextStep({ writable: false, distributed: true, optimization: 'preview' })).toBe('redistribute');
    expect(nextStep({ writable: false, distributed: true, optimization: 'optimized' })).toBeNull();
    expect(nextStep({ writable: true, distributed: false, optimization: 'optimized' })).toBeNull();
  });
});

describe('the question before changes are sent', () => {
  const ofDriver = (driverId: string | null, isWithDriver: boolean | null) =>
    stopRow(`${driverId ?? 'none'} ${String(isWithDriver)}`, { driverId, isWithDriver });
  const saved = [ofDriver('a', true), ofDriver('b', false), ofDriver('b', false), ofDriver('c', false)];
  const notified = (optimization: string, stops = saved) => notifiedOfChanges({ optimization }, stops);

  it('counts the drivers who do not have their route, and no others', () => {
    expect(notified('optimized', [...saved, ofDriver(null, null)])).toBe(2);
    expect(redistributionText('Tour', 2, false)).toContain('2 drivers, who are notified now');
    expect(redistributionText('Tour', 1, true)).toContain('1 driver, who is notified as soon as');
  });

  it('gives no number where it is not known who gets a changed route', () => {
    expect(notified('preview'), 'a proposal does not say').toBeNull();
    expect(notified('optimized', [...saved, ofDriver('d', null)]), 'the service does not say').toBeNull();
    expect(notified('optimized', [ofDriver('a', true)])).toBeNull();
    expect(notified('optimized', []), 'not loaded').toBeNull();
    for (const isOffline of [true, false]) {
      expect(redistributionText('Tour', null, isOffline)).toMatch(/^The changed routes of “Tour” go to their drivers/);
    }
  });
});

describe('the first distribution of a plan', () => {
  const on = (driverId: string | null, more = {}) => stopRow(driverId ?? 'none', { driverId, ...more });

  it('tells the drivers with open stops, each once, and leaves the stops on no route', () => {
    const stops = [
      ...[on('a', { type: 'start' }), on('a'), on('a'), on('b'), on(null), on(null), on('c', { type: 'end' })],
      ...[on('d', { change: 'delete' }), on(null, { change: 'delete' })],
    ];
    expect(firstDistribution({ driverCount: 4 }, stops)).toEqual({ told: 2, left: 2 });
  });

  it('tells all drivers of the plan as far as is known while no routes are', () => {
    const nothing = { told: 3, left: 0 };
    expect(firstDistribution({ driverCount: 3 }, null)).toEqual(nothing);
    expect(firstDistribution({ driverCount: 3 }, [])).toEqual(nothing);
    expect(firstDistribution({ driverCount: 3 }, [on(null), on(null)]), 'not read since').toEqual(nothing);
  });
});

describe('the counts of plans', () => {
  const of = (more: Partial<PlanRow>): PlanRow => ({ ...plan, driverIds: [], ...more });

  it('say how far the deliveries of a distributed plan are', () => {
    const progress = (more: Partial<PlanRow>) => progressText(of({ stopCount: 40, doneCount: 12, ...more }));
    expect(progress({ distributed: true })).toBe('12 of 40 done');
    expect(progress({ distributed: false })).toBeNull();
    expect(progress({ distributed: true, stopCount: null, doneCount: null })).toBeNull();
    expect(progress({ distributed: true, stopCount: 0, doneCount: 0 })).toBeNull();
  });

  it('are summed up for a day, each driver once, without guessing what is not loaded', () => {
    const first = of({ stopCount: 40, packageCount: 52, doneCount: 3, driverIds: ['a', 'b'] });
    const second = of({ stopCount: 2, packageCount: 1, doneCount: 0, driverIds: ['b'] });
    const unread = of({ stopCount: null, packageCount: null, doneCount: null });
    expect(daySummary([first, second])).toBe('2 plans · 42 stops · 53 packages · 2 drivers · 3 done');
    expect(daySummary([second, unread])).toBe(
      '2 plans · 2 stops · 1 package · 1 driver · stops of 1 plan not loaded yet',
    );
    expect(daySummary([unread])).toBe('1 plan · stops of 1 plan not loaded yet');
  });
});

describe('the time of an optimisation', () => {
  const skipped = [{ id: 'stops/s1', name: null, address: '', reason: null }];
  // The tests run in one time zone of Europe, in which both are in the middle of the day.
  const yesterday = standInNow - 86_400_000;

  it('has the day unless it is today', () => {
    expect(skippedText({ skipped, at: yesterday }, standInNow)).toContain('14 Jun, ');
    expect(skippedText({ skipped, at: standInNow }, standInNow)).not.toContain('Jun');
    expect(sinceText({ since: yesterday }, standInNow)).toContain('14 Jun, ');
    expect(sinceText({ since: standInNow }, standInNow)).not.toContain('Jun');
  });
});

describe('the deletion of a plan', () => {
  const counts = { waitingCount: 0, pendingCount: 0, askingCount: 0 };
  const known = { ...plan, ...counts, id: 'plans/p1', title: 'Tour', stopCount: 40, packageCount: 52, doneCount: 3 };

  it('says what it removes', () => {
    const { text, details } = removalWords({ ...known, optimization: 'optimized', driverCount: 2, pendingCount: 1 });
    expect(text).toContain('“Tour” is deleted with its 40 stops and its routes.');
    expect(details).toEqual([
      'The routes of 2 drivers are deleted.',
      'Its stops have 52 packages.',
      '3 stops have a delivery result, which is deleted with them.',
      '1 change to its stops is not applied yet. It may be lost.',
    ]);
  });

  it('says nothing of what is not known or not there', () => {
    const unread = { stopCount: null, packageCount: null, doneCount: null };
    const { text, details } = removalWords({ ...known, ...unread, optimization: 'editing', distributed: false });
    expect([text.includes('not counted here'), details]).toEqual([true, []]);
    const unsent = removalWords({ ...known, id: '0197a000-0000-7000-8000-000000000001', waitingCount: 5 });
    expect(unsent).toEqual({
      ...{ text: '“Tour” is not on the service yet. It is discarded here with 5 unsent changes.', details: [] },
    });
  });

  it('that failed may have been done in part', () => {
    expect(changeExplained({ change: 'delete', entryState: 'in-doubt' })).toContain('Part of the stops may be gone');
    expect(changeExplained({ change: 'edit', entryState: 'in-doubt' })).not.toContain('Part of the stops');
    // Queued again after a failure.
    const again = { change: 'delete', entryState: 'queued' } as const;
    expect(changeExplained({ ...again, mayBePartDone: true })).toContain('Part of the stops may be gone');
    expect(changeExplained(again)).not.toContain('Part of');
  });
});
