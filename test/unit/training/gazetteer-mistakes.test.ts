/** Cases in which the gazetteer errs like real geocoders, and cases in which it must not. */
import { describe, expect, it } from 'vitest';
import { districts, metersBetween, middleOf } from '../../../src/training/data/city.ts';
import { countryCodeOf, geocode, type AddressInput } from '../../../src/training/data/gazetteer.ts';

const place = (input: AddressInput, bias?: { latitude: number; longitude: number }) => {
  const found = geocode(input, bias);
  if (found?.latitude == null || found.longitude === null) throw new Error(`${JSON.stringify(input)} is not found`);
  return { latitude: found.latitude, longitude: found.longitude };
};
const district = (name: string) => districts.find((each) => each.name === name)!;
/** The district with the nearest centre. */
const districtOf = (input: AddressInput, bias?: { latitude: number; longitude: number }) =>
  [...districts].sort(
    (one, other) =>
      metersBetween(middleOf(one), place(input, bias)) - metersBetween(middleOf(other), place(input, bias)),
  )[0]!.name;

describe('an address that is not found', () => {
  it.each<[string, AddressInput]>([
    ['an unknown street without a town', { addressLineOne: 'Quittenpfad 9' }],
    ['a post-office box', { addressLineOne: 'Postfach 1204', zip: '00417', city: 'Aldermünde' }],
    ['a post-office box in English', { addressLineOne: 'P.O. Box 12', city: 'Aldermünde' }],
    ['nowhere', { addressLineOne: '5 Nowhere Road', zip: '00417', city: 'Aldermünde' }],
    ['a country', { country: 'France' }],
  ])('%s', (_what, input) => {
    expect(geocode(input)).toBeNull();
  });
});

describe('a street name that exists twice', () => {
  const twice = { addressLineOne: 'Mühlenweg 5' };
  const hafen = { addressLineOne: 'Marktstraße 5' };

  it('resolves to the better known one, which may be the wrong one', () => {
    expect(districtOf(twice)).toBe('Nordfeld');
    expect(districtOf({ ...twice, city: 'Aldermünde' })).toBe('Nordfeld');
    expect(districtOf(hafen)).toBe('Altstadt');
  });

  it.each<[string, AddressInput]>([
    ['the postcode', { ...twice, zip: '41742' }],
    ['the district in the line', { addressLineOne: 'Mühlenweg 5, Ostend' }],
    ['the district in the second line', { ...twice, addressLineTwo: 'Ostend' }],
    ['the district in the town', { ...twice, city: 'Aldermünde-Ostend' }],
  ])('resolves to the right one with %s', (_what, input) => {
    expect(districtOf(input)).toBe('Ostend');
    expect(geocode(input)?.addressLineTwo).toContain('41742 Aldermünde');
  });

  it('resolves to the one nearer to the origin of an import, unless the address says otherwise', () => {
    const depot = middleOf(district('Ostend'));
    expect(districtOf(twice, depot)).toBe('Ostend');
    expect(districtOf(hafen, middleOf(district('Hafen')))).toBe('Hafen');
    expect(districtOf({ ...twice, zip: '41731' }, depot)).toBe('Nordfeld');
    expect(place({ addressLineOne: 'Glockengasse 5' }, depot)).toEqual(place({ addressLineOne: 'Glockengasse 5' }));
  });
});

describe('a misspelled street', () => {
  it.each([
    ['Glokengasse 5', 'Glockengasse 5'],
    ['Glcokengasse 5', 'Glockengasse 5'],
    ['Zimermanstr. 5', 'Zimmermannstraße 5'],
    ['Am Deich 5', 'Am Teich 5'],
    ['Soren Holm Wge 5', 'Søren-Holm-Weg 5'],
  ])('%s is found as %s', (written, meant) => {
    expect(geocode({ addressLineOne: written })).toEqual(geocode({ addressLineOne: meant }));
  });

  it('is not found with three mistakes or in another town', () => {
    expect(geocode({ addressLineOne: 'Glokengase 5' })?.addressLineOne).toBe('Glockengasse 5');
    expect(geocode({ addressLineOne: 'Glokengasee 55' })?.addressLineOne).toBe('Glockengasse 55');
    expect(geocode({ addressLineOne: 'Klokengase 5' })).toBeNull();
    expect(geocode({ addressLineOne: 'Glokengasse 5', city: 'Berlin' })?.addressLineOne).toBe('Glokengasse 5');
  });
});

