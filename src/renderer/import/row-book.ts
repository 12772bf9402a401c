/**
 * The rows of all records of a file, with what they have in common: those that repeat each other, have the same number,
 * or change the same record. It is made in steps, and a correction changes the rows that it concerns alone: there may be
 * tens of thousands.
 */
import { t } from '../../messages/index.ts';
import type { Steps } from '../lib/in-slices.ts';
import { rowsInStep, twinText } from './group.ts';
import { kindsOf, noKinds, numberOf, rowOf, sortInto, type RowContext, type RowKinds } from './import-rows.ts';
import type { ImportItem, ImportRow } from './item.ts';

/** A change that concerns more rows is made in steps, with all of them. */
export const mostChanged = 300;

/** Where rows are in the file, in order, by a text that several may have. */
class Places {
  readonly #by = new Map<string, number[]>();

  of(text: string): readonly number[] {
    return this.#by.get(text) ?? [];
  }

  /** @param text empty: it has nothing in common with others */
  add(text: string, at: number): void {
    if (text === '') return;
    const places = this.#by.get(text);
    if (places === undefined) this.#by.set(text, [at]);
    else places.splice(placeIn(places, at), 0, at);
  }

  remove(text: string, at: number): void {
    const places = this.#by.get(text);
    const index = places?.indexOf(at) ?? -1;
    if (places === undefined || index < 0) return;
    places.splice(index, 1);
    if (places.length === 0) this.#by.delete(text);
  }
}

/** The index at which a place belongs. */
function placeIn(places: readonly number[], at: number): number {
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle] ?? 0) < at) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** What rows have in common. */
class Common {
  /** By the record's key. */
  readonly keys = new Map<string, number>();
  /** All rows, by what they say. */
  readonly twins = new Places();
  /** Those that are not skipped, by their number. */
  readonly numbers = new Places();
  /** Those that change an existing record, by its id. */
  readonly changes = new Places();
}

const includedNumber = ({ item, isLeftOut }: ImportRow, { noun }: RowContext): string =>
  isLeftOut ? '' : numberOf(item, noun.joinsBy);
const changedId = ({ change }: ImportRow): string => change?.recordId ?? '';

/** The line of the first of these rows; undefined: there is none before this one. */
function lineBefore(rows: readonly ImportRow[], [first]: readonly number[], at: number): number | undefined {
  return first === undefined || first >= at ? undefined : rows[first]?.item.lines[0];
}

/**
 * A row with what other rows mean for it. Records with the same number are imported once, and only one row updates a
 * record: of two changes, made of the same values that were there, the second would undo the first.
 */
function amongOthers(
  row: ImportRow,
  at: number,
  rows: readonly ImportRow[],
  { numbers, changes }: Common,
  context: RowContext,
): ImportRow {
  const { noun, joining } = context;
  const ofNumber = numbers.of(includedNumber(row, context));
  const numberLine = joining === 'separate' ? undefined : lineBefore(rows, ofNumber, at);
  const changeLine = lineBefore(rows, changes.of(changedId(row)), at);
  if (row.problem !== null || (numberLine === undefined && changeLine === undefined)) return row;
  const problem =
    numberLine === undefined
      ? t('imports.changesSame', { line: String(changeLine) })
      : t(`${noun.words}.sameNumber`, { line: String(numberLine) });
  return { ...row, problem };
}

export class RowBook {
  /** In the order of the file. */
  readonly rows: readonly ImportRow[];
  readonly kinds: Readonly<RowKinds>;
  /** Null: it belongs to a newer book. */
  #common: Common | null;

  constructor(rows: readonly ImportRow[], kinds: RowKinds, common: Common | null) {
    this.rows = rows;
    this.kinds = kinds;
    this.#common = common;
  }

  /**
   * The book after a change of a few records. This one can be shown until then, but not be changed again.
   *
   * @param keys of the records whose corrections, choices or refusals have changed
   * @param items those of them that were corrected, by their key
   * @param context as it is now. For all other records it has to be what it was
   * @returns null: it concerns so many rows that all are to be made again
   */
  changed(keys: readonly string[], items: ReadonlyMap<string, ImportItem>, context: RowContext): RowBook | null {
    const common = this.#common;
    this.#common = null;
    if (common === null) return null;
    const rows = [...this.rows];
    const concerned = new Concerned();
    const places = [...new Set(keys.flatMap((key) => common.keys.get(key) ?? []))];
    concerned.add(places);
    const now = new Map<number, ImportItem>();
    for (const at of places) {
      const was = rows[at]?.item;
      const item = was === undefined ? undefined : items.get(was.key);
      if (was === undefined || item === undefined) continue;
      now.set(at, item);
      concerned.move(common.twins, at, twinText(was), twinText(item));
    }
    if (concerned.isTooMuch()) return null;
    const based = (at: number, row: ImportRow): ImportRow => {
      const item = now.get(at) ?? row.item;
      return rowOf(item, lineBefore(rows, common.twins.of(twinText(item)), at), context);
    };
    for (const at of concerned.places) {
      const row = rows[at];
      if (row === undefined) continue;
      const made = based(at, row);
      concerned.move(common.numbers, at, includedNumber(row, context), includedNumber(made, context));
      concerned.move(common.changes, at, changedId(row), changedId(made));
    }
    if (concerned.isTooMuch()) return null;
    for (const at of concerned.places) {
      const row = rows[at];
      if (row !== undefined) rows[at] = amongOthers(based(at, row), at, rows, common, context);
    }
    return new RowBook(rows, kindsOf(rows), common);
  }
}

/** The rows that a change concerns. */
class Concerned {
  readonly #places = new Set<number>();
  #isTooMuch = false;

  isTooMuch(): boolean {
    return this.#isTooMuch;
  }

  get places(): readonly number[] {
    return [...this.#places];
  }

  add(places: readonly number[]): void {
    this.#isTooMuch ||= this.#places.size + places.length > mostChanged;
    if (!this.#isTooMuch) for (const at of places) this.#places.add(at);
  }

  /** A row has another text: that concerns the rows with which it had something in common, or has now. */
  move(common: Places, at: number, was: string, is: string): void {
    if (was === is) return;
    common.remove(was, at);
    common.add(is, at);
    this.add(common.of(was));
    this.add(common.of(is));
  }
}

/** Makes the rows of all records, in steps. */
export function* bookSteps(items: readonly ImportItem[], context: RowContext): Steps<RowBook> {
  const common = new Common();
  const rows: ImportRow[] = [];
  const kinds = noKinds();
  for (const [at, item] of items.entries()) {
    if (at % rowsInStep === 0) yield;
    common.keys.set(item.key, at);
    const twin = twinText(item);
    common.twins.add(twin, at);
    const row = rowOf(item, lineBefore(rows, common.twins.of(twin), at), context);
    common.numbers.add(includedNumber(row, context), at);
    common.changes.add(changedId(row), at);
    const whole = amongOthers(row, at, rows, common, context);
    rows.push(whole);
    sortInto(kinds, whole);
  }
  return new RowBook(rows, kinds, common);
}
