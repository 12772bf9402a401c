/** An index that sees a change only some time after it was made (planning-api, Filter language 6). */
import type { Clock } from '../clock.ts';
import type { SearchDocument } from './document.ts';
import { SearchIndex, type SearchPage, type SearchQuery } from './index.ts';

interface Change {
  /** Milliseconds since the epoch. */
  madeAt: number;
  /** Milliseconds until it is seen. */
  lag: number;
  apply: () => void;
}

export interface LaggingOptions {
  /** Ids of the properties the team has defined. */
  customPropertyIds: Iterable<string>;
  /** The service's time. */
  clock: Pick<Clock, 'now'>;
  /** Milliseconds of the service's time until a change is seen, as it is when the change is made. */
  lag: () => number;
  /**
   * Does something after so many milliseconds of the computer's time, or never: what was not made up for in between is
   * made up for when somebody searches.
   */
  later: (milliseconds: number, action: () => void) => void;
}

/** So many changes are made at a time between requests: one or two milliseconds in an index of 30,000 stops. */
const portion = 20;

export class LaggingIndex<Hit> {
  readonly #options: LaggingOptions;
  readonly #index: SearchIndex<Hit>;
  #waiting: Change[] = [];
  /** How many of those were made. */
  #made = 0;
  #isWorking = false;

  constructor(options: LaggingOptions) {
    this.#options = options;
    this.#index = new SearchIndex(options.customPropertyIds);
  }

  /** Adds what was there before the service began to answer: it is found at once. */
  begin(document: () => SearchDocument, hit: Hit): void {
    this.#add({ madeAt: -Infinity, lag: 0, apply: () => this.#index.put(document(), hit) });
  }

  /**
   * A document came or changed. Until the change is seen, a search shows it as it was before.
   * @param document made when it is needed, of records that stay as they are
   */
  put(document: () => SearchDocument, hit: Hit): void {
    this.#change(() => this.#index.put(document(), hit));
  }

  /** A document went; until that is seen, a search still shows it. */
  remove(id: string): void {
    this.#change(() => this.#index.remove(id));
  }

  search(query: SearchQuery): SearchPage<Hit> {
    this.#apply(Infinity);
    return this.#index.search(query);
  }

  #change(apply: () => void): void {
    const { clock, lag } = this.#options;
    this.#add({ madeAt: clock.now(), lag: lag(), apply });
  }

  #add(change: Change): void {
    this.#waiting.push(change);
    this.#work();
  }

  /** Makes changes between requests for as long as there are any. */
  #work(): void {
    const next = this.#waiting[this.#made];
    if (next === undefined || this.#isWorking) return;
    this.#isWorking = true;
    this.#options.later(this.#isDue(next) ? 0 : next.lag, () => {
      this.#isWorking = false;
      this.#apply(portion);
      this.#work();
    });
  }

  /** Makes the changes that are due, in the order in which they came, whatever the lag was for each. */
  #apply(most: number): void {
    for (let count = 0; count < most; count += 1) {
      const next = this.#waiting[this.#made];
      if (next === undefined || !this.#isDue(next)) break;
      next.apply();
      this.#made += 1;
    }
    if (this.#made < this.#waiting.length && this.#made < 1_000) return;
    this.#waiting = this.#waiting.slice(this.#made);
    this.#made = 0;
  }

  #isDue({ madeAt, lag }: Change): boolean {
    const now = this.#options.clock.now();
    // A clock that was set back must not hide a change for as long as that.
    return now >= madeAt + lag || now < madeAt;
  }
}
