/**
 * The lines of a table: its rows, and the titles of groups between them. A list may have 100,000 rows and changes as a
 * whole, so nothing is made for each row before it is asked for.
 */

/** What rows are grouped by. */
export interface Grouping<Row> {
  keyOf: (row: Row) => string;
  titleOf: (row: Row) => string;
  /** What a group's line says beside its title. */
  summaryOf?: ((rows: readonly Row[]) => string) | undefined;
  /** Orders groups by a row of each; undefined: in the order of the list. */
  compare?: (one: Row, other: Row) => number;
}

/** One line of the table. */
export type Line<Row> =
  { kind: 'group'; key: string; title: string; rows: readonly Row[] } | { kind: 'row'; key: string; row: Row };

/** Lines by their place. */
export interface SomeLines<Row> {
  readonly length: number;
  at: (index: number) => Line<Row> | undefined;
}

/** Where a row was, and which one; -1 and null: nowhere. */
export interface Found<Row> {
  index: number;
  row: Row | null;
}

/** Rows that are shown together. */
interface Part<Row> {
  /** The place of its first line. */
  from: number;
  /** Above its rows. Null: the table has no groups. */
  title: Extract<Line<Row>, { kind: 'group' }> | null;
  rows: readonly Row[];
}

/** Lines that were asked for are kept, so that a row that stays on screen stays the same line. */
const mostKept = 1_024;

export class Lines<Row> implements SomeLines<Row> {
  readonly length: number;
  readonly #parts: readonly Part<Row>[];
  readonly #keyOf: (row: Row) => string;
  readonly #kept = new Map<number, Line<Row>>();
  #rows: readonly Row[] | null = null;

  constructor(parts: readonly Part<Row>[], keyOf: (row: Row) => string) {
    this.#parts = parts;
    this.#keyOf = keyOf;
    this.length = parts.reduce((sum, { title, rows }) => sum + (title === null ? 0 : 1) + rows.length, 0);
  }

  at(index: number): Line<Row> | undefined {
    const kept = this.#kept.get(index);
    if (kept !== undefined) return kept;
    const made = this.#make(index);
    if (made === undefined) return undefined;
    if (this.#kept.size >= mostKept) this.#kept.clear();
    this.#kept.set(index, made);
    return made;
  }

  #make(index: number): Line<Row> | undefined {
    const part = this.#parts[this.#partOf(index)];
    if (part === undefined || index < 0) return undefined;
    const { from, title, rows } = part;
    if (title !== null && index === from) return title;
    const row = rows[index - from - (title === null ? 0 : 1)];
    return row === undefined ? undefined : { kind: 'row', key: this.#keyOf(row), row };
  }

  /** The part that a line belongs to. */
  #partOf(index: number): number {
    let [low, high] = [0, this.#parts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#parts[middle]?.from ?? 0) <= index) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** How many titles there are above a line. */
  titlesBefore(index: number): number {
    const at = this.#partOf(index);
    const part = this.#parts[at];
    if (part === undefined || part.title === null) return 0;
    return at + (part.from < index ? 1 : 0);
  }

  /** The rows in the order in which they are shown. */
  get rows(): readonly Row[] {
    const [only, second] = this.#parts;
    this.#rows ??= only !== undefined && second === undefined ? only.rows : this.#parts.flatMap(({ rows }) => rows);
    return this.#rows;
  }

  /** Keys of the rows, in the same order. */
  get keys(): string[] {
    return this.rows.map((row) => this.#keyOf(row));
  }

  /**
   * The place of a row; -1: it is not among them.
   *
   * @param before where it was, and the row that it was: most changes leave both, and others the row
   */
  indexOf(key: string, before?: Found<Row>): number {
    if (before !== undefined && this.at(before.index)?.key === key) return before.index;
    const old = before?.row ?? null;
    if (old !== null && this.#keyOf(old) === key) {
      const found = this.#find((rows) => rows.indexOf(old));
      if (found >= 0) return found;
    }
    return this.#find((rows) => rows.findIndex((row) => this.#keyOf(row) === key));
  }

  #find(placeIn: (rows: readonly Row[]) => number): number {
    for (const { from, title, rows } of this.#parts) {
      const at = placeIn(rows);
      if (at >= 0) return from + (title === null ? 0 : 1) + at;
    }
    return -1;
  }
}

/** The rows of each group, in the order in which the groups are shown. */
function groupsOf<Row>(rows: readonly Row[], { keyOf, compare }: Grouping<Row>): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const key = keyOf(row);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  if (compare === undefined) return groups;
  return new Map([...groups].sort(([, [one]], [, [other]]) => (one && other ? compare(one, other) : 0)));
}

/**
 * Lines of a table. Groups without an order of their own are shown in that of `inOrder`.
 * @param grouping each group starts with a title line
 * @param inOrder the rows in the list's own order, if they are sorted by a column
 */
export function linesOf<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  grouping?: Grouping<Row> | null,
  inOrder: readonly Row[] = rows,
): Lines<Row> {
  if (!grouping) return new Lines(rows.length === 0 ? [] : [{ from: 0, title: null, rows }], keyOf);
  const groups = groupsOf(rows, grouping);
  const order = grouping.compare === undefined && inOrder !== rows ? groupsOf(inOrder, grouping) : groups;
  const parts: Part<Row>[] = [];
  let from = 0;
  for (const key of order.keys()) {
    const group = groups.get(key) ?? [];
    const [first] = group;
    if (first === undefined) continue;
    parts.push({
      from,
      title: { kind: 'group', key: `group:${key}`, title: grouping.titleOf(first), rows: group },
      rows: group,
    });
    from += group.length + 1;
  }
  return new Lines(parts, keyOf);
}

/**
 * The keys that rows have now, by other ones that they had before.
 *
 * @param formerKeyOf a row's other key; null or undefined: it has had none
 */
export function renewedKeys<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  formerKeyOf: (row: Row) => string | null | undefined,
): ReadonlyMap<string, string> {
  const renewed = new Map<string, string>();
  for (const row of rows) {
    const [key, former] = [keyOf(row), formerKeyOf(row)];
    if (former != null && former !== key) renewed.set(former, key);
  }
  return renewed;
}

/** Keys of the rows between two keys, inclusive, in display order. */
export function keysBetween<Row>(lines: Lines<Row>, one: string, other: string): string[] {
  const places = [one, other].map((key) => lines.indexOf(key)).filter((place) => place >= 0);
  const keys: string[] = [];
  if (places.length === 0) return keys;
  for (let index = Math.min(...places); index <= Math.max(...places); index += 1) {
    const line = lines.at(index);
    if (line?.kind === 'row') keys.push(line.key);
  }
  return keys;
}
