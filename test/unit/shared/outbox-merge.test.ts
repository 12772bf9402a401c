import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSame, merge, pathOf, type Fields, type Whole } from '../../../src/shared/outbox-merge.ts';

const nothingWhole: Whole = new Map();
const recipientWhole: Whole = new Map([['recipient', ['name', 'phone', 'externalId']]]);

describe('three versions of a record', () => {
  it('sends only what I changed', () => {
    const { send, conflicts } = merge(
      { notes: 'a', packageCount: 1 },
      { notes: 'mine', packageCount: 1 },
      { notes: 'a', packageCount: 7 },
      nothingWhole,
    );
    expect({ send, conflicts }).toEqual({ send: { notes: 'mine' }, conflicts: [] });
  });

  it('sends nothing if the service has my value already, as after a lost answer', () => {
    expect(merge({ notes: 'a' }, { notes: 'mine' }, { notes: 'mine' }, nothingWhole)).toEqual({
      send: {},
      conflicts: [],
    });
  });

  it('needs a decision for a field that both changed differently', () => {
    const { send, conflicts } = merge({ notes: 'a' }, { notes: 'mine' }, { notes: 'theirs' }, nothingWhole);
    expect(send).toEqual({});
    expect(conflicts).toEqual([{ field: 'notes', base: 'a', mine: 'mine', theirs: 'theirs' }]);
  });

  it('takes custom properties one by one, whatever they are called', () => {
    const base = { customProperties: { amount: '1', day: 'Monday', 'Kd.-Nr.': '5' } };
    const mine = { customProperties: { amount: '2', 'Kd.-Nr.': '7' } };
    const theirs = { customProperties: { amount: '1', day: 'Friday', 'Kd.-Nr.': '9' } };
    const { send, conflicts } = merge(base, mine, theirs, nothingWhole);
    expect(send).toEqual({ customProperties: { amount: '2' } });
    expect(conflicts).toEqual([{ field: 'customProperties.Kd.-Nr.', base: '5', mine: '7', theirs: '9' }]);
  });

  it('sends a custom property that was taken away as null beside those that stay, if it is still there', () => {
    const properties = (customProperties: object) => ({ customProperties });
    const whole: Whole = new Map([['customProperties', null]]);
    const base = properties({ doorCode: '4711', floor: '3' });
    const mine = properties({ floor: null });
    const there = properties({ doorCode: '4712', floor: '3', cooled: 'yes' });
    expect(merge(base, mine, there, whole)).toEqual({
      send: properties({ doorCode: '4712', floor: null, cooled: 'yes' }),
      conflicts: [],
    });
    expect(merge(base, mine, properties({ doorCode: '4711' }), whole)).toEqual({ send: {}, conflicts: [] });
    expect(merge(base, mine, properties({ floor: '4' }), whole).conflicts).toEqual([
      { field: 'customProperties.floor', base: '3', mine: null, theirs: '4' },
    ]);
  });

  it.each([
    ['notes', ['notes']],
    ['recipient.phone', ['recipient', 'phone']],
    ['customProperties.Kd.-Nr.', ['customProperties', 'Kd.-Nr.']],
    ['customProperties.a', ['customProperties', 'a']],
    ['customProperties.a.b', ['customProperties', 'a.b']],
    ['customProperties.a.b.c', ['customProperties', 'a.b', 'c']],
    ['missing.field', ['missing.field']],
  ])('finds the way to %s', (field, path) => {
    const customProperties = { a: '1', 'a.b': { c: '2' }, 'Kd.-Nr.': '3' };
    expect(pathOf({ notes: 'x', recipient: { phone: '1' }, customProperties }, field)).toEqual(path);
  });

  it('names the leaf of a nested object that both changed, and treats null, missing and empty alike', () => {
    const { conflicts } = merge(
      { recipient: { name: 'A', phone: null } },
      { recipient: { name: 'Mine', phone: '1' } },
      { recipient: { name: 'Theirs' } },
      nothingWhole,
    );
    expect(conflicts.map(({ field }) => field)).toEqual(['recipient.name']);
    expect(isSame(null, [])).toBe(true);
    expect(isSame({ a: null }, undefined)).toBe(true);
    expect(isSame(0, null)).toBe(false);
    expect(isSame({ a: null, b: 1 }, null)).toBe(false);
    expect(isSame({}, null)).toBe(true);
    expect(isSame([null], [])).toBe(false);
    expect(isSame({ a: 1 }, { b: null })).toBe(false);
    expect(isSame({ a: null }, 'a')).toBe(false);
  });

  it('never merges an address in part, also one without a street', () => {
    const at = (zip: string, city: string) => ({ address: { zip, city } });
    const mine = at('2', 'Ulm');
    expect(merge(at('1', 'Ulm'), mine, at('1', 'Ulm'), nothingWhole).send).toEqual(mine);
    const { send, conflicts } = merge(at('1', 'Ulm'), mine, at('1', 'Hof'), nothingWhole);
    expect(send).toEqual({});
    expect(conflicts.map(({ field }) => field)).toEqual(['address']);
  });

  it('never merges where a route starts or ends in part', () => {
    const base = { routeOverrides: { startAddress: { city: 'Ulm', zip: '1' } } };
    const mine = { routeOverrides: { startAddress: { city: 'Ulm', zip: '2' } } };
    const theirs = { routeOverrides: { startAddress: { city: 'Hof', zip: '1' } } };
    const { send, conflicts } = merge(base, mine, theirs, nothingWhole);
    expect(send).toEqual({});
    expect(conflicts.map(({ field }) => field)).toEqual(['routeOverrides.startAddress']);
  });

  it('completes an object inside one that is sent as a whole, unless it is one value', () => {
    const inner = (objective: string) => ({ optimizationSettings: { objective, subObjective: 'x' } });
    const start = (addressLineOne: string) => ({ startAddress: { addressLineOne } });
    const { send } = merge(
      { routeOverrides: { ...inner('a'), ...start('Quay 1') } },
      { routeOverrides: { ...inner('b'), ...start('Quay 2') } },
      { routeOverrides: { ...inner('a'), startAddress: { addressLineOne: 'Quay 1', zip: null }, maxStops: 9 } },
      new Map([['routeOverrides', null]]),
    );
    expect(send).toEqual({ routeOverrides: { ...inner('b'), ...start('Quay 2'), maxStops: 9 } });
  });

  it('finds a difference in a field that only one object has', () => {
    expect(isSame({ a: 1 }, { a: 1, b: 2 })).toBe(false);
    expect(isSame({ a: 1, b: 2 }, { a: 1 })).toBe(false);
    expect(isSame({ a: 1 }, { a: 1, b: null })).toBe(true);
  });

  it('compares lists item by item, and distinguishes lists, objects and texts', () => {
    expect(isSame(['1', '2'], ['1', '2'])).toBe(true);
    expect(isSame(['1', '2'], ['1', '3'])).toBe(false);
    expect(isSame(['1'], ['1', '2'])).toBe(false);
    expect(isSame(['a'], 'a')).toBe(false);
    expect(isSame({ 0: 'a' }, 'a')).toBe(false);
    expect(isSame('a', { 0: 'a' })).toBe(false);
  });

  it('does not restore list items that they removed or duplicate items that both added', () => {
    const merged = (base: string[], mine: string[], theirs: string[]) =>
      merge({ barcodes: base }, { barcodes: mine }, { barcodes: theirs }, nothingWhole).send;
    expect(merged(['1'], ['1', '2'], ['x'])).toEqual({ barcodes: ['x', '2'] });
    expect(merged(['1'], ['1', '2', '3'], ['1', '2', 'x'])).toEqual({ barcodes: ['1', '2', 'x', '3'] });
  });

  it('sends a nested object that the service lacks', () => {
    const mine = { recipient: { phone: '2' } };
    expect(merge({ recipient: null }, mine, {}, recipientWhole).send).toEqual(mine);
    expect(merge({ recipient: null }, mine, { recipient: null }, recipientWhole).send).toEqual(mine);
  });

  it('sends a nested object whole with its current writable fields, including the marker', () => {
    const { send } = merge(
      { recipient: { phone: '1' } },
      { recipient: { phone: '2' } },
      { recipient: { name: 'Anna', phone: '1', externalId: 'marker', unknown: 'kept out' } },
      recipientWhole,
    );
    expect(send).toEqual({ recipient: { name: 'Anna', phone: '2', externalId: 'marker' } });
  });

  it('merges lists before replacing them: my additions and removals apply, theirs stay', () => {
    const { send, conflicts } = merge(
      { barcodes: ['1', '2'] },
      { barcodes: ['2', 'mine'] },
      { barcodes: ['1', '2', 'theirs'] },
      nothingWhole,
    );
    expect({ send, conflicts }).toEqual({ send: { barcodes: ['2', 'theirs', 'mine'] }, conflicts: [] });
  });

  it('clears an otherwise unchanged field with null', () => {
    expect(merge({ notes: 'a' }, { notes: null }, { notes: 'a' }, nothingWhole).send).toEqual({ notes: null });
  });

  it('treats a date as one value and never mixes two', () => {
    const day = (date: number, month: number) => ({ day: date, month, year: 2026 });
    const { send, conflicts } = merge({ on: day(1, 1) }, { on: day(2, 1) }, { on: day(1, 3) }, nothingWhole);
    expect(send).toEqual({});
    expect(conflicts).toHaveLength(1);
  });

  it('never overwrites their changes: a field that differs from its base is not sent', () => {
    const value = fc.constantFrom('a', 'b', 'c', null);
    const record = fc.record({ notes: value, clientId: value, activity: value });
    fc.assert(
      fc.property(record, record, record, (base: Fields, mine: Fields, theirs: Fields) => {
        const { send, conflicts } = merge(base, mine, theirs, nothingWhole);
        for (const [name, sent] of Object.entries(send)) {
          expect(isSame(theirs[name], base[name])).toBe(true);
          expect(sent).toEqual(mine[name]);
        }
        for (const name of Object.keys(mine)) {
          const changedByBoth = !isSame(mine[name], base[name]) && !isSame(theirs[name], base[name]);
          const differs = changedByBoth && !isSame(mine[name], theirs[name]);
          expect(conflicts.some(({ field }) => field === name)).toBe(differs);
        }
      }),
    );
  });
});
