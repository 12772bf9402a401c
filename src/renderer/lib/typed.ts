/** Parses text typed into fields. Each form has its own message for text that does not parse. */
import type { CalendarDate } from '../../shared/shapes.ts';
import { computerZone, wallClock } from '../../shared/zones.ts';

/** A number with a decimal comma or point; undefined when the text is not a number. */
export function parseNumber(typed: string): number | undefined {
  const text = typed.trim().replace(',', '.');
  return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : undefined;
}

/** The day, or undefined when it does not exist: `Date.UTC` overflows into the next month. */
function existing(day: CalendarDate): CalendarDate | undefined {
  const at = new Date(Date.UTC(day.year, day.month - 1, day.day));
  return at.getUTCMonth() === day.month - 1 && at.getUTCDate() === day.day ? day : undefined;
}

/** A moment with its offset from UTC: `2026-06-17T22:00:00.000Z`. */
const moment = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(?::\d{2}(?:\.\d+)?)? ?(Z|[+-]\d{2}:?\d{2})$/i;

/** A moment with an offset as the day on the clock of a zone; other texts as they are. */
function onTheClock(text: string, zone: string | null): string {
  const [, day = '', time, offset = ''] = moment.exec(text) ?? [];
  // Midnight is how programs write a day without a time.
  if (time === undefined || time === '00:00') return text;
  const at = Date.parse(`${day}T${time}:00${offset.toUpperCase().replace(/(\d{2})(\d{2})$/, '$1:$2')}`);
  return Number.isNaN(at) ? text : wallClock(at, zone ?? computerZone()).day;
}

/**
 * `2026-06-17`, `17.6.2026`, `17/6/2026`, `6/17/2026` when it is unambiguous, or a moment with its offset from UTC.
 *
 * @param zone in which the day of such a moment is meant; null: that of this computer
 * @returns undefined when it is not a day
 */
export function parseDay(typed: string, zone: string | null = null): CalendarDate | undefined {
  const text = onTheClock(typed.trim(), zone);
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ].*)?$/.exec(text);
  if (iso !== null) return existing({ year: Number(iso[1]), month: Number(iso[2]), day: Number(iso[3]) });
  const written = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})$/.exec(text);
  if (written === null) return undefined;
  const [first, second, year] = [Number(written[1]), Number(written[2]), Number(written[3])];
  return existing(second > 12 ? { year, month: first, day: second } : { year, month: second, day: first });
}

/** The text without surrounding whitespace; undefined when nothing is left. */
export const trimmed = (text: string): string | undefined => {
  const value = text.trim();
  return value === '' ? undefined : value;
};

/** Drops undefined values; returns undefined when nothing is left (planning-api and order-api, Edit semantics). */
export function some<Value extends object>(value: Value): Value | undefined {
  const entries = Object.entries(value).filter(([, part]) => part !== undefined);
  return entries.length === 0 ? undefined : (Object.fromEntries(entries) as Value);
}
