/**
 * Deliberate faults: mutations of the core's source, wait times that are too short, and a disk that flushes too late.
 */
import type { WaitTimes } from '../../../src/main/outbox/core.ts';
import type { Mutation } from './mutations/mutation.ts';
import { inSending } from './mutations/sending.ts';
import { inSettling } from './mutations/settling.ts';
import { inWhatIsShown } from './mutations/shown.ts';
import { inWhatIsTold } from './mutations/told.ts';
import { inWhatIsTyped } from './mutations/typed.ts';

/** How a run differs from the app. */
export interface Variant {
  /** Applied to the source before a thread loads it. */
  mutation: Mutation | null;
  times: Partial<WaitTimes>;
  /** 1: every commit is on disk when it returns. */
  flushesEach: number;
}

export const asInTheApp: Variant = { mutation: null, times: {}, flushesEach: 1 };

/** To add a mutation, add it to its table in mutations/. */
export const mutations: readonly Mutation[] = [
  ...inWhatIsTyped,
  ...inWhatIsShown,
  ...inWhatIsTold,
  ...inSending,
  ...inSettling,
];

export const planted: ReadonlyMap<string, Variant> = new Map<string, Variant>([
  ...mutations.map((mutation): [string, Variant] => [mutation.name, { ...asInTheApp, mutation }]),
  ['synchronous=NORMAL', { ...asInTheApp, flushesEach: 6 }],
  ['late is over after a minute', { ...asInTheApp, times: { late: 60_000 } }],
]);
