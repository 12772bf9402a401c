/**
 * Days with words, as people, mails and spreadsheets write them: the month in `16 Jan 2024` and `16. Januar 2024`, the
 * day of the week in `Di 16.01.2024`.
 */

/** The names and usual short forms of the months in the languages of the headings, without accents. */
const months: readonly string[] = [
  'january jan januar janner janvier janv januari enero ene gennaio gen stycznia styczen sty',
  'february feb februar feber fevrier fevr februari febrero febbraio lutego luty lut',
  'march mar marz maerz mrz mars maart mrt marzo marca marzec',
  'april apr avril avr abril abr aprile kwietnia kwiecien kwi',
  'may mai mei mayo maggio mag maja maj',
  'june jun juni juin junio giugno giu czerwca czerwiec cze',
  'july jul juli juillet juil julio luglio lug lipca lipiec lip',
  'august aug aout augustus agosto ago sierpnia sierpien sie',
  'september sept sep septembre septiembre setiembre settembre set wrzesnia wrzesien wrz',
  'october oct oktober okt octobre octubre ottobre ott pazdziernika pazdziernik paz',
  'november nov novembre noviembre listopada listopad lis',
  'december dec dezember dez decembre diciembre dic dicembre grudnia grudzien gru',
];
const monthOf: ReadonlyMap<string, number> = new Map(
  months.flatMap((names, index) => names.split(' ').map((name) => [name, index + 1] as const)),
);

/** The same of the days of the week. */
const weekdays = [
  'monday mon montag mo lundi lun maandag maa ma lunes lunedi poniedziałek poniedzialek pon pn',
  'tuesday tues tue dienstag die di mardi mar dinsdag din martes martedi wtorek wt',
  'wednesday wed mittwoch mit mi mercredi mer woensdag woe wo miercoles mie mercoledi sroda sr',
  'thursday thurs thur thu donnerstag don do jeudi jeu donderdag jueves jue giovedi gio czwartek czw cz',
  'friday fri freitag fre fr vendredi ven vrijdag vri vr viernes vie venerdi piatek pia pt',
  'saturday sat samstag sonnabend sam sa samedi zaterdag zat za sabado sab sabato sobota sob',
  'sunday sun sonntag son so dimanche dim zondag zon zo domingo dom domenica niedziela niedz nd',
];
const weekdayNames: ReadonlySet<string> = new Set(weekdays.flatMap((names) => names.split(' ')));

const plain = (word: string): string => word.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** No cell with a day or a window is longer, and a cell may hold a book. */
const mostLetters = 200;

/** A day of the week before the day, with its sign: `Di., `. */
const weekday = String.raw`(?:(?<!\p{L})\p{L}{2,12}[.,]+\s*)?`;
const word = String.raw`(\p{L}{3,12})`;
const dayFirst = new RegExp(
  String.raw`${weekday}(?<![\p{L}\d])(\d{1,2})(?:\.|st|nd|rd|th|er|º)?\s*(?:(?:de|of)\s+)?${word}\.?,?\s+(?:(?:de|of)\s+)?(\d{4})(?!\d)`,
  'giu',
);
const monthFirst = new RegExp(
  String.raw`${weekday}(?<!\p{L})${word}\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})(?!\d)`,
  'giu',
);
/** What a spreadsheet writes into a csv file: `16-Jan-24`. */
const hyphened = new RegExp(String.raw`(?<![\p{L}\d-])(\d{1,2})-${word}\.?-(\d{4}|\d{2})(?![\d-])`, 'giu');

const two = (number: number) => String(number).padStart(2, '0');

/** @returns undefined: the word is no month, or has no such day */
function isoDay(day: string, name: string, year: string): string | undefined {
  const month = monthOf.get(plain(name));
  if (month === undefined || Number(day) < 1 || Number(day) > 31) return undefined;
  return `${year.length === 2 ? `20${year}` : year}-${two(month)}-${two(Number(day))}`;
}

/** @returns the text with such days as `2024-01-16`; what is none stays as it is */
export function withMonthNumbers(text: string): string {
  if (text.length > mostLetters || !/\p{L}{3}/u.test(text)) return text;
  return text
    .replaceAll(dayFirst, (whole, day: string, name: string, year: string) => isoDay(day, name, year) ?? whole)
    .replaceAll(monthFirst, (whole, name: string, day: string, year: string) => isoDay(day, name, year) ?? whole)
    .replaceAll(hyphened, (whole, day: string, name: string, year: string) => isoDay(day, name, year) ?? whole);
}

const digitsOfDay = String.raw`\d{4}-\d{1,2}-\d{1,2}|\d{1,2}[./-]\d{1,2}[./-]\d{2,4}`;
/** With two digits, a year could be the end of a time, `9.30.00`. */
const everyWholeDay = /\d{4}-\d{1,2}-\d{1,2}|\d{1,2}[./-]\d{1,2}[./-]\d{4}/g;
const wordBeforeDay = new RegExp(
  String.raw`(?<![\p{L}\p{M}])([\p{L}\p{M}]{2,12})(?:[.,]+\s*|\s+)(?=${digitsOfDay})`,
  'gu',
);

/**
 * Whether `do` before a day is the Polish word for until, and not a short Thursday: one time follows it, or it stands
 * between two.
 *
 * @param before what stands before it @param behind the day and what follows
 */
function isUntil(before: string, behind: string): boolean {
  const times = behind.replaceAll(everyWholeDay, '').match(/\d+(?:[:.h]\d+)*/gi) ?? [];
  return before.trim() === '' ? times.length === 1 : !/[-–—/]\s*$/.test(before);
}

/** @returns the text without the days of the week before its days, `Di., 16.01.2024`; other words stay */
export function withoutWeekdays(text: string): string {
  if (text.length > mostLetters || !/\p{L}{2}/u.test(text)) return text;
  return text.replaceAll(wordBeforeDay, (whole: string, name: string, at: number) => {
    const isShortThursday = /^do\s/i.test(whole);
    const isWord = isShortThursday && isUntil(text.slice(0, at), text.slice(at + whole.length));
    return weekdayNames.has(plain(name)) && !isWord ? '' : whole;
  });
}