describe('an imprecise place', () => {
  it('is the end of the street for a number beyond its last house', () => {
    expect(place({ addressLineOne: 'Rosenweg 2500' })).toEqual(place({ addressLineOne: 'Rosenweg 60' }));
    expect(geocode({ addressLineOne: 'Rosenweg 2500' })).toMatchObject({
      addressLineOne: 'Rosenweg 2500',
      placeTypes: ['route'],
    });
    expect(geocode({ addressLineOne: 'Rosenweg 60' })?.placeTypes).toEqual(['street_address']);
  });

  it('is the first house for a range', () => {
    expect(place({ addressLineOne: 'Rosenweg 4-6' })).toEqual(place({ addressLineOne: 'Rosenweg 4' }));
    expect(place({ addressLineOne: 'Rosenweg 4a' })).toEqual(place({ addressLineOne: 'Rosenweg 4' }));
  });

  it.each<[string, AddressInput, number, number, string]>([
    ['a town abroad', { addressLineOne: 'Rue de Rivoli 1', zip: '75001', city: 'Paris' }, 48.86, 2.35, 'FR'],
    ['a street of ours in it', { addressLineOne: 'Rosenweg 1', city: 'Wien', country: 'Austria' }, 48.21, 16.37, 'AT'],
    ['a town by another name', { addressLineOne: 'Ulica 1', city: 'Warsaw' }, 52.23, 21.01, 'PL'],
    ['an unknown town in a country', { addressLineOne: 'X 1', city: 'Brno', country: 'Czechia' }, 50.08, 14.44, 'CZ'],
  ])('is far away for %s', (_what, input, latitude, longitude, countryCode) => {
    const found = geocode(input)!;
    expect(Math.abs(found.latitude! - latitude)).toBeLessThan(0.03);
    expect(Math.abs(found.longitude! - longitude)).toBeLessThan(0.05);
    expect(found.addressLineOne).toBe(input.addressLineOne);
    expect(countryCodeOf(found)).toBe(countryCode);
    expect(geocode(input)).toEqual(found);
  });

  it('is local for our own town even if the rest of the address matches one abroad', () => {
    expect(districtOf({ addressLineOne: 'Rosenweg 1', city: 'Aldermuende', country: 'Deutschland' })).toBe('Südpark');
    expect(place({ addressLineOne: 'Quittenpfad 1', city: 'Paris', country: 'Germany' }).longitude).toBeCloseTo(
      10.2,
      1,
    );
  });
});

describe('the country of an address', () => {
  const at = (address: string, latitude: number | null, longitude: number | null) =>
    countryCodeOf({
      address,
      addressLineOne: '',
      addressLineTwo: '',
      latitude,
      longitude,
      placeId: null,
      placeTypes: [],
    });

  it('follows from the last line, or else from the coordinates', () => {
    expect(at('Rosenweg 1, 41753 Aldermünde, Germany', null, null)).toBe('DE');
    expect(at('Rynek 1, Kraków, Polska', 52.9, 10.2)).toBe('PL');
    expect(at('Rosenweg 1, 41753 Aldermünde', 52.9, 10.2)).toBe('DE');
    expect(at('48.86, 2.35', 48.86, 2.35)).toBe('FR');
  });

  it('is unknown far from every known place', () => {
    expect(at('0, 0', 0, 0)).toBeNull();
    expect(at('somewhere', null, null)).toBeNull();
  });
});
