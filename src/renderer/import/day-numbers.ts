/**
 * Days and times as a spreadsheet counts them: the days since 1900, and a time as a part of a day. They come into a
 * file where a column has no format: 45307.375 is 16 January 2024, 09:00, and 0.375 is 09:00.
 */
import { minutesText } from '../../shared/zones.ts';

/** Days that a number may be, from 1960 to 2099; postcodes and other numbers have five digits as well. */
const [firstDay, endOfDays] = [21_916, 73_051];
/** Day 25,569 is 1 January 1970. */
const dayOf1970 = 25_569;
const minutesOfDay = 1_440;

const valueOf = (number: string): number => Number(number.replace(',', '.'));
const dayAt = (count: number): string => new Date((count - dayOf1970) * 86_400_000).toISOString().slice(0, 10);

/** @returns `2026-06-17` for 46190 or 46190.375; undefined: the text is no such number */
export function dayCounted(text: string): string | undefined {
  if (!/^\d{5}(?:[.,]\d+)?$/.test(text)) return undefined;
  const value = valueOf(text);
  return value >= firstDay && value < endOfDays ? dayAt(Math.floor(value)) : undefined;
}

const isPartOfDay = (number: string) => /^0(?:[.,]\d+)?$/.test(number);

const oneNumber = String.raw`\d+(?:[.,]\d+)?`;
/** One number or two, perhaps with words as in a window: `0.375 - 0.5`, `ab 0,375`. */
const oneOrTwo = new RegExp(String.raw`^(?:\p{L}+ )?${oneNumber}(?:(?:\s*[-–—/]\s*|\s+\p{L}+\s+)${oneNumber})?$`, 'u');
const everyNumber = new RegExp(oneNumber, 'g');

/** No window of numbers is longer, and a cell may hold a book. */
const mostLetters = 60;

/** Whether all numbers of a text can be days or times of a spreadsheet. `9` and `12` cannot. */
export const isCounted = (text: string): boolean =>
  text.length <= mostLetters &&
  oneOrTwo.test(text) &&
  (text.match(everyNumber) ?? []).every((each) => isPartOfDay(each) || dayCounted(each) !== undefined);

/** So much of a minute is lost where a program has written a few digits of a third of a day. */
const mostLost = 0.02;

/** `09:00`, `2024-01-16 09:00`; midnight is how a spreadsheet keeps a day without a time. */
function momentText(counted: string): string {
  const value = valueOf(counted);
  const exact = (value - Math.floor(value)) * minutesOfDay;
  const minutes = Math.round(exact);
  // Too few digits are left to tell the time. With a comma, nothing takes `0.38` for 00:38.
  if (Math.abs(exact - minutes) > mostLost) return counted.replace('.', ',');
  // The last second of a day is a usual end of a window.
  const time = minutesText(Math.min(minutes, minutesOfDay - 1));
  if (isPartOfDay(counted)) return time;
  const day = dayAt(Math.floor(value));
  return minutes === 0 ? day : `${day} ${time}`;
}

/** The text with its numbers as days and times; as it is when a number of it is none. */
export const countedAsWritten = (text: string): string =>
  isCounted(text) ? text.replaceAll(everyNumber, (each) => momentText(each)) : text;
