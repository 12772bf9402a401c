/** Mistakes made on purpose: changes of the core's source, times that are too short, and a disk that promises too much. */
import type { WaitTimes } from '../../../src/main/outbox/core.ts';
import type { Mutation } from './mutations/mutation.ts';
import { inSending } from './mutations/sending.ts';
import { inSettling } from './mutations/settling.ts';
import { inWhatIsShown } from './mutations/shown.ts';
import { inWhatIsTold } from './mutations/told.ts';
import { inWhatIsTyped } from './mutations/typed.ts';

/** What one run differs in from the app. */
export interface Variant {
  /** Put into the source before a thread loads it. */
  mutation: Mutation | null;
  times: Partial<WaitTimes>;
  /** 1: every commit is on the disk when it returns. */
  flushesEach: number;
}

export const asInTheApp: Variant = { mutation: null, times: {}, flushesEach: 1 };

/** To plant one more, add it to the table of its part in mutations/: nothing else has to know it. */
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
