/**
 * Wall-clock times in the time zone of a place. The services name no zones: windows and hours are wall-clock values at
 * the depot, while arrivals are moments (planning-api, Identifiers 6).
 */

/** A moment on the clock of a place. */
export interface WallClock {
  /** `2026-06-15` */
  day: string;
  /** Minutes since midnight as the clock shows them, 0 to 1,439. On the day of a change of time some come twice. */
  minutes: number;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  formats.set(zone, made);
  return made;
}

/** Whether a text names a time zone that this computer knows, such as `Europe/Berlin`. */
export function isZone(text: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-GB', { timeZone: text }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/**
 * What the clock of a place shows at a moment.
 *
 * @param at milliseconds since the epoch
 * @param zone the IANA name of a zone, such as `Europe/Berlin`
 * @throws RangeError when the zone is not known
 */
export function wallClock(at: number, zone: string): WallClock {
  const parts = new Map(
    formatOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  const number = (type: 'hour' | 'minute') => Number(parts.get(type) ?? 0);
  const day = ['year', 'month', 'day'].map((type) => parts.get(type as 'year') ?? '').join('-');
  return { day, minutes: number('hour') * 60 + number('minute') };
}

/** Minutes since midnight of `09:30`; null for no time. */
export function minutesOf(time: string | null): number | null {
  const match = /^(\d{2}):(\d{2})$/.exec(time ?? '');
  return match === null ? null : Number(match[1]) * 60 + Number(match[2]);
}

const minute = 60_000;
const oneDay = 86_400_000;

/** How far the clock of a place is ahead of UTC at a moment, in milliseconds. */
function aheadOfUtc(at: number, zone: string): number {
  const { day, minutes } = wallClock(at, zone);
  return Date.parse(`${day}T00:00:00Z`) + minutes * minute - Math.floor(at / minute) * minute;
}

/**
 * The moment at which the clock of a place shows a time. Of a time that comes twice it is the first; a time that the
 * clock skips counts from the time before the change, so 02:30 is shown as 03:30.
 *
 * @param minutes since midnight as the clock shows them; more than 1,440: on a day after it
 * @returns milliseconds since the epoch
 */
export function momentOf({ day, minutes }: WallClock, zone: string): number {
  const asUtc = Date.parse(`${day}T00:00:00Z`) + minutes * minute;
  const before = aheadOfUtc(asUtc - oneDay, zone);
  const after = aheadOfUtc(asUtc + oneDay, zone);
  const shown = [before, after].map((ahead) => asUtc - ahead).filter((at) => aheadOfUtc(at, zone) === asUtc - at);
  return shown.length === 0 ? asUtc - before : Math.min(...shown);
}
