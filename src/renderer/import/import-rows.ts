/** The status of each record of a file: good, invalid, duplicate, undecided, or skipped. */
import type { Joining } from '../../shared/imports.ts';
import { t } from '../../messages/index.ts';
import { textOf, type ItemField } from './fields.ts';
import { problemLine } from './group.ts';
import type { Choices, ImportItem, ImportRow } from './item.ts';
import { nowhere, type Existing, type SheetNoun, type There } from './noun.ts';

export type ImportFilter = 'all' | 'bad' | 'duplicates' | 'alike' | 'incomplete' | 'left-out' | 'joined';

/** A copy of the map with more entries. */
export function added<Key, Value>(
  map: ReadonlyMap<Key, Value>,
  entries: readonly (readonly [Key, Value])[],
): ReadonlyMap<Key, Value> {
  const copy = new Map(map);
  for (const [key, value] of entries) copy.set(key, value);
  return copy;
}

export const none = <Key, Value>(): ReadonlyMap<Key, Value> => new Map();

export const mapOf = <Value>(record: Readonly<Record<string, Value>>): ReadonlyMap<string, Value> =>
  new Map(Object.entries(record));

/** The map without these keys. */
export function lacking<Value>(map: ReadonlyMap<string, Value>, keys: readonly string[]): ReadonlyMap<string, Value> {
  if (map.size === 0) return map;
  const gone = new Set(keys);
  return new Map([...map].filter(([key]) => !gone.has(key)));
}

/** The records without these keys. */
export function without(items: readonly ImportItem[], keys: readonly string[]): ImportItem[] {
  const gone = new Set(keys);
  return items.filter(({ key }) => !gone.has(key));
}

/** The records with these keys. */
export function only(items: readonly ImportItem[], keys: readonly string[]): ImportItem[] {
  const wanted = new Set(keys);
  return items.filter(({ key }) => wanted.has(key));
}

export const keysOf = (rows: readonly ImportRow[]): string[] => rows.map(({ item }) => item.key);

/** The distinct numbers of a file. */
export function numbersOf(items: readonly ImportItem[]): string[] {
  const numbers = new Set<string>();
  for (const { fields } of items) numbers.add(fields.externalId.trim());
  numbers.delete('');
  return [...numbers];
}

/** The input for a record's row, besides the record. */
export interface RowContext extends Pick<Existing, 'changeOf'> {
  noun: SheetNoun;
  thereOf: (item: ImportItem) => There;
  chosen: Choices;
  /** Why main rejected the edit of a row's record, or the service a record that was taken back, by key. */
  refused: ReadonlyMap<string, string>;
  joining: Joining;
}

/** The number by which the rows of a record are joined; empty: it has none. */
export const numberOf = ({ fields }: ImportItem, joinsBy: ItemField | null): string =>
  joinsBy === null ? '' : textOf(fields, joinsBy).trim();

/** Rows of which nothing is to be decided. Valid while the record is not corrected: there may be thousands. */
const plainRows = new WeakMap<ImportItem, ImportRow>();

function plainRowOf(item: ImportItem, noun: SheetNoun): ImportRow {
  const known = plainRows.get(item);
  if (known !== undefined) return known;
  const row: ImportRow = {
    ...{ item, choice: 'in', duplicate: null, alike: null, isKnown: false, mayChange: false, waitsForJoining: false },
    ...{ waitsForChoice: false, isLeftOut: false, change: null, isSame: false, problem: problemLine(noun, item) },
  };
  plainRows.set(item, row);
  return row;
}

/** Makes the row of a record of which nothing is to be decided, while records are checked in slices. */
export function withRow(item: ImportItem, noun: SheetNoun): ImportItem {
  plainRowOf(item, noun);
  return item;
}

/**
 * The row of a record, as far as no other row matters but the one that it repeats. A duplicate is skipped unless the
 * user includes it or updates the existing record.
 *
 * @param twinLine the line of the earlier record that it repeats
 */
