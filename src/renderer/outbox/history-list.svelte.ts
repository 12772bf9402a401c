/** The history list: filtered by text, kind and result, and loaded page by page. */
import type { Backend } from '../../shared/contract.ts';
import type { HistoryRow, HistoryState } from '../../shared/entries.ts';
import type { AppError } from '../../shared/errors.ts';
import type { Noun } from '../../shared/outbox-kinds.ts';
import { asAppError } from '../lib/backend.ts';

export class HistoryList {
  text = $state('');
  noun = $state<Noun | 'all'>('all');
  state = $state<HistoryState | 'all'>('all');
  /** Undefined until the first answer. */
  rows = $state.raw<HistoryRow[]>();
  error = $state.raw<AppError | null>(null);
  #hasMore = true;
  /** Incremented when the list is read from the start, so that answers to earlier reads are dropped. */
  #reading = 0;
  #busy = false;
  /** The filter of the current rows. */
  #shown: HistoryList['chosen'] = { text: '', noun: 'all', state: 'all' };
  readonly #read: Backend['outbox']['history'];

  constructor(read: Backend['outbox']['history']) {
    this.#read = read;
  }

  /** The filter as one value; reading it tracks every part. */
  readonly chosen = $derived({ text: this.text, noun: this.noun, state: this.state });

  get filtering(): boolean {
    const { text, noun, state } = this.chosen;
    return text.trim() !== '' || noun !== 'all' || state !== 'all';
  }

  /** Reads the list from the newest row. */
  async begin(chosen = this.chosen): Promise<void> {
    this.#shown = chosen;
    this.#hasMore = true;
    this.#reading += 1;
    this.#busy = false;
    await this.#next(null);
  }

  /** Reads new rows and prepends them, without changing the rows already loaded. */
  async again(): Promise<void> {
    const [newest] = this.rows ?? [];
    if (newest === undefined || this.error !== null) return this.begin(this.#shown);
    const reading = this.#reading;
    const fresh: HistoryRow[] = [];
    try {
      for (let before: number | null = null; ;) {
        const page = await this.#page(before);
        if (reading !== this.#reading) return;
        const added = page.filter(({ number }) => number > newest.number);
        fresh.push(...added);
        before = added.at(-1)?.number ?? null;
        if (before === null || added.length < page.length) break;
      }
    } catch (error) {
      if (reading === this.#reading) this.error = asAppError(error);
      return;
    }
    // Another push may have added some of them in the meantime.
    const known = this.rows?.[0]?.number ?? 0;
    const added = fresh.filter(({ number }) => number > known);
    if (added.length > 0) this.rows = [...added, ...(this.rows ?? [])];
  }

  /** Loads the next page, if there is one. */
  async more(): Promise<void> {
    const last = this.rows?.at(-1);
    if (last !== undefined && this.#hasMore && !this.#busy) await this.#next(last.number);
  }

  async #next(before: number | null): Promise<void> {
    const reading = this.#reading;
    this.#busy = true;
    try {
      const rows = await this.#page(before);
      if (reading !== this.#reading) return;
      this.rows = before === null ? rows : [...(this.rows ?? []), ...rows];
      this.#hasMore = rows.length > 0;
      this.error = null;
    } catch (error) {
      if (reading === this.#reading) this.error = asAppError(error);
    } finally {
      if (reading === this.#reading) this.#busy = false;
    }
  }

  #page(before: number | null): Promise<HistoryRow[]> {
    const { text, noun, state } = this.#shown;
    return this.#read({ text, noun: noun === 'all' ? null : noun, state: state === 'all' ? null : state, before });
  }
}
