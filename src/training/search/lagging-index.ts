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

/** How many changes are made up for when another one comes, so that a search after a great import does not wait. */
const catchUp = 200;

export class LaggingIndex<Hit> {
  readonly #index: SearchIndex<Hit>;
  readonly #clock: Pick<Clock, 'now'>;
  readonly #lag: () => number;
  #waiting: Change[] = [];

  /** @param lag milliseconds of the service's time until a change is seen, as it is when the change is made */
  constructor(customPropertyIds: Iterable<string>, clock: Pick<Clock, 'now'>, lag: () => number) {
    this.#index = new SearchIndex(customPropertyIds);
    this.#clock = clock;
    this.#lag = lag;
  }

  /** Adds what was there before the service began to answer: it is found at once. */
  begin(document: SearchDocument, hit: Hit): void {
    this.#index.put(document, hit);
  }

  /** A document came or changed. Until the change is seen, a search shows it as it was before. */
  put(document: SearchDocument, hit: Hit): void {
    this.#later(() => this.#index.put(document, hit));
  }

  /** A document went; until that is seen, a search still shows it. */
  remove(id: string): void {
    this.#later(() => this.#index.remove(id));
  }

  search(query: SearchQuery): SearchPage<Hit> {
    this.#apply(Infinity);
    return this.#index.search(query);
  }

  #later(apply: () => void): void {
    this.#apply(catchUp);
    this.#waiting.push({ madeAt: this.#clock.now(), lag: this.#lag(), apply });
  }

  /** Makes the changes that are due, in the order in which they came, whatever the lag was for each. */
  #apply(most: number): void {
    const now = this.#clock.now();
    // A clock that was set back must not hide a change for as long as that.
    const undue = this.#waiting.findIndex(({ madeAt, lag }) => now >= madeAt && now < madeAt + lag);
    const due = this.#waiting.slice(0, Math.min(most, undue < 0 ? this.#waiting.length : undue));
    for (const { apply } of due) apply();
    this.#waiting = this.#waiting.slice(due.length);
  }
}
