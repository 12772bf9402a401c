/** Gestures while the app runs: a second call with an id whose first is still under way waits for the same answer. */
import { AppError } from '../../shared/errors.ts';

/** What was asked for under an id. */
export interface Asked {
  /** `group.call` of the contract. */
  call: string;
  /** Of its argument. */
  fingerprint: string;
}

interface Running extends Asked {
  answer: Promise<unknown>;
}

/** Gestures that no outbox can keep and that are remembered after their end: the last of them. */
const mostFinished = 100;

export class GesturesOfRun {
  private readonly running = new Map<string, Running>();
  private readonly finished = new Map<string, Running>();

  /**
   * @param keeps says of the answer whether it is remembered after its end; what failed is not, and may be tried again
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

/** An id under which something else was asked for answers nothing. @throws AppError `gesture.other` */
export function mustBeSame(known: Asked, { call, fingerprint }: Asked): void {
  if (known.call !== call || known.fingerprint !== fingerprint) throw new AppError('gesture.other');
}
