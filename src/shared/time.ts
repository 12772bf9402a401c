/**
 * Times of day and dates: the only place that formats wall-clock values. Dates and time windows of the services are
 * wall-clock values and are never converted between time zones.
 */
import type { CalendarDate, TimeOfDay } from './shapes.ts';

const two = (value: number) => String(value).padStart(2, '0');

/** `2026-06-15`: sortable, and the format of `filter.startsGte`. */
export function dateText(date: CalendarDate): string {
  return `${String(date.year).padStart(4, '0')}-${two(date.month)}-${two(date.day)}`;
}

/** `09:05`. */
export function timeText(time: TimeOfDay): string {
  return `${two(time.hour)}:${two(time.minute)}`;
}

/**
 * Reads what people type for a time: `1430`, `14:30`, `14.30`, `9`, `9h`, `930`.
 * @returns the time, or undefined if the text is not a time
 */
export function parseTime(typed: string): TimeOfDay | undefined {
  const match = /^(\d{1,2})(?:[:.h]?(\d{2}))?h?$/.exec(typed.trim());
  if (!match) return undefined;
  const hour = Number(match[1]);
  const minute = Number(match[2] ?? '0');
  return hour < 24 && minute < 60 ? { hour, minute } : undefined;
}

/**
 * Reads a time window: `9-12`, `09:00–12:30`, `9 to 12`.
 * @returns both ends, or undefined if the text is not a window
 */
export function parseWindow(typed: string): { earliest: TimeOfDay; latest: TimeOfDay } | undefined {
  const parts = typed.trim().split(/\s*(?:-|–|—|\bto\b)\s*/);
  const [first, second] = parts;
  if (parts.length !== 2 || first === undefined || second === undefined) return undefined;
  const earliest = parseTime(first);
  const latest = parseTime(second);
  return earliest && latest ? { earliest, latest } : undefined;
}

/** A local calendar day from milliseconds since the epoch. */
export function calendarDateOf(milliseconds: number): CalendarDate {
  const date = new Date(milliseconds);
  return { day: date.getDate(), month: date.getMonth() + 1, year: date.getFullYear() };
}
