/**
 * Filters of single columns among the words of a filter: `driver:ada` finds what the column contains, `driver:"Ada Berg"`
 * what it is as a whole, and `driver:""` what has nothing in it. Several of one column find either; those of different
 * columns have to fit together.
 */
import { wordsOf } from '../../shared/fold-text.ts';
import { t } from '../../messages/index.ts';

/** A column by which rows can be filtered. */
export interface FilterField<Row> {
  id: string;
  title: string;
  text: (row: Row) => string | null;
}

export interface FilterTerm<Row> {
  field: FilterField<Row>;
  value: string;
  /** The column is the value, instead of containing it. */
  isWhole: boolean;
  /** Where it stands in the filter. */
  from: number;
  to: number;
}

interface ReadFilter<Row> {
  /** The words that are about no single column. */
  text: string;
  terms: FilterTerm<Row>[];
}

/** What is typed for a column: `time-window` for Time window. */
export const fieldWord = (title: string): string =>
  title
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu)
    ?.join('-') ?? '';

/** Spelling does not matter: `Timewindow` and `time-window` are the same. */
const keyOf = (word: string) => wordsOf(word).join('');

/** Most texts are one line already; looking at one is much quicker than writing it again. */
const oneLine = (text: string) => (/^\s|[^\S ]|\s\s|\s$/.test(text) ? text.replaceAll(/\s+/g, ' ').trim() : text);

/** Columns by their words; of several with the same one, as properties of the team may have, the first. */
const fieldsByKey = <Row>(fields: readonly FilterField<Row>[]) =>
  new Map(fields.toReversed().map((field) => [keyOf(field.title), field]));

/** Takes a filter apart. A word before a colon that names no column is text like any other. */
export function readFilter<Row>(filter: string, fields: readonly FilterField<Row>[]): ReadFilter<Row> {
  if (!filter.includes(':')) return { text: filter, terms: [] };
  const byKey = fieldsByKey(fields);
  const terms: FilterTerm<Row>[] = [];
  let rest = '';
  let end = 0;
  for (const found of filter.matchAll(/(?<=^|\s)([\p{L}\p{N}][\p{L}\p{N}-]*):(?:"((?:[^"]|"")*)"?|(\S*))/gu)) {
    const [all, word = '', whole, part = ''] = found;
    const field = byKey.get(keyOf(word));
    if (field === undefined) continue;
    const isWhole = whole !== undefined;
    const value = isWhole ? whole.replaceAll('""', '"') : part;
    terms.push({ field, value, isWhole, from: found.index, to: found.index + all.length });
    rest += filter.slice(end, found.index);
    end = found.index + all.length;
  }
  return { text: rest + filter.slice(end), terms };
}

/** Many columns have few values, such as drivers; of others not all are kept. */
const mostAnswers = 1_000;

/**
 * @returns whether a row fits all columns that the filter names. A column whose value is still to be typed fits all.
 */
export function termsFit<Row>(terms: readonly FilterTerm<Row>[]): (row: Row) => boolean {
  const byField = [...Map.groupBy(terms, ({ field }) => field)].map(([field, ofField]) => ({
    field,
    wanted: ofField.map(({ value, isWhole }) => ({ text: oneLine(value).toLowerCase(), isWhole })),
    answers: new Map<string, boolean>(),
  }));
  return (row) =>
    byField.every(({ field, wanted, answers }) => {
      const said = field.text(row) ?? '';
      const known = answers.get(said);
      if (known !== undefined) return known;
      const found = oneLine(said).toLowerCase();
      const isFound = wanted.some(({ text, isWhole }) => (isWhole ? found === text : found.includes(text)));
      if (answers.size < mostAnswers) answers.set(said, isFound);
      return isFound;
    });
}

const quoted = (value: string) => `"${oneLine(value).replaceAll('"', '""')}"`;

const joined = (...parts: readonly string[]) => oneLine(parts.join(' '));

/** Adds a column that has to be this value, unless the filter says so. */
export function withTerm<Row>(filter: string, { title }: FilterField<Row>, value: string): string {
  const term = `${fieldWord(title)}:${quoted(value)}`;
  return filter.includes(term) ? filter : joined(filter, term);
}

export const withoutTerm = <Row>(filter: string, { from, to }: FilterTerm<Row>): string =>
  joined(filter.slice(0, from), filter.slice(to));

/** The word that is being typed, at the end of a filter, and what may become of it. */
export interface FilterSuggestion {
  /** What is inserted. */
  word: string;
  /** What it means. */
  hint: string;
  /** The whole filter with it. */
  filter: string;
}

const mostSuggestions = 8;
/** Enough to suggest something of a list of any length. */
const mostRowsRead = 20_000;

/** Columns that begin with the last word of the filter, or values of the column that it names. */
export function suggestions<Row>(
  filter: string,
  fields: readonly FilterField<Row>[],
  rows: readonly Row[],
): FilterSuggestion[] {
  const { terms } = readFilter(filter, fields);
  const last = terms.at(-1);
  if (last?.to === filter.length) return valuesOf(filter.slice(0, last.from), last, rows);
  const typed = /\S*$/.exec(filter)?.[0] ?? '';
  const key = keyOf(typed);
  if (typed.includes(':') || (key === '' && typed !== '')) return [];
  const byKey = fieldsByKey(fields);
  return fields
    .filter((field) => keyOf(field.title).startsWith(key) && byKey.get(keyOf(field.title)) === field)
    .slice(0, mostSuggestions)
    .map(({ title }) => {
      const word = `${fieldWord(title)}:`;
      return { word, hint: title, filter: filter.slice(0, filter.length - typed.length) + word };
    });
}

/** The values that most rows have. */
function valuesOf<Row>(
  before: string,
  { field, value, isWhole }: FilterTerm<Row>,
  rows: readonly Row[],
): FilterSuggestion[] {
  const wanted = value.toLowerCase();
  const counts = new Map<string, number>();
  for (const row of rows.slice(0, mostRowsRead)) {
    const text = oneLine(field.text(row) ?? '');
    if (text.toLowerCase().includes(wanted)) counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  const most = [...counts].sort(([, one], [, other]) => other - one).slice(0, mostSuggestions);
  // What is typed completely needs no suggestion.
  if (isWhole && most.length === 1 && most[0]?.[0].toLowerCase() === wanted) return [];
  return most.map(([text, count]) => {
    const word = `${fieldWord(field.title)}:${quoted(text)}`;
    return { word, hint: t('common.rows', { count }), filter: `${before}${word} ` };
  });
}
