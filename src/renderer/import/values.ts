/** Reads the value of a cell as the record has it. */
import type { ImportField } from './fields.ts';

const weightUnits: Readonly<Record<string, string>> = {
  kg: 'kilogram',
  kgs: 'kilogram',
  kilo: 'kilogram',
  kilos: 'kilogram',
  kilogram: 'kilogram',
  kilograms: 'kilogram',
  kilogramm: 'kilogram',
  lb: 'pound',
  lbs: 'pound',
  pound: 'pound',
  pounds: 'pound',
  t: 'metric-ton',
  'metric-ton': 'metric-ton',
};

/** What programs and people write into a cell without a value; databases have a day of zeros for no day. */
const nothing =
  /^(?:-+|–|—|null|\(null\)|\\n|n\/a|n\/v|k\. ?a\.|undefined|0000-00-00(?:[T ]00:00(?::00)?)?|00[./]00[./]0000)$/i;
/** The same, but also a name. */
const nothingOrName = /^nan?$/i;

/** Whether a cell says that it has no value. */
export const saysNothing = (field: ImportField, cell: string): boolean =>
  nothing.test(cell) || (nothingOrName.test(cell) && !mayBeName(field));

/** Characters as a web page has them, which some shops leave in their files: `O&#39;Brien`. */
const entities: Readonly<Record<string, string>> = {
  ...{ amp: '&', quot: '"', apos: "'", '#39': "'", '#039': "'", lt: '<', gt: '>', nbsp: ' ' },
};
const withoutEntities = (text: string): string =>
  text.replaceAll(/&(amp|quot|apos|#0?39|lt|gt|nbsp);/g, (_whole, name: string) => entities[name] ?? '');

/** The text of a cell without the apostrophe that keeps a spreadsheet from reading it as a number. */
export const withoutApostrophe = (cell: string): string => cell.replace(/^['’](?=[\d+])/, '');

/** @returns the text of the cell as the field has it; empty for what means nothing */
export function valueOf(field: ImportField, cell: string): string {
  if (saysNothing(field, cell)) return '';
  // A formula that is only a text keeps a spreadsheet from reading it as a number, too.
  const kept = withoutEntities(withoutApostrophe(cell).replace(/^="([^"]*)"$/, '$1'));
  const text = withoutUnit(field, hasLines.includes(field) ? kept : kept.replaceAll(/\s*\n\s*/g, ', '));
  return field === 'weightUnit' ? (weightUnits[text.toLowerCase()] ?? text) : text;
}

/** The number of a weight that is written with its unit. */
export const withoutUnit = (field: ImportField, text: string): string =>
  field === 'weightAmount' ? text.replace(/(?<=\d)\s*kgs?\.?$/i, '') : text;

/** Fields of several lines; elsewhere a line break in a cell separates parts of the same text. */
const hasLines: readonly ImportField[] = ['notes', 'products', 'barcodes', 'allowedDrivers', 'depots'];

const mayBeName = (field: ImportField): boolean =>
  ['recipientName', 'firstName', 'lastName', 'displayName', 'products', 'city'].includes(field);

/** A number that is zero: `0`, `0,00`. */
export const isZero = (text: string): boolean => /^[+-]?0+(?:[.,]0*)?$/.test(text.trim());

/** Months as spreadsheets shorten them, without accents, in the languages of the headings. */
const months =
  'jan|janv|ene|gen|sty|feb|fev|fevr|lut|mar|mars|mrz|mrt|apr|avr|abr|kwi|mai|may|mei|mag|maj|jun|juni|juin|giu|cze|' +
  'jul|juli|juil|lug|lip|aug|aout|ago|sie|sep|sept|set|wrz|oct|okt|ott|paz|nov|lis|dec|dez|dic|gru';

/** A day as a spreadsheet shows it: `2026-05-03`, `03.05.2026`, `03. Mai`, `3-May`, `Mrz 26`. */
const day = new RegExp(
  [
    String.raw`^\d{4}-\d{2}-\d{2}(?:[T ].*)?$`,
    String.raw`^\d{1,2}[./-]\d{1,2}[./-](?:19|20)\d{2}$`,
    String.raw`^\d{1,2}[. -]{1,2}(?:${months})\.?(?:[. -]{1,2}\d{2,4})?$`,
    String.raw`^(?:${months})\.?[. -]\d{2,4}$`,
  ].join('|'),
  'i',
);

/** Whether a text that should be none is a day: spreadsheets take a house number such as `3-5` for one. */
export const isDay = (text: string): boolean => day.test(text.normalize('NFD').replaceAll(/\p{M}/gu, ''));

/** Fields in which every digit counts. */
const inFull: readonly ImportField[] = ['externalId', 'recipientId', 'phone', 'zip', 'barcodes', 'sellerOrderId'];

/**
 * Why a text cannot be what the sender meant.
 * - shortened: a long number as a spreadsheet writes it into a csv, without its last digits: `4.00604E+12`
 * - damaged: bytes that are no letter in the file's encoding
 */
export function doubtOf(field: ImportField, text: string): 'shortened' | 'damaged' | null {
  if (text.includes('\uFFFD')) return 'damaged';
  const isShortened = (line: string) => /^\d(?:[.,]\d+)?E\+\d+$/i.test(line.trim());
  return inFull.includes(field) && text.split('\n').some((line) => isShortened(line)) ? 'shortened' : null;
}
