/**
 * Splits an address that a file has in one cell into street, postcode, town and country: `Weg 4, 01067 Aldermünde`,
 * `12 High Street, London SW1A 1AA`, `1234 Elm St, Springfield, IL 62704`. The forms are those of the countries of the
 * languages in which headings are read. What can be read in several ways, or in none, is not split.
 */
import { countryBeforePostcode, countryCode, countryNamed } from '../../shared/countries.ts';
import { foldText } from '../../shared/fold-text.ts';
import { linesOf } from './address-lines.ts';
import type { ItemFields } from './fields.ts';
import { isCounty, usStates } from './place-names.ts';
import { fitsCountry, knownCountries } from './postcodes.ts';

/** The parts of an address; those that it does not have are empty. */
type SplitAddress = Pick<ItemFields, 'addressLineOne' | 'addressLineTwo' | 'zip' | 'city' | 'state' | 'country'>;

/** A postcode and its town, and how many of the last parts of the address they take. */
interface Place {
  zip: string;
  city: string;
  state: string;
  /** As the letters before the postcode say; empty: there are none. */
  country: string;
  taken: number;
}

/** No address is longer, and a cell may hold a book, which takes too long to look through. */
const mostLetters = 300;
const mostParts = 8;

const town = String.raw`['’]?\p{L}[\p{L}\p{M}.'’()/ -]*?`;
const townAlone = new RegExp(`^${town}$`, 'u');
/** `01067 Aldermünde`, `D-01067 Aldermünde`, `CH 8001 Zürich`, `00-238 Warszawa`, `75382 Paris Cedex 08` */
const zipFirst = new RegExp(
  String.raw`^(?:([A-Z]{1,3})[ -])?(\d{4,5}|\d{2}-\d{3}) (${town}(?: cedex(?: \d{1,2})?)?)$`,
  'iu',
);
/** `1016 GV Amsterdam`. If all is in capitals, the letters could be the first word of the town. */
const dutch = new RegExp(String.raw`^(?:NL[ -])?(\d{4} ?[A-Z]{2}) (${town})$`, 'u');
/** `London SW1A 1AA`; the town may be the part before. */
const british = new RegExp(String.raw`^(?:(${town}) )?([A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2})$`, 'u');
/** `Springfield IL 62704`; the town may be the part before. */
const american = new RegExp(String.raw`^(?:(${town}) )?([A-Z]{2}) (\d{5}(?:-\d{4})?)$`, 'u');
/** A postcode between commas. */
const zipAlone = /^(?:[A-Z]{1,3}-)?(?:\d{4,5}|\d{2}-\d{3}|\d{4} ?[A-Z]{2})$/;
/** `Milano (MI)`, `Milano MI` */
const withProvince = /^(.*\p{Ll}.*?) (?:\(([A-Z]{2})\)|([A-Z]{2}))$/u;
/** `Lindenweg 4 01067 Aldermünde`: behind a house number, the last number is the postcode. */
const withoutComma = /^(.*\d.*?)[ –-]+((?:[A-Z]{1,3}-)?(?:\d{4,5}|\d{4}[A-Z]{2}|\d{2}-\d{3}) \D+)$/u;

/** `1600 Amphitheatre Parkway`, `1200 Avenue Foch`: a house and its street, not a postcode and its town. */
const streets = [
  '^(?:rue|avenue|boulevard|chemin|all[ée]e|quai|route|impasse|cours|place|via|viale|calle|avenida|ulica|ul[.]) ',
  ' (?:street|st|avenue|ave|road|rd|drive|dr|lane|ln|court|ct|boulevard|blvd|parkway|pkwy|highway|hwy|way)[.]?$',
].map((form) => new RegExp(form, 'iu'));
const isStreet = (text: string) => streets.some((form) => form.test(text));

const partsOf = (text: string): string[] =>
  text
    .split(/[,;|\n]+/)
    .map((part) => part.trim().replaceAll(/\s+/g, ' '))
    .filter(Boolean);

