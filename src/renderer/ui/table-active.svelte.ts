/** The active row of a table: the one that the keyboard acts on, whether it is selected or not. */
import { lineAfter, lineAfterGap, type Move } from './table.ts';
import type { Found, Lines } from './table-lines.ts';

interface ActiveRowOf<Row> {
  lines: () => Lines<Row>;
  /** Key of the selected row. */
  selected: () => string | null;
  /** All rows, also those that a filter hides; undefined: not known. */
  all: () => readonly Row[] | undefined;
  keyOf: (row: Row) => string;
}

export class ActiveRow<Row> {
  /** Its key while no row is selected. */
  cursor = $state<string | null>(null);
  /** Where it was last: there it is found at once, and from there the keys go on once it has left the list. */
  #last: Found<Row> = { index: -1, row: null };
  readonly #of: ActiveRowOf<Row>;
  readonly #key = $derived.by(() => this.#of.selected() ?? this.cursor);
  /** The place of its line; -1: there is none, or it is not listed. */
  readonly index = $derived.by(() => {
    if (this.#key === null) return -1;
    const lines = this.#of.lines();
    const index = lines.indexOf(this.#key, this.#last);
    const line = lines.at(index);
    if (line?.kind === 'row') this.#last = { index, row: line.row };
    return index;
  });

  constructor(of: ActiveRowOf<Row>) {
    this.#of = of;
  }

  /** Makes a row the active one. @param index the place of its line, which is listed */
  set(index: number, { key, row }: { key: string; row: Row }): void {
    this.#last = { index, row };
    this.cursor = key;
  }

  /** The row was deleted or moved elsewhere. One that a filter hides has not left, and keys begin at an end again. */
  get hasLeft(): boolean {
    const { all, keyOf } = this.#of;
    return this.#key !== null && this.index < 0 && all()?.every((row) => keyOf(row) !== this.#key) === true;
  }

  /**
   * The line a move leads to.
   *
   * @param pageLines lines that fit on the screen
   * @returns index of a row's line, -1 when the table has none
   */
  after(move: Move, pageLines: number): number {
    const lines = this.#of.lines();
    return this.hasLeft
      ? lineAfterGap(lines, this.#last.index, move, pageLines)
      : lineAfter(lines, this.index, move, pageLines);
  }
}
