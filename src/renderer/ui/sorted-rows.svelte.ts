/** The rows of a table in the order of a column. Long lists are sorted in slices; until then the order stays as it is. */
import type { TableSort } from '../../shared/table-layouts.ts';
import { allSteps, stepsInSlices } from '../lib/in-slices.ts';
import { sortedRows, type SortMemory, type SortValue } from '../lib/sorting.ts';

/** The most rows that are sorted at once: a few milliseconds. */
const mostAtOnce = 1_000;
/** Leaves half a frame for drawing. */
const longestSlice = 6;

interface Order<Row> {
  valueOf: (row: Row) => SortValue;
  direction: TableSort['direction'];
}

export class SortedRows<Row> {
  #sorted = $state.raw<{ of: readonly Row[]; by: Order<Row>; rows: readonly Row[] } | null>(null);
  #memory: SortMemory & { of: Order<Row>['valueOf'] | null } = { of: null, values: [] };
  readonly #rows: () => readonly Row[];
  readonly #order: () => Order<Row> | null;
  /** The rows in order; null while they are being sorted. */
  readonly #ready = $derived.by(() => {
    const [rows, order] = [this.#rows(), this.#order()];
    if (order === null) return rows;
    if (rows.length <= mostAtOnce) return allSteps(sortedRows(rows, order.valueOf, order.direction));
    return this.#sorted?.of === rows && this.#sorted.by === order ? this.#sorted.rows : null;
  });
  readonly busy = $derived.by(() => this.#ready === null);
  readonly rows = $derived.by(() => this.#ready ?? this.#sorted?.rows ?? this.#rows());

  /**
   * Call it during component initialisation.
   * @param order null: the list's own order. The same object until the order changes
   */
  constructor(rows: () => readonly Row[], order: () => Order<Row> | null) {
    this.#rows = rows;
    this.#order = order;
    $effect.pre(() => {
      const [of, by] = [this.#rows(), this.#order()];
      if (by === null) this.#sorted = null;
      if (by === null || of.length <= mostAtOnce) return;
      let isWanted = true;
      // After an edit almost all values are as they were.
      if (this.#memory.of !== by.valueOf) this.#memory = { of: by.valueOf, values: [] };
      const steps = sortedRows(of, by.valueOf, by.direction, this.#memory);
      void stepsInSlices(steps, () => isWanted, longestSlice).then((sorted) => {
        if (sorted !== undefined && isWanted) this.#sorted = { of, by, rows: sorted };
      });
      return () => {
        isWanted = false;
      };
    });
  }
}
