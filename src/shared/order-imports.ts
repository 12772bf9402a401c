/** Imports of orders that are not done: kept while a person corrects them, so that they survive the end of the app. */
import { z } from 'zod';

/** Rows of a file that are kept; one with more is not (its sender has it still). */
export const mostKeptRows = 5_000;
export const mostKeptColumns = 2_000;
/** Characters of all cells together. */
export const mostKeptCharacters = 5_000_000;
/** Rows that are handed over at once, so that neither side is held by them. */
export const rowsAtOnce = 250;

const text = z.string().max(mostKeptCharacters);
const key = z.string().max(30);

/** Part of a file, in order: its cells as they were read, the heading row first. */
export const importRows = z.array(z.array(text).max(mostKeptColumns)).max(rowsAtOnce);

/**
 * What is wrong with a row as such. open-quote: a cell is opened by a quotation mark and never closed · stray-quote: one
 * stands inside a quoted cell · swallowed: the line lies behind such a mark · several-rows: a quoted cell runs over lines
 * that are rows themselves · too-few, too-many: cells, compared with the headings · cell-error: `#N/A` and the like
 */
export const rowFault = z.strictObject({
  /** Which row it is, the heading row being 0. */
  row: z.int().min(0),
  kind: z.enum(['open-quote', 'stray-quote', 'swallowed', 'several-rows', 'too-few', 'too-many', 'cell-error']),
  /** Line of the file in which the cause stands, the first being 1. */
  cause: z.int().min(1),
  /** Lines of the file that the row runs over. */
  lineCount: z.int().min(1),
});
export type RowFault = z.infer<typeof rowFault>;

/** What is to be said of a file beside the cells of its rows. */
export const sheetReport = z.strictObject({
  /** Line of the file in which each row begins, the first being 1. Empty: each row is a line, and none is blank. */
  lines: z.array(z.int().min(1)).max(mostKeptRows + 1),
  faults: z.array(rowFault).max(mostKeptRows + 1),
  /** Lines with nothing in them. */
  blankLines: z.int().min(0),
  /** The reader found nothing that separates cells. */
  isOneColumn: z.boolean(),
  /** Sheets of the file that are not read. */
  otherSheets: z.array(z.string().max(1_000)).max(1_000),
});
export type SheetReport = z.infer<typeof sheetReport>;

/** Whether rows with the same order number are one order: not said yet, they are, they are not. */
export const joining = z.enum(['ask', 'join', 'separate']);
export type Joining = z.infer<typeof joining>;

/** What a person did with the orders of a file. */
export const importWork = z.strictObject({
  /** Name of the file. */
  name: z.string().max(1_000),
  /** The field that each column holds; null: it is not taken. */
  columns: z.array(z.string().max(100).nullable()).max(mostKeptColumns),
  /** Fields that were typed, by the order's key. */
  corrected: z.record(key, z.record(z.string().max(100), text)),
  /** By the order's key: left out, taken in, or changes the one that is here. */
  chosen: z.record(key, z.enum(['out', 'in', 'change'])),
  /** Keys of orders that are saved already: they must not be saved again. */
  taken: z.array(key).max(mostKeptRows),
  /** Null: kept by a version that knew no reports. */
  report: sheetReport.nullable(),
  joining,
  /** The first row holds the headings. */
  hasHeadings: z.boolean(),
  /** Keys of rows with a fault that a person found right as they are. */
  accepted: z.array(key).max(mostKeptRows),
  /** For the offer to go on: orders that are to be corrected, and those that are good. */
  bad: z.int().min(0),
  good: z.int().min(0),
});
export type ImportWork = z.infer<typeof importWork>;

/** What an import lacks that an earlier version kept. */
export const earlierWork = {
  report: null,
  joining: 'ask',
  hasHeadings: true,
  accepted: [],
} satisfies Partial<ImportWork>;

/** A saved import that can be resumed. */
export interface KeptImport extends Pick<ImportWork, 'name' | 'bad' | 'good'> {
  id: string;
  /** milliseconds since the epoch */
  savedAt: number;
}

/** All of it. */
export interface KeptImportDetail {
  work: ImportWork;
  rows: string[][];
}
