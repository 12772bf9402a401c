/** Which zone a depot is in, and a plan. */
import { expect, it } from 'vitest';
import { countryZone, depotZone, planZone } from '../../../src/shared/depot-zones.ts';
import { withZones } from '../../../src/shared/depots.ts';
import { zoneChoice } from '../../../src/shared/zone-choice.ts';
import { depotRow } from '../../fixtures/rows.ts';

it.each([
  ['AT', 'Europe/Vienna'],
  ['IN', 'Asia/Kolkata'],
  // Countries with a zone in which nearly everybody is.
  ['DE', 'Europe/Berlin'],
  ['PT', 'Europe/Lisbon'],
  ['ES', 'Europe/Madrid'],
  ['pt', 'Europe/Lisbon'],
  // Nobody can say which one it is.
  ['US', null],
  ['ZZ', null],
  ['Portugal', null],
  ['', null],
  [null, null],
])('the country %s suggests %s', (country, zone) => {
  const found = countryZone(country, 'Europe/Berlin');
  // The name of a zone may have been changed, but it is the same one.
  const same = (name: string) => new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  expect(found === null ? null : same(found)).toBe(zone === null ? null : same(zone));
});

it('takes the computer for the guide in a country that has its zone among others', () => {
  expect(countryZone('PT', 'Atlantic/Azores')).toBe('Atlantic/Azores');
  expect(countryZone('US', 'America/Chicago')).toBe('America/Chicago');
});

it('takes what was chosen before what the country suggests, and the computer last', () => {
  const computer = 'Asia/Tokyo';
  expect(depotZone('PT', undefined, computer)).toEqual({
    ...{ zone: 'Europe/Lisbon', zoneChoice: null, countryZone: 'Europe/Lisbon' },
  });
  expect(depotZone('PT', 'Atlantic/Azores', computer).zone).toBe('Atlantic/Azores');
  expect(depotZone('PT', 'computer', computer)).toMatchObject({ zone: computer, zoneChoice: 'computer' });
  expect(depotZone('US', undefined, computer)).toEqual({ zone: computer, zoneChoice: null, countryZone: null });
  expect(depotZone('PT', 'Europe/Atlantis', computer), 'a newer version may know it').toMatchObject({
    ...{ zone: 'Europe/Lisbon', zoneChoice: null },
  });
});

it('takes the computer before the country in the training depot, whose service is on its clock', () => {
  const rows = [depotRow('depots/l', { country: 'PT' }), depotRow('depots/p', { country: 'PT' })];
  const of = (mode: 'connected' | 'training') =>
    withZones(rows, { 'depots/p': 'Atlantic/Azores' }, 'Asia/Tokyo', mode).map((row) => [row.country, row.zone]);
  expect(of('connected')).toEqual([
    ['PT', 'Europe/Lisbon'],
    ['PT', 'Atlantic/Azores'],
  ]);
  expect(of('training')).toEqual([
    ['PT', 'Asia/Tokyo'],
    ['PT', 'Atlantic/Azores'],
  ]);
});

it('reads a plan in the zone of its depot, and one without a depot in the zone that all depots share', () => {
  const computer = 'Asia/Tokyo';
  const [lisbon, porto] = [
    { id: 'depots/l', zone: 'Europe/Lisbon' },
    { id: 'depots/p', zone: 'Europe/Lisbon' },
  ];
  const berlin = { id: 'depots/b', zone: 'Europe/Berlin' };
  expect(planZone([lisbon, berlin], 'depots/b', computer)).toBe('Europe/Berlin');
  expect(planZone([lisbon, berlin], 'depots/gone', computer)).toBe(computer);
  expect(planZone([lisbon, porto], null, computer)).toBe('Europe/Lisbon');
  expect(planZone([lisbon, berlin], null, computer)).toBe(computer);
  expect(planZone([], null, computer)).toBe(computer);
});

it('stores only zones that exist', () => {
  const isChoice = (text: string) => zoneChoice.safeParse(text).success;
  expect(['computer', 'Europe/Lisbon', 'Europe/Atlantis', ''].map(isChoice)).toEqual([true, true, false, false]);
});
