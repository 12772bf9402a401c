/**
 * Decides when to send: after a change was saved, when the app is online again, when a wait is over. It only schedules.
 */
import type { System } from '../system.ts';

/** What the loop can start now. */
export interface Wanted {
  /** How many lanes with something to start are wanted. */
  lanes: number;
  isBusy(lane: string): boolean;
  /** Whether batches are allowed; otherwise only single requests. */
  together: boolean;
}

export interface SendLoopOptions<Entry extends { lane: string }> {
  system: System;
  /** False while nothing may be sent: offline, no key, or a key that was refused. */
  maySend(): boolean;
  groups(wanted: Wanted): Entry[][];
  doubtful(): Entry[];
  send(group: Entry[]): Promise<void>;
  reconcile(entry: Entry): Promise<void>;
  /** The earliest time after `since` at which something is due; both in milliseconds since the epoch. */
  nextDue(since: number): number | null;
  /** Called with errors that should not happen; the loop continues. */
  failed(error: unknown): void;
}

/** Lanes that may send at the same time, so that one slow answer does not hold up the others. */
const lanesAtOnce = 4;
/** At most this many of them with an import: an import may wait for its minute, and single requests should pass it. */
const togetherAtOnce = 2;
/** A rest after an unexpected error, so that the loop does not spin. */
const restAfterFailure = 5_000;

export class SendLoop<Entry extends { lane: string }> {
  private readonly options: SendLoopOptions<Entry>;
  private readonly busy = new Set<string>();
  /** Lanes that are sending a batch. */
  private readonly together = new Set<string>();
  private cancel: (() => void) | undefined;
  private restUntil = Number.NEGATIVE_INFINITY;
  private closed = false;
  private idle: (() => void)[] = [];

  constructor(options: SendLoopOptions<Entry>) {
    this.options = options;
  }

  /** Looks for work soon. Cheap to call often. */
  wake(): void {
    this.schedule(0);
  }

  /** Stops scheduling and waits for requests in flight. */
  async close(): Promise<void> {
    this.closed = true;
    this.cancel?.();
    if (this.busy.size > 0) await new Promise<void>((resolve) => this.idle.push(resolve));
  }

  private schedule(milliseconds: number): void {
    if (this.closed) return;
    this.cancel?.();
    this.cancel = this.options.system.after(milliseconds, () => this.run());
  }

  private run(): void {
    try {
      this.look();
    } catch (error) {
      // For example a full disk: try again later.
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
    // Read before the look: what becomes due during it is then still ahead, and not missed.
    const began = options.system.now();
    // Entries in doubt first: what turns out to be on the service need not be sent.
    for (const entry of options.doubtful()) this.start(`look-up:${entry.lane}`, () => options.reconcile(entry));
    if (this.startNext()) {
      this.schedule(0);
      return;
    }
    const due = options.nextDue(began);
    // Work that is due but found no free lane is picked up when a lane ends.
    if (due !== null) this.schedule(due - options.system.now());
  }

  /**
   * Starts one lane at a time, because finding the next group costs some milliseconds. @returns whether anything
   * started
   */
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
