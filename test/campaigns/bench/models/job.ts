/** Sends requests of one client through the real pace, over a network with latency, to a counting service. */
import type { Priority, Pace, Pass } from '../../../../src/main/api/pace.ts';
import type { LimitClass } from '../../../../src/shared/endpoints.ts';
import type { VirtualClock } from './virtual-clock.ts';

/** One-way latency in milliseconds: the minimum, plus a uniformly distributed jitter per request. */
export interface Network {
  least: number;
  jitter: number;
}

export interface Counts {
  sent: number;
  refused: number;
  /** Arrival of the first and of the last accepted request. */
  firstAt: number | null;
  lastAt: number;
}

export interface JobOptions {
  clock: VirtualClock;
  pace: Pace;
  network: Network;
  classes: readonly LimitClass[];
  lane: Priority;
  items?: number;
  /** Whether the service accepts the request that arrives now. */
  arrive: () => boolean;
  counts?: Counts;
}

export const newCounts = (): Counts => ({ sent: 0, refused: 0, firstAt: null, lastAt: 0 });

/**
 * Sends one request, and retries after each 429. @returns when it was accepted and answered; never if the pace was
 * closed
 */
export function send(options: JobOptions): Promise<void> {
  const { clock, pace, network, counts } = options;
  const delay = () => network.least + clock.random() * network.jitter;
  return new Promise((resolve) => {
    const passed = (pass: Pass | null) => {
      if (pass === null) return;
      pace.left(pass);
      if (counts) counts.sent += 1;
      clock.after(delay(), () => {
        const now = clock.now();
        const taken = options.arrive();
        if (counts && taken) {
          counts.firstAt ??= now;
          counts.lastAt = now;
        }
        clock.after(delay(), () => {
          if (taken) {
            pace.succeeded(pass);
            resolve();
            return;
          }
          if (counts) counts.refused += 1;
          pace.refused(pass);
          enter();
        });
      });
    };
    const enter = () => void pace.enter(options.classes, options.lane, options.items ?? 1).then(passed);
    enter();
  });
}
