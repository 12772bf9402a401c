/** The list of orders: read page by page while scrolling, wholly as soon as something is looked for. */
import type { Listing } from '../../shared/contract.ts';
import type { OrderRow } from '../../shared/orders.ts';
import { follows } from '../../shared/follows.ts';
import { Live, type Surroundings } from '../lib/live.svelte.ts';
import { orderAsks, orderFits, type OrderFilter } from './order-words.ts';

type ReadPage = (cursor: string | null) => Promise<Listing<OrderRow>>;

export class OrderList {
  /** What is looked for, as typed. */
  filter = $state('');
  state = $state<OrderFilter['state']>('all');
  /** A courier's name; empty: without one; null: every one. */
  courier = $state<string | null>(null);
  /** `2026-06-15`; empty: no day is said; null: every day. */
  expectedOn = $state<string | null>(null);
  readonly live: Live<Listing<OrderRow>>;
  readonly filtering = $derived(
    this.filter.trim() !== '' || this.state !== 'all' || this.courier !== null || this.expectedOn !== null,
  );
  /** More rows are there than were read so far. */
  readonly hasMore = $derived.by(() => this.live.value?.cursor != null);
  readonly rows = $derived.by(() => {
    const all = this.live.value?.rows ?? [];
    const { filter: text, state, courier, expectedOn } = this;
    return this.filtering ? all.filter((row) => orderFits(row, { text, state, courier, expectedOn })) : all;
  });
  /** How many ask for a person, of those that were read. */
  readonly asking = $derived.by(() => (this.live.value?.rows ?? []).filter(orderAsks).length);
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

  /** Shows everything again. */
  clear(): void {
    this.filter = '';
    this.state = 'all';
    this.courier = null;
    this.expectedOn = null;
  }

  /** Reads the next page and puts it after the others. Never throws: a failure stands in `live.error`. */
  more(): Promise<void> {
    if (this.live.value?.cursor == null) return Promise.resolve();
    this.#reading ??= this.#readNext();
    return this.#reading;
  }

  async #readNext(): Promise<void> {
    try {
      for (let before = this.live.value; before?.cursor != null; before = this.live.value) {
        const page = await this.#readPage(before.cursor);
        // Something changed meanwhile and the list was read anew: the page belongs to the one before.
        if (this.live.value !== before) continue;
        this.#pagesWanted++;
        this.live.value = joined(before, page);
        return;
      }
    } catch {
      // The list as a whole is read again: it fails with words, or mends.
      await this.live.reload();
    } finally {
      // Before anybody is told of the page: who wants all of them asks for the next one at once.
      this.#reading = null;
    }
  }

  /** As many pages as were shown, so that a change does not throw the reader back to the top. */
  async #readWanted(): Promise<Listing<OrderRow>> {
    let listing = await this.#readPage(null);
    for (let page = 1; page < this.#pagesWanted && listing.cursor !== null; page++) {
      listing = joined(listing, await this.#readPage(listing.cursor));
    }
    return listing;
  }
}

/** An order that moved down a page while reading stands in both; it is kept once. */
function joined(before: Listing<OrderRow>, page: Listing<OrderRow>): Listing<OrderRow> {
  const known = new Set(before.rows.map(({ id }) => id));
  return { ...page, rows: [...before.rows, ...page.rows.filter(({ id }) => !known.has(id))] };
}
