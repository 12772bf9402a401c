/** Addresses as the service answers them, and the fields of a form. */
import { describe, expect, it } from 'vitest';
import { addressFields, isGeocodedFrom } from '../../../src/shared/address-fields.ts';

const fields = (addressLineTwo: string) =>
  addressFields({ address: 'in one line', addressLineOne: 'Weg 4', addressLineTwo, latitude: 52.5, longitude: 13.4 });
/** What a second line is taken apart into, besides the first line. */
const apart = (line: string) => {
  const { addressLineOne, ...others } = fields(line);
  expect(addressLineOne).toBe('Weg 4');
  return others;
};

describe('a second line', () => {
  it.each<[string, object]>([
    ['41731 Aldermünde, Germany', { zip: '41731', city: 'Aldermünde', country: 'Germany' }],
    ['00417 Aldermünde, Deutschland', { zip: '00417', city: 'Aldermünde', country: 'Deutschland' }],
    ['10115 Berlin', { zip: '10115', city: 'Berlin' }],
    ['60311 Frankfurt am Main', { zip: '60311', city: 'Frankfurt am Main' }],
    ['D-10115 Berlin, GERMANY', { zip: 'D-10115', city: 'Berlin', country: 'GERMANY' }],
    ['1010 Wien, Österreich', { zip: '1010', city: 'Wien', country: 'Österreich' }],
    ['3100 St. Pölten, Austria', { zip: '3100', city: 'St. Pölten', country: 'Austria' }],
    ['1012 AB Amsterdam, Netherlands', { zip: '1012 AB', city: 'Amsterdam', country: 'Netherlands' }],
    ['111 22 Stockholm, Sweden', { zip: '111 22', city: 'Stockholm', country: 'Sweden' }],
    ['31-000 Kraków, Polska', { zip: '31-000', city: 'Kraków', country: 'Polska' }],
    ['1000-001 Lisboa, Portugal', { zip: '1000-001', city: 'Lisboa', country: 'Portugal' }],
    ['London SW1A 1AA, UK', { zip: 'SW1A 1AA', city: 'London', country: 'UK' }],
    ['Denver, CO 80202, USA', { zip: '80202', city: 'Denver', state: 'CO', country: 'USA' }],
    ['St Louis MO 63101', { zip: '63101', city: 'St Louis', state: 'MO' }],
    ['Toronto, ON M5V 2T6, Canada', { zip: 'M5V 2T6', city: 'Toronto', state: 'ON', country: 'Canada' }],
    [
      'Hinterhaus, 41731 Aldermünde, Germany',
      { addressLineTwo: 'Hinterhaus', zip: '41731', city: 'Aldermünde', country: 'Germany' },
    ],
    ['Lindenallee 4, 41731 Aldermünde', { addressLineTwo: 'Lindenallee 4', zip: '41731', city: 'Aldermünde' }],
    ['Suite 202, Denver, CO 80202', { addressLineTwo: 'Suite 202', zip: '80202', city: 'Denver', state: 'CO' }],
  ])('is taken apart: %s', (line, expected) => {
    expect(apart(line)).toEqual(expected);
  });

  it.each([
    'Hinterhaus',
    'Aldermünde',
    'Germany',
    '41731',
    '41731 Aldermünde, Nordfeld',
    '41731 Aldermünde, Nordfeld, Germany',
    '3100 ST POELTEN, AUSTRIA',
    '1600 Pennsylvania Avenue, USA',
    '1200 Avenue Foch',
    'Postfach 12345, 41731 Aldermünde',
    'Denver, CO',
    '75008 Paris 8e',
    ', 41731 Aldermünde',
  ])('stays whole, because it has no or several readings: %s', (line) => {
    expect(apart(line)).toEqual({ addressLineTwo: line });
  });
});

describe('an address', () => {
  it('has no coordinates beside its lines, because they would override an edit', () => {
    expect(fields('41731 Aldermünde')).not.toHaveProperty('latitude');
    expect(addressFields({ latitude: 52.5, longitude: 13.4 })).toEqual({ latitude: 52.5, longitude: 13.4 });
    expect(addressFields({ latitude: 52.5, longitude: null })).toEqual({});
  });

  it('without lines is its whole text', () => {
    expect(addressFields({ address: 'Weg 4, 41731 Aldermünde', addressLineOne: '' })).toEqual({
      addressLineOne: 'Weg 4, 41731 Aldermünde',
    });
    expect([addressFields(null), addressFields(undefined), addressFields({ address: null })]).toEqual([{}, {}, {}]);
  });

  it('that was typed here and not sent is given as it was typed', () => {
    const typed = { addressLineOne: 'Weg 4', addressLineTwo: '41731 Aldermünde', zip: '41731', city: 'Aldermünde' };
    expect(addressFields(typed)).toEqual(typed);
    const placed = { addressName: 'Back door', addressLineOne: 'Weg 4', latitude: 52.5, longitude: 13.4 };
    expect(addressFields(placed)).toEqual(placed);
  });
});

describe('an address as it was sent', () => {
  const found = {
    ...{ address: 'Lindenstraße 4, Hinterhaus, 41731 Aldermünde, Germany', addressLineOne: 'Lindenstraße 4' },
    ...{ addressLineTwo: 'Hinterhaus, 41731 Aldermünde, Germany', latitude: 52.5, longitude: 13.4, placeId: 'p1' },
  };
  const lines = { addressLineOne: 'Lindenstr. 4', addressLineTwo: 'Hinterhaus' };
  const whole = { ...lines, zip: '41731', city: 'Aldermünde', country: 'Germany' };
  const named = { addressName: 'Back door', addressLineOne: 'Weg 4', city: 'Aldermünde' };

  it.each<[string, object, object]>([
    ['word for word', whole, found],
    ['without parts of the place', { ...lines, city: 'ALDERMUENDE' }, found],
    ['as it was read before', { ...found, placeId: 'p0' }, found],
    ['with coordinates', { ...whole, latitude: 52.5, longitude: 13.4 }, found],
    ['with a name', named, { addressLineOne: 'Back door', addressLineTwo: 'Weg 4, 41731 Aldermünde' }],
  ])('is recognised %s', (_, sent, read) => {
    expect(isGeocodedFrom(sent, read)).toBe(true);
  });

  it.each<[string, unknown, unknown]>([
    ['with another house number', { ...whole, addressLineOne: 'Lindenstr. 14' }, found],
    ['with another postcode', { ...whole, zip: '41732' }, found],
    ['without its second line', { ...whole, addressLineTwo: undefined }, found],
    ['with a further line', { ...whole, addressLineTwo: 'Hinterhaus, left' }, found],
    ['in another place', { ...found, latitude: 52.6 }, found],
    ['that is empty', {}, { address: 'Weg 4' }],
    ['that is missing', undefined, found],
    ['of an order without one', whole, null],
  ])('is another one %s', (_, sent, read) => {
    expect(isGeocodedFrom(sent, read)).toBe(false);
  });
});
