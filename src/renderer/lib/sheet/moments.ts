/** Days and times of a sheet as texts: by the clock on the wall, because a sheet has no time zones. */

/** The first day of workbooks that count from 1904, as some of old Macs do; nothing is delivered on it. */
const firstOfMacs = '1904-01-01';

/** A day, a time of day (which a sheet counts from its first day), or both. @param time `09:30` */
function shown(day: string, time: string): string {
  if (day < '1900-01-02' || day === firstOfMacs) return time;
  return time === '00:00' ? day : `${day} ${time}`;
}

/** @param iso `2026-06-17T09:30:00.000Z` */
export const momentText = (iso: string): string => shown(iso.slice(0, 10), iso.slice(11, 16));

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
