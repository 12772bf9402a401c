/** A search index that shows changes with a delay (planning-api, Filter language 6). */
import type { Clock } from '../clock.ts';
import type { SearchDocument } from './document.ts';
import { SearchIndex, type SearchPage, type SearchQuery } from './index.ts';

interface Change {
  /** Milliseconds since the epoch. */
  madeAt: number;
  /** Milliseconds until the change becomes visible. */
  lag: number;
  apply: () => void;
}

export interface LaggingOptions {
  /** Ids of the team's custom stop properties. */
  customPropertyIds: Iterable<string>;
  /** The service's time. */
  clock: Pick<Clock, 'now'>;
  /** The current delay until a new change becomes visible, in milliseconds of the service's time. */
  lag: () => number;
  /** Runs an action after a delay by the computer's clock, or never: a search catches up on changes that are due. */
  later: (milliseconds: number, action: () => void) => void;
}

/**
 * Milliseconds by the computer's clock before documents from before the start are indexed, unless somebody searches: with
 * all stops that takes a third of a second, and many services are never asked.
 */
const unaskedFor = 10_000;

/** The maximum number of changes applied per turn of the event loop: one to two milliseconds with 30,000 stops. */
const portion = 20;

export class LaggingIndex<Hit> {
  readonly #options: LaggingOptions;
  readonly #index: SearchIndex<Hit>;
  #waiting: Change[] = [];
  /** How many of the waiting changes are applied. */
  #made = 0;
  #isWorking = false;
  #isAsked = false;

  constructor(options: LaggingOptions) {
    this.#options = options;
    this.#index = new SearchIndex(options.customPropertyIds);
  }

  /** Adds a document from before the service started; it is visible immediately. */
  begin(document: () => SearchDocument, hit: Hit): void {
    this.#add({ madeAt: -Infinity, lag: 0, apply: () => this.#index.put(document(), hit) });
  }

  /**
   * Adds or changes a document. Until the change is visible, searches return the previous state.
   * @param document called when needed; the records behind it are immutable
   */
  put(document: () => SearchDocument, hit: Hit): void {
    this.#change(() => this.#index.put(document(), hit));
  }

  /** Removes a document. Until the change is visible, searches still return it. */
  remove(id: string): void {
    this.#change(() => this.#index.remove(id));
  }

  search(query: SearchQuery): SearchPage<Hit> {
    this.#isAsked = true;
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

  /** Applies changes between requests until there are none left. */
  #work(): void {
    const next = this.#waiting[this.#made];
    if (next === undefined || this.#isWorking) return;
    this.#isWorking = true;
    const due = this.#isDue(next) ? 0 : next.lag;
    this.#options.later(this.#isAsked ? due : Math.max(due, unaskedFor), () => {
      this.#isWorking = false;
      this.#isAsked = true;
      this.#apply(portion);
      this.#work();
    });
  }

  /** Applies the due changes in order, even if their delays differ. */
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
    // Setting the clock back must not delay changes by that time.
    return now >= madeAt + lag || now < madeAt;
  }
}
