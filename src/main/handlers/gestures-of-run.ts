/** Gestures of this run: a second call with the id of a running gesture waits for the same answer. */
import { AppError } from '../../shared/errors.ts';

/** The call that was made with an id. */
export interface Asked {
  /** `group.call` of the contract. */
  call: string;
  /** Hash of the argument. */
  fingerprint: string;
}

interface Running extends Asked {
  answer: Promise<unknown>;
}

/** How many finished gestures to remember that no outbox can store. */
const mostFinished = 100;

export class GesturesOfRun {
  private readonly running = new Map<string, Running>();
  private readonly finished = new Map<string, Running>();

  /**
   * @param keeps whether to remember this answer; a failed gesture is never remembered and may be tried again
   * @throws AppError `gesture.other`
   */
  take<Answer>(
    id: string,
    asked: Asked,
    keeps: (answer: Answer) => boolean,
    work: () => Promise<Answer>,
  ): Promise<Answer> {
    const known = this.running.get(id) ?? this.finished.get(id);
    if (known !== undefined) {
      mustBeSame(known, asked);
      return known.answer as Promise<Answer>;
    }
    const answer = work();
    const begun = { ...asked, answer };
    this.running.set(id, begun);
    answer.then(
      (answered) => this.ended(id, keeps(answered) ? begun : null),
      () => this.ended(id, null),
    );
    return answer;
  }

  private ended(id: string, kept: Running | null): void {
    this.running.delete(id);
    if (kept === null) return;
    this.finished.set(id, kept);
    const [oldest] = this.finished.keys();
    if (this.finished.size > mostFinished && oldest !== undefined) this.finished.delete(oldest);
  }
}

/** Rejects an id that was used for a different call. @throws AppError `gesture.other` */
export function mustBeSame(known: Asked, { call, fingerprint }: Asked): void {
  if (known.call !== call || known.fingerprint !== fingerprint) throw new AppError('gesture.other');
}
