/** DataTable's logic that needs no DOM: the position of each line, and where a key press leads. */
import type { Snippet } from 'svelte';
import type { SortValue } from '../lib/sorting.ts';
import type { SomeLines } from './table-lines.ts';

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
  /** The text is a phone number, which a file must not turn into an amount. */
  isPhone?: boolean;
  /** In rows of two lines: the text of the second line, and the column that is not needed then. */
  below?: { instead: string; text: (row: Row) => string | null };
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

export type Move = 'up' | 'down' | 'page-up' | 'page-down' | 'first' | 'last';

const moves: Readonly<Record<string, Move>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  PageUp: 'page-up',
  PageDown: 'page-down',
  Home: 'first',
  End: 'last',
};

/** What a key press says. The columns of a table are also described where there is no window. */
type KeyPress = { key: string } & Record<'ctrlKey' | 'altKey' | 'metaKey' | 'shiftKey', boolean>;

/** The move for a key; undefined for other keys or when a modifier is held. */
export function moveOf(event: KeyPress): Move | undefined {
  return event.ctrlKey || event.altKey || event.metaKey || event.shiftKey ? undefined : moves[event.key];
}

/**
 * The line a move leads to. Group lines are skipped; a move past either end stays on the present line.
 * @param present index of the active line, -1 for none
 * @param pageLines lines that fit on the screen
 * @returns index of a row's line, -1 when the table has none
 */
export function lineAfter<Row>(lines: SomeLines<Row>, present: number, move: Move, pageLines: number): number {
  const isRow = (index: number) => lines.at(index)?.kind === 'row';
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

/**
 * The line a move leads to when the active row has left the list: from between the rows that were before and after it.
 *
 * @param gap index that its line had, where the next one is now; -1: not known
 * @param pageLines lines that fit on the screen
 * @returns index of a row's line, -1 when the table has none
 */
export function lineAfterGap<Row>(lines: SomeLines<Row>, gap: number, move: Move, pageLines: number): number {
  if (gap < 0) return lineAfter(lines, -1, move, pageLines);
  const isDown = move === 'down' || move === 'page-down';
  const found = lineAfter(lines, Math.min(gap, lines.length) - (isDown ? 1 : 0), move, pageLines);
  // Nothing is above the gap but the title of a group, or nothing at all.
  return lines.at(found)?.kind === 'row' ? found : lineAfter(lines, -1, 'first', pageLines);
}

/**
 * Whether none, some or all rows of a table are marked; marks may also be of rows that a filter hides.
 *
 * @param total how many rows there are, if not all are loaded
 */
export function marksOf<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  marked: ReadonlySet<string>,
  total = rows.length,
): 'none' | 'some' | 'all' {
  const isMarked = (row: Row) => marked.has(keyOf(row));
  if (marked.size === 0 || !rows.some(isMarked)) return 'none';
  return total <= rows.length && rows.every(isMarked) ? 'all' : 'some';
}
