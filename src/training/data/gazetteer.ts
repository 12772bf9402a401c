/** Geocoding in the invented city: finds the place of an address, in the shape of planning-api, Address (output). */
import type { Address } from '../model.ts';
import { editDistance } from '../search/edit-distance.ts';
import { city, country, districts, houses, metersBetween, middleOf, moved, placeOf, type District } from './city.ts';
import { countryCodes, townsAbroad, type Town } from './towns.ts';

/** planning-api, Address (input); already validated. */
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
  /** Index as in `placeOf`. */
  index: number;
  name: string;
}

/** Normalizes text for comparison: removes case, accents and the spelling variants of "street". */
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

/** By normalized name. Districts may share a name; the best known comes first. */
const streets = new Map<string, Street[]>();
for (const district of districts) {
  for (const [index, name] of [...district.streets, ...district.namesakes].entries()) {
    const key = plain(name);
    streets.set(key, [...(streets.get(key) ?? []), { district, index, name }]);
  }
}

/** A small number that depends only on the text. */
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

/** The streets of this name, or the most similar ones: at most two typos, one in a short name. */
function streetsNamed(name: string, similar: boolean): Street[] {
  const exact = streets.get(name);
  if (exact || !similar) return exact ?? [];
  const most = name.length < 6 ? 1 : 2;
  const near = [...streets].map(([key, found]) => ({ found, mistakes: editDistance(name, key, most) }));
  const least = Math.min(...near.map(({ mistakes }) => mistakes));
  return least > most ? [] : near.filter(({ mistakes }) => mistakes === least).flatMap(({ found }) => found);
}

/** Picks among streets of the same name: by postcode, then by district, then nearest to `bias`, then best known. */
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

/** Whether the input may be an address in the city: it names no other town. */
const mayBeLocal = ({ city: town, zip }: AddressInput) =>
  town === undefined || /^alderm(u|ue)nde\b/.test(plain(town)) || districts.some((district) => district.zip === zip);

function townAbroad(input: AddressInput): Town | undefined {
  const code = input.country === undefined ? undefined : countryCodes[plain(input.country)];
  if (code === 'DE' || input.city === undefined || mayBeLocal(input)) return undefined;
  const name = plain(input.city);
  const abroad = townsAbroad.filter(({ countryCode }) => code === undefined || countryCode === code);
  // An unknown town in a known country gets a place somewhere in that country.
  return abroad.find(({ names }) => names.includes(name)) ?? (code === undefined ? undefined : abroad[0]);
}

/** An address in the city, for the generator. */
export function addressOf(district: District, street: number, house: number): Address {
  const name = district.streets[street] ?? '';
  return output(`${name} ${house}`, `${district.zip} ${city}, ${country}`, placeOf(district, street, house), [
    'street_address',
  ]);
}

/** A house on a street. A number beyond the last house maps to the end of the street: found, but not exactly. */
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
 * Geocodes an address. Like a real geocoder, it may fail or return a wrong place. Coordinates override everything else.
 * A street matches by its exact name or a similar one; `chooseStreet` picks among several. A known town abroad is far
 * away. An unknown street is placed near the middle of the district of its postcode, or of the city, when a town or
 * postcode is given.
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

/** Beyond this distance from every known town, in meters, the country is unknown. */
const surroundings = 60_000;

/** The country of an address (ISO 3166-1), by its last line, otherwise by its place; null if neither tells it. */
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