/** Joins a postcode and its town, a town and its province, or a state and its postcode: commas may be between them. */
function withPlace(parts: readonly string[]): readonly string[] {
  const [last = '', before = ''] = parts.toReversed();
  const rest = parts.slice(0, -2);
  // Without a house number before it, a number may be one.
  if (!rest.some((part) => /\d/.test(part))) return parts;
  if (usStates.has(before) && /^\d{5}(?:-\d{4})?$/.test(last)) return [...rest, `${before} ${last}`];
  if (zipFirst.test(before) && /^[A-Z]{2}$/.test(last)) return [...rest, `${before} (${last})`];
  if (zipAlone.test(before) && townAlone.test(last)) return [...rest, `${before} ${last}`];
  // Where more stands between the street and the postcode, a region may be among it.
  const isTownFirst = rest.length === 1 && townAlone.test(before) && zipAlone.test(last);
  return isTownFirst ? [...rest, `${last} ${before}`] : parts;
}

/** `01067 Aldermünde` and its like. @param country its code, if the address names it */
function placeWithZipFirst(last: string, country: string | undefined): Omit<Place, 'taken'> | null {
  const [, dutchZip, dutchCity = ''] = dutch.exec(last) ?? [];
  const isDutch = country === 'NL' || (country === undefined && /\p{Ll}/u.test(dutchCity));
  if (dutchZip !== undefined && isDutch) return { zip: dutchZip, city: dutchCity, state: '', country: '' };
  if (dutchZip !== undefined && country === undefined) return null;
  const [, letters = '', zip, city = ''] = zipFirst.exec(last) ?? [];
  if (zip === undefined || isStreet(city)) return null;
  const ofLetters = countryBeforePostcode(letters.toUpperCase());
  if (letters !== '' && ofLetters === undefined) return null;
  const plain = { zip, city, state: '', country: ofLetters ?? '' };
  const [, name, inBrackets, bare] = withProvince.exec(city) ?? [];
  if (name === undefined || zip.length !== 5) return plain;
  const isCountry = bare !== undefined && knownCountries.has(bare) && fitsCountry(zip, bare);
  if (isCountry) return plain.country === '' ? { ...plain, city: name, country: bare } : null;
  return { ...plain, city: name, state: inBrackets ?? bare ?? '' };
}

/** The place at the end of the parts. @returns null: there is none, or more than one reading */
function placeAtEnd(parts: readonly string[], country: string | undefined): Place | null {
  const [last = '', before = '', beforeThat = ''] = parts.toReversed();
  const first = placeWithZipFirst(last, country);
  if (first !== null) return { ...first, taken: 1 };
  const [, britishCity, britishZip] = british.exec(last) ?? [];
  const [, americanCity, state = '', americanZip] = american.exec(last) ?? [];
  const [zip, inLast] = [britishZip ?? americanZip, britishCity ?? americanCity];
  if (zip === undefined || (state !== '' && (!usStates.has(state) || (country ?? 'US') !== 'US'))) return null;
  const city = inLast ?? before;
  const taken = inLast === undefined ? 2 : 1;
  if (!townAlone.test(city) || isStreet(city)) return null;
  if (state !== '' || !isCounty(city)) return { zip, city, state, country: '', taken };
  // `Bath, Somerset BA1 1AA`: the county stands where the town is expected.
  const townBefore = inLast === undefined ? beforeThat : before;
  const isTown = townAlone.test(townBefore) && !isStreet(townBefore);
  return isTown ? { zip, city: townBefore, state: city, country: '', taken: taken + 1 } : null;
}

/** A country behind a place without a comma: `01067 Aldermünde Germany`. */
function countryBehind(part: string): { rest: string; country: string } | null {
  const words = part.split(' ');
  for (const count of [3, 2, 1]) {
    const country = words.slice(-count).join(' ');
    if (words.length > count && countryNamed(country) !== undefined)
      return { rest: words.slice(0, -count).join(' '), country };
  }
  return null;
}

