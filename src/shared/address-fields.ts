/**
 * The fields of a form for an address that the service has. It answers two lines, with postcode, city and country
 * joined in the second (planning-api, Address (output); order-api, Order). They are taken apart only if they can be
 * read in one way; otherwise the line stays whole.
 */
import { countryNamed } from './countries.ts';
import { wordsOf } from './fold-text.ts';
import { isObject, type Fields } from './outbox-merge.ts';
import type { AddressInput } from './shapes.ts';

/** An address as read, or as typed and not geocoded yet. */
type AnyAddress = Readonly<Record<string, unknown>> | null | undefined;

const city = String.raw`(?<city>['’]?\p{L}[\p{L}\p{M}.'’()/ -]*)`;
/** How a postcode and its city are written in one part between commas. */
const inOnePart = [
  // 10115 Berlin, D-10115 Berlin, 111 22 Stockholm, 31-000 Kraków, 1000-001 Lisboa
  String.raw`(?<zip>(?:[A-Z]{1,2}-)?\d{4,6}|\d{3} \d{2}|\d{2}-\d{3}|\d{4}-\d{3}) ${city}`,
  // London SW1A 1AA
  String.raw`${city} (?<zip>[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2})`,
  // Denver CO 80202, Sydney NSW 2000
  String.raw`${city} (?<state>[A-Z]{2,3}) (?<zip>\d{4}|\d{5}(?:-\d{4})?)`,
].map((form) => new RegExp(`^${form}$`, 'u'));
/** 1012 AB Amsterdam: if all is in capitals, AB could be the first word of the city. */
const dutch = new RegExp(String.raw`^(?<zip>\d{4} ?[A-Z]{2}) ${city}$`, 'u');
const onlyCity = new RegExp(`^${city}$`, 'u');
/** Denver, CO 80202 and Toronto, ON M5V 2T6: the part behind the city's. */
const stateAndZip = /^(?<state>[A-Z]{2}) (?<zip>\d{5}(?:-\d{4})?|[A-Z]\d[A-Z] ?\d[A-Z]\d)$/u;
/** 1600 Amphitheatre Parkway, 1200 Avenue Foch: a house and its street, not a postcode and its city. */
const streets = [
  '^(?:rue|avenue|boulevard|chemin|all[ée]e|quai|route|impasse|cours) ',
  ' (?:street|st|avenue|ave|road|rd|drive|dr|lane|ln|court|ct|boulevard|blvd|parkway|pkwy|highway|hwy|way)[.]?$',
].map((form) => new RegExp(form, 'iu'));

type Parts = { [Name in keyof AddressInput]: AddressInput[Name] | undefined };

/** The parts that there are. */
const given = (parts: Parts): AddressInput =>
  Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined));

/** The place at the end of the parts, and how many of them it takes; null: there is none, or more than one reading. */
function placeAtEnd(parts: readonly string[]): { place: Parts; taken: number } | null {
  const [last = '', before = ''] = parts.toReversed();
  const behindCity = stateAndZip.exec(last)?.groups;
  if (behindCity !== undefined) {
    return onlyCity.test(before) ? { place: { ...behindCity, city: before }, taken: 2 } : null;
  }
  const inDutch = dutch.exec(last)?.groups;
  if (inDutch !== undefined) return /\p{Ll}/u.test(inDutch['city'] ?? '') ? { place: inDutch, taken: 1 } : null;
  const readings = inOnePart.flatMap((form): Readonly<Record<string, string>>[] => {
    const found = form.exec(last)?.groups;
    return found === undefined ? [] : [found];
  });
  const [only] = readings;
  if (only === undefined || readings.length > 1) return null;
  const isStreet = streets.some((form) => form.test(only['city'] ?? ''));
  return isStreet ? null : { place: only, taken: 1 };
}

/** Postcode, city, state and country of a second line, and the rest of the line; null: it cannot be taken apart. */
function takenApart(line: string): { place: Parts; rest: string } | null {
  const parts = line.split(',').map((part) => part.trim());
  const last = parts.at(-1) ?? '';
  const country = parts.length > 1 && countryNamed(last) !== undefined ? last : undefined;
  const others = country === undefined ? parts : parts.slice(0, -1);
  const found = placeAtEnd(others);
  if (found === null || parts.includes('')) return null;
  const rest = others.slice(0, others.length - found.taken);
  // A second number that could be the postcode.
  if (rest.some((part) => /\d{4,}/.test(part))) return null;
  return { place: { ...found.place, country }, rest: rest.join(', ') };
}

/**
 * An address as a form shows it, with the names of the fields in which it is sent. Coordinates are only given where
 * nothing else is known: those of a geocoded address would override an edit of its lines (planning-api, Address
 * (input)). An address that was typed here and is not geocoded yet is given as it was typed.
 */
export function addressFields(from: AnyAddress): AddressInput {
  if (from == null) return {};
  const text = (name: string) => {
    const value = from[name];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const { latitude, longitude } = from;
  const isPlaced = typeof latitude === 'number' && typeof longitude === 'number';
  const at: AddressInput = isPlaced ? { latitude, longitude } : {};
  const lines = { addressLineOne: text('addressLineOne'), addressLineTwo: text('addressLineTwo') };
  // The service never answers these.
  const typed = given({
    addressName: text('addressName'),
    city: text('city'),
    state: text('state'),
    zip: text('zip'),
    country: text('country'),
  });
  if (Object.keys(typed).length > 0) return given({ ...lines, ...typed, ...at });
  const { addressLineOne, addressLineTwo } = lines;
  if (addressLineOne === undefined && addressLineTwo === undefined) {
    return isPlaced ? at : given({ addressLineOne: text('address') });
  }
  const apart = addressLineTwo === undefined ? null : takenApart(addressLineTwo);
  if (apart === null) return given(lines);
  return given({ addressLineOne, addressLineTwo: apart.rest === '' ? undefined : apart.rest, ...apart.place });
}

const lineNames = ['addressLineOne', 'addressLineTwo'] as const;
const placeNames = ['zip', 'city', 'state', 'country'] as const;

/** The words of some parts of an address. `Straße` and `Str.` count as the same. */
function wordsIn(address: Fields, names: readonly string[]): string[] {
  const words = names.flatMap((name) => {
    const text = address[name];
    return typeof text === 'string' ? wordsOf(text) : [];
  });
  return words.map((word) => word.replace(/strasse$/, 'str'));
}

/**
 * Whether an address that was read is what the service made of another one (order-api, Edit semantics 4): it has the
 * same words, and more only for those parts of the place that the other one leaves out. Coordinates have to be equal if
 * they were given.
 *
 * @param sent an address as it is sent, or as it was read earlier
 */
export function isGeocodedFrom(sent: unknown, found: unknown): boolean {
  if (!isObject(sent) || !isObject(found)) return false;
  const { latitude, longitude } = sent;
  const isThere = latitude === found['latitude'] && longitude === found['longitude'];
  if (typeof latitude === 'number' && !isThere) return false;
  const words = wordsIn(sent, ['addressName', ...lineNames, ...placeNames]);
  const others = wordsIn(found, lineNames);
  for (const word of words) {
    const at = others.indexOf(word);
    if (at === -1) return false;
    others.splice(at, 1);
  }
  const leftOut = placeNames.filter((name) => typeof sent[name] !== 'string');
  const added = wordsIn(addressFields(found), leftOut);
  return words.length > 0 && others.every((word) => added.includes(word));
}
