/** The entries that fit what is chosen, read page by page while scrolling, and again when main says that they changed. */
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

  /** Shows what is chosen now, from the beginning. What was shown stays until the answer. */
  async show(chosen: Chosen): Promise<void> {
    this.#chosen = chosen;
    this.#rowsWanted = 1;
    await this.live.reload();
  }

  /** Reads on and puts it after the others. Never throws: a failure stands in `live.error`. */
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
      // The list as a whole is read again: it fails with words, or mends.
      await this.live.reload();
      return;
    }
    // Something changed meanwhile and the list was read anew; the page belongs to the one before.
    if (this.live.value !== before) return;
    this.live.value = joined(before, page);
    this.#rowsWanted = this.live.value.rows.length;
  }

  /** As much as was shown, so that a change does not throw the reader back to the top. */
  #readWanted(): Promise<EntryPage> {
    return this.#readUpTo(this.#rowsWanted, null);
  }

  /** Until there are so many rows, or no more: a page may hold none although there are more behind it. */
  async #readUpTo(count: number, from: string | null): Promise<EntryPage> {
    const chosen = this.#chosen;
    let page = await this.#read({ ...chosen, cursor: from });
    while (page.cursor !== null && page.rows.length < count && chosen === this.#chosen) {
      page = joined(page, await this.#read({ ...chosen, cursor: page.cursor }));
    }
    return page;
  }
}

/** An entry that moved down while reading stands in both; it is kept once. */
function joined(before: EntryPage, page: EntryPage): EntryPage {
  const known = new Set(before.rows.map(({ id }) => id));
  return { ...page, rows: [...before.rows, ...page.rows.filter(({ id }) => !known.has(id))] };
}
