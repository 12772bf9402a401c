/**
 * Reads time windows as people and programs write them: `9-12`, `09:00–12:00`, `ab 14 Uhr`, `before noon` is not one,
 * `16/01/2024 09:00 - 16/01/2024 12:00`. Times are wall-clock times of the depot; those with an offset are converted.
 */
import { timeText } from '../../../shared/time.ts';
import { minutesText, wallClock } from '../../../shared/zones.ts';

/** Both ends as `09:00`, or empty; the days that the text names, `2024-01-16`. */
export interface ReadWindow {
  earliest: string;
  latest: string;
  days: readonly string[];
}

interface Moment {
  time: string;
  day: string | null;
}

const from = [
  'ab|nach|von|nicht vor|frühestens|after|from|since|not before|no earlier than|earliest',
  'à partir de|a partir de|dès|des|après|pas avant|vanaf|na|van|niet voor',
  'desde(?: las?)?|después de|da|dalle(?: ore)?|a partire dalle(?: ore)?|dopo le|od|po|nie przed',
].join('|');
const until = [
  'bis|vor|nicht nach|spätestens|before|until|till|by|not after|no later than|latest',
  "jusqu[’']?(?:à|a)|avant|pas après|au plus tard(?: à)?|tot|voor|vóór|niet na|uiterlijk",
  'hasta(?: las?)?|antes de(?: las?)?|entro le|fino alle|prima delle|do|przed|najpóźniej(?: do)?',
].join('|');
const between = [
  'zwischen|between|entre|tussen|tra|fra|między|pomiędzy|de|da|dalle',
  String.raw`(?:w )?godz\.?|(?:w )?godzinach|godziny`,
].join('|');
const joiner =
  "\\s*[-–—/]\\s*|\\s+(?:to|until|till|bis|und|and|et|à|jusqu[’']?(?:à|a)|en|tot|y|a|hasta|alle|e|i|do)\\s+";

const opening = new RegExp(`^(?:${between}|${from})\\s+(?=\\S)`, 'iu');
const joining = new RegExp(joiner, 'giu');
const beginning = new RegExp(`^(?:(?:${from})(?!\\p{L})|>=?)\\s*(.+)$`, 'iu');
const ending = new RegExp(`^(?:(?:${until})(?!\\p{L})|<=?)\\s*(.+)$`, 'iu');
const beforeEnd = new RegExp(`^(?:${from}|${until})\\s+(?=\\d)`, 'iu');

/** No end at all: any time of the day. */
const anyTime =
  /^(?:all day|any ?time|whole day|ganzt[aä]gig|den ganzen tag|egal|beliebig|toute la journ[eé]e|hele dag|todo el d[ií]a|tutto il giorno|ca[lł]y dzie[nń])$/i;

/** Nobody writes a longer window, and a cell may hold a book, which takes too long to look through. */
const mostLetters = 200;

const two = (text: string) => text.padStart(2, '0');

/** A day of four-digit years as it is typed, day first unless that cannot be; those of a column are `2024-01-16`. */
function dayOf(text: string): string | null | undefined {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text);
  if (iso !== null) return `${iso[1] ?? ''}-${two(iso[2] ?? '')}-${two(iso[3] ?? '')}`;
  const written = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})$/.exec(text);
  if (written === null) return undefined;
  const [, first = '', second = '', year = ''] = written;
  return Number(second) > 12 ? `${year}-${two(first)}-${two(second)}` : `${year}-${two(second)}-${two(first)}`;
}

const clock = /^(\d{1,2})(?:[:.hu](\d{2})(?:[:.]\d{2})?)?\s*(am|pm|a\.m\.|p\.m\.)?$/i;

