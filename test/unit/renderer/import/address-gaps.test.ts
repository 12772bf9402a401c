/** What an address lacks before it is sent. */
import { describe, expect, it } from 'vitest';
import { addressGaps } from '../../../../src/renderer/import/address-gaps.ts';
import { emptyItemFields, type RecordField } from '../../../../src/renderer/import/fields.ts';
import { fitsCountry } from '../../../../src/renderer/import/postcodes.ts';
import { orderNoun } from '../../../../src/renderer/orders/import/order-noun.ts';
import { depotZones } from '../../../../src/renderer/lib/depot-zones.svelte.ts';
import { depotRow } from '../../../fixtures/rows.ts';

const complete = { addressLineOne: 'Weg 1', zip: '01067', city: 'Dresden' };
const of = (some: Partial<Record<RecordField, string>>) => ({ ...emptyItemFields(), ...complete, ...some });
const gaps = (some: Partial<Record<RecordField, string>>, country: string | null = 'DE') =>
  Object.values(addressGaps(of(some), country));

describe('the house number', () => {
  it.each(['Am Hafen', 'Straße des 17. Juni', '5th Avenue', 'Kirchgasse, 2. OG', 'Rue du Port, 1er étage'])(
    'is missing: %s',
    (addressLineOne) => {
      expect(gaps({ addressLineOne })).toEqual(['No house number']);
    },
  );

  it.each([
    ...['Weg 1', 'Weg 5e', '12 High Street', 'Straße des 17. Juni 135', '120 5th Avenue', 'Calle Mayor, 5, 2º B'],
    ...['Calle Mayor s/n', 'Via Roma snc', 'Packstation 145'],
  ])('is there: %s', (addressLineOne) => {
    expect(gaps({ addressLineOne })).toEqual([]);
  });

  it('may be in the second line', () => {
    expect(gaps({ addressLineOne: 'Rose Cottage', addressLineTwo: '12 High Street' })).toEqual([]);
    expect(gaps({ addressLineOne: '' })).toEqual(['No house number']);
  });
});

it('takes no time to speak of in a cell of digits', () => {
  const began = performance.now();
  expect(gaps({ addressLineOne: '1'.repeat(200_000) })).toEqual([]);
  expect(performance.now() - began).toBeLessThan(500);
});

it('names each gap at its field', () => {
  expect(addressGaps(of({ addressLineOne: 'Am Hafen', city: ' ' }), null)).toEqual({
    addressLineOne: 'No house number',
    city: 'No city',
    country: 'No country',
  });
});

describe('the country', () => {
  const other = (zip: string) => `No country, and “${zip}” is no postcode of the depot’s country`;

  it('is missing where that of the depot is not known', () => {
    expect([gaps({}, null), gaps({ country: 'Germany' }, null), gaps({ country: ' ' }, null)]).toEqual([
      ['No country'],
      [],
      ['No country'],
    ]);
  });

  it('is missing where the postcode cannot be one of the depot’s country', () => {
    expect([gaps({ zip: '1067' }), gaps({ zip: '00-238' })]).toEqual([[other('1067')], [other('00-238')]]);
    expect(gaps({ zip: '1067', country: 'Austria' })).toEqual([]);
    expect([gaps({ zip: '' }), gaps({ zip: 'D-01067' }), gaps({ zip: 'anything' }, 'PT')]).toEqual([[], [], []]);
  });
});

it('is not looked for where coordinates say the place, or nothing does', () => {
  const nothing = { addressLineOne: '', zip: '', city: '' };
  expect(gaps({ ...nothing, addressName: 'Hof' }, null)).toEqual([]);
  const placed = { addressLineOne: 'Am Hafen', city: '', latitude: '51.5', longitude: '7.1' };
  expect(gaps(placed, null)).toEqual([]);
  expect(gaps({ ...placed, longitude: '' }, 'DE')).toEqual(['No house number', 'No city']);
});

it('of an order is compared with the country that all depots share', () => {
  const warned = () => orderNoun().warningsOf?.(of({ zip: '1067' }));
  expect(warned()).toEqual({ country: 'No country' });
  depotZones.rows = [depotRow('depots/w', { country: 'AT' }), depotRow('depots/g', { country: 'AT' })];
  expect(warned()).toEqual({});
  depotZones.rows = [depotRow('depots/w', { country: 'AT' }), depotRow('depots/b', { country: 'DE' })];
  expect(warned()).toEqual({ country: 'No country' });
  depotZones.rows = [];
});

it.each<[string, string, boolean]>([
  ['01067', 'DE', true],
  ['D-01067', 'DE', true],
  ['1067', 'DE', false],
  ['1010', 'AT', true],
  ['8001', 'CH', true],
  ['75011', 'FR', true],
  ['1000', 'BE', true],
  ['1016 GV', 'NL', true],
  ['1016gv', 'NL', true],
  ['1016', 'NL', false],
  ['28013', 'ES', true],
  ['20121', 'IT', true],
  ['00-238', 'PL', true],
  ['00238', 'PL', true],
  ['SW1A 1AA', 'GB', true],
  ['62704', 'GB', false],
  ['62704-1234', 'US', true],
  ['1000-001', 'PT', true],
])('%s can be a postcode of %s: %s', (zip, country, expected) => {
  expect(fitsCountry(zip, country)).toBe(expected);
});
