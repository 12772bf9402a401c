/** What is said before a command on a plan, and where to fix it. */
import { describe, expect, it } from 'vitest';
import { editDoubtText, editRefusalText, saidOf, skipFix } from '../../../../src/renderer/plans/refusal-words.ts';
import type { PlanRow } from '../../../../src/shared/plans.ts';
import type { PlanFacts } from '../../../../src/shared/stop-skips.ts';
import { depotRow, driverRow, planRow, stopRow } from '../../../fixtures/rows.ts';

const ada = driverRow('drivers/a', 'Ada', { startTime: '08:00', endTime: '16:00' });
const home = depotRow('depots/home', { hasStart: true });
const plan = planRow('plans/p', { depot: home.id, driverIds: [ada.id] });
const late = stopRow('s1', { earliest: '20:00', latitude: 53, longitude: 10 });
const facts = (of: Partial<PlanRow> = {}, more: Partial<PlanFacts> = {}): PlanFacts => ({
  ...{ drivers: [ada], depots: [home], stops: [late] },
  ...more,
  plan: { ...plan, ...of },
});
const nameOf = () => 'Ada';

describe('before an optimisation', () => {
  it('a refusal is said with the form in which to fix it', () => {
    const { refused } = saidOf('optimize', facts({ driverIds: [] }), nameOf);
    expect(refused?.text).toBe('The plan has no drivers. Add some under Edit plan.');
    expect([refused?.fix, refused?.fixLabel]).toEqual([{ form: 'plan' }, 'Edit plan']);
  });

  it('stops that would be left out are counted, with the form of the first', () => {
    const { refused, hints } = saidOf('optimize', facts(), nameOf);
    expect(refused).toBeNull();
    expect(hints).toEqual([
      {
        text: '1 stop has a time window that none of its drivers can meet.',
        fix: { form: 'stop', stopId: 's1', field: 'earliest' },
        fixLabel: 'Change window',
      },
    ]);
  });

  it('of one kind, what is said is about that kind', () => {
    const optimised = facts({ optimization: 'optimized' }, { stops: [{ ...late, driverId: ada.id }] });
    const text = 'No stop has changed since the plan was optimised.';
    expect(saidOf('reoptimize', optimised, nameOf, 'reorder_changed_stops').refused?.text).toBe(text);
    expect(saidOf('reoptimize', optimised, nameOf, 'reorder_all_stops').refused).toBeNull();
  });
});

it('a distribution does not speak of stops that an optimisation would leave out', () => {
  expect(saidOf('distribute', facts({ optimization: 'optimized' }), nameOf)).toEqual({ refused: null, hints: [] });
  const paused = [{ ...ada, active: false }];
  const on = facts({ optimization: 'optimized' }, { drivers: paused, stops: [{ ...late, driverId: ada.id }] });
  expect(saidOf('distribute', on, nameOf).refused?.text).toBe(
    'Paused or deleted, with stops of this plan: Ada. Re-optimise the plan first.',
  );
});

it('a command on a plan whose state is not known is asked about, and not taken away', () => {
  const text = 'It is not known whether the plan is optimised. If it is not, the service rejects this.';
  const hints = [{ text, fix: null, fixLabel: '' }];
  const of = (optimization: string | null) =>
    saidOf('redistribute', facts({ optimization, distributed: true }), nameOf);
  expect([of(null), of('brand_new')]).toEqual([
    { refused: null, hints },
    { refused: null, hints },
  ]);
  expect(of('editing').refused?.text).toBe('Re-optimise the changes first.');
});

it('a plan with a driver whom the service does not accept names the driver', () => {
  const of = (code: 'driver_not_active' | 'driver_depot_mismatch') =>
    editRefusalText({ code, isCertain: true, driverIds: [ada.id] }, nameOf);
  expect(of('driver_not_active')).toBe('Paused: Ada. The service accepts the plan only without them.');
  expect(of('driver_depot_mismatch')).toBe('Of another depot: Ada. Choose other drivers or another depot.');
});

it('a plan that the service may refuse says why', () => {
  const of = (code: 'depot_not_found' | 'starts_too_far') => editDoubtText({ code, isCertain: false, driverIds: [] });
  expect(of('depot_not_found')).toBe(
    'The depot is not among the known ones any more. The service may reject the plan.',
  );
  expect(of('starts_too_far')).toBe('This day is more than a year from today. The service may reject the plan.');
});

it('saving a proposal with a driver who is gone is asked about first', () => {
  const paused = [{ ...ada, active: false }];
  const on = facts({ optimization: 'preview' }, { drivers: paused, stops: [{ ...late, driverId: ada.id }] });
  const { refused, hints } = saidOf('save', on, nameOf);
  expect([refused, hints.map(({ text }) => text)]).toEqual([
    null,
    ['Paused or deleted, with stops of this plan: Ada. Re-optimise the plan first.'],
  ]);
});

it.each([
  ['impossible_time_window', 'earliest'],
  ['impossible_navigation', 'addressLineOne'],
  ['impossible_order_of_stops', 'optimizationOrder'],
  ['no_allowed_driver', 'allowedDrivers'],
])('a stop left out for %s is fixed in its field %s', (reason, field) => {
  expect(skipFix(reason, 's1').fix).toEqual({ form: 'stop', stopId: 's1', field });
  expect(skipFix(reason, null).fix, 'the service did not say which stop').toBeNull();
});

it('too many stops are fixed in the plan, and a reason that is not known has no fix', () => {
  expect(skipFix('impossible_number_of_stops', 's1').fix).toEqual({ form: 'plan' });
  expect([skipFix('brand_new', 's1').fix, skipFix(null, 's1').fix]).toEqual([null, null]);
});
