/** How the rows of a table are marked: one by one, in ranges, all. */
import { primaryHeld } from '../lib/shortcuts.ts';
import { marksOf, type Move } from './table.ts';
import { keysBetween, type Lines } from './table-lines.ts';

interface MarksOf<Row> {
  lines: () => Lines<Row>;
  /** Index of the active line; -1: none is. */
  active: () => number;
  /** Index of the row's line that a move leads to; -1: there is none. */
  after: (move: Move) => number;
  /** Undefined: rows cannot be marked. */
  marked: () => ReadonlySet<string> | undefined;
  mark: (marked: ReadonlySet<string>) => void;
  /** Called after the user has marked rows: whether that were all, also those that are not loaded yet. */
  marksAll?: (isAll: boolean) => void;
  activate: (index: number) => void;
}

export class TableMarks<Row> {
  /** Key of the row where a range starts. */
  #anchor: string | null = null;
  readonly #of: MarksOf<Row>;

  constructor(of: MarksOf<Row>) {
    this.#of = of;
  }

  /** The next range starts at the row that is active then. */
  forgetAnchor(): void {
    this.#anchor = null;
  }

  /** A range starts at the active row, unless one has started. */
  anchorHere(): void {
    this.#anchor ??= this.#of.lines().at(this.#of.active())?.key ?? null;
  }

  toggle(index: number): void {
    const [line, marked] = [this.#of.lines().at(index), this.#of.marked()];
    if (!marked || line?.kind !== 'row') return;
    const { key } = line;
    this.#anchor = key;
    this.#mark(new Set(marked.has(key) ? [...marked].filter((each) => each !== key) : [...marked, key]));
  }

  /** Marks all rows, or none if all are marked. */
  toggleAll(): void {
    const [{ keys }, marked] = [this.#of.lines(), this.#of.marked()];
    const isAll = marked !== undefined && marksOf(keys, (key) => key, marked) === 'all';
    this.#mark(new Set(isAll ? [] : keys), !isAll);
    this.#anchor = null;
  }

  /** Marks the range from its start to the active row. */
  extend(): void {
    const line = this.#of.lines().at(this.#of.active());
    if (line?.kind !== 'row') return;
    this.#anchor ??= line.key;
    this.#mark(new Set(keysBetween(this.#of.lines(), this.#anchor, line.key)));
  }

  /** Rows have other keys now; those that were marked stay so. @param renewed the keys by those of before */
  renew(renewed: ReadonlyMap<string, string>): void {
    const marked = this.#of.marked();
    if (this.#anchor !== null) this.#anchor = renewed.get(this.#anchor) ?? this.#anchor;
    if (marked === undefined || ![...marked].some((key) => renewed.has(key))) return;
    this.#of.mark(new Set([...marked].map((key) => renewed.get(key) ?? key)));
  }

  /** @returns whether the key changed the marks */
  byKey(event: KeyboardEvent): boolean {
    const marked = this.#of.marked();
    if (!marked) return false;
    if (event.key === ' ' && !event.shiftKey) this.toggle(this.#of.active());
    else if (event.key.toLowerCase() === 'a' && primaryHeld(event) && !event.shiftKey) {
      this.#mark(new Set(this.#of.lines().keys), true);
    } else if (event.shiftKey && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      this.anchorHere();
      this.#of.activate(this.#of.after(event.key === 'ArrowDown' ? 'down' : 'up'));
      this.extend();
    } else if (event.key === 'Escape' && marked.size > 0) {
      this.#mark(new Set());
      this.#anchor = null;
    } else return false;
    event.preventDefault();
    return true;
  }

  #mark(keys: ReadonlySet<string>, isAll = false): void {
    this.#of.mark(keys);
    this.#of.marksAll?.(isAll);
  }
}
