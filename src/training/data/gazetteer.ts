/** Geocoding in the invented city: which address is where, in the output shape of planning-api, Address (output). */
import type { Address } from '../model.ts';
import { editDistance } from '../search/edit-distance.ts';
import { city, country, districts, houses, metersBetween, middleOf, moved, placeOf, type District } from './city.ts';
import { countryCodes, townsAbroad, type Town } from './towns.ts';

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

export interface Place {
  latitude: number;
  longitude: number;
}

interface Street {
  district: District;
  /** As `placeOf` counts. */
  index: number;
  name: string;
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

/** By plain name; several where districts share it, the best known first. */
const streets = new Map<string, Street[]>();
for (const district of districts) {
  for (const [index, name] of [...district.streets, ...district.namesakes].entries()) {
    const key = plain(name);
    streets.set(key, [...(streets.get(key) ?? []), { district, index, name }]);
  }
}

/** A small number that depends on nothing but the text. */
function spread(text: string, range: number): number {
  let sum = 0;
  for (const letter of text) sum = (Math.imul(sum, 31) + (letter.codePointAt(0) ?? 0)) >>> 0;
  return (sum % (2 * range)) - range;
}

const placeId = (latitude: number, longitude: number) =>
  `training-${Buffer.from(`${latitude},${longitude}`).toString('base64url')}`;

function output(one: string, two: string, at: Place, placeTypes: string[]): Address {
  return {
    address: [one, two].filter((line) => line !== '').join(', '),
    addressLineOne: one,
    addressLineTwo: two,
    ...at,
    placeId: placeId(at.latitude, at.longitude),
    placeTypes,
  };
}

const number = String.raw`\d+\s*[a-z]?(?:\s*[-/]\s*\d+\s*[a-z]?)?`;
const linePattern = new RegExp(`^(${number}\\s+)?(.*?)(\\s+${number})?$`, 'i');

/** `Lindenallee 4a`, `4 Lindenallee` or `Lindenallee 4-6, Nordfeld`: the street's name and the number, if any. */
function partsOf(line: string): { name: string; house: string } {
  const text = line.split(',')[0]?.trim() ?? '';
  const [, before = '', name = '', after = ''] = linePattern.exec(text) ?? [];
  return { name: plain(name), house: (after || before).trim() };
}

/** The same name, or else the ones nearest to it: two typing mistakes at most, one in a short name. */
function streetsNamed(name: string, similar: boolean): Street[] {
  const exact = streets.get(name);
  if (exact || !similar) return exact ?? [];
  const most = name.length < 6 ? 1 : 2;
  const near = [...streets].map(([key, found]) => ({ found, mistakes: editDistance(name, key, most) }));
  const least = Math.min(...near.map(({ mistakes }) => mistakes));
  return least > most ? [] : near.filter(({ mistakes }) => mistakes === least).flatMap(({ found }) => found);
}

/** Of several streets of one name: the one of the postcode, of the named district, nearest to `bias`, or best known. */
function chooseStreet(found: readonly Street[], input: AddressInput, bias: Place | null): Street | undefined {
  const ofZip = found.find(({ district }) => district.zip === input.zip);
  if (ofZip) return ofZip;
  const behind = input.addressLineOne?.split(',').slice(1).join(' ') ?? '';
  const words = plain([behind, input.addressLineTwo, input.city].join(' ')).split(' ');
  const ofDistrict = found.find(({ district }) => words.includes(plain(district.name)));
  if (ofDistrict || bias === null) return ofDistrict ?? found[0];
  const distance = ({ district }: Street) => metersBetween(middleOf(district), bias);
  return found.toSorted((one, other) => distance(one) - distance(other))[0];
}

/** Whether the input may mean an address of the city: it names no other town. */
const mayBeLocal = ({ city: town, zip }: AddressInput) =>
  town === undefined || /^alderm(u|ue)nde\b/.test(plain(town)) || districts.some((district) => district.zip === zip);

function townAbroad(input: AddressInput): Town | undefined {
  const code = input.country === undefined ? undefined : countryCodes[plain(input.country)];
  if (code === 'DE' || input.city === undefined || mayBeLocal(input)) return undefined;
  const name = plain(input.city);
  const abroad = townsAbroad.filter(({ countryCode }) => code === undefined || countryCode === code);
  // A town that is not known in a country that is: somewhere there.
  return abroad.find(({ names }) => names.includes(name)) ?? (code === undefined ? undefined : abroad[0]);
}

/** An address of the city, for the generator. */
export function addressOf(district: District, street: number, house: number): Address {
  const name = district.streets[street] ?? '';
  return output(`${name} ${house}`, `${district.zip} ${city}, ${country}`, placeOf(district, street, house), [
    'street_address',
  ]);
}

/** A house on a street. A number beyond the street's last house is taken for its end: found, but not quite right. */
function houseOn({ district, index, name }: Street, house: string, input: AddressInput): Address {
  const { addressName, addressLineTwo = '' } = input;
  const wanted = Number.parseInt(house, 10) || houses / 2;
  const line = [name, house].filter((part) => part !== '').join(' ');
  const extra = addressLineTwo === '' ? '' : `${addressLineTwo}, `;
  return output(
    addressName ?? line,
    `${extra}${addressName === undefined ? '' : `${line}, `}${district.zip} ${city}, ${country}`,
    placeOf(district, index, Math.min(wanted, houses)),
    [wanted > houses ? 'route' : 'street_address'],
  );
}

/**
 * Finds an address, as a geocoder does: sometimes not at all, sometimes at a wrong place. Coordinates override everything
 * else. A street is found by its name, or by one that is nearly the same; of several of one name, see `chooseStreet`. A
 * known town abroad is far away. Another street is put near the middle of the district of its postcode, or of the city,
 * when a town or a postcode is given.
 * @param bias where it is likely to be: an import's depot (planning-api, Unassigned stops)
 * @returns null when it cannot be found; a post-office box or a line with the word "Nowhere" never is
 */
export function geocode(input: AddressInput, bias: Place | null = null): Address | null {
  const { addressName, addressLineOne = '', addressLineTwo = '', latitude, longitude } = input;
  const town = [input.zip, input.city].filter((part) => part !== undefined).join(' ');
  const rest = [addressLineTwo, town, input.state, input.country].filter((part) => part !== undefined && part !== '');
  const one = addressName ?? (addressLineOne || (rest[0] ?? ''));
  const two = rest.filter((part) => part !== one).join(', ');

  if (latitude !== undefined && longitude !== undefined) {
    const name = one === '' ? `${latitude}, ${longitude}` : one;
    return output(name, two, { latitude, longitude }, ['geocode']);
  }
  if (/\bnowhere\b|\bpostfach\b|\bp\.?\s*o\.?\s*box\b/i.test(addressLineOne)) return null;
  const nearby = (middle: Place, range: number) =>
    moved(middle, spread(addressLineOne, range), spread(`${addressLineOne} ${town}`, range));
  const placeTypes = [addressLineOne === '' ? 'locality' : 'route'];
  const abroad = townAbroad(input);
  if (abroad) return output(one, two, nearby(abroad, 1_500), placeTypes);

  const { name, house } = partsOf(addressLineOne);
  const street = chooseStreet(streetsNamed(name, name !== '' && mayBeLocal(input)), input, bias);
  if (street) return houseOn(street, house, input);
  if (input.city === undefined && input.zip === undefined) return null;
  const district = districts.find(({ zip }) => zip === input.zip) ?? districts[0];
  return district ? output(one, two, nearby(middleOf(district), 400), placeTypes) : null;
}

/** Farther than this from every known town nobody can say which country it is, in meters. */
const surroundings = 60_000;

/** The country of an address (ISO 3166-1), by its last line or else by its place; null when neither tells. */
export function countryCodeOf({ address, latitude, longitude }: Address): string | null {
  const named = countryCodes[plain(address.split(',').at(-1) ?? '')];
  if (named !== undefined || latitude === null || longitude === null) return named ?? null;
  const home = districts.slice(0, 1).map((district) => ({ ...middleOf(district), countryCode: 'DE' }));
  const near = [...home, ...townsAbroad]
    .map((known) => ({ known, meters: metersBetween(known, { latitude, longitude }) }))
    .filter(({ meters }) => meters < surroundings)
    .toSorted((first, second) => first.meters - second.meters);
  return near[0]?.known.countryCode ?? null;
}
