/** Reads street, house number, unit, postcode and city from an address as people write it, and compares two. */
import { wordsOf, withinOneEdit } from './fold-text.ts';

export interface StreetAddress {
  /** Folded words with the kind of street shortened: `berliner`, `str`. Empty: none was found. */
  street: readonly string[];
  house: { first: number; last: number; suffix: string } | null;
  /** Suite, apartment, room: folded. */
  unit: string | null;
  postcode: string | null;
  /** Folded words of what is neither street nor unit nor postcode. */
  place: readonly string[];
}

/** Kinds of streets and directions, each in its short form. */
const short: Readonly<Record<string, string>> = {
  ...{ strasse: 'str', street: 'str', st: 'str', straat: 'str', platz: 'pl', place: 'pl', allee: 'al', al: 'al' },
  ...{ avenue: 'av', ave: 'av', avda: 'av', avenida: 'av', boulevard: 'bd', blvd: 'bd', road: 'rd', drive: 'dr' },
  ...{ lane: 'ln', court: 'ct', square: 'sq', highway: 'hwy', rue: 'r', calle: 'c', piazza: 'pza', viale: 'vle' },
  ...{ north: 'n', south: 's', east: 'e', west: 'w', saint: 'sankt', chaussee: 'ch' },
};
const unitWords = new Set(
  'suite ste apt apartment unit room rm wohnung whg app appartement flat floor etage hinterhaus'.split(' '),
);
/** Ends of German and Dutch compounds: Lindenstraße, Rathausplatz. */
const compound = /(?<=\p{L}{2})(?:strasse|straat|str)$/u;

const isNumber = (word: string) => /^\d+$/.test(word);
const isHouse = (word: string) => /^\d{1,5}[a-z]?$/.test(word);

