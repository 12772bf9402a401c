/** Geocoding in the invented city: which address is where, in the output shape of planning-api, Address (output). */
import type { Address } from '../model.ts';
import { city, country, districts, middleOf, moved, placeOf, type District } from './city.ts';

/** planning-api, Address (input); checked before. */
export interface AddressInput {
  addressName?: string;
  addressLineOne?: string;
  addressLineTwo?: string;
  city?: string;
  state?: string;
  zip?: string;
  country?: string;
  latitude?: number;
  longitude?: number;
}

/** Text as it is compared: without case, accents and the many ways to write a street. */
function plain(text: string): string {
  return text
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ø', 'o')
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .replace(/strasse|str\./g, 'str')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
}

const streets = new Map<string, { district: District; index: number; name: string }>();
for (const district of districts) {
  for (const [index, name] of district.streets.entries()) streets.set(plain(name), { district, index, name });
}

/** A small number that depends on nothing but the text. */
function spread(text: string, range: number): number {
  let sum = 0;
  for (const letter of text) sum = (Math.imul(sum, 31) + (letter.codePointAt(0) ?? 0)) >>> 0;
  return (sum % (2 * range)) - range;
}

const placeId = (latitude: number, longitude: number) =>
  `training-${Buffer.from(`${latitude},${longitude}`).toString('base64url')}`;

function output(one: string, two: string, at: { latitude: number; longitude: number }, placeTypes: string[]): Address {
  return {
    address: [one, two].filter((line) => line !== '').join(', '),
    addressLineOne: one,
    addressLineTwo: two,
    ...at,
    placeId: placeId(at.latitude, at.longitude),
    placeTypes,
  };
}

/** `Lindenallee 4a` or `4 Lindenallee`: the street and the number, as far as the city knows them. */
function findHouse(
  line: string,
): { street: { district: District; index: number; name: string }; house: string } | null {
  const text = line.split(',')[0]?.trim() ?? '';
  const [, before = '', name = '', after = ''] = /^(\d+\s*[a-z]?\s+)?(.*?)(\s+\d+\s*[a-z]?)?$/i.exec(text) ?? [];
  const street = streets.get(plain(name));
  return street ? { street, house: (after || before).trim() } : null;
}

/** An address of the city, for the generator. */
export function addressOf(district: District, street: number, house: number): Address {
  const name = district.streets[street] ?? '';
  return output(`${name} ${house}`, `${district.zip} ${city}, ${country}`, placeOf(district, street, house), [
    'street_address',
  ]);
}

/**
 * Finds an address. Coordinates override everything else; a known street is found by its name; another one is put near
 * the middle of the city, or of the district of its postcode, when a city or a postcode is given.
 * @returns null when it cannot be found; a line with the word "Nowhere" never is, for practising that
 */
export function geocode(input: AddressInput): Address | null {
  const { addressName, addressLineOne = '', addressLineTwo = '', latitude, longitude } = input;
  const town = [input.zip, input.city].filter((part) => part !== undefined).join(' ');
  const rest = [addressLineTwo, town, input.state, input.country].filter((part) => part !== undefined && part !== '');
  const one = addressName ?? (addressLineOne || (rest[0] ?? ''));
  const two = rest.filter((part) => part !== one).join(', ');

  if (latitude !== undefined && longitude !== undefined) {
    const name = one === '' ? `${latitude}, ${longitude}` : one;
    return output(name, two, { latitude, longitude }, ['geocode']);
  }
  if (/\bnowhere\b/i.test(addressLineOne)) return null;
  const house = findHouse(addressLineOne);
  if (house) {
    const { district, index, name } = house.street;
    const number = Number.parseInt(house.house, 10) || 30;
    const line = [name, house.house].filter((part) => part !== '').join(' ');
    const extra = addressLineTwo === '' ? '' : `${addressLineTwo}, `;
    return output(
      addressName ?? line,
      `${extra}${addressName === undefined ? '' : `${line}, `}${district.zip} ${city}, ${country}`,
      placeOf(district, index, number),
      ['street_address'],
    );
  }
  if (input.city === undefined && input.zip === undefined) return null;
  const district = districts.find(({ zip }) => zip === input.zip) ?? districts[0];
  if (!district) return null;
  const at = moved(middleOf(district), spread(addressLineOne, 400), spread(`${addressLineOne} ${town}`, 400));
  return output(one, two, at, [addressLineOne === '' ? 'locality' : 'route']);
}
