/** Days of the generator. A day is text, `2026-06-15`, in the computer's time zone, as in an office. */
import type { CalendarDay, TimeOfDay } from '../model.ts';

const two = (value: number) => String(value).padStart(2, '0');

export const textOfDay = ({ year, month, day }: CalendarDay) => `${year}-${two(month)}-${two(day)}`;

/** The day of a moment. @param milliseconds since the epoch */
export function dayOf(milliseconds: number): string {
  const date = new Date(milliseconds);
  return textOfDay({ year: date.getFullYear(), month: date.getMonth() + 1, day: date.getDate() });
}

export function calendarDay(text: string): CalendarDay {
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number);
  return { day, month, year };
}

/** Adds days, or subtracts them when negative. */
export function addDays(text: string, days: number): string {
  const { year, month, day } = calendarDay(text);
  // Noon, so that a change to summer time does not move the day.
  return dayOf(new Date(year, month - 1, day + days, 12).getTime());
}

/** Shared: creating one takes longer than generating a whole plan. */
const weekday = new Intl.DateTimeFormat('en', { weekday: 'long' });

/** `Monday`. */
export function weekdayOf(text: string): string {
  const { year, month, day } = calendarDay(text);
  return weekday.format(new Date(year, month - 1, day, 12));
}

/** Seconds since the epoch of a day and a number of seconds after its midnight. */
export function secondsAt(text: string, secondsOfDay: number): number {
  const { year, month, day } = calendarDay(text);
  return Math.round(new Date(year, month - 1, day, 0, 0, secondsOfDay).getTime() / 1000);
}

export const hour = (value: number, minute = 0): TimeOfDay => ({ hour: value, minute });
