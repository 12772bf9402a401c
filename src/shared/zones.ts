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

/** The clock on which the times of a plan are read. */
export interface DepotClock {
  /** The IANA name of the depot's zone, such as `Europe/Berlin`. */
  zone: string;
  /** The plan's day, `2026-06-15`; null: the stops have no plan, or the plan has no day. */
  day: string | null;
}

/** The zone of this computer, as its system says. */
export const computerZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** For stops of no plan: their times are not on a day. */
export const clockWithoutDay = (): DepotClock => ({ zone: computerZone(), day: null });

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

/** `09:30` from minutes since midnight, the next day's after 1,440. */
export function minutesText(minutes: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(Math.floor(minutes / 60) % 24)}:${two(minutes % 60)}`;
}

/** `08:30`, as the clock of a place shows a moment. */
export const clockText = (at: number, zone: string): string => minutesText(wallClock(at, zone).minutes);

/** Minutes since midnight of `09:30`; null for no time. */
export function minutesOf(time: string | null): number | null {
  // Most stops of a list have no time.
  if (time === null) return null;
  const match = /^(\d{2}):(\d{2})$/.exec(time);
  return match === null ? null : Number(match[1]) * 60 + Number(match[2]);
}

const minute = 60_000;
const oneDay = 86_400_000;

/** How far the clock of a place is ahead of UTC at a moment, in milliseconds; negative: behind. */
export function aheadOfUtc(at: number, zone: string): number {
  const { day, minutes } = wallClock(at, zone);
  return Date.parse(`${day}T00:00:00Z`) + minutes * minute - Math.floor(at / minute) * minute;
}

/** Moments that were searched for: the windows of ten thousand stops begin and end at a few times of the same day. */
const moments = new Map<string, number>();
const mostMoments = 5_000;

/**
 * The moment at which the clock of a place shows a time. Of a time that comes twice it is the first; a time that the
 * clock skips counts from the time before the change, so 02:30 is shown as 03:30.
 *
 * @param minutes since midnight as the clock shows them; more than 1,440: on a day after it
 * @returns milliseconds since the epoch
 */
export function momentOf(shown: WallClock, zone: string): number {
  const key = `${zone} ${shown.day} ${shown.minutes}`;
  const known = moments.get(key) ?? searchedMoment(shown, zone);
  if (moments.size >= mostMoments) moments.clear();
  moments.set(key, known);
  return known;
}

function searchedMoment({ day, minutes }: WallClock, zone: string): number {
  const asUtc = Date.parse(`${day}T00:00:00Z`) + minutes * minute;
  const before = aheadOfUtc(asUtc - oneDay, zone);
  const after = aheadOfUtc(asUtc + oneDay, zone);
  const shown = [before, after].map((ahead) => asUtc - ahead).filter((at) => aheadOfUtc(at, zone) === asUtc - at);
  return shown.length === 0 ? asUtc - before : Math.min(...shown);
}

/** Browsers list some zones by a name that the place no longer has. */
const presentNames: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Godthab': 'America/Nuuk',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
};

/** A zone as people read it: `America/New York`, `Asia/Kolkata`. */
export const zoneName = (zone: string): string => (presentNames[zone] ?? zone).replaceAll('_', ' ');

/** The place that names a zone: `Buenos Aires` of `America/Argentina/Buenos_Aires`. */
export const zonePlace = (zone: string): string => zoneName(zone).split('/').at(-1) ?? zone;

/** How far the clock of a place is ahead of another one at noon of a day, in milliseconds; negative: behind. */
export function aheadOf({ zone, day }: { zone: string; day: string }, other: string): number {
  const noon = momentOf({ day, minutes: 720 }, zone);
  return aheadOfUtc(noon, zone) - aheadOfUtc(noon, other);
}

/** Times that the clock of a place does not show, or shows twice, on the day on which it is changed. */
export interface ClockChange {
  kind: 'skipped' | 'repeated';
  /** Minutes since midnight: the first of these times, and the first one after them. */
  from: number;
  to: number;
}

/** Days that were searched for changes: the fifty thousand rows of a file are of a few days. */
const changes = new Map<string, ClockChange | null>();
const mostChanges = 1_000;

/**
 * How clocks are changed on a day.
 *
 * @param day `2026-03-29`
 * @returns null when the day has each time once
 */
export function clockChangeOn(day: string, zone: string): ClockChange | null {
  const key = `${zone} ${day}`;
  const known = changes.get(key);
  if (known !== undefined) return known;
  if (changes.size >= mostChanges) changes.clear();
  const found = searchedChange(day, zone);
  changes.set(key, found);
  return found;
}

function searchedChange(day: string, zone: string): ClockChange | null {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  // The minute before the day is on the old time, also where clocks are changed at midnight.
  let early = momentOf({ day, minutes: 0 }, zone) - minute;
  let late = momentOf({ day, minutes: 1_440 }, zone);
  const [before, after] = [aheadOfUtc(early, zone), aheadOfUtc(late, zone)];
  if (before === after) return null;
  while (late - early > minute) {
    const middle = early + Math.floor((late - early) / 2 / minute) * minute;
    if (aheadOfUtc(middle, zone) === before) early = middle;
    else late = middle;
  }
  const shown = (ahead: number) => Math.round((late + ahead - midnight) / minute);
  const [left, right] = [shown(before), shown(after)];
  return left < right ? { kind: 'skipped', from: left, to: right } : { kind: 'repeated', from: right, to: left };
}

/**
 * Whether a time of a plan's day is one that its depot's clock skips or repeats.
 *
 * @param minutes since midnight
 * @returns the change that makes it so; null: the clock shows the time once, or the day is not known
 */
export function changeAt(minutes: number, { zone, day }: DepotClock): ClockChange | null {
  const change = day === null ? null : clockChangeOn(day, zone);
  return change !== null && minutes >= change.from && minutes < change.to ? change : null;
}
