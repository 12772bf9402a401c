/** A file as a shop or a program sends it, made by the test, and what must be read from it. */
import type { ItemField } from '../../../../src/renderer/import/fields.ts';
import type { SheetChoices } from '../../../../src/renderer/lib/sheet/sheet-choices.ts';

type Bytes = Uint8Array<ArrayBuffer>;

export interface NastyFile {
  /** As the sender calls it; the reader must not believe it. */
  name: string;
  about: string;
  bytes: Bytes;
  /** Rows below the headings, as a person counts them; null: the file is no table. */
  rows: number | null;
  /** Three cells that must be read: position of the record, field, value. */
  cells?: readonly (readonly [at: number, field: ItemField, value: string])[];
  /** What the person says about the file after the first look. */
  choices?: SheetChoices;
}

export const utf8 = (text: string): Bytes => new TextEncoder().encode(text);
export const utf16 = (text: string): Bytes => new Uint8Array(Buffer.from(text, 'utf16le'));
export const utf16BigEndian = (text: string): Bytes => new Uint8Array(Buffer.from(text, 'utf16le').swap16());

/** Bytes of a text in a one-byte encoding. @param upper the bytes of its letters beyond ASCII */
export const oneByte = (text: string, upper: Readonly<Record<string, number>>): Bytes =>
  new Uint8Array(Array.from(text, (letter) => upper[letter] ?? letter.charCodeAt(0)));

/** The same table for everything that is about the file and not about its content. */
export const headings = ['Bestellnummer', 'Empfänger', 'Straße', 'PLZ', 'Ort', 'Telefon'];
export const records = [
  ['00017', 'Jörg Weiß', 'Grüner Weg 4', '01067', 'Dresden', '0351 123456'],
  ['00018', 'Mia Kern', 'Lindenallee 4', '20095', 'Hamburg', '+49 40 555019'],
  ['00019', 'Ünal Öz', 'Am Käsemarkt 12', '50667', 'Köln', '0221 9876'],
];
export const table = [headings, ...records];
export const usual = [
  [0, 'zip', '01067'],
  [1, 'phone', '+49 40 555019'],
  [2, 'recipientName', 'Ünal Öz'],
] as const;

/** The table with a delimiter and a line end. */
export const textOf = (
  rows: readonly (readonly string[])[] = table,
  { delimiter = ';', end = '\r\n' }: { delimiter?: string; end?: string } = {},
): string => rows.map((cells) => cells.join(delimiter) + end).join('');
