/** DataTable's logic that needs no DOM: the position of each line, and where a key press leads. */
import type { Snippet } from 'svelte';
import type { SortValue } from '../lib/sorting.ts';

export interface Column<Row> {
  id: string;
  title: string;
  /** A CSS grid track: `80px`, `minmax(120px, 2fr)`. Fixed per column, so that widths do not depend on the content. */
  width: string;
  align?: 'start' | 'end';
  /** The cell's text, by which it is also filtered and exported; use `cell` where text is not enough to show it. */
  text?: (row: Row) => string | null;
  cell?: Snippet<[Row]>;
  /** What the column sorts by, where that is not its text. */
  sortBy?: (row: Row) => SortValue;
  /** What a spreadsheet can add up, in the unit of the title. */
  amount?: (row: Row) => number | null;
  /** In rows of two lines: the text of the second line, and the column that is not needed then. */
  below?: { instead: string; text: (row: Row) => string | null };
}

/** What rows are grouped by. */
export interface Grouping<Row> {
  keyOf: (row: Row) => string;
  titleOf: (row: Row) => string;
  /** What a group's line says beside its title. */
  summaryOf?: ((rows: readonly Row[]) => string) | undefined;
  /** Orders groups by a row of each; undefined: in the order of the list. */
  compare?: (one: Row, other: Row) => number;
}

/** What a column sorts by; undefined: it cannot be sorted by. */
export const sortValueOf = <Row>({ sortBy, amount, text }: Column<Row>) => sortBy ?? amount ?? text;

/**
 * The width of a column in which no state is cut: of its longest text, the symbol before it, and the cell's padding.
 * @param texts every state that the column may show
 */
export function stateWidth(texts: readonly string[]): string {
  // Wider than the average letter of every font in tokens.css, at its usual size.
  const letter = 6.6;
  return `${Math.ceil(Math.max(...texts.map(({ length }) => length)) * letter) + 34}px`;
}

/** One line of the table. */
export type Line<Row> =
  { kind: 'group'; key: string; title: string; rows: readonly Row[] } | { kind: 'row'; key: string; row: Row };

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
): Line<Row>[] {
  if (!grouping) return rows.map((row) => ({ kind: 'row', key: keyOf(row), row }));
  const groups = groupsOf(rows, grouping);
  const order = grouping.compare === undefined ? groupsOf(inOrder, grouping) : groups;
  const lines: Line<Row>[] = [];
  for (const key of order.keys()) {
    const group = groups.get(key) ?? [];
    const [first] = group;
    if (first === undefined) continue;
    lines.push({ kind: 'group', key: `group:${key}`, title: grouping.titleOf(first), rows: group });
    for (const row of group) lines.push({ kind: 'row', key: keyOf(row), row });
  }
  return lines;
}

/** The rows among lines, in display order. */
export const rowsIn = <Row>(lines: readonly Line<Row>[]): Row[] =>
  lines.flatMap((line) => (line.kind === 'row' ? [line.row] : []));

/** Heights of the lines in pixels. */
interface Heights {
  row: number;
  /** The title of a group is lower than a row. */
  group: number;
}

/** Where each line begins, in pixels below the first; after the last line the height of all. */
export function topsOf<Row>(lines: readonly Line<Row>[], heights: Heights): readonly number[] {
  const tops = [0];
  let top = 0;
  for (const { kind } of lines) {
    top += heights[kind];
    tops.push(top);
  }
  return tops;
}

/** The first line that begins at a place or below; the number of lines when none does. */
function lineFrom(tops: readonly number[], place: number): number {
  let [low, high] = [0, tops.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((tops[middle] ?? 0) < place) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** First line to render and the one after the last, with some spare above and below. */
export function visibleRange(scrollTop: number, height: number, tops: readonly number[]): { from: number; to: number } {
  const spare = 8;
  const from = Math.max(0, lineFrom(tops, scrollTop) - spare);
  return { from, to: Math.min(tops.length - 1, lineFrom(tops, scrollTop + height) + spare) };
}

export type Move = 'up' | 'down' | 'page-up' | 'page-down' | 'first' | 'last';

const moves: Readonly<Record<string, Move>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  PageUp: 'page-up',
  PageDown: 'page-down',
  Home: 'first',
  End: 'last',
};

/** The move for a key; undefined for other keys or when a modifier is held. */
export function moveOf(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'altKey' | 'metaKey' | 'shiftKey'>,
): Move | undefined {
  return event.ctrlKey || event.altKey || event.metaKey || event.shiftKey ? undefined : moves[event.key];
}

/**
 * The line a move leads to. Group lines are skipped; a move past either end stays on the present line.
 * @param present index of the active line, -1 for none
 * @param pageLines lines that fit on the screen
 * @returns index of a row's line, -1 when the table has none
 */
export function lineAfter<Row>(lines: readonly Line<Row>[], present: number, move: Move, pageLines: number): number {
  const isRow = (index: number) => lines[index]?.kind === 'row';
  const seek = (start: number, step: 1 | -1) => {
    for (let index = start; index >= 0 && index < lines.length; index += step) if (isRow(index)) return index;
    return -1;
  };
  const last = lines.length - 1;
  const page = Math.max(1, pageLines - 1);
  if (present < 0) return move === 'last' || move === 'up' ? seek(last, -1) : seek(0, 1);
  const near = (wanted: number, step: 1 | -1) => {
    const clamped = Math.min(last, Math.max(0, wanted));
    const found = seek(clamped, step);
    if (found >= 0) return found;
    const other = seek(clamped, step === 1 ? -1 : 1);
    return other >= 0 ? other : present;
  };
  switch (move) {
    case 'up': {
      const found = seek(present - 1, -1);
      return found >= 0 ? found : present;
    }
    case 'down': {
      const found = seek(present + 1, 1);
      return found >= 0 ? found : present;
    }
    case 'page-up':
      return near(present - page, -1);
    case 'page-down':
      return near(present + page, 1);
    case 'first':
      return seek(0, 1);
    case 'last':
      return seek(last, -1);
  }
}

/** The scroll position at which a line is fully visible below the header; undefined when it already is. */
export function scrollFor(
  line: number,
  scrollTop: number,
  height: number,
  tops: readonly number[],
): number | undefined {
  const [top = 0, bottom = top] = tops.slice(line, line + 2);
  if (top < scrollTop) return top;
  return bottom > scrollTop + height ? bottom - height : undefined;
}

/**
 * The scroll position that a list begins with when it begins with a line of its middle: the top as long as that line is
 * in the upper half then, else with the line below two others, so that what is before it can be seen to be there.
 */
export function scrollToBegin(line: number, height: number, tops: readonly number[], rowHeight: number): number {
  const top = tops[line] ?? 0;
  return top <= height / 2 ? 0 : top - 2 * rowHeight;
}

/** Keys of the rows between two keys, inclusive, in display order. */
export function keysBetween<Row>(lines: readonly Line<Row>[], one: string, other: string): string[] {
  const places = [one, other].map((key) => lines.findIndex((line) => line.key === key)).filter((place) => place >= 0);
  if (places.length === 0) return [];
  const marked = lines.slice(Math.min(...places), Math.max(...places) + 1);
  return marked.flatMap((line) => (line.kind === 'row' ? [line.key] : []));
}

/** @returns whether none, some or all rows of a table are marked; marks may be of rows that a filter hides */
export function marksOf(rows: number, marked: number): 'none' | 'some' | 'all' {
  if (marked === 0) return 'none';
  return rows > 0 && marked >= rows ? 'all' : 'some';
}
