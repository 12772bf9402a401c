/** Values read from main, and read again when main reports a change of their nouns. */
import type { Changed, Pushes } from '../../shared/contract.ts';
import type { AppError } from '../../shared/errors.ts';
import { asAppError, onPush } from './backend.ts';

/** What a live value needs from the window; tests pass their own. */
export interface Surroundings {
  hidden: () => boolean;
  onVisible: (listener: () => void) => () => void;
  onChanged: (listener: (change: Pushes['changed']) => void) => () => void;
}

const windowSurroundings: Surroundings = {
  hidden: () => document.visibilityState === 'hidden',
  onVisible: (listener) => {
    const heard = () => {
      if (document.visibilityState === 'visible') listener();
    };
    document.addEventListener('visibilitychange', heard);
    return () => document.removeEventListener('visibilitychange', heard);
  },
  onChanged: (listener) => onPush('changed', listener),
};

interface LiveOptions {
  /** Nouns whose change makes the value stale. */
  what: readonly Changed[];
  /** Changes to other plans are ignored. */
  planId?: string;
  surroundings?: Surroundings;
}

/**
 * A value that follows main. Reads never overlap: a change during a read causes one more read after it. While the
 * window is hidden nothing is read; a missed change is read when the window becomes visible.
 */
export class Live<Value> {
  /** The last value read; undefined until the first answer. A failed read leaves it as it was. */
  value = $state.raw<Value>();
  /** Why the last read failed, or null. */
  error = $state.raw<AppError | null>(null);
  readonly #read: () => Promise<Value>;
  readonly #options: LiveOptions;
  readonly #surroundings: Surroundings;
  #reading: Promise<void> | null = null;
  #stale = false;
  #ended = false;

  constructor(read: () => Promise<Value>, options: LiveOptions) {
    this.#read = read;
    this.#options = options;
    this.#surroundings = options.surroundings ?? windowSurroundings;
  }

  /** Starts following; return the result from `$effect`, which stops it with the component. */
  start = (): (() => void) => {
    this.#ended = false;
    const ends = [
      this.#surroundings.onChanged((change) => {
        if (this.#concerns(change)) this.#markStale();
      }),
      this.#surroundings.onVisible(() => {
        if (this.#stale) void this.reload();
      }),
    ];
    void this.reload();
    return () => {
      this.#ended = true;
      for (const end of ends) end();
    };
  };

  /** Reads now, or once more after the read in flight. Never throws: a failure is stored in `error`. */
  reload(): Promise<void> {
    this.#stale = true;
    this.#reading ??= this.#readWhileStale().finally(() => {
      this.#reading = null;
      // The new value may have triggered another reload between the end of the last read and here.
      return this.#stale && !this.#ended ? this.reload() : undefined;
    });
    return this.#reading;
  }

  #concerns({ what, planId }: Pushes['changed']): boolean {
    const { planId: mine } = this.#options;
    if (mine !== undefined && planId !== null && planId !== mine) return false;
    return what.some((noun) => this.#options.what.includes(noun));
  }

  #markStale(): void {
    if (this.#surroundings.hidden()) this.#stale = true;
    else void this.reload();
  }

  async #readWhileStale(): Promise<void> {
    while (this.#stale && !this.#ended) {
      this.#stale = false;
      try {
        const value = await this.#read();
        this.value = value;
        this.error = null;
      } catch (error) {
        this.error = asAppError(error);
      }
    }
  }
}

/** Whether a read failed because the record no longer exists: it was deleted, here or elsewhere. */
export const isGone = (error: AppError | null): boolean => error?.code === 'record.not-found';

/** A live value with the lifetime of the calling component. Call it during component initialisation. */
export function useLive<Value>(read: () => Promise<Value>, options: LiveOptions): Live<Value> {
  const live = new Live(read, options);
  $effect(() => live.start());
  return live;
}
