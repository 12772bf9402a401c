/** The marked orders. All of them may be marked before all are loaded. */
import { setOf } from '../lib/sets.ts';
import type { OrderList } from './order-list.svelte.ts';
import { orderKey, type OrderFilter } from './order-words.ts';

export class OrderMarks {
  /** Keys of the marked orders; a filter may hide some of them. */
  keys = $state.raw<ReadonlySet<string>>(setOf());
  /** The filters under which all were marked while pages were missing; null: nothing is missing. */
  #allOf = $state.raw<OrderFilter | null>(null);
  readonly #list: Pick<OrderList, 'criteria' | 'rows' | 'hasMore'>;

  constructor(list: Pick<OrderList, 'criteria' | 'rows' | 'hasMore'>) {
    this.#list = list;
  }

  clear(): void {
    this.keys = setOf();
    this.#allOf = null;
  }

  /** The user has marked orders. @param isAll all that the filters show, also those that are not loaded yet */
  readonly chosen = (isAll: boolean): void => {
    this.#allOf = isAll && this.#list.hasMore ? this.#list.criteria : null;
  };

  /** Marks what was loaded since all were marked, unless the filters have changed. To be called whenever rows come. */
  follow(): void {
    const { criteria, rows, hasMore } = this.#list;
    if (this.#allOf !== criteria) return;
    const missing = rows.map(orderKey).filter((key) => !this.keys.has(key));
    if (missing.length > 0) this.keys = setOf(this.keys, missing);
    if (!hasMore) this.#allOf = null;
  }
}
