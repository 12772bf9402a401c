/** What many schedules came to: counts that can be added, and the first of what went wrong. */
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
  /** What a person did beside typing. */
  acts: Record<string, number>;
  /** What a person was rightly asked about. */
  asks: Record<string, number>;
  violations: Record<Violation, number>;
  /** The first few, with the seed that replays each. */
  wrong: Wrong[];
  /** Schedules below what each has to hold: ten entries of four kinds, three faults, a crash. */
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

/** A schedule counts once for each way in which it went wrong. */
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
  // One that was cut short by what was found need not hold all.
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