/** @returns undefined when the text is no time; a bare day is none */
function momentOf(text: string, zone: string): Moment | undefined {
  const plain = text
    .trim()
    .replace(/\s*(?:uhr|o['’]?clock|h(?:rs?)?\.?|uur|u|heures?|horas?|ore|godz\.?)\s*$/i, '')
    .replace(/^(?:um|at|à|om|alle|las?|le|o|ore|godz\.?)\s+(?=\d)/i, '')
    .trim();
  const zoned = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(?::\d{2}(?:\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/i.exec(plain);
  if (zoned !== null) {
    const at = Date.parse(`${zoned[1] ?? ''}T${zoned[2] ?? ''}:00${(zoned[3] ?? '').toUpperCase()}`);
    if (Number.isNaN(at)) return undefined;
    const shown = wallClock(at, zone);
    return { time: minutesText(shown.minutes), day: shown.day };
  }
  const parts = /^(\d{4}-\d{1,2}-\d{1,2}|\d{1,2}([./-])\d{1,2}\2\d{4})(?:[T ,]+(.*))?$/i.exec(plain);
  const day = parts === null ? null : dayOf(parts[1] ?? '');
  if (day === undefined) return undefined;
  const time = clock.exec(parts === null ? plain : (parts[3] ?? ''));
  if (time === null) return undefined;
  const half = time[3]?.[0]?.toLowerCase();
  const said = Number(time[1]);
  if (half !== undefined && (said < 1 || said > 12)) return undefined;
  const hour = half === undefined ? said : (said % 12) + (half === 'p' ? 12 : 0);
  const minute = Number(time[2] ?? '0');
  return hour < 24 && minute < 60 ? { time: timeText({ hour, minute }), day } : undefined;
}

const daysOf = (...moments: (Moment | undefined)[]) => moments.flatMap((moment) => moment?.day ?? []);

/** The halves of a text at each place where a word or a hyphen joins two times. */
function* halves(text: string): Generator<[string, string]> {
  for (const match of text.matchAll(joining)) {
    const [before, after] = [text.slice(0, match.index), text.slice(match.index + match[0].length)];
    if (before !== '' && after !== '') yield [before, after];
  }
}

/** Nobody delivers earlier; such a window is rather mistyped. */
const firstMorning = '06:00';

/** The time before another one: `9` before `11am` and `10` before `2pm` are in the morning, `1` before `3pm` is not. */
function momentBefore(first: string, second: string, zone: string): Moment | undefined {
  const half = /(am|pm|a\.m\.|p\.m\.)$/i.exec(second.trim())?.[1];
  if (half === undefined || !/^\d{1,2}(?:[:.]\d{2})?$/.test(first.trim())) return momentOf(first, zone);
  const [same, morning, end] = [`${first}${half}`, `${first}am`, second].map((text) => momentOf(text, zone));
  if (same === undefined || end === undefined || same.time <= end.time) return same;
  return morning !== undefined && morning.time >= firstMorning ? morning : same;
}

/**
 * Reads a window of one cell.
 *
 * @param zone of the depot, for times with an offset from UTC
 * @returns undefined when the text is no window; a single time alone is none
 */
export function readWindowWords(typed: string, zone: string): ReadWindow | undefined {
  const text = typed.trim().replace(/^\(|\)$/g, '');
  if (text.length > mostLetters) return undefined;
  if (anyTime.test(text)) return { earliest: '', latest: '', days: [] };
  const inner = text.replace(opening, '');
  for (const [before, after] of halves(inner)) {
    const [first, second] = [momentBefore(before, after, zone), momentOf(after, zone)];
    if (first !== undefined && second !== undefined) {
      return { earliest: first.time, latest: second.time, days: daysOf(first, second) };
    }
  }
  const [, begin] = beginning.exec(text) ?? [];
  const [, end] = ending.exec(text) ?? [];
  const moment = momentOf(begin ?? end ?? '', zone);
  if (moment === undefined) return undefined;
  const days = daysOf(moment);
  return begin === undefined
    ? { earliest: '', latest: moment.time, days }
    : { earliest: moment.time, latest: '', days };
}

/** Reads one end of a window, in a column of its own: a time, perhaps after a word such as `ab`. */
export function readEnd(typed: string, zone: string): { time: string; days: readonly string[] } | undefined {
  const text = typed.trim().replace(beforeEnd, '');
  if (text.length > mostLetters) return undefined;
  const moment = momentOf(/^\d{3,4}$/.test(text) ? text.replace(/(\d{2})$/, ':$1') : text, zone);
  return moment === undefined ? undefined : { time: moment.time, days: daysOf(moment) };
}
