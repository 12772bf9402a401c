/** The results of many schedules: counts that can be added, and the first failures. */
import type { Violation } from './check.ts';
import type { ScheduleResult } from './schedule.ts';

export interface Wrong {
  seed: number;
  violation: Violation;
  tag: string;
  why: string;
}

export interface Tally {
  schedules: number;
  entries: number;
  crashes: number;
  kinds: Record<string, number>;
  faults: Record<string, number>;
  /** The user's actions besides entering changes. */
  acts: Record<string, number>;
  /** The legitimate causes for asking the user. */
  asks: Record<string, number>;
  violations: Record<Violation, number>;
  /** The first failures, with the seeds to replay them. */
  wrong: Wrong[];
  /** Schedules below the required minimum: ten entries of four kinds, three faults, a crash. */
  meagre: number;
}

const mostWrong = 20;

export const newTally = (): Tally => ({
  schedules: 0,
  entries: 0,
  crashes: 0,
  kinds: {},
  faults: {},
  acts: {},
  asks: {},
  violations: { lost: 0, doubled: 0, stuck: 0, misplaced: 0, asked: 0 },
  wrong: [],
  meagre: 0,
});

/** A schedule counts once for each kind of violation. */
export function count(tally: Tally, seed: number, result: ScheduleResult): void {
  tally.schedules += 1;
  tally.entries += result.entries;
  tally.crashes += result.crashes;
  for (const [kind, times] of result.kinds) tally.kinds[kind] = (tally.kinds[kind] ?? 0) + times;
  for (const [act, times] of result.acts) tally.acts[act] = (tally.acts[act] ?? 0) + times;
  for (const [cause, times] of result.asks) tally.asks[cause] = (tally.asks[cause] ?? 0) + times;
  let faults = 0;
  for (const [kind, times] of result.faults) {
    faults += times;
    tally.faults[kind] = (tally.faults[kind] ?? 0) + times;
  }
  for (const violation of new Set(result.found.map((found) => found.violation))) tally.violations[violation] += 1;
  if (tally.wrong.length < mostWrong) tally.wrong.push(...result.found.map((found) => ({ seed, ...found })));
  const isWhole = result.found.length === 0;
  const isMeagre = result.entries < 10 || result.kinds.size < 4 || faults < 3 || result.crashes < 1;
  // A schedule that was aborted by a failure need not reach the minimum.
  if (isWhole && isMeagre) tally.meagre += 1;
}

export function add(to: Tally, more: Tally): void {
  to.schedules += more.schedules;
  to.entries += more.entries;
  to.crashes += more.crashes;
  to.meagre += more.meagre;
  addCounts(to.kinds, more.kinds);
  addCounts(to.faults, more.faults);
  addCounts(to.acts, more.acts);
  addCounts(to.asks, more.asks);
  addCounts(to.violations, more.violations);
  to.wrong.push(...more.wrong.slice(0, Math.max(0, mostWrong - to.wrong.length)));
}

function addCounts(to: Record<string, number>, more: Record<string, number>): void {
  for (const [name, times] of Object.entries(more)) to[name] = (to[name] ?? 0) + times;
}

export const isClean = ({ violations, meagre }: Tally): boolean =>
  meagre === 0 && Object.values(violations).every((times) => times === 0);
