/**
 * What is otherwise in some schedules than at a calm desk. Chance has a stream of its own for it, derived from the seed: what
 * is typed and what goes wrong is drawn as if none of this were, and a schedule that once ended wrong can be replayed without.
 */
import { VirtualClock } from '../bench/models/virtual-clock.ts';

/** Moments between which most requests find no line, and some are lost on it; in milliseconds since the epoch. */
export interface BadLine {
  from: number;
  until: number;
  chance: () => number;
}

export interface Surroundings {
  /** Chance by which the computer's clock goes on while the program looks at it; null: it stands still within an event. */
  ticks: (() => number) | null;
  badLine: BadLine | null;
  /** Part of the recipients that are typed with an external id of the person's own. */
  typedMarkers: number;
  /** The service gives records with their fields in another order, and with nulls. */
  isOdd: boolean;
}

const calm: Surroundings = { ticks: null, badLine: null, typedMarkers: 0.3, isOdd: false };

const minute = 60_000;

/** @param begin the schedule's first moment */
export function surroundingsOf(seed: number, begin: number, isCalm: boolean): Surroundings {
  if (isCalm) return calm;
  const { random: chance } = new VirtualClock(seed ^ 0x7ea5e7);
  const ticks = chance() < 0.5 ? chance : null;
  const hasBadLine = chance() < 0.125;
  // Where every parcel is scanned, most stops carry its number.
  const scans = chance() < 0.3;
  const from = begin + chance() * 8 * minute;
  const badLine = hasBadLine ? { from, until: from + chance() * 10 * minute, chance } : null;
  return { ticks, badLine, typedMarkers: scans ? 0.9 : calm.typedMarkers, isOdd: chance() < 0.3 };
}
