/** Days and times of a sheet as texts: by the clock on the wall, because a sheet has no time zones. */

/** The first day of workbooks that count from 1904, as some of old Macs do; nothing is delivered on it. */
const firstOfMacs = '1904-01-01';

/** A day, a time of day (which a sheet counts from its first day), or both. @param time `09:30` */
function shown(day: string, time: string): string {
  if (day < '1900-01-02' || day === firstOfMacs) return time;
  return time === '00:00' ? day : `${day} ${time}`;
}

const written = /^(\d{4}-\d{2}-\d{2})?(?:(?:^|[T ])(\d{2}:\d{2})(?::\d{2}(?:[.,]\d+)?)?)?(?:Z|[+-]\d{2}:?\d{2})?$/i;

/**
 * A moment that a cell has as a text: `2026-06-17T09:30:00`, `2026-06-17`, `09:30:00`. An offset from UTC says nothing:
 * it is not shown in the sheet.
 *
 * @returns null when it is none
 */
export function writtenMoment(text: string): string | null {
  const [, day, time] = written.exec(text.trim()) ?? [];
  if (day === undefined) return time ?? null;
  return shown(day, time ?? '00:00');
}

const dayMilliseconds = 86_400_000;
/** Days from 1899-12-30, the zeroth of a workbook, to 1970-01-01. Days before March 1900 come out a day early. */
const daysTo1970 = 25_569;
/** Days from there to 1904-01-01. */
const daysTo1904 = 1_462;
const firstMoment = -daysTo1970 * dayMilliseconds;
const afterLastMoment = Date.UTC(10_000, 0, 1);

/**
 * A moment that a cell has as a number of days, `46190.375`.
 *
 * @returns null when no spreadsheet shows it as a moment: it is before the first day, after 9999, or no number
 */
export function countedMoment(days: number, isFrom1904: boolean): string | null {
  const from1970 = days + (isFrom1904 ? daysTo1904 : 0) - daysTo1970;
  // A sheet keeps a third of a day as 0.333333333333333, which is a little before 08:00.
  const moment = Math.round((from1970 * dayMilliseconds) / 1_000) * 1_000;
  if (!(moment >= firstMoment && moment < afterLastMoment)) return null;
  const iso = new Date(moment).toISOString();
  return shown(iso.slice(0, 10), iso.slice(11, 16));
}

/** Numbers of formats that every spreadsheet knows: ECMA-376, part 1, 18.8.30, also those of single languages. */
const knownFormats: readonly (readonly [first: number, last: number])[] = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
  [71, 81],
];

/** The letters of days and times; others, and signs of numbers, are in no format of a moment. */
const pieceOfMoment = /^(?:s{1,2}|m{1,5}|h{1,2}|d{1,4}|a{3,5}|y{1,2}|yyyy|e{1,2}|eeee|am|pm|a|p)$/;

/** @param section in small letters, without quoted texts */
function isOfMoment(section: string): boolean {
  const pieces = section
    .replaceAll(/(\[?[smhd]{1,2}\]?)[.,]0{1,3}/g, '$1')
    .replaceAll(/\[([smhd]{1,2})\]/g, '$1')
    // Colours, conditions and languages.
    .replaceAll(/\[[^\]]*\]/g, '')
    .split(/[^a-z0#?%]+/)
    .filter(Boolean);
  return pieces.length > 0 && pieces.every((piece) => pieceOfMoment.test(piece));
}

/**
 * Whether a format shows numbers as days or times.
 *
 * @param id its number
 * @param format `yyyy\-mm\-dd hh:mm`, `[h]:mm;@`; empty: one that is known by its number
 */
export const showsMoment = (id: number, format: string): boolean =>
  knownFormats.some(([first, last]) => id >= first && id <= last) ||
  format
    .toLowerCase()
    .replaceAll(/\\.|"[^"]*"/g, ' ')
    .split(';')
    .some(isOfMoment);
