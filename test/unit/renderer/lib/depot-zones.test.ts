/** The zones of depots in the window: the day of a plan, its times, and what is said about them. */
import { afterEach, describe, expect, it } from 'vitest';
import { depotZones } from '../../../../src/renderer/lib/depot-zones.svelte.ts';
import { dayOf, dayWord, formatMoment, formatTime } from '../../../../src/renderer/lib/format.ts';
import { inOrder, planDay, planDaysAway, planTitleAndDay } from '../../../../src/renderer/lib/plan-names.ts';
import { offsetText, zoneNote, zoneText } from '../../../../src/renderer/lib/zone-words.ts';
import { dayForCopy, startingFields, tomorrowIn } from '../../../../src/renderer/plans/plan-fields.ts';
import { PlanForm } from '../../../../src/renderer/plans/plan-form.svelte.ts';
import { clock } from '../../../../src/renderer/lib/clock.svelte.ts';
import { depotRow, planRow } from '../../../fixtures/rows.ts';

/** Half past midnight on 16 June in Berlin, where the tests run; half past eleven on 15 June in Lisbon. */
const now = Date.parse('2026-06-15T22:30:00Z');
const lisbon = 'Europe/Lisbon';
const usual = clock.now;

afterEach(() => {
  depotZones.rows = [];
  clock.now = usual;
});

it('have the country of the depot, or without one that of all depots', () => {
  const of = (depot: string | null) => depotZones.countryOf(depot);
  expect([of(null), of('depots/b')]).toEqual([null, null]);
  const berlin = depotRow('depots/b', { country: 'de' });
  depotZones.rows = [berlin, depotRow('depots/h', { country: 'DE' })];
  expect([of(null), of('depots/b'), of('depots/unknown')]).toEqual(['DE', 'DE', null]);
  depotZones.rows = [berlin, depotRow('depots/l', { country: 'PT' }), depotRow('depots/n')];
  expect([of(null), of('depots/l'), of('depots/n')]).toEqual([null, 'PT', null]);
});

describe('times in another zone', () => {
  it('are those of its clock, on its day', () => {
    expect([formatTime(now, lisbon), formatTime(now)]).toEqual(['23:30', '00:30']);
    expect([dayOf(now, lisbon), dayOf(now, lisbon), dayOf(now)]).toEqual(['2026-06-15', '2026-06-15', '2026-06-16']);
    expect(dayOf(now + 3_600_000, lisbon), 'another moment').toBe('2026-06-16');
    expect(formatMoment(now, now + 3_600_000, lisbon)).toBe('15 Jun, 23:30');
    expect(formatMoment(now, now, lisbon)).toBe('23:30');
    expect([dayWord('2026-06-15', now, lisbon), dayWord('2026-06-15', now)]).toEqual(['Today', 'Yesterday']);
  });

  it('are said to be from there while the clocks differ on that day', () => {
    expect(zoneNote({ zone: lisbon, day: '2026-06-15' }, now)).toBe('Times in Lisbon (1 h behind this computer)');
    expect(zoneNote({ zone: 'Asia/Kolkata', day: null }, now)).toBe(
      'Times in Kolkata (3 h 30 min ahead of this computer)',
    );
    expect(zoneNote({ zone: 'Europe/Paris', day: null }, now)).toBeNull();
    // Only one of them has changed its clock by then.
    expect(zoneNote({ zone: 'America/New_York', day: '2026-03-20' }, now)).toMatch(/\(5 h behind/);
  });

  it('are listed with the present offset of each zone', () => {
    expect(zoneText('America/New_York', now)).toBe('America/New York, UTC−4');
    expect(zoneText('Europe/Kiev', now), 'by the name that the place has').toBe('Europe/Kyiv, UTC+3');
    expect(['Asia/Kolkata', 'UTC', 'Pacific/Marquesas'].map((zone) => offsetText(zone, now))).toEqual([
      ...['UTC+5:30', 'UTC+0', 'UTC−9:30'],
    ]);
  });
});

describe('plans of a depot in another zone', () => {
  const [there, here] = [planRow('plans/l', { starts: '2026-06-15', depot: 'depots/l' }), planRow('plans/b')];

  it('have the day of that depot', () => {
    expect(planDay(there, now), 'while the depots are not loaded').toBe('Yesterday · Mon 15 Jun');
    depotZones.rows = [depotRow('depots/l', { zone: lisbon }), depotRow('depots/b')];
    expect(planDay(there, now)).toBe('Today · Mon 15 Jun');
    expect(planTitleAndDay(there, now)).toBe('plans/l · Today');
    expect(planDaysAway(there, now)).toBe(0);
    expect(planDaysAway({ ...there, depot: null }, now), 'the depots share no zone').toBe(-1);
    expect(planDaysAway(here, now), 'no day').toBeNull();
    const yesterday = planRow('plans/y', { starts: '2026-06-15', depot: 'depots/b' });
    expect(inOrder([there, yesterday], now).map(({ id }) => id)).toEqual(['plans/y', 'plans/l']);
  });

  it('share the zone of all depots without having one', () => {
    depotZones.rows = [depotRow('depots/l', { zone: lisbon }), depotRow('depots/p', { zone: lisbon })];
    expect(depotZones.of(null)).toBe(lisbon);
    expect(depotZones.of('depots/unknown')).toBe('Europe/Berlin');
  });

  it('are made and copied for tomorrow there', () => {
    expect([tomorrowIn(now, lisbon), tomorrowIn(now)]).toEqual(['2026-06-16', '2026-06-17']);
    expect(startingFields(null, now, lisbon).starts).toBe('2026-06-16');
    expect(dayForCopy('2026-06-01', now, lisbon)).toBe('2026-06-16');
    clock.now = now;
    depotZones.rows = [depotRow('depots/l', { zone: lisbon }), depotRow('depots/b')];
    const form = new PlanForm();
    expect(form.fields.starts).toBe('2026-06-17');
    form.suggestDepot('depots/l');
    expect(form.fields).toMatchObject({ depot: 'depots/l', starts: '2026-06-16' });
  });
});
