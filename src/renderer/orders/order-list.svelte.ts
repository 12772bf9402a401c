/** The list of orders, loaded page by page while scrolling, and completely as soon as a filter is set. */
import type { Listing } from '../../shared/contract.ts';
import type { LabelIssue } from '../../shared/label-content.ts';
import type { OrderRow } from '../../shared/orders.ts';
import { follows } from '../../shared/follows.ts';
import { Live, type Surroundings } from '../lib/live.svelte.ts';
import { narrowed } from '../lib/filter.ts';
import { orderAsks, orderFits, type OrderFilter } from './order-words.ts';

type ReadPage = (cursor: string | null) => Promise<Listing<OrderRow>>;

export class OrderList {
  /** The search text as typed. */
  filter = $state('');
  state = $state<OrderFilter['state']>('all');
  /** A courier's name; empty: orders without a courier; null: all. */
  courier = $state<string | null>(null);
  /** `2026-06-15`; empty: orders without a day; null: all. */
  expectedOn = $state<string | null>(null);
  /** What is open about the label; null: all. */
  label = $state<LabelIssue | null>(null);
  /** All filters together: the same object until one of them changes. */
  readonly criteria: OrderFilter = $derived.by(() => {
    const { filter: text, state, courier, expectedOn, label } = this;
    return { text, state, courier, expectedOn, label };
  });
  readonly live: Live<Listing<OrderRow>>;
  readonly filtering = $derived(
    this.filter.trim() !== '' ||
      this.state !== 'all' ||
      this.courier !== null ||
      this.expectedOn !== null ||
      this.label !== null,
  );
  /** Not all rows are loaded yet. */
  readonly hasMore = $derived.by(() => this.live.value?.cursor != null);
  readonly rows = $derived.by(() => {
    const all = this.live.value?.rows ?? [];
    if (!this.filtering) return all;
    const { criteria } = this;
    return narrowed(all, criteria.text, (row, _, whole) => orderFits(row, criteria, whole));
  });
  /** Number of orders that need a decision. Undefined: none does, or not all are loaded. */
  readonly asking = $derived.by(() => {
    const count = this.hasMore ? 0 : (this.live.value?.rows ?? []).filter(orderAsks).length;
    return count === 0 ? undefined : count;
  });
  readonly #readPage: ReadPage;
  #pagesWanted = 1;
  #reading: Promise<void> | null = null;

  constructor(readPage: ReadPage, surroundings?: Surroundings) {
    this.#readPage = readPage;
    this.live = new Live(() => this.#readWanted(), {
      what: follows.orders,
      ...(surroundings ? { surroundings } : {}),
    });
  }

  /** Clears all filters. */
  clear(): void {
    this.filter = '';
    this.state = 'all';
    this.courier = null;
    this.expectedOn = null;
    this.label = null;
  }

  /** Loads the next page and appends it. Never throws: a failure is stored in `live.error`. */
  more(): Promise<void> {
    if (this.live.value?.cursor == null) return Promise.resolve();
    this.#reading ??= this.#readNext();
    return this.#reading;
  }

  async #readNext(): Promise<void> {
    try {
      for (let before = this.live.value; before?.cursor != null; before = this.live.value) {
        const page = await this.#readPage(before.cursor);
        // The list was read again in the meantime, so this page belongs to the old one.
        if (this.live.value !== before) continue;
        this.#pagesWanted++;
        this.live.value = joined(before, page);
        return;
      }
    } catch {
      // Reloading the whole list either recovers or reports the error.
      await this.live.reload();
    } finally {
      // Reset before listeners hear of the page: whoever loads all pages asks for the next one at once.
      this.#reading = null;
    }
  }

  /** Reads as many pages as are shown, so that a change does not scroll the user back to the top. */
  async #readWanted(): Promise<Listing<OrderRow>> {
    let listing = await this.#readPage(null);
    for (let page = 1; page < this.#pagesWanted && listing.cursor !== null; page++) {
      listing = joined(listing, await this.#readPage(listing.cursor));
    }
    return listing;
  }
}

/** Appends a page. An order that moved down a page during the read is on both pages, but is kept once. */
function joined(before: Listing<OrderRow>, page: Listing<OrderRow>): Listing<OrderRow> {
  const known = new Set(before.rows.map(({ id }) => id));
  return { ...page, rows: [...before.rows, ...page.rows.filter(({ id }) => !known.has(id))] };
}
