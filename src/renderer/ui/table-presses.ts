/** Which rows of a table the pointer acts on, though the list may move under it. */
import type { Lines } from './table-lines.ts';

/** The place of the line that is under the pointer; -1: none is. */
export function lineUnder(event: MouseEvent): number {
  const row = event.target instanceof Element ? event.target.closest('[data-line]') : null;
  return row instanceof HTMLElement ? Number(row.dataset['line']) : -1;
}

export class TablePresses<Row> {
  /** Key of the row on which a button went down last. */
  #down: string | null = null;
  /** Key of the row that was clicked last. */
  #clicked: string | null = null;
  readonly #lines: () => Lines<Row>;

  constructor(lines: () => Lines<Row>) {
    this.#lines = lines;
  }

  #keyAt(index: number): string | null {
    const line = this.#lines().at(index);
    return line?.kind === 'row' ? line.key : null;
  }

  /** A button goes down. @param index the place of what is under the pointer; -1: no row */
  begin(index: number): void {
    this.#down = this.#keyAt(index);
  }

  /**
   * A click: it acts on the row on which the button went down. @param index the place of what is under the pointer now
   * @returns the place of the row that was clicked; -1: none, or it has left since the press
   */
  clicked(index: number, { detail }: Pick<MouseEvent, 'detail'>): number {
    const down = this.#down;
    // Without a press it is the click of a screen reader.
    const hasMoved = index >= 0 && detail > 0 && down !== null && down !== this.#keyAt(index);
    const at = hasMoved ? this.#lines().indexOf(down) : index;
    if (detail <= 1) this.#clicked = this.#keyAt(at);
    return at;
  }

  /** Whether both clicks of a double click hit this row. */
  isDouble(key: string): boolean {
    return key === this.#clicked;
  }

  /** Rows have other keys now. @param now the key of a row by any that it had */
  renew(now: (key: string | null) => string | null): void {
    this.#down = now(this.#down);
    this.#clicked = now(this.#clicked);
  }
}
