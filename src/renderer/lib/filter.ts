/** Filters of lists as users type them, and the order of names. */
import { foldText } from '../../shared/fold-text.ts';

interface Words {
  filter: string;
  each: readonly string[];
  /** In their order, with one space between. */
  whole: string;
}
let lastWords: Words = { filter: '', each: [], whole: '' };

/** A filter is asked for its words once a row, with the same filter for a whole list. */
function wordsIn(filter: string): Words {
  if (lastWords.filter === filter) return lastWords;
  const each = filter.toLowerCase().split(/\s+/).filter(Boolean);
  return (lastWords = { filter, each, whole: each.join(' ') });
}

/** What `textFits` looks through: the fields of a row in one text. */
export function searchText(fields: readonly (string | null | undefined)[]): string {
  // The line break prevents a match across two fields.
  let joined = '';
  for (const field of fields) if (field != null) joined += `\n${field}`;
  return joined.toLowerCase();
}

/**
 * Whether every word of a filter occurs in one of the fields. Order and case do not matter.
 * @param filter as typed; a blank filter matches everything
 * @param whole the words must occur together and in their order
 */
export const fits = (filter: string, fields: readonly (string | null | undefined)[], whole = false): boolean =>
  filter.trim() === '' || textFits(filter, searchText(fields), whole);

/** The same for a text that was put together before. @param text of `searchText` */
export function textFits(filter: string, text: string, whole = false): boolean {
  const words = wordsIn(filter);
  return whole ? text.includes(words.whole) : words.each.every((word) => text.includes(word));
}

/** The rows that contain the whole text; if none does, those that contain all its words. */
export function narrowed<Row>(
  rows: readonly Row[],
  filter: string,
  fitsRow: (row: Row, filter: string, whole: boolean) => boolean,
): Row[] {
  const exact = wordsIn(filter).each.length > 1 ? rows.filter((row) => fitsRow(row, filter, true)) : [];
  return exact.length > 0 ? exact : rows.filter((row) => fitsRow(row, filter, false));
}

/**
 * The row that Enter opens from a filter: the table's selected one, else the first hit.
 * @param hits the rows that match, in display order
 * @param selected key of the table's selected row; null when none is
 * @returns undefined when nothing is typed or nothing matches
 */
export function hitOf<Row>(
  hits: readonly Row[],
  filter: string,
  keyOf: (row: Row) => string,
  selected: string | null,
): Row | undefined {
  if (filter.trim() === '') return undefined;
  return hits.find((row) => keyOf(row) === selected) ?? hits[0];
}

const none = 6;

/** Choices that match what was typed, the best first: the same text, then whole words of it, then parts of words. */
export function bestFirst<Option extends { label: string }>(options: readonly Option[], typed: string): Option[] {
  const wanted = foldText(typed.trim());
  const words = wanted.split(/\s+/).filter(Boolean);
  const isLetter = (letter: string | undefined) => letter !== undefined && /[\p{L}\p{N}]/u.test(letter);
  const rankOf = (label: string): number => {
    const text = foldText(label);
    if (text === wanted) return 0;
    const at = text.indexOf(wanted);
    if (at < 0) return words.every((word) => text.includes(word)) ? 5 : none;
    // Whole words before parts of words: "Tour 1 North" before "Tour 10" before "Detour 1".
    const isWhole = !isLetter(text[at - 1]) && !isLetter(text[at + wanted.length]);
    if (isWhole) return at === 0 ? 1 : 2;
    return isLetter(text[at - 1]) ? 4 : 3;
  };
  return options
    .map((option) => ({ option, rank: rankOf(option.label) }))
    .filter(({ rank }) => rank < none)
    .sort((one, other) => one.rank - other.rank)
    .map(({ option }) => option);
}

/**
 * The choice that is named by the whole of what was typed, without regard to case and accents.
 * @returns undefined when none is, or more than one
 */
export function namedBy<Option extends { label: string }>(
  options: readonly Option[],
  typed: string,
): Option | undefined {
  const wanted = foldText(typed.trim());
  const [named, ...others] = options.filter(({ label }) => foldText(label) === wanted);
  return others.length === 0 ? named : undefined;
}

const collator = new Intl.Collator(undefined, { numeric: true });

/** Orders names as people count: Tour 2 before Tour 10. */
export const compareNames = (one: string, other: string): number => collator.compare(one, other);
