/**
 * The entries that match the filter, loaded page by page while scrolling, and read again when main reports a change.
 */
import type { Backend } from '../../shared/contract.ts';
import type { EntryPage, EntryQuery } from '../../shared/entries.ts';
import { follows } from '../../shared/follows.ts';
import { Live, type Surroundings } from '../lib/live.svelte.ts';

type Chosen = Omit<EntryQuery, 'cursor'>;

export class EntryPages {
  readonly live: Live<EntryPage>;
  readonly #read: Backend['outbox']['list'];
  #chosen: Chosen;
  #rowsWanted = 1;
  #reading: Promise<void> | null = null;

  constructor(read: Backend['outbox']['list'], chosen: Chosen, surroundings?: Surroundings) {
    this.#read = read;
    this.#chosen = chosen;
    this.live = new Live(() => this.#readWanted(), {
      what: follows.outbox,
      ...(surroundings ? { surroundings } : {}),
    });
  }

  /** Shows another query from its first page. The old rows stay until the answer arrives. */
  async show(chosen: Chosen): Promise<void> {
    this.#chosen = chosen;
    this.#rowsWanted = 1;
    await this.live.reload();
  }

  /** Loads the next page and appends it. Never throws: a failure is stored in `live.error`. */
  more(): Promise<void> {
    this.#reading ??= this.#readNext().finally(() => {
      this.#reading = null;
    });
    return this.#reading;
  }

  async #readNext(): Promise<void> {
    const before = this.live.value;
    if (before?.cursor == null) return;
    let page: EntryPage;
    try {
      page = await this.#readUpTo(1, before.cursor);
    } catch {
      // Reloading the whole list either recovers or reports the error.
      await this.live.reload();
      return;
    }
    // The list was read again in the meantime, so this page belongs to the old one.
    if (this.live.value !== before) return;
    this.live.value = joined(before, page);
    this.#rowsWanted = this.live.value.rows.length;
  }

  /** Reads as many rows as are shown, so that a change does not scroll the user back to the top. */
  #readWanted(): Promise<EntryPage> {
    return this.#readUpTo(this.#rowsWanted, null);
  }

  /** Reads pages until there are `count` rows or no more pages: a page may be empty although more follow. */
  async #readUpTo(count: number, from: string | null): Promise<EntryPage> {
    const chosen = this.#chosen;
    let page = await this.#read({ ...chosen, cursor: from });
    while (page.cursor !== null && page.rows.length < count && chosen === this.#chosen) {
      page = joined(page, await this.#read({ ...chosen, cursor: page.cursor }));
    }
    return page;
  }
}

/** Appends a page. An entry that moved down a page during the read is on both pages, but is kept once. */
function joined(before: EntryPage, page: EntryPage): EntryPage {
  const known = new Set(before.rows.map(({ id }) => id));
  return { ...page, rows: [...before.rows, ...page.rows.filter(({ id }) => !known.has(id))] };
}