/** The parts without the country at their end. */
function withoutCountry(parts: readonly string[]): { others: readonly string[]; country: string } {
  const last = parts.at(-1) ?? '';
  const others = parts.slice(0, -1);
  const isCountry = countryNamed(last) !== undefined || knownCountries.has(last);
  // `CH` may be Chieti in Italy as well; the postcode is compared with the country later.
  if (others.length > 0 && isCountry) return { others, country: last };
  const behind = countryBehind(last);
  if (behind === null || placeOf([...others, behind.rest], countryNamed(behind.country)) === null)
    return { others: parts, country: '' };
  return { others: [...others, behind.rest], country: behind.country };
}

/** The place at the end of the parts, and the parts before it. */
function placeOf(
  parts: readonly string[],
  country: string | undefined,
): { place: Omit<Place, 'taken'>; rest: readonly string[] } | null {
  const joined = withPlace(parts);
  const [, street = '', behind = ''] = withoutComma.exec(joined.at(-1) ?? '') ?? [];
  const split = [...joined.slice(0, -1), street, behind];
  for (const each of street === '' ? [joined] : [joined, split]) {
    const found = placeAtEnd(each, country);
    if (found === null) continue;
    const { taken, ...place } = found;
    return { place, rest: each.slice(0, each.length - taken) };
  }
  return null;
}

/** Letters of a name and the digits of a postcode: most cells of a file have not both. */
const looksPossible = (text: string) => /\p{L}{3}/u.test(text) && /\d{4}|\d-\d{3}|\d[A-Z]{2}/.test(text);

/**
 * Splits an address of one cell.
 *
 * @param text its parts with commas, semicolons or line breaks between them
 * @returns null: it has no postcode and town that can be told from the street for sure
 */
export function splitAddress(text: string): SplitAddress | null {
  if (text.length > mostLetters || !looksPossible(text)) return null;
  const parts = partsOf(text);
  if (parts.length > mostParts) return null;
  const { others, country } = withoutCountry(parts);
  const named = country === '' ? undefined : countryCode(country);
  const found = placeOf(others, named);
  if (found === null) return null;
  const { place, rest } = found;
  // Letters before the postcode name the country, too.
  const isOther = place.country !== '' && named !== undefined && named !== place.country;
  const isOfCountry = fitsCountry(place.zip, named ?? place.country);
  const hasOtherPlace = rest.some((part) => zipFirst.test(part) && placeWithZipFirst(part, undefined) !== null);
  const lines = linesOf(rest);
  if (isOther || !isOfCountry || lines === null || (hasOtherPlace && place.state === '')) return null;
  const { zip, city, state } = place;
  return { ...lines, zip, city, state, country: country === '' ? place.country : country };
}

/** What looks like a postcode beside a town or a state, behind something else. */
const maybePlaces = [
  /^.{3,}[\s,;|][A-Z]{2} \d{5}(?:-\d{4})?$/su,
  /^.{3,}[\s,;|][A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}\b/su,
  /^.{3,}[\s,;|-](?:\d{4,5}|\d{2}-\d{3}) \p{L}{2}/su,
  /^.{3,}[,;|\n]\s*\d{4,5}(?:-\d{4})?\s*(?:[,;|\n]|$)/su,
];

/** Whether a text may be an address with its postcode and town, even if it cannot be split. */
export const mayHoldPlace = (text: string): boolean =>
  text.length <= mostLetters && (maybePlaces.some((form) => form.test(text)) || splitAddress(text) !== null);

const isSame = (one: string, other: string) => one === '' || other === '' || foldText(one) === foldText(other);

/**
 * A row whose street column holds the whole address.
 *
 * @returns null: the address cannot be split, or another column says otherwise, so all of it stays in the street line
 */
export function withSplitAddress(fields: ItemFields): ItemFields | null {
  const split = splitAddress(fields.addressLineOne);
  if (split === null || !isSame(fields.state, split.state)) return null;
  const [said, own] = [countryCode(split.country), countryCode(fields.country)];
  if (!isSame(fields.country, split.country) && (said === undefined || said !== own)) return null;
  return {
    ...fields,
    ...split,
    addressLineTwo: [split.addressLineTwo, fields.addressLineTwo].filter(Boolean).join(', '),
    state: fields.state || split.state,
    country: fields.country || split.country,
  };
}
