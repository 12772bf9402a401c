/**
 * Variations in some schedules compared with a calm desk. They have their own random stream, derived from the seed, so
 * inputs and faults are drawn as if there were no variations, and a failed schedule can be replayed without them.
 */
import { VirtualClock } from '../bench/models/virtual-clock.ts';

/** A period in which most requests fail to connect and some are lost. Times in milliseconds since the epoch. */
export interface BadLine {
  from: number;
  until: number;
  chance: () => number;
}

export interface Surroundings {
  /** Random source for letting the clock advance whenever it is read. Null: it stands still within an event. */
  ticks: (() => number) | null;
  badLine: BadLine | null;
  /** Share of recipients that are entered with an external id of the user's own. */
  typedMarkers: number;
  /** The service returns records with reordered fields and with nulls. */
  isOdd: boolean;
  /** Random source for edits of several stops at once and for their undo. Null: there are none. */
  several: (() => number) | null;
  /** Random source for a file of stops that is imported into a live plan. Null: there is none. */
  file: (() => number) | null;
  /** Random source for a file of drivers. Null: there is none. */
  team: (() => number) | null;
  /** Random source for edits of the records' numbers. Null: they stay. */
  numbers: (() => number) | null;
  /** Random source for edits that are typed back at once. Null: there are none. */
  returns: (() => number) | null;
  /** Random source for a record that the service fails each time. Null: it takes all. */
  failing: (() => number) | null;
}

/** Which variations there are. Default: all. */
export interface Without {
  /** Without all variations. */
  isCalm?: boolean;
  /** Without edits of several stops. */
  isSingle?: boolean;
  /** Without files that are imported into a live plan. */
  isTyped?: boolean;
  /** Without edits of numbers. */
  keepsNumbers?: boolean;
  /** Without edits that are typed back at once. */
  typesOnce?: boolean;
  /** Without files of drivers. */
  keepsTeam?: boolean;
  /** Without a record that the service fails each time. */
  takesAll?: boolean;
}

const calm: Surroundings = {
  ticks: null,
  badLine: null,
  typedMarkers: 0.3,
  isOdd: false,
  several: null,
  file: null,
  team: null,
  numbers: null,
  returns: null,
  failing: null,
};

const minute = 60_000;

/** @param begin the schedule's start time */
export function surroundingsOf(seed: number, begin: number, without: Without): Surroundings {
  const { isCalm = false, isSingle = false, isTyped = false } = without;
  const { keepsNumbers = false, typesOnce = false, keepsTeam = false, takesAll = false } = without;
  if (isCalm) return calm;
  const { random: chance } = new VirtualClock(seed ^ 0x7ea5e7);
  const ticks = chance() < 0.5 ? chance : null;
  const hasBadLine = chance() < 0.125;
  // If the depot scans every parcel, most stops have its number.
  const scans = chance() < 0.3;
  const from = begin + chance() * 8 * minute;
  const badLine = hasBadLine ? { from, until: from + chance() * 10 * minute, chance } : null;
  const isOdd = chance() < 0.3;
  // A stream of its own: without them a schedule draws as it did before there were edits of several stops.
  const hands = new VirtualClock(seed ^ 0x5e7e4a1).random;
  const several = isSingle || hands() < 0.5 ? null : hands;
  const files = new VirtualClock(seed ^ 0xf11e5).random;
  const file = isSingle || isTyped || files() < 0.85 ? null : files;
  const rosters = new VirtualClock(seed ^ 0xd71e5).random;
  const team = isSingle || keepsTeam || rosters() < 0.8 ? null : rosters;
  const pens = new VirtualClock(seed ^ 0x9e4).random;
  const numbers = isSingle || keepsNumbers || pens() < 0.6 ? null : pens;
  const erasers = new VirtualClock(seed ^ 0xe5a5e).random;
  const returns = isSingle || typesOnce || erasers() < 0.5 ? null : erasers;
  const breaks = new VirtualClock(seed ^ 0xb4ea5).random;
  const failing = isSingle || takesAll || breaks() < 0.96 ? null : breaks;
  const typedMarkers = scans ? 0.9 : calm.typedMarkers;
  return { ticks, badLine, typedMarkers, isOdd, several, file, team, numbers, returns, failing };
}
