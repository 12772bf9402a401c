/** The geometry of the timeline: a lane a driver over the hours of a plan's day, on the clock of its depot. */
import { arrivalOf, isAttempted, isFailed, isLate, windowOn, type RouteLine } from '../../shared/route-lines.ts';
import type { StopRow } from '../../shared/stops.ts';
import { clockText, minutesOf, momentOf, wallClock } from '../../shared/zones.ts';

/** A part of the time axis, in milliseconds since the epoch. */
export interface Span {
  from: number;
  to: number;
}

/** A stop in a lane. */
export interface Block {
  id: string;
  /** The arrival. */
  at: number;
  /** At least as long as the stop takes, as far as it is known. */
  to: number;
  /** The window on the plan's day. An open end is the end of the axis. */
  window: Span | null;
  isLate: boolean;
  /** The driver has been there. */
  isDone: boolean;
  /** In vain. */
  isFailed: boolean;
}

export interface Lane {
  driverId: string | null;
  blocks: readonly Block[];
  /** The driver's hours. Null: not known. */
  hours: Span | null;
  /** How many more stops have an arrival that is too far from the plan's day for the axis. */
  beyond: number;
}

export interface Timeline extends Span {
  lanes: readonly Lane[];
  /** The full hours of the axis, with what the clock of the depot shows. */
  hours: readonly { at: number; text: string }[];
}

const minute = 60_000;
const hour = 60 * minute;
/** The width of a stop of unknown duration on the axis. */
const usualStop = 3 * minute;

/** The most that the axis shows: a shift may begin the evening before the plan's day and end late on the day after. */
const mostBefore = 12 * hour;
const mostAfter = 42 * hour;

interface TimelineFor {
  /** The plan's day, `2026-06-15`. */
  day: string;
  zone: string;
}

/** A time of the plan's day as a moment; null for no time. */
function momentOn({ day, zone }: TimelineFor, time: string | null): number | null {
  const minutes = minutesOf(time);
  return minutes === null ? null : momentOf({ day, minutes }, zone);
}

/** The driver's hours. A shift that ends before it begins ends on the day after. */
function hoursOf({ begins, ends }: RouteLine, of: TimelineFor): Span | null {
  const [from, to] = [momentOn(of, begins), momentOn(of, ends)];
  if (from === null || to === null) return null;
  const minutes = minutesOf(ends) ?? 0;
  return { from, to: to >= from ? to : momentOf({ day: of.day, minutes: minutes + 24 * 60 }, of.zone) };
}

function blockOf(row: StopRow, at: number, axis: Span, of: TimelineFor, line: RouteLine): Block {
  const { from, to } = windowOn(row, of, line);
  return {
    id: row.id,
    at,
    to: at + (row.stopSeconds === null ? usualStop : Math.max(row.stopSeconds * 1000, minute)),
    window: from === null && to === null ? null : { from: from ?? axis.from, to: to ?? axis.to },
    isLate: isLate(row, of, line),
    isDone: isAttempted(row),
    isFailed: isFailed(row),
  };
}

const isWithin = ({ from, to }: Span, at: number): boolean => at >= from && at <= to;

/** Arrivals far from the plan's day do not count: the clock of a phone may be wrong by years. */
function axisOf(arrivals: readonly number[], hours: readonly (Span | null)[], of: TimelineFor): Span {
  const midnight = momentOf({ day: of.day, minutes: 0 }, of.zone);
  const near = { from: midnight - mostBefore, to: midnight + mostAfter };
  const known = [
    ...arrivals.filter((at) => isWithin(near, at)),
    ...hours.flatMap((span) => (span === null ? [] : [span.from, span.to])),
  ];
  const shown = known.length > 0 ? known : [midnight, midnight + 24 * hour];
  return { from: floorHour(Math.min(...shown), of.zone), to: floorHour(Math.max(...shown) + hour - 1, of.zone) };
}

/**
 * The timeline of a plan: from the full hour before the first to the one after the last of arrivals and working hours.
 * Arrivals that are far from the plan's day are only counted.
 *
 * @returns null while no stop has an arrival time
 */
export function timelineOf(lines: readonly RouteLine[], of: TimelineFor): Timeline | null {
  const arrivals = lines.flatMap(({ stops }) => stops.flatMap((row) => arrivalOf(row) ?? []));
  if (arrivals.length === 0) return null;
  const hours = lines.map((line) => hoursOf(line, of));
  const axis = axisOf(arrivals, hours, of);
  const lanes = lines
    .filter(({ driverId, stops }) => driverId !== null || stops.some((row) => arrivalOf(row) !== null))
    .map((line): Lane => {
      const planned = line.stops.flatMap((row) => {
        const at = arrivalOf(row);
        return at === null ? [] : [{ row, at }];
      });
      const near = planned.filter(({ at }) => isWithin(axis, at));
      return {
        driverId: line.driverId,
        blocks: near.map(({ row, at }) => blockOf(row, at, axis, of, line)),
        hours: hoursOf(line, of),
        beyond: planned.length - near.length,
      };
    });
  const count = Math.round((axis.to - axis.from) / hour);
  return {
    ...axis,
    lanes,
    hours: Array.from({ length: count + 1 }, (_, index) => {
      const at = axis.from + index * hour;
      return { at, text: clockText(at, of.zone) };
    }),
  };
}

/** The full hour of the clock before a moment. */
const floorHour = (at: number, zone: string): number =>
  Math.floor(at / minute) * minute - (wallClock(at, zone).minutes % 60) * minute;

/** Where a moment is on the axis: 0 at its beginning, 1 at its end. */
export const placeOn = ({ from, to }: Span, at: number): number => (to === from ? 0 : (at - from) / (to - from));

/** Where now is on the axis; null: on another day, or outside its hours. */
export const nowOn = (axis: Span, now: number): number | null => (isWithin(axis, now) ? placeOn(axis, now) : null);
