/**
 * The rows of an import as its review shows them. Those of a long file are made in slices, and the ones before stay
 * until then; what concerns few records changes their rows at once.
 */
import { AfterPause } from '../lib/after-pause.ts';
import { allSteps, stepsInSlices } from '../lib/in-slices.ts';
import { noKinds, none, type RowContext } from './import-rows.ts';
import type { ImportItem } from './item.ts';
import type { IsWanted } from './noun.ts';
import { bookSteps, mostChanged, RowBook } from './row-book.ts';

/** The most records whose rows are made at once: a few milliseconds. */
const mostAtOnce = 1_000;

/** Before rows are made again, in milliseconds: look-ups find existing records one part after another. */
const pause = 30;

/** What rows are made of: another object after each change of any of it. */
export interface RowSource extends RowContext {
  items: readonly ImportItem[];
  /** How often existing records were read for rows that change them: what those rows change follows from it. */
  reads: number;
}

/** A book, and what it was made of. Null: of something that has changed since. */
interface Made {
  of: RowSource | null;
  book: RowBook;
}

const empty = new RowBook([], noKinds(), null);

export class BookedRows {
  #made = $state.raw<Made | null>(null);
  readonly #source: () => RowSource;
  /** Null while the rows are being made. */
  readonly #ready = $derived.by((): RowBook | null => {
    const source = this.#source();
    if (source.items.length <= mostAtOnce) return allSteps(bookSteps(source.items, source));
    return this.#made?.of === source ? this.#made.book : null;
  });
  /** As the records are now, or as they were until new rows are made. */
  readonly book = $derived.by((): RowBook => this.#ready ?? this.#made?.book ?? empty);
  readonly #soon = new AfterPause(pause);
  #waiting: PromiseWithResolvers<void> | null = null;
  #stop: (() => void) | null = null;

  /** @param source has to be derived: the same object as long as nothing of it changes */
  constructor(source: () => RowSource) {
    this.#source = source;
  }

  /** The rows are those of the records as they are now. */
  get areReady(): boolean {
    return this.#ready !== null;
  }

  /** From now on rows are made whenever they are not ready. */
  begin(): void {
    this.#stop ??= $effect.root(() => {
      $effect(() => this.#makeSoon());
    });
  }

  /** Ends what is being made, and forgets the rows; nobody waits for them any more. */
  end(): void {
    this.#stop?.();
    this.#stop = null;
    this.#soon.end();
    this.#made = null;
    this.#letGo();
  }

  /** @returns when the rows are ready, or nobody makes them any more */
  settled(): Promise<void> {
    if (this.areReady || this.#stop === null) return Promise.resolve();
    this.#waiting ??= Promise.withResolvers<void>();
    return this.#waiting.promise;
  }

  /**
   * Makes the rows of other records and shows them once all are made, and not before.
   *
   * @param take takes the records, from which the rows follow
   * @param isWanted asked again at the end: no turn lies between its answer and `take`
   * @returns false when nobody wants them any more
   */
  async show(items: readonly ImportItem[], take: () => void, isWanted: IsWanted): Promise<boolean> {
    const source = this.#source();
    const book = items.length <= mostAtOnce ? null : await stepsInSlices(bookSteps(items, source), isWanted);
    if (book === undefined || !isWanted()) return false;
    const isSame = this.#source() === source;
    take();
    if (book !== null) this.#made = { of: isSame ? this.#source() : null, book };
    await this.settled();
    return true;
  }

  /**
   * Changes the rows of a few records with what they are made of. Rows of many records are made soon.
   *
   * @param keys of the records
   * @param items those of them that were corrected, by their key
   * @param change changes what rows are made of, for these records alone
   */
  change(keys: readonly string[], change: () => void, items: ReadonlyMap<string, ImportItem> = none()): void {
    const before = this.#source();
    change();
    const now = this.#source();
    const made = this.#made;
    if (made === null || now.items.length <= mostAtOnce || keys.length > mostChanged) return;
    const book = made.book.changed(keys, items, now);
    if (book !== null) this.#made = { of: made.of === before ? now : null, book };
  }

  /** Makes rows in slices, unless they are ready. @returns a function that ends it */
  #makeSoon(): (() => void) | undefined {
    const source = this.#source();
    if (this.#ready !== null) {
      this.#letGo();
      return undefined;
    }
    let isWanted = true;
    const make = async () => {
      const book = isWanted ? await stepsInSlices(bookSteps(source.items, source), () => isWanted) : undefined;
      if (book !== undefined && isWanted) this.#made = { of: source, book };
    };
    // Not waited for, so that a failure is reported like any other.
    void this.#soon.begin(async () => void make());
    return () => {
      isWanted = false;
    };
  }

  /** Whoever waits for the rows goes on. */
  #letGo(): void {
    this.#waiting?.resolve();
    this.#waiting = null;
  }
}
