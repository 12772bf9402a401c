/** Joins the parts of a field that a file keeps in several columns: first and last name, street and house number. */
import { countryBeforePostcode, countryCode } from '../../shared/countries.ts';
import { foldText, wordsOf } from '../../shared/fold-text.ts';
import type { ImportField, ItemField, ItemFields, PartField } from './fields.ts';
import { isDay, isZero } from './values.ts';

export type Parts = Partial<Record<PartField, string>>;

export const isPart = (field: ImportField): field is PartField =>
  field === 'firstName' || field === 'lastName' || field === 'houseNumber' || field === 'window' || field === 'place';

const joined = (...texts: (string | undefined)[]) => texts.filter(Boolean).join(' ');

/** Whether a text has these words, one after the other. */
const hasWords = (text: string, words: string): boolean =>
  ` ${wordsOf(text).join(' ')} `.includes(` ${wordsOf(words).join(' ')} `);

/** `Name` beside a first name is the last name; a whole name is kept. */
function nameOf(name: string, firstName: string | undefined, lastName: string | undefined): string {
  const isFirstWhole = firstName !== undefined && lastName !== undefined && hasWords(firstName, lastName);
  if (name === '') return isFirstWhole ? firstName : joined(firstName, lastName);
  const isWhole = firstName === undefined || name.toLowerCase().includes(firstName.toLowerCase());
  return isWhole || lastName !== undefined ? name : joined(firstName, name);
}

/** A number that is the whole of a cell, and so no part of a longer text. */
const endsWith = (street: string, house: string) =>
  new RegExp(`(?:^|\\s)${house.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}$`, 'i').test(street);

/** Letters before a postcode, the postcode, and its town. */
const anyPlace = /^(?:([A-Z]{1,3})-)?(\d[\d -]*\d)[\s,]+(.+)$/;
/** The same of the Netherlands: `1016 GV Amsterdam`. */
const dutchPlace = /^(?:([A-Z]{1,3})-)?(\d{4}\s?([A-Z]{2}))[\s,]+(.+)$/;
/** Words with which towns of other countries begin, also shortened: `2300 LA CHAUX-DE-FONDS`, `9000 ST GALLEN`. */
const firstWords = new Set(['AM', 'AU', 'DE', 'EL', 'GL', 'GR', 'IM', 'KL', 'LA', 'LE', 'LO', 'MT', 'NR', 'ST']);

/**
 * Splits a cell with a postcode and its town. Two letters behind four digits are of a Dutch postcode, or the first word
 * of the town: where neither a country nor small letters say it, such words are known.
 *
 * @param country of the row; empty: it names none
 * @returns the whole cell as the town when it has no postcode
 */
function splitPlace(place: string, country: string): { prefix: string; digits: string; town: string } {
  const found = dutchPlace.exec(place);
  if (found !== null) {
    const [, prefix = '', digits = '', letters = '', town = ''] = found;
    const code = countryCode(country) ?? countryBeforePostcode(prefix);
    const isDutch = code === undefined ? /\p{Ll}/u.test(town) || !firstWords.has(letters) : code === 'NL';
    if (isDutch) return { prefix, digits, town };
  }
  const [, prefix = '', digits = '', town = place] = anyPlace.exec(place) ?? [];
  return { prefix, digits, town };
}

/**
 * The fields of a row with its parts.
 * - A street that already ends with the house number keeps it once. A day is no house number: a spreadsheet has made it of
 *   one such as `3-5`.
 * - Coordinates of 0 and 0 are none: programs write them where they have no place.
 * - `41742 Aldermünde` is a postcode and a town; without digits, all of it is the town. `A-1010 Wien` is in Austria, if no
 *   column says otherwise. Letters behind the digits are of the postcode in the Netherlands alone.
 * - The window stays as it is written; the form of the record reads it from its first field.
 */
export function withParts(fields: ItemFields, parts: Parts): ItemFields {
  const { firstName, lastName, houseNumber, window, place } = parts;
  const made = { ...fields };
  if (firstName !== undefined || lastName !== undefined) {
    made.recipientName = nameOf(made.recipientName, firstName, lastName);
  }
  const isHouse = houseNumber !== undefined && !isDay(houseNumber);
  if (isHouse && made.addressLineOne !== '' && !endsWith(made.addressLineOne, houseNumber)) {
    made.addressLineOne = `${made.addressLineOne} ${houseNumber}`;
  }
  const point = [made.latitude, made.longitude];
  if (point.some(isZero) && point.every((each) => each === '' || isZero(each))) {
    made.latitude = '';
    made.longitude = '';
  }
  if (window !== undefined && made.earliest === '' && made.latest === '') made.earliest = window;
  if (place !== undefined) {
    const { prefix, digits, town } = splitPlace(place, made.country);
    const country = countryBeforePostcode(prefix) ?? '';
    // A prefix that is not known stays: it may be the only word about the country.
    const zip = prefix === '' || country !== '' ? digits.trim() : `${prefix}-${digits.trim()}`;
    if (made.country === '') made.country = country;
    made.zip = made.zip === '' ? zip : made.zip;
    made.city = made.city === '' ? town : made.city;
  }
  return made;
}

/** A part that the record does not get, because another column says something else. */
export interface LeftOut {
  part: PartField;
  text: string;
  /** The field that it would be in. */
  field: ItemField;
  /** It is a day, and was probably something else before a spreadsheet changed it. */
  isDay?: true;
}

const holds = (whole: string, part: string) => foldText(whole).includes(foldText(part));
const digitsOf = (text: string) => text.replaceAll(/\D/g, '');

/**
 * The first part of a row that {@link withParts} leaves out and that its field does not say anyway.
 *
 * @param fields of the row, without its parts
 */
export function leftOut(fields: Readonly<ItemFields>, parts: Parts): LeftOut | null {
  const { recipientName, addressLineOne, earliest, latest, zip, city } = fields;
  const { firstName, lastName, houseNumber, window, place } = parts;
  const left: [PartField, string | undefined, ItemField, boolean][] = [
    // Beside a first name, a name without it is the last name.
    ['firstName', firstName, 'recipientName', recipientName !== '' && lastName !== undefined],
    ['lastName', lastName, 'recipientName', recipientName !== ''],
  ];
  for (const [part, text, field, isLeft] of left)
    if (isLeft && text !== undefined && !holds(recipientName, text)) return { part, text, field };
  if (houseNumber !== undefined && isDay(houseNumber))
    return { part: 'houseNumber', text: houseNumber, field: 'addressLineOne', isDay: true };
  if (houseNumber !== undefined && addressLineOne === '')
    return { part: 'houseNumber', text: houseNumber, field: 'addressLineOne' };
  const hasEnds = earliest !== '' || latest !== '';
  const saysEnds = [earliest, latest].every((end) => digitsOf(window ?? '').includes(digitsOf(end)));
  if (window !== undefined && hasEnds && !saysEnds) return { part: 'window', text: window, field: 'earliest' };
  if (place !== undefined && zip !== '' && city !== '' && !(holds(place, zip) && holds(place, city)))
    return { part: 'place', text: place, field: 'city' };
  return null;
}
