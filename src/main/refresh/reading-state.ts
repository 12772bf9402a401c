/** What is known of the reading in the background: how far the first reading is, and which lists could not be read. */
import type { ReadableList } from '../../shared/connections.ts';
import { AppError } from '../../shared/errors.ts';
import { type ReadingState as Said } from '../../shared/session.ts';
import type { System } from '../system.ts';
import { isGone } from './read-plan.ts';
import type { ReadName } from './refused-lists.ts';

/** The window is told at most this often about plans that were read, in milliseconds. */
const tellEvery = 1_000;
/** After this many plans their pace says how long the others take. */
const plansToJudge = 5;

export class ReadingState {
  private readonly system: Pick<System, 'elapsed' | 'after'>;
  private readonly changed: () => void;
  private first: { done: number; of: number; begunAt: number; doneBefore: number } | null = null;
  /** Lists, and the stops of single plans, whose last read failed. */
  private readonly failed = new Set<ReadName>();
  /** What the service did not have when it was last asked. */
  private readonly gone = new Set<ReadName>();
  private cancel: (() => void) | undefined;

  /** @param changed called when the window has something new to say */
  constructor(system: Pick<System, 'elapsed' | 'after'>, changed: () => void) {
    this.system = system;
    this.changed = changed;
  }

  /** The first reading begins or goes on. @param done plans whose stops are in the cache, of all */
  plans(done: number, of: number): void {
    if (done >= of) {
      if (this.first !== null) this.tell(0);
      this.first = null;
      return;
    }
    this.first ??= { done, of, begunAt: this.system.elapsed(), doneBefore: done };
    Object.assign(this.first, { done, of });
    this.tell(tellEvery);
  }

  /** The stops of one more plan were read for the first time. */
  planRead(): void {
    if (this.first !== null) this.plans(this.first.done + 1, this.first.of);
  }

  /** Records the result of a read. @param error why it failed, or null */
  read(name: ReadName, error: unknown): void {
    if (isGone(error)) this.gone.add(name);
    else if (error === null) this.gone.delete(name);
    const wasFailed = this.failed.has(name);
    if (error === null || !isTrouble(error)) this.failed.delete(name);
    else this.failed.add(name);
    if (wasFailed !== this.failed.has(name)) this.tell(0);
  }

  /** Whether the service did not have it when it was last asked, once for each time it was asked. */
  takeGone(name: ReadName): boolean {
    return this.gone.delete(name);
  }

  get state(): Said {
    const failed = new Set<ReadableList>();
    for (const name of this.failed) failed.add(name.startsWith('stops:') ? 'stops' : (name as ReadableList));
    return { first: this.first === null ? null : this.progress(this.first), failed: [...failed] };
  }

  close(): void {
    this.cancel?.();
  }

  private progress({ done, of, begunAt, doneBefore }: NonNullable<ReadingState['first']>): Said['first'] {
    const here = done - doneBefore;
    const each = here < plansToJudge ? null : (this.system.elapsed() - begunAt) / here;
    return { done, of, secondsLeft: each === null ? null : Math.ceil(((of - done) * each) / 1_000) };
  }

  private tell(after: number): void {
    if (after === 0) {
      this.cancel?.();
      this.cancel = undefined;
      this.changed();
      return;
    }
    this.cancel ??= this.system.after(after, () => {
      this.cancel = undefined;
      this.changed();
    });
  }
}

/**
 * Not a connection that is down, which connectivity says, and not a right that is missing, which a notice says. A plan
 * that is gone is no trouble either.
 */
const isTrouble = (error: unknown): boolean =>
  !(error instanceof AppError) || !(error.code.startsWith('line.') || quiet.has(error.code));
const quiet = new Set(['service.forbidden', 'service.not-found', 'service.key-refused']);
