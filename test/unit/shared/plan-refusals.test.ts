/** What cannot be arranged at the training service, and what must not be announced. */
import { describe, expect, it } from 'vitest';
import { isLive, planEditDoubts, planEditRefusals, refusalsOf, takingOf } from '../../../src/shared/plan-refusals.ts';
import type { PlanRow } from '../../../src/shared/plans.ts';
import type { PlanFacts } from '../../../src/shared/stop-skips.ts';
import { depotRow, driverRow, planRow, stopRow } from '../../fixtures/rows.ts';

const ada = driverRow('drivers/a', 'Ada', { endTime: '16:00' });
const ben = driverRow('drivers/b', 'Ben');
const home = depotRow('depots/home', { hasStart: true });
const plan = planRow('plans/p', { depot: home.id, driverIds: [ada.id, ben.id] });
const stop = stopRow('s1', { driverId: ada.id, isWithDriver: true });
const facts = (more: Partial<PlanFacts> = {}, of: Partial<PlanRow> = {}): PlanFacts => ({
  ...{ drivers: [ada, ben], depots: [home], stops: [stop] },
  ...more,
  plan: { ...plan, ...of },
});
const codes = (...asked: Parameters<typeof refusalsOf>) => refusalsOf(...asked).map(({ code }) => code);
const paused = [ada, ben].map((driver) => ({ ...driver, active: false }));
const endless = [{ ...ada, endTime: null }, ben];
const startless = { depots: [{ ...home, hasStart: false }] };

describe('an optimisation', () => {
  it.each<[string, PlanFacts, string[]]>([
    ['with nothing missing', facts(), []],
    ['whose drivers are all paused', facts({ drivers: paused }), ['no_drivers_available']],
    ['with one paused driver', facts({ drivers: [ada, paused[1]!] }), []],
    ['whose depot has no start', facts(startless), ['depot_missing_start_address']],
    ['that has a start of its own', facts(startless, { hasStart: true }), []],
    ['without an end or a maximum of stops', facts({ drivers: endless }), ['no_end_time_and_max_stops_per_driver']],
    ['without a depot', facts({}, { depot: null }), ['depot_not_found']],
    ['without stops', facts({ stops: [] }), ['no_stops']],
    ['without stops, of which one is on its way', facts({ stops: [] }, { waitingCount: 1 }), []],
  ])('of a plan %s', (_what, of, expected) => {
    expect(codes('optimize', of)).toEqual(expected);
  });

  it.each<[string, PlanFacts]>([
    ['the drivers', facts({ ...startless, drivers: null })],
    ['one of the drivers', facts({ ...startless, drivers: [ada] })],
    ['the depot', facts({ depots: null })],
    ['the limits of the depot', facts({ depots: [{ ...home, hasStart: null }], drivers: endless })],
    ['the limits of the plan', facts({ ...startless, drivers: endless }, { hasStart: null })],
    ['the stops', facts({ stops: null })],
    ['the depot of a plan that is not created yet', facts({}, { depot: null, change: 'create' })],
  ])('announces nothing without %s', (_what, of) => {
    expect(codes('optimize', of)).toEqual([]);
  });

  it('of a plan without a depot is perhaps refused, for the main depot may count', () => {
    const to = (more: Partial<PlanFacts>, of: Partial<PlanRow> = {}) =>
      refusalsOf('optimize', facts(more, { depot: null, ...of }));
    const may = (code: string) => ({ code, isCertain: false, driverIds: [] });
    expect(to({})).toEqual([may('depot_not_found')]);
    expect(to({ stops: [] })).toEqual([may('depot_not_found'), may('no_stops')]);
    expect(to({ drivers: endless }, { hasStart: true })).toEqual([may('no_end_time_and_max_stops_per_driver')]);
    expect(to({}, { driverIds: [] }).map(({ isCertain }) => isCertain)).toEqual([true]);
    expect(refusalsOf('optimize', facts(startless)).map(({ isCertain }) => isCertain)).toEqual([true]);
  });

  it('is needed again once a stop or a driver has changed', () => {
    const again = (more: Partial<PlanFacts>, of: Partial<PlanRow> = {}) =>
      codes('reoptimize', facts(more, { optimization: 'optimized', ...of }));
    expect(again({})).toEqual(['plan_already_optimized']);
    expect(again({}, { optimization: 'editing' })).toEqual([]);
    expect(again({}, { waitingCount: 1 })).toEqual([]);
    expect(again({ stops: [stop, stopRow('s2')] })).toEqual([]);
    expect(again({ drivers: [paused[0]!, { ...ben, maxStops: 9 }] })).toEqual([]);
    expect(codes('reoptimize', facts({}, { optimization: 'optimized' }), 'reorder_all_stops')).toEqual([]);
  });
});

