/** Editing in the table of stops: which cell is open, and where the keyboard goes from it. */
import { whyNotEdited, type StopRow } from '../../shared/stops.ts';
import type { DepotClock } from '../../shared/zones.ts';
import { toasts } from '../ui/toasts.svelte.ts';
import { CellEdit, type EditableColumn } from './cell-edit.svelte.ts';
import { stepsOf, type StepOf } from './many-edits.ts';
import { takeKeys } from './take-keys.ts';

/** 1: to the next cell of the row, -1: to the one before, 0: to the table; null: the keyboard is elsewhere already. */
export type CellMove = 1 | 0 | -1 | null;

interface CellsOf {
  /** All stops of the plan; undefined: not loaded. */
  all: () => readonly StopRow[] | undefined;
  /** The columns on screen whose cells can be edited, in their order. */
  columns: () => readonly EditableColumn[];
  /** On which windows are read. */
  clock: () => DepotClock;
  table: () => HTMLElement | null;
  select: (id: string) => void;
  /** Lists a row that the filter or another view hides. */
  list: (id: string) => void;
  /** @returns whether all steps were saved; a failure has been shown */
  save: (steps: readonly StepOf[]) => Promise<boolean>;
}

export class CellEditing {
  /** The cell that is edited in its place. */
  open = $state.raw<CellEdit | null>(null);
  readonly #of: CellsOf;
  /** Its stop was deleted or moved elsewhere. */
  readonly isLost = $derived.by(() => this.open?.isLost(this.#of.all()) === true);

  constructor(of: CellsOf) {
    this.#of = of;
  }

  /**
   * Edits a cell in its place. One that is open and could not be saved stays, so that its input is not lost, and its
   * user is brought back to it.
   *
   * @param column default: the first on screen
   * @returns false: the cell cannot be edited
   */
  edit(row: StopRow, column = this.#of.columns()[0]): boolean {
    if (this.isLost) this.endLost();
    if (this.open?.isChanged === true) {
      this.call();
      return true;
    }
    if (column === undefined || !this.#of.columns().includes(column) || whyNotEdited(row) !== null) return false;
    this.open = new CellEdit(row, column, this.#of.clock);
    // The table shows it: a marked row need not be the active one, and may be out of sight.
    this.#of.select(row.id);
    return true;
  }

  /** Shows the open cell, wherever it is, and gives it the keyboard. */
  call(): void {
    const cell = this.open;
    if (cell === null) return;
    const id = this.#rowOf(cell)?.id ?? cell.row.id;
    this.#of.list(id);
    this.#of.select(id);
    cell.calls += 1;
  }

  /**
   * Saves the cell, and goes on before the answer: what is typed by then belongs where the keyboard went. The cell
   * stays open, with what was typed, while that is not valid, and opens again if it could not be saved.
   */
  async save(cell: CellEdit, to: CellMove): Promise<void> {
    if (this.open !== cell) return;
    const change = cell.isChanged ? cell.take() : {};
    if (change === null) return;
    const steps = stepsOf([cell.row], change);
    this.#leave(cell, to);
    if (steps.length > 0 && !(await this.#of.save(steps))) this.#reopen(cell);
  }

  /** Restores the cell: nothing is saved. */
  close(cell: CellEdit, to: 0 | null = 0): void {
    if (this.open === cell) this.#leave(cell, to);
  }

  /** Ends the cell of a stop that is gone, which would keep other cells from being edited, and says what was typed. */
  endLost(): void {
    const said = this.open?.goneWords ?? null;
    this.open = null;
    if (said !== null) toasts.show('error', 'stops.cell', said);
  }

  #leave(cell: CellEdit, to: CellMove): void {
    this.open = null;
    if (to === null) return;
    const columns = this.#of.columns();
    const next = to === 0 ? undefined : columns[columns.indexOf(cell.column) + to];
    const row = this.#rowOf(cell);
    if (next === undefined || row === undefined || !this.edit(row, next)) takeKeys(this.#of.table());
  }

  /** Another cell may hold input of its own by now; then a message has what was typed. */
  #reopen(cell: CellEdit): void {
    if (this.open?.isChanged === true) {
      toasts.show('error', 'stops.cell', cell.failedWords);
      return;
    }
    cell.calls += 1;
    this.open = cell;
  }

  /** The row of the cell as it is listed now: the service may have given its stop an id meanwhile. */
  #rowOf({ row: { id } }: CellEdit): StopRow | undefined {
    return this.#of.all()?.find((row) => row.id === id || row.localId === id);
  }
}
