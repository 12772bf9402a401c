/**
 * Short messages about something that just happened: one for each cause, shown in the shell's own place for them. A
 * message of information ends by itself. An error stays until it is dismissed or its cause has ended.
 */
import { asAppError } from '../lib/backend.ts';
import { errorLine } from '../lib/error-text.ts';

type Kind = 'info' | 'positive' | 'error';

/** What the user can do about it. */
interface ToastAction {
  label: string;
  run: () => void;
}

export interface Toast {
  id: number;
  kind: Kind;
  /** What it is about: `stops.saved`, `plans.refresh`. A message replaces the one before it of the same cause. */
  cause: string;
  text: string;
  /** How often the same was said while it was shown. */
  count: number;
  action: ToastAction | null;
}

/** Messages of information that are shown at once; an error never makes room for another message. */
const mostTimed = 3;
/** Reading takes time: at least this, and for a long text this for each letter; in milliseconds. */
const leastTime = 6_000;
const timePerLetter = 80;

class Toasts {
  /** The newest last. */
  list = $state.raw<Toast[]>([]);
  /** Some message ends by itself, so the time has to be counted. */
  readonly timed = $derived(this.list.some(({ kind }) => kind !== 'error'));
  /** Milliseconds for which a message is still shown, by its id. */
  readonly #left = new Map<number, number>();
  #nextId = 1;

  /**
   * Shows a message instead of the one before it of the same cause.
   * @param cause in the form of a call (`stops.saved`); messages about different records of a list have the same one
   * @param text one short sentence
   */
  show(kind: Kind, cause: string, text: string, action: ToastAction | null = null): void {
    const before = this.list.find((toast) => toast.cause === cause);
    const isSame = before?.kind === kind && before.text === text;
    const id = before?.id ?? this.#nextId++;
    const count = isSame ? before.count + 1 : 1;
    const others = this.list.filter((toast) => toast.cause !== cause);
    this.list = [...others, { id, kind, cause, text, count, action }];
    if (kind === 'error') this.#left.delete(id);
    else this.#left.set(id, Math.max(leastTime, text.length * timePerLetter));
    const timed = this.list.filter((toast) => toast.kind !== 'error');
    for (const toast of timed.slice(0, -mostTimed)) this.dismiss(toast.id);
  }

  /**
   * Does what the user asked for. A failure is shown under the cause, and ends as soon as the same succeeds.
   * @param cause the name of the call
   * @returns whether it was done
   */
  async attempt(cause: string, work: () => Promise<unknown>): Promise<boolean> {
    try {
      await work();
      this.end(cause);
      return true;
    } catch (error) {
      this.show('error', cause, errorLine(asAppError(error)));
      return false;
    }
  }

  dismiss(id: number): void {
    this.list = this.list.filter((toast) => toast.id !== id);
    this.#left.delete(id);
  }

  /** The error of this cause is no longer true. A message that something was done ends by itself. */
  end(cause: string): void {
    const ended = this.list.find((toast) => toast.cause === cause && toast.kind === 'error');
    if (ended) this.dismiss(ended.id);
  }

  /** Time has passed in which the messages could be read. */
  pass(milliseconds: number): void {
    for (const { id } of this.list) {
      const left = this.#left.get(id);
      if (left === undefined) continue;
      if (left <= milliseconds) this.dismiss(id);
      else this.#left.set(id, left - milliseconds);
    }
  }
}

export const toasts = new Toasts();