describe('a distribution', () => {
  const optimised = { optimization: 'optimized' };

  it('is refused for certain once a driver with stops is paused, and perhaps once one is not listed', () => {
    const to = (drivers: PlanFacts['drivers']) => refusalsOf('distribute', facts({ drivers }, optimised));
    const code = { code: 'plan_concurrent_modification', driverIds: [ada.id] };
    expect(to([paused[0]!, ben])).toEqual([{ ...code, isCertain: true }]);
    expect(to([ben])).toEqual([{ ...code, isCertain: false }]);
    expect(to([ada, paused[1]!])).toEqual([]);
    expect(to(null)).toEqual([]);
  });

  it.each(['redistribute', 'save'] as const)('of a proposal may be refused without its driver: %s', (command) => {
    const live = { writable: false, distributed: true };
    const to = (drivers: PlanFacts['drivers'], optimization = 'preview') =>
      refusalsOf(command, facts({ drivers }, { ...live, optimization }));
    // Some services list the stops on the routes of before the proposal, which may be without the driver.
    const may = [{ code: 'plan_concurrent_modification', isCertain: false, driverIds: [ada.id] }];
    expect([to([paused[0]!, ben]), to([ben])]).toEqual([may, may]);
    expect([to([ada, paused[1]!]), to(null)]).toEqual([[], []]);
    // Saving what is saved already goes by no driver.
    if (command === 'save') expect(to([ben], 'optimized')).toEqual([]);
    expect(to([ben], 'editing').map(({ code }) => code)).toEqual(['plan_not_optimized']);
  });

  it.each(['distribute', 'redistribute', 'save'] as const)(
    'is refused for certain only in a state that is known to have no routes: %s',
    (command) => {
      const distributed = command !== 'distribute';
      const to = (optimization: string | null) => refusalsOf(command, facts({}, { optimization, distributed }));
      const code = { code: 'plan_not_optimized', driverIds: [] };
      for (const state of ['creating', 'editing']) expect(to(state)).toEqual([{ ...code, isCertain: true }]);
      for (const state of [null, 'optimized_with_changes']) expect(to(state)).toEqual([{ ...code, isCertain: false }]);
    },
  );

  it('of changes is in vain only when every route is known to be with its driver', () => {
    const again = (more: Partial<typeof stop>) =>
      codes('redistribute', facts({ stops: [{ ...stop, ...more }] }, { ...optimised, distributed: true }));
    expect(again({})).toEqual(['plan_already_distributed']);
    expect(again({ isWithDriver: false })).toEqual([]);
    expect(again({ isWithDriver: null })).toEqual([]);
  });
});

it('accepts a driver without a depot in any plan', () => {
  const known = { drivers: [ada], anyDepot: false };
  expect(planEditRefusals({ depot: home.id, driverIds: [ada.id] }, known)).toEqual([]);
  expect(planEditRefusals({ depot: home.id, driverIds: [ada.id] }, { ...known, drivers: null })).toEqual([]);
});

it('doubts neither a depot nor a day that is not sent or not known', () => {
  const of = (depot: string | null, starts: string | null, depots: readonly (typeof home)[] | null = [home]) =>
    planEditDoubts({ depot, starts }, { depots, today: '2026-06-15' }).map(({ code }) => code);
  expect([of('depots/gone', null), of('depots/gone', '2028-01-01')]).toEqual([
    ['depot_not_found'],
    ['depot_not_found', 'starts_too_far'],
  ]);
  expect([of(home.id, null), of(null, '2026-06-16'), of('depots/gone', null, null), of(null, '')]).toEqual([
    [],
    [],
    [],
    [],
  ]);
});

it.each<[string, Partial<PlanRow>, string, string]>([
  ['not optimised', {}, 'for-optimisation', 'for-optimisation'],
  ['optimised', { optimization: 'optimized' }, 'for-next-optimisation', 'for-next-optimisation'],
  ['distributed', { writable: false, distributed: true, optimization: 'optimized' }, 'distributed', 'live'],
  ['being optimised', { writable: false, optimization: 'optimizing' }, 'optimising', 'optimising'],
  ['closed', { writable: false }, 'closed', 'closed'],
  ['from before stop collections', { starts: '2023-03-31', writable: false }, 'too-old', 'too-old'],
  ['being deleted', { change: 'delete' }, 'deleted', 'deleted'],
])('a plan %s takes stops that are moved or added, or says why not', (_what, more, moved, added) => {
  const said = (how: 'move' | 'add') => {
    const taking = takingOf({ ...plan, ...more }, how);
    return 'why' in taking ? taking.why : taking.takes;
  };
  expect([said('move'), said('add')]).toEqual([moved, added]);
});

it.each([
  [{ writable: true, distributed: false, optimization: 'editing' }, false],
  [{ writable: false, distributed: false, optimization: 'optimizing' }, false],
  [{ writable: false, distributed: true, optimization: 'optimizing' }, true],
  [{ writable: false, distributed: true, optimization: 'optimized' }, true],
  [{ writable: false, distributed: false, optimization: 'optimized' }, true],
])('changes the stops of a plan like %j live: %s', (plan, expected) => {
  expect(isLive(plan)).toBe(expected);
});

it.each(['optimize', 'reoptimize', 'distribute', 'redistribute', 'save'] as const)(
  'refuses to %s a plan of a day before the service kept stops',
  (command) => {
    const plan = planRow('plans/old', { starts: '2023-03-31', optimization: 'optimized', writable: false });
    const refusals = refusalsOf(command, { plan, drivers: null, depots: null, stops: null });
    expect(refusals.map(({ code }) => code)).toEqual(['stops_not_available']);
  },
);
