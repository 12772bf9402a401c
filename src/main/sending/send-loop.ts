/** When to send: after a stop was saved, when the line is back, when a wait is over. It only schedules. */
import type { System } from '../system.ts';

/** What the loop could begin now. */
export interface Wanted {
  /** How many lanes are wanted in which something can be begun. */
  lanes: number;
  isBusy(lane: string): boolean;
  /** Whether many may be sent in one request; otherwise only what goes by itself. */
  together: boolean;
}

export interface SendLoopOptions<Entry extends { lane: string }> {
  system: System;
  /** False while nothing may be sent: no line, no key, or a refused one. */
  maySend(): boolean;
  groups(wanted: Wanted): Entry[][];
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
/** Of these so many with an import: one may wait for its minute, and singles are to pass it meanwhile. */
const togetherAtOnce = 2;
/** After an unexpected error the loop rests, so that it cannot spin. */
const restAfterFailure = 5_000;

export class SendLoop<Entry extends { lane: string }> {
  private readonly options: SendLoopOptions<Entry>;
  private readonly busy = new Set<string>();
  /** Lanes in which many entries are sent in one request. */
  private readonly together = new Set<string>();
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
    if (this.startNext()) {
      this.schedule(0);
      return;
    }
    const due = options.nextDue(began);
    // Work that is due but found no free lane is looked at again when a lane ends.
    if (due !== null) this.schedule(Math.max(0, due - options.system.now()));
  }

  /** One lane at a time: to find what is next in it takes main some milliseconds. @returns whether anything was begun */
  private startNext(): boolean {
    const { options } = this;
    if (this.busy.size >= lanesAtOnce) return false;
    const mayTogether = () => this.together.size < togetherAtOnce;
    const groups = options.groups({ lanes: 1, isBusy: (lane) => this.busy.has(lane), together: mayTogether() });
    let isBegun = false;
    for (const group of groups) {
      const lane = group[0]?.lane;
      if (lane === undefined || this.busy.has(lane) || (group.length > 1 && !mayTogether())) continue;
      if (group.length > 1) this.together.add(lane);
      isBegun = this.start(lane, () => options.send(group)) || isBegun;
    }
    return isBegun;
  }

  private start(lane: string, work: () => Promise<void>): boolean {
    if (this.busy.has(lane) || this.busy.size >= lanesAtOnce) return false;
    this.busy.add(lane);
    work()
      .catch((error: unknown) => {
        this.restUntil = this.options.system.elapsed() + restAfterFailure;
        this.options.failed(error);
      })
      .finally(() => {
        this.busy.delete(lane);
        this.together.delete(lane);
        if (this.busy.size === 0) for (const resolve of this.idle.splice(0)) resolve();
        this.schedule(0);
      });
    return true;
  }
}
