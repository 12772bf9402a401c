/** Mistakes made on purpose: switches of the core, times that are too short, and a disk that promises too much. */
import { bugs, type Bug } from '../../src/main/sync/bugs.ts';
import type { Times } from '../../src/main/sync/core.ts';

/** What one run differs in from the app. */
export interface Variant {
  bugs: Bug[];
  times: Partial<Times>;
  /** 1: every commit is on the disk when it returns. */
  flushesEach: number;
}

export const asInTheApp: Variant = { bugs: [], times: {}, flushesEach: 1 };

export const planted: ReadonlyMap<string, Variant> = new Map<string, Variant>([
  ...bugs.map((bug): [string, Variant] => [bug, { ...asInTheApp, bugs: [bug] }]),
  ['synchronous=NORMAL', { ...asInTheApp, flushesEach: 6 }],
  ['late is over after a minute', { ...asInTheApp, times: { late: 60_000 } }],
]);
