import { describe, expect, it } from 'vitest';
import {
  dayForCopy,
  driverOptions,
  isOffered,
  sendsDrivers,
  usualDepot,
  whyNotOffered,
} from '../../../../src/renderer/plans/plan-fields.ts';
import type { DriverRow } from '../../../../src/shared/drivers.ts';
import { standInState } from '../../../fixtures/backend-stand-in.ts';

const [someone] = standInState().drivers;
if (!someone) throw new Error('the stand-in has no driver');
const driver = (id: string, name: string, depots: string[], more: Partial<DriverRow> = {}): DriverRow => ({
  ...someone,
  ...{ id: `drivers/${id}`, name, email: `${id}@depot.example`, depots },
  ...more,
});
const north = { id: 'depots/north' };
const south = { id: 'depots/south' };
const plansOf = (...depots: (string | null)[]) => depots.map((depot) => ({ depot }));

it('sends depot and drivers if the plan is new, or one of them was changed', () => {
  const before = { depot: north.id, drivers: ['drivers/a', 'drivers/b'] };
  expect(sendsDrivers(before, { depot: north.id, drivers: ['drivers/a', 'drivers/b'] })).toBe(false);
  expect(sendsDrivers(before, { ...before, depot: south.id })).toBe(true);
  expect(sendsDrivers(before, { ...before, drivers: ['drivers/a'] })).toBe(true);
  expect(sendsDrivers(undefined, before)).toBe(true);
  expect(sendsDrivers(undefined, { depot: null, drivers: [] }), 'a new plan without any').toBe(true);
});

describe('the depot of a new plan', () => {
  it('is the one that was used last on this computer', () => {
    expect(usualDepot([north, south], plansOf(north.id, north.id), south.id)).toBe(south.id);
  });

  it('is the one that most plans have if the last one is unknown or gone', () => {
    const plans = plansOf(south.id, north.id, south.id, null);
    expect(usualDepot([north, south], plans, null)).toBe(south.id);
    expect(usualDepot([north, south], plans, 'depots/gone')).toBe(south.id);
    // A depot that no longer exists does not count.
    expect(usualDepot([north, south], plansOf('depots/gone', 'depots/gone', north.id), null)).toBe(north.id);
  });

  it('is the only one, and none if several are as likely', () => {
    expect(usualDepot([north], [], null)).toBe(north.id);
    expect(usualDepot([north, south], [], null)).toBeNull();
    expect(usualDepot([north, south], plansOf(north.id, south.id), null)).toBeNull();
    expect(usualDepot([], plansOf(north.id), north.id)).toBeNull();
  });
});

describe('the drivers to choose from', () => {
  const drivers = [
    driver('d1', 'Zoe', [south.id]),
    driver('d2', 'Ada', [north.id]),
    driver('d3', 'Mia 10', [south.id, north.id]),
    driver('d4', 'Mia 2', [south.id]),
  ];
  const names = (depot: string | null) => driverOptions(drivers, depot).map(({ label }) => label);

  it('are those of the depot first, by name within each group', () => {
    expect(names(south.id)).toEqual(['Mia 2', 'Mia 10', 'Zoe', 'Ada']);
    expect(names(north.id)).toEqual(['Ada', 'Mia 10', 'Mia 2', 'Zoe']);
    expect(names(null)).toEqual(['Ada', 'Mia 2', 'Mia 10', 'Zoe']);
  });

  it('are those of the depot and those of none, and of any depot where the service accepts them', () => {
    const all = [...drivers, driver('d7', 'Free', []), driver('d8', 'Paused', [], { active: false })];
    const offered = (depot: string | null, anyDepot = false) =>
      all.filter((each) => isOffered(each, depot, anyDepot)).map(({ name }) => name);
    expect(offered(north.id)).toEqual(['Ada', 'Mia 10', 'Free']);
    expect(offered(null)).toEqual(['Zoe', 'Ada', 'Mia 10', 'Mia 2', 'Free']);
    expect(offered(north.id, true)).toEqual(offered(null));
    const [, , ofDepot, , ofNone] = all;
    const inOrder = driverOptions([ofNone!, ofDepot!], north.id).map(({ label }) => label);
    expect(inOrder, 'those of the depot first').toEqual(['Mia 10', 'Free']);
  });

  it('leave out others, and say why', () => {
    const why = (active: boolean) => whyNotOffered({ name: 'Ada', active, depotNames: ['North', 'Harbour'] });
    expect(why(true)).toBe('Ada belongs to North, Harbour, not to the plan’s depot.');
    expect(why(false), 'another depot would not help').toBe('Ada is paused.');
  });

  it('carry what tells them apart if they share a name', () => {
    const twins = [driver('d5', 'Ada', []), driver('d6', 'Ada', [], { email: null, phone: '+49 30 1' })];
    expect(driverOptions(twins, null).map(({ label }) => label)).toEqual(['Ada (+49 30 1)', 'Ada (d5@depot.example)']);
  });
});

describe('the day for a copy', () => {
  const now = Date.parse('2026-06-16T12:00:00Z');

  it('is the day after the plan, across months', () => {
    expect(dayForCopy('2026-06-20', now)).toBe('2026-06-21');
    expect(dayForCopy('2026-06-30', now)).toBe('2026-07-01');
  });

  it('is tomorrow for a plan of the past or without a day', () => {
    expect(dayForCopy('2026-06-16', now)).toBe('2026-06-17');
    expect(dayForCopy('2026-05-01', now)).toBe('2026-06-17');
    expect(dayForCopy(null, now)).toBe('2026-06-17');
  });
});