const unitForms = [/#\s*()(\d+\s?[a-z]?)\b/giu, /\b(\p{L}+)\.?\s*(?:no\.?|nr\.?)?\s*(\d+\s?[a-z]?|[a-z])\b/giu];

function takeUnit(part: string): { unit: string | null; rest: string } {
  for (const match of unitForms.flatMap((form) => [...part.matchAll(form)])) {
    const [whole, word = '', value = ''] = match;
    if (word !== '' && !unitWords.has(wordsOf(word)[0] ?? '')) continue;
    const rest = `${part.slice(0, match.index)} ${part.slice(match.index + whole.length)}`;
    return { unit: wordsOf(value).join('').replace(/^0+/, ''), rest };
  }
  return { unit: null, rest: part };
}

/** Joins a number to the letter or the range that follows it: `12 a`, `12 - 14`. */
const joined = (part: string) =>
  part.replaceAll(/(\d)\s+([a-z])(?=$|[\s,])/giu, '$1$2').replaceAll(/(\d+[a-z]?)\s*[-–/]\s*(\d+)/giu, '$1_$2');

function houseOf(word: string): StreetAddress['house'] {
  const [from = '', to = from] = word.split('_');
  const first = Number.parseInt(from, 10);
  return { first, last: Math.max(first, Number.parseInt(to, 10)), suffix: from.replaceAll(/\d/g, '') };
}

const shortened = (words: readonly string[]) =>
  words.map((word, index) => (index === 0 && word === 'st' ? 'sankt' : (short[word] ?? word.replace(compound, 'str'))));

const wordsWithRanges = (part: string) =>
  joined(part)
    .split(/\s+/)
    .flatMap((piece) => (/^\d+[a-z]?_\d+/i.test(piece) ? [piece.toLowerCase()] : wordsOf(piece)));
const isHouseWord = (word: string) => isHouse(word) || /^\d+[a-z]?_\d+$/.test(word);

/** Finds the house number among the words: the first word, as in English, or the last number that has no longer one behind it. */
function houseAt(words: readonly string[]): number {
  if (isHouseWord(words[0] ?? '') && words.length > 1) return 0;
  const at = words.findLastIndex((word, index) => index > 0 && isHouseWord(word));
  const before = words.findIndex((word, index) => index > 0 && index < at && isHouseWord(word));
  // "Hauptstr. 5 10115 Berlin": the postcode is not the house number.
  return before > 0 && isNumber(words[at] ?? '') && (words[at] ?? '').length >= 4 ? before : at;
}

const looksLikePlace = (words: readonly string[]) =>
  /^(?:[a-z]{1,2})?\d{4,5}$/.test(words[0] ?? '') && words.length > 1;

/** No address is longer, and a cell of a file may hold a book, which takes too long to look through. */
const mostLetters = 1_000;

/** @param text in one or several lines or parts with commas, street before place */
export function parseAddress(text: string): StreetAddress {
  let unit: string | null = null;
  const parts: string[][] = [];
  for (const part of text.slice(0, mostLetters).split(/[,;\n]+/)) {
    const taken = takeUnit(part);
    unit ??= taken.unit;
    const words = wordsWithRanges(taken.rest);
    if (words.length > 0) parts.push(words);
  }
  const hasNumber = (words: string[]) => words.some(isHouseWord) && words.some((word) => !isHouseWord(word));
  const numbered = parts.findIndex((words) => hasNumber(words) && !looksLikePlace(words));
  const at =
    numbered >= 0
      ? numbered
      : parts.findIndex((words) => !looksLikePlace(words) && words.some((word) => /\p{L}/u.test(word)));
  const words = parts[at] ?? [];
  const house = houseAt(words);
  const isLast = house > 0;
  const street = house < 0 ? words : isLast ? words.slice(0, house) : words.slice(1);
  const others = [...(isLast ? words.slice(house + 1) : []), ...parts.slice(at + 1).flat()];
  const before = parts.slice(0, Math.max(at, 0)).flat();
  const postcode = [...before, ...others].find((word) => /^\d{4,5}$/.test(word)) ?? null;
  return {
    street: shortened(street),
    house: house < 0 ? null : houseOf(words[house] ?? ''),
    unit,
    postcode,
    place: others.filter((word) => !/\d/.test(word) && word.length > 2),
  };
}

const transposed = (one: string, other: string) => one.length === other.length && withinOneEdit(one, other);

/** Whether the postcodes or the cities exclude each other. */
function isElsewhere(one: StreetAddress, other: StreetAddress): boolean {
  const sharesPlace = one.place.some((word) => other.place.some((also) => withinOneEdit(word, also)));
  if (one.postcode !== null && other.postcode !== null)
    return !transposed(one.postcode, other.postcode) && !(sharesPlace && one.postcode.length !== other.postcode.length);
  return one.place.length > 0 && other.place.length > 0 && !sharesPlace;
}

/** A slip is forgiven in a long word only: N and S, Weg and Ring are not slips. */
const isSlip = (one: string, other: string) => Math.min(one.length, other.length) >= 5 && withinOneEdit(one, other);

const isSameStreet = (one: readonly string[], other: readonly string[]) =>
  one.join('') === other.join('') ||
  (one.length === other.length &&
    one.every((word, index) => word === other[index] || isSlip(word, other[index] ?? '')));

/** @returns unknown: one has no street */
export function compareAddresses(one: StreetAddress, other: StreetAddress): 'same' | 'different' | 'unknown' {
  if (one.street.length === 0 || other.street.length === 0) return 'unknown';
  if (isElsewhere(one, other) || !isSameStreet(one.street, other.street)) return 'different';
  if (one.unit !== null && other.unit !== null && one.unit !== other.unit) return 'different';
  if (one.house === null || other.house === null) return 'same';
  const overlaps = one.house.first <= other.house.last && other.house.first <= one.house.last;
  if (overlaps) return 'same';
  const [first, second] = [String(one.house.first), String(other.house.first)];
  // Swapped digits are a slip of the keys; a digit more is the house down the road.
  const isSwapped = first.length === second.length && first.split('').toReversed().join('') === second;
  return isSwapped ? 'same' : 'different';
}