export function rowOf(item: ImportItem, twinLine: number | undefined, context: RowContext): ImportRow {
  const { noun } = context;
  const there = context.thereOf(item);
  const chosen = context.chosen.get(item.key);
  const refused = context.refused.get(item.key);
  const isPlain = there === nowhere && twinLine === undefined && !isJoined(item);
  if (isPlain && chosen === undefined && refused === undefined) return plainRowOf(item, noun);
  const duplicate =
    there.duplicate ?? (twinLine === undefined ? null : t('imports.duplicateFile', { line: String(twinLine) }));
  const choice = chosen ?? (duplicate === null ? 'in' : 'out');
  const waitsForJoining = context.joining === 'ask' && isJoined(item) && choice !== 'out';
  const alike = duplicate === null ? there.alike : null;
  const mayChange = there.isKnown || (alike !== null && there.isAlikeKnown === true);
  const row = {
    ...{ item, choice, duplicate, alike, isKnown: there.isKnown, mayChange, waitsForJoining },
    waitsForChoice: noun.asksAlike && alike !== null && chosen === undefined,
    ...{ isLeftOut: choice === 'out', change: null, isSame: false },
  };
  if (waitsForJoining) {
    return { ...row, problem: t(`${noun.words}.waitsForJoining`, { lines: linesText(item.lines) }) };
  }
  // With no existing record to update, the record is imported as a new one.
  if (choice !== 'change' || !mayChange) {
    const problem = problemLine(noun, item) ?? refused ?? null;
    return { ...row, problem: problem ?? (row.waitsForChoice ? alike : null) };
  }
  const change = context.changeOf(item);
  return {
    ...row,
    isSame: change.kind === 'same',
    change: change.kind === 'change' ? change : null,
    problem: refused ?? (change.kind === 'cannot' ? change.why : null),
  };
}

/** Line numbers as text: `2, 5, 7`. */
export const linesText = (lines: readonly number[]): string => lines.join(', ');

/** Will be imported, or updates an existing record. */
export const isGood = ({ isLeftOut, isSame, problem }: ImportRow): boolean => !isLeftOut && !isSame && problem === null;

/** The rows of each kind; a row may be of several. */
export interface RowKinds {
  good: ImportRow[];
  /** The good ones that update existing records. */
  changing: ImportRow[];
  bad: ImportRow[];
  /** The bad ones that only await a decision: to join their rows, or whether they are the ones they look like. */
  undecided: ImportRow[];
  /** The undecided ones that look like another record. */
  unchosen: ImportRow[];
  leftOut: ImportRow[];
  duplicates: ImportRow[];
  alike: ImportRow[];
  /** Those with a warning. */
  incomplete: ImportRow[];
  knownHere: ImportRow[];
  joined: ImportRow[];
}

export const noKinds = (): RowKinds => ({
  ...{ good: [], changing: [], bad: [], undecided: [], unchosen: [], leftOut: [] },
  ...{ duplicates: [], alike: [], incomplete: [], knownHere: [], joined: [] },
});

/** Sorts the rows out in one pass, which takes a few milliseconds for tens of thousands. */
export function kindsOf(rows: readonly ImportRow[]): RowKinds {
  const kinds = noKinds();
  for (const row of rows) sortInto(kinds, row);
  return kinds;
}

/** Adds a row to the lists of its kinds. */
export function sortInto(kinds: RowKinds, row: ImportRow): void {
  if (isGood(row)) {
    kinds.good.push(row);
    if (row.change !== null) kinds.changing.push(row);
  } else if (row.isLeftOut) kinds.leftOut.push(row);
  else if (row.problem !== null) {
    kinds.bad.push(row);
    const isOpen = isUndecided(row);
    if (isOpen) kinds.undecided.push(row);
    if (isOpen && row.waitsForChoice) kinds.unchosen.push(row);
  }
  if (row.duplicate !== null) kinds.duplicates.push(row);
  if (row.alike !== null) kinds.alike.push(row);
  if (isIncomplete(row)) kinds.incomplete.push(row);
  if (row.isKnown) kinds.knownHere.push(row);
  if (isJoined(row.item)) kinds.joined.push(row);
}

/** Nothing but a decision is missing. */
export const isUndecided = ({
  item,
  waitsForChoice,
  waitsForJoining,
}: Pick<ImportRow, 'item' | 'waitsForChoice' | 'waitsForJoining'>): boolean =>
  waitsForJoining || (waitsForChoice && Object.keys(item.problems).length === 0);

/** A record that is created though something should be looked at; those that exist keep their address. */
export const isIncomplete = ({ item, isLeftOut, choice }: ImportRow): boolean =>
  item.warnings !== undefined && !isLeftOut && choice === 'in';

/** Made of several rows. */
export const isJoined = ({ lines }: ImportItem): boolean => lines.length > 1;

/** The kind that each filter shows; null: all rows. */
export const kindOfFilter: Readonly<Record<ImportFilter, keyof RowKinds | null>> = {
  all: null,
  bad: 'bad',
  duplicates: 'duplicates',
  alike: 'alike',
  incomplete: 'incomplete',
  'left-out': 'leftOut',
  joined: 'joined',
};
