/** Hints about stops: true hits, and what must give none. */
import { describe, expect, it } from 'vitest';
import { noLimits } from '../../../src/shared/day-limits.ts';
import { asksForCall, stopHints } from '../../../src/shared/stop-hints.ts';
import { openingOf } from '../../../src/shared/stop-skips.ts';
import { stopRow } from '../../fixtures/rows.ts';

const berlin = { latitude: 52.52, longitude: 13.4 };
const hamburg = { latitude: 53.55, longitude: 10 };
const start = stopRow('start', { type: 'start', ...berlin });
const hints = (rows: Parameters<typeof stopHints>[0], opening: string | null = null) =>
  Object.fromEntries(stopHints(rows, { opening, depot: null }));

describe('a stop that is far from where routes start', () => {
  it('has a hint, unless another route starts near it', () => {
    const stop = stopRow('s1', hamburg);
    expect(hints([start, stop])).toEqual({ s1: ['far'] });
    expect(hints([start, stopRow('other', { type: 'start', ...hamburg }), stop])).toEqual({});
    expect(hints([start, stopRow('s2', { latitude: 52.4, longitude: 13.1 })])).toEqual({});
  });

  it('has none while one of the places is not known', () => {
    expect(hints([start, stopRow('s1')])).toEqual({});
    expect(hints([stopRow('s1', hamburg)])).toEqual({});
    expect(hints([stopRow('start', { type: 'start' }), stopRow('s1', hamburg)])).toEqual({});
  });
});

describe('stops at the same point', () => {
  const at = (id: string, address: string, place: object = berlin) => stopRow(id, { address, ...place });

  it('have a hint if their streets differ', () => {
    expect(hints([at('s1', 'Lindenweg 7, 10119 Berlin'), at('s2', 'Kastanienallee 3, 10119 Berlin')])).toEqual({
      ...{ s1: ['same-point'], s2: ['same-point'] },
    });
  });

  it('have none in one street, at other points, or without a street or a point', () => {
    expect(hints([at('s1', 'Lindenweg 7'), at('s2', 'LINDENWEG 9a')])).toEqual({});
    expect(hints([at('s1', 'Lindenweg 7'), at('s2', 'Kastanienallee 3', hamburg)])).toEqual({});
    expect(hints([at('s1', ''), at('s2', 'Lindenweg 7')])).toEqual({});
    const nowhere = { latitude: null, longitude: null };
    expect(hints([at('s1', 'Lindenweg 7', nowhere), at('s2', 'Kastanienallee 3', nowhere)])).toEqual({});
  });
});

it('has a hint for a window that is over before routes start', () => {
  const stop = stopRow('s1', { earliest: '06:00', latest: '07:00' });
  expect(hints([stop], '08:00')).toEqual({ s1: ['before-opening'] });
  expect(hints([stop])).toEqual({});
  expect(hints([stopRow('s1', { earliest: '06:00', latest: '08:00' })], '08:00')).toEqual({});
  expect(hints([stopRow('s1', { earliest: '06:00' })], '08:00')).toEqual({});
});

describe('notes', () => {
  it.each([
    'Please call before delivery',
    'Call recipient on arrival',
    'Gate closed. Phone when you are here',
    'give us a ring first',
    'Bitte vorher anrufen!',
    'Um Anruf wird gebeten',
    'Bitte telefonisch ankündigen',
    'Rufen Sie uns bitte kurz an',
  ])('ask for a call: %s', (notes) => {
    expect(asksForCall(notes)).toBe(true);
    expect(hints([stopRow('s1', { notes })])).toEqual({ s1: ['no-phone'] });
    expect(hints([stopRow('s1', { notes, phone: '+49 30 1' })])).toEqual({});
  });

  it.each([
    'Please do not call',
    'Bitte nicht anrufen',
    'Ring the bell twice',
    'Telephone shop on the corner',
    'Left of the call centre',
    'Call 030 123456 before delivery',
    'Bei Telefonladen abgeben',
    '',
    null,
  ])('ask for none: %s', (notes) => {
    expect(asksForCall(notes)).toBe(false);
  });
});

it('measures from the depot until routes say where they start', () => {
  const stop = stopRow('s1', hamburg);
  const of = (rows: Parameters<typeof stopHints>[0]) =>
    Object.fromEntries(stopHints(rows, { opening: null, depot: berlin }));
  expect(of([stop])).toEqual({ s1: ['far'] });
  expect(of([stop, stopRow('start', { type: 'start', ...hamburg })])).toEqual({});
});

it.each([
  ['the plan', { startTime: '07:00' }, [{ startTime: '06:00' }], '07:00'],
  ['the first driver', {}, [{ startTime: '09:00' }, { startTime: '06:00' }], '06:00'],
  ['the depot, for a driver who does not say', {}, [{ startTime: '09:00' }, {}], '08:00'],
  ['the depot, without drivers', {}, [], '08:00'],
])('says that routes start with %s', (_who, plan, crew, expected) => {
  const limits = (of: object) => ({ ...noLimits, ...of });
  expect(openingOf(limits(plan), crew.map(limits), limits({ startTime: '08:00' }))).toBe(expected);
});

it('does not say when routes start if one driver may start at any time', () => {
  expect(openingOf(noLimits, [{ ...noLimits, startTime: '06:00' }, noLimits], null)).toBeNull();
});
