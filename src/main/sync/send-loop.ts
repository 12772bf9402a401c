/** When to send: after a stop was saved, when the line is back, when a wait is over. It only schedules. */
import type { System } from '../system.ts';

export interface SendLoopOptions<Entry extends { lane: string }> {
  system: System;
  /** False while nothing may be sent: no line, no key, or a refused one. */
  maySend(): boolean;
  groups(): Entry[][];
  doubtful(): Entry[];
  send(group: Entry[]): Promise<void>;
  reconcile(entry: Entry): Promise<void>;
  /** The earliest moment after this one at which something is due; both in milliseconds since the epoch. */
  nextDue(since: number): number | null;
  /** Told of what should not happen; the loop goes on. */
  failed(error: unknown): void;
}

/** Plans that are sent to at the same time; one slow answer does not hold the others. */
const lanesAtOnce = 4;
/** After an unexpected error the loop rests, so that it cannot spin. */
const restAfterFailure = 5_000;

export class SendLoop<Entry extends { lane: string }> {
  private readonly options: SendLoopOptions<Entry>;
  private readonly busy = new Set<string>();
  private cancel: (() => void) | undefined;
  private restUntil = Number.NEGATIVE_INFINITY;
  private closed = false;
  private idle: (() => void)[] = [];

  constructor(options: SendLoopOptions<Entry>) {
    this.options = options;
  }

  /** Looks for work soon; may be called as often as one likes. */
  wake(): void {
    this.schedule(0);
  }

  /** Stops scheduling and waits for what is on its way. */
  async close(): Promise<void> {
    this.closed = true;
    this.cancel?.();
    if (this.busy.size > 0) await new Promise<void>((resolve) => this.idle.push(resolve));
  }

  private schedule(milliseconds: number): void {
    if (this.closed) return;
    this.cancel?.();
    this.cancel = this.options.system.after(milliseconds, () => {
      this.cancel = undefined;
      this.run();
    });
  }

  private run(): void {
    try {
      this.look();
    } catch (error) {
      // The disk may be full: what waits is looked at again.
      this.restUntil = this.options.system.elapsed() + restAfterFailure;
      this.options.failed(error);
      this.schedule(restAfterFailure);
    }
  }

  private look(): void {
    const { options } = this;
    if (!options.maySend()) return;
    const left = this.restUntil - options.system.elapsed();
    if (left > 0) {
      this.schedule(left);
      return;
    }
    // Time goes on while it is looked: what falls due meanwhile is neither in this look nor, counted from its end, ahead.
    const began = options.system.now();
    // Doubts first: what is found need not be sent.
    for (const entry of options.doubtful()) this.start(`look-up:${entry.lane}`, () => options.reconcile(entry));
    for (const group of options.groups()) {
      if (group[0]) this.start(group[0].lane, () => options.send(group));
    }
    const due = options.nextDue(began);
    // Work that is due but found no free lane is looked at again when a lane ends.
    if (due !== null) this.schedule(Math.max(0, due - options.system.now()));
  }

  private start(lane: string, work: () => Promise<void>): void {
    if (this.busy.has(lane) || this.busy.size >= lanesAtOnce) return;
    this.busy.add(lane);
    work()
      .catch((error: unknown) => {
        this.restUntil = this.options.system.elapsed() + restAfterFailure;
        this.options.failed(error);
      })
      .finally(() => {
        this.busy.delete(lane);
        if (this.busy.size === 0) for (const resolve of this.idle.splice(0)) resolve();
        this.schedule(0);
      });
  }
}
