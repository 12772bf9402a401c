/**
 * Formats dates, times, ages, counts and weights. Everything uses the locale of the message files, so that a sentence
 * never mixes two. Calendar days and wall-clock times arrive as text and are never converted between time zones.
 */
import { t } from '../../messages/index.ts';
import { locale } from '../../messages/locale.ts';
import { wallClock } from '../../shared/zones.ts';

const clockOptions = { hour: '2-digit', minute: '2-digit' } as const;
const timeFormat = new Intl.DateTimeFormat(locale, clockOptions);
/** Formats of other zones, by zone. */
const timeFormats = new Map<string, Intl.DateTimeFormat>();
const shortDayFormat = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' });
const dayFormat = new Intl.DateTimeFormat(locale, {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
});
const dayWithYearFormat = new Intl.DateTimeFormat(locale, {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});
const countFormat = new Intl.NumberFormat(locale);

/** `1,500` */
export const formatCount = (count: number): string => countFormat.format(count);

/** `14:05`. @param zone of the depot that it is about; left out: this computer's */
export function formatTime(milliseconds: number, zone?: string): string {
  if (zone === undefined) return timeFormat.format(milliseconds);
  const known = timeFormats.get(zone) ?? new Intl.DateTimeFormat(locale, { ...clockOptions, timeZone: zone });
  timeFormats.set(zone, known);
  return known.format(milliseconds);
}

/** The day of the last moment that was asked for, by zone: a list asks for today once a row. */
const lastDays = new Map<string, { at: number; day: string }>();

/** The day of a timestamp, as `2026-06-15`. @param zone as for `formatTime` */
export function dayOf(milliseconds: number, zone?: string): string {
  if (zone !== undefined) {
    const last = lastDays.get(zone);
    if (last?.at === milliseconds) return last.day;
    const { day } = wallClock(milliseconds, zone);
    lastDays.set(zone, { at: milliseconds, day });
    return day;
  }
  const date = new Date(milliseconds);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** `14 Jun, 14:05`, also today: for texts that do not know when they are read. @param zone as for `formatTime` */
export function formatDayAndTime(milliseconds: number, zone?: string): string {
  const day = shortDayFormat.format(new Date(`${dayOf(milliseconds, zone)}T00:00:00Z`));
  return `${day}, ${formatTime(milliseconds, zone)}`;
}

/** `14:05` today, `14 Jun, 14:05` on another day. @param zone as for `formatTime` */
export function formatMoment(milliseconds: number, now: number, zone?: string): string {
  const isToday = dayOf(milliseconds, zone) === dayOf(now, zone);
  return isToday ? formatTime(milliseconds, zone) : formatDayAndTime(milliseconds, zone);
}

/** `Mon 15 Jun`, with the year unless it is the current one. `day` is `2026-06-15`. */
export function formatDay(day: string, now: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(date.getTime())) return day;
  const sameYear = day.slice(0, 4) === dayOf(now).slice(0, 4);
  return (sameYear ? dayFormat : dayWithYearFormat).format(date).replace(',', '');
}

/** Whole days from today to `day`: 0 today, 1 tomorrow, -1 yesterday. @param zone as for `formatTime` */
export function daysAway(day: string, now: number, zone?: string): number {
  return Math.round((Date.parse(`${day}T00:00:00Z`) - Date.parse(`${dayOf(now, zone)}T00:00:00Z`)) / 86_400_000);
}

/** `Today`, `Tomorrow` or `Yesterday`; null for any other day. @param zone as for `formatTime` */
export function dayWord(day: string, now: number, zone?: string): string | null {
  switch (daysAway(day, now, zone)) {
    case 0:
      return t('common.today');
    case 1:
      return t('common.tomorrow');
    case -1:
      return t('common.yesterday');
    default:
      return null;
  }
}

/** A duration in the largest fitting unit: `less than a minute`, `26 min`, `3 h`, `2 days`. */
export function formatAge(milliseconds: number): string {
  const minutes = Math.floor(Math.max(0, milliseconds) / 60_000);
  if (minutes < 1) return t('common.ageNow');
  if (minutes < 60) return t('common.ageMinutes', { count: minutes });
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return t('common.ageHours', { count: hours });
  return t('common.ageDays', { count: Math.floor(hours / 24) });
}

/** `5 min`, `1 h 20 min`, `45 s` from seconds. */
export function formatDuration(seconds: number): string {
  if (seconds < 60) return t('common.seconds', { count: Math.round(seconds) });
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return t('common.minutes', { count: minutes });
  const rest = minutes % 60;
  const hours = t('common.hours', { count: Math.floor(minutes / 60) });
  return rest === 0 ? hours : `${hours} ${t('common.minutes', { count: rest })}`;
}

/** Making a format takes far longer than using it, and a table formats a column of amounts at each jump. */
const unitFormat = (unit: string, maximumFractionDigits: number) =>
  new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits });
const metreFormat = unitFormat('meter', 0);
const kilometreFormat = unitFormat('kilometer', 1);

/** `850 m`, `4.2 km` from metres. */
export const formatDistance = (metres: number): string =>
  metres < 1000 ? metreFormat.format(metres) : kilometreFormat.format(metres / 1000);

/** Formats of the units of weight that the service names and JavaScript knows, with the decimals that weights have. */
const weightFormats = new Map(['kilogram', 'pound'].map((unit) => [unit, unitFormat(unit, 2)]));
/** Signs of the units that the service names and JavaScript does not know. */
const unitSigns: ReadonlyMap<string, string> = new Map([['metric-ton', 't']]);

/** `12.46 kg`, `1.5 t`; a unit that cannot be formatted is written as the service names it. */
export function formatWeight({ unit, amount }: { unit: string; amount: number }): string {
  return weightFormats.get(unit)?.format(amount) ?? `${countFormat.format(amount)} ${unitSigns.get(unit) ?? unit}`;
}

/** A window of wall-clock times: `09:00–12:00`, `from 09:00`, `until 12:00`; null when there is none. */
export function formatWindow(earliest: string | null, latest: string | null): string | null {
  if (earliest !== null && latest !== null) return `${earliest}–${latest}`;
  if (earliest !== null) return t('common.fromTime', { time: earliest });
  if (latest !== null) return t('common.untilTime', { time: latest });
  return null;
}
