/** Days of the generator. A day is text, `2026-06-15`, and counts in the computer's own zone, as an office does. */
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

/** The day so many days later, or earlier. */
export function addDays(text: string, days: number): string {
  const { year, month, day } = calendarDay(text);
  // Noon, so that a change to summer time does not move the day.
  return dayOf(new Date(year, month - 1, day + days, 12).getTime());
}

/** Made once: making one takes longer than a whole plan. */
const weekday = new Intl.DateTimeFormat('en', { weekday: 'long' });

/** `Monday`. */
export function weekdayOf(text: string): string {
  const { year, month, day } = calendarDay(text);
  return weekday.format(new Date(year, month - 1, day, 12));
}

/** Seconds since the epoch of so many seconds after midnight of a day. */
export function secondsAt(text: string, secondsOfDay: number): number {
  const { year, month, day } = calendarDay(text);
  return Math.round(new Date(year, month - 1, day, 0, 0, secondsOfDay).getTime() / 1000);
}

export const hour = (value: number, minute = 0): TimeOfDay => ({ hour: value, minute });
