/** Route settings in the plan form: shown as the service has them, validated by the contract, sent as what changed. */
import { describe, expect, it } from 'vitest';
import { planChange, planContent, startingFields } from '../../../../src/renderer/plans/plan-fields.ts';
import {
  objectiveChoices,
  routeEdit,
  routeFieldsOf,
  speedChoices,
  summaryOf,
  type RouteFields,
} from '../../../../src/renderer/plans/plan-routes.ts';
import { planRow } from '../../../fixtures/rows.ts';

const now = Date.parse('2026-06-15T12:00:00Z');
const overrides = {
  startTime: { hour: 8, minute: 0 },
  startAddress: {
    addressLineOne: 'Kastanienallee 3',
    addressLineTwo: '10119 Berlin, Germany',
    latitude: 52.5,
    longitude: 13.4,
  },
  maxStops: 40,
  drivingSpeed: 'slower',
  deliverySpeed: 'teleport',
  vehicleType: 'truck',
  optimizationSettings: { objective: 'minimize_drivers', subObjective: 'equalize_time' },
};
const before = routeFieldsOf(overrides);
const edit = (more: Partial<RouteFields>) => routeEdit(before, { ...before, ...more });
const made = (more: Partial<RouteFields>) => routeEdit(routeFieldsOf(null), { ...routeFieldsOf(null), ...more });

describe('the fields', () => {
  it('show what the service has, with addresses taken apart and values that the app does not know', () => {
    expect(before).toMatchObject({
      ...{ startTime: '08:00', endTime: '', maxStops: '40', vehicleType: 'truck', deliverySpeed: 'teleport' },
      ...{
        'startAddress.addressLineOne': 'Kastanienallee 3',
        'startAddress.zip': '10119',
        'startAddress.city': 'Berlin',
      },
      // Coordinates of a geocoded address would override an edit of its lines.
      ...{ 'startAddress.latitude': '', 'endAddress.city': '', objective: 'minimize_drivers' },
    });
    expect(speedChoices(before.deliverySpeed).map(({ value }) => value)).toEqual([
      ...['', 'slower', 'average', 'faster', 'teleport'],
    ]);
    expect(objectiveChoices(before.objective).map(({ label }) => label)).toEqual([
      ...['As set for the team', 'Distribute stops among the drivers', 'Use as few drivers as possible'],
    ]);
  });

  it('are summed up in one line for each part', () => {
    expect(summaryOf('routes', before)).toBe(
      'from 08:00, at most 40 stops, Truck, Driving speed: slower, Delivery speed: teleport',
    );
    expect(summaryOf('startAddress', before)).toBe('Kastanienallee 3, 10119, Berlin, Germany');
    expect(summaryOf('endAddress', before)).toBeNull();
    expect(summaryOf('optimisation', before)).toBe('Use as few drivers as possible, Equal time');
  });
});

describe('an edit', () => {
  it('is nothing while nothing was edited, whatever the service has', () => {
    expect(edit({})).toMatchObject({ change: null, problems: {} });
  });

  it('holds what changed, with null for what was cleared', () => {
    expect(edit({ startTime: '', endTime: '1730', maxStops: ' 35 ' }).change).toEqual({
      ...{ startTime: null, endTime: { hour: 17, minute: 30 }, maxStops: 35 },
    });
    expect(edit({ deliverySpeed: '' }).change).toEqual({ deliverySpeed: null });
  });

  it('holds an address and the optimisation settings whole', () => {
    expect(edit({ 'startAddress.addressLineOne': 'Lindenweg 7' }).change).toEqual({
      startAddress: { addressLineOne: 'Lindenweg 7', zip: '10119', city: 'Berlin', country: 'Germany' },
    });
    expect(edit({ objective: 'distribute_services' }).change).toEqual({
      optimizationSettings: { objective: 'distribute_services', subObjective: 'equalize_time' },
    });
    expect(edit({ objective: '', subObjective: '' }).change).toEqual({ optimizationSettings: null });
  });

  it('goes into a new plan, and into an edit with the values before', () => {
    const fields = { ...startingFields(null, now, 'Europe/Berlin'), title: 'Tour', starts: '2026-06-16' };
    expect(planContent(fields, true)).not.toHaveProperty('routeOverrides');
    expect(planContent({ ...fields, maxStops: '30' }, true)).toMatchObject({ routeOverrides: { maxStops: 30 } });
    const edited = startingFields(
      planRow('plans/p1', { title: 'Tour', routeOverrides: overrides }),
      now,
      'Europe/Berlin',
    );
    const { change, base } = planChange(edited, { ...edited, endTime: '17' }, true);
    expect(change).toEqual({ routeOverrides: { endTime: { hour: 17, minute: 0 } } });
    expect(base['routeOverrides']).toMatchObject({ maxStops: 40, startTime: { hour: 8, minute: 0 } });
  });

  it('is not sent to a service whose plans have no route settings', () => {
    const fields = { ...startingFields(null, now, 'Europe/Berlin'), title: 'Tour', maxStops: '30' };
    expect(planContent(fields, false)).not.toHaveProperty('routeOverrides');
    expect(planChange(startingFields(null, now, 'Europe/Berlin'), fields, false).change).toEqual({ title: 'Tour' });
  });
});

describe('a problem', () => {
  it.each([
    ['startTime', { startTime: 'noon' }],
    ['endTime', { endTime: '25' }],
    ['maxStops', { maxStops: 'ten' }],
    ['maxStops', { maxStops: '1.5' }],
    ['maxStops', { maxStops: '0' }],
    ['endAddress.zip', { 'endAddress.zip': '1'.repeat(101) }],
    ['endAddress.latitude', { 'endAddress.latitude': '91', 'endAddress.longitude': '13' }],
    ['endAddress.longitude', { 'endAddress.latitude': '52' }],
    ['endAddress.addressLineOne', { 'endAddress.addressName': 'Yard' }],
    ['drivingSpeed', { drivingSpeed: 'teleport' }],
    ['objective', { objective: 'minimize_drivers' }],
  ] as const)('is said at %s', (field, typed) => {
    expect(Object.keys(made(typed).problems)).toEqual([field]);
  });

  it('is not what was left as the service has it', () => {
    expect(edit({ maxStops: '41' }).problems).toEqual({});
  });
});
