/** Unfinished imports, stored while the user corrects them so that they survive an app exit. */
import type { EntryReason } from './outbox.ts';
import { z } from './schemas.ts';

/**
 * The maximum number of rows of a stored file: the work on it is saved in one call, which takes 250,000 values, and each
 * row may have a line and a choice in it. Larger files are not stored: their sender still has them.
 */
export const mostKeptRows = 100_000;
export const mostKeptColumns = 2_000;
/** Characters in all cells together. */
export const mostKeptCharacters = 15_000_000;
/** Characters in one cell. */
const mostInCell = 5_000_000;
/** Rows per chunk between window and main, so that a chunk blocks neither side. */
export const rowsAtOnce = 250;

const text = z.string().max(mostInCell);
const key = z.string().max(30);

/** A chunk of a file, in order: the cells as read, the heading row first. */
export const importRows = z.array(z.array(text).max(mostKeptColumns)).max(rowsAtOnce);

/**
 * A structural fault of a row. open-quote: a quotation mark opens a cell and nothing closes it · stray-quote: a
 * quotation mark inside a quoted cell · swallowed: the line follows such a mark · several-rows: a quoted cell spans
 * lines that are rows themselves · too-few, too-many: cells, compared with the headings · cell-error: `#N/A` and the
 * like · headings-again: the headings are repeated
 */
export const rowFault = z.strictObject({
  /** The row's index. The heading row is 0. */
  row: z.int().min(0),
  kind: z.enum([
    'open-quote',
    'stray-quote',
    'swallowed',
    'several-rows',
    'too-few',
    'too-many',
    'cell-error',
    'headings-again',
  ]),
  /** The line of the file that contains the cause, from 1. */
  cause: z.int().min(1),
  /** The number of lines that the row spans. */
  lineCount: z.int().min(1),
});
export type RowFault = z.infer<typeof rowFault>;

/** Encodings of text files that the reader knows. */
export const encodings = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'windows-1250',
  'iso-8859-2',
  'cp850',
  'macintosh',
] as const;
export type Encoding = (typeof encodings)[number];

/** What the reader reports about a file besides its cells. */
export const sheetReport = z.strictObject({
  /** The line on which each row begins, from 1. Empty: each row is one line, and no line is blank. */
  lines: z.array(z.int().min(1)).max(mostKeptRows + 1),
  faults: z.array(rowFault).max(mostKeptRows + 1),
  /** Titles above the headings, which are not read. Missing: there are none. */
  above: z.array(z.string().max(200)).max(30).optional(),
  /** The number of blank lines. */
  blankLines: z.int().min(0),
  /** The reader found no separator between cells. */
  isOneColumn: z.boolean(),
  /** Sheets of the file that are not read. */
  otherSheets: z.array(z.string().max(1_000)).max(1_000),
  /** Rows that a spreadsheet hides; they are read. Missing: none. */
  hiddenRows: z.int().min(1).optional(),
  /** The file distinguishes numbers from texts, and numbers are read with a decimal point. Missing: it does not. */
  hasNumbers: z.boolean().optional(),
  /**
   * Positions of the columns in which texts look like numbers with a point, and no numbers do, from 0: it may stand
   * between thousands, as in a file that does not distinguish numbers. In a column of both, such a text begins with an
   * apostrophe. Missing: none.
   */
  textNumbers: z.array(z.int().min(0)).max(mostKeptColumns).optional(),
  /** Merged cells below the headings; only the first of each has the text. Missing: none. */
  mergedCells: z.int().min(1).optional(),
});
export type SheetReport = z.infer<typeof sheetReport>;

/** What can be imported. */
export const importNames = ['orders', 'stops', 'unassignedStops', 'drivers'] as const;
export const importName = z.enum(importNames);
export type ImportName = z.infer<typeof importName>;

/** The rows of a file that a call saves. */
export const importedRows = z.strictObject({
  importId: z.string().min(1).max(200),
  /** File name. */
  name: z.string().max(1_000),
  /** Keys of the records in the file, in the order of the call's records. An import saves each key once. */
  keys: z.array(z.string().max(30)).max(100),
  /** Nothing is left after them: the stored import is deleted. */
  last: z.boolean(),
});
export type ImportedRows = z.infer<typeof importedRows>;

/** The rows of a file that change existing records in a call, with their keys in the order of the call's edits. */
export const changedRows = importedRows.omit({ last: true });
export type ChangedRows = z.infer<typeof changedRows>;

/** Whether rows with the same number are one record: undecided, yes, no. */
export const joining = z.enum(['ask', 'join', 'separate']);
export type Joining = z.infer<typeof joining>;

/**
 * How a column is written: the order of day and month, or days and times as a spreadsheet counts them; the sign before
 * the decimals; addresses with their postcode and town, or streets alone.
 */
export const columnForm = z.enum([
  'day-first',
  'month-first',
  'day-numbers',
  'comma',
  'point',
  'whole-address',
  'street',
]);
export type ColumnForm = z.infer<typeof columnForm>;

/** The user's work on the records of a file. */
export const importWork = z.strictObject({
  noun: importName,
  /** The plan or the depot of the records; empty: none. */
  place: z.string().max(200),
  /** File name. */
  name: z.string().max(1_000),
  /** The field of each column. Null: the column is skipped. */
  columns: z.array(z.string().max(100).nullable()).max(mostKeptColumns),
  /** Corrected fields, by the record's key. */
  corrected: z.record(key, z.record(z.string().max(100), text)),
  /** By the record's key: skipped, included, or an edit of the existing record. */
  chosen: z.record(key, z.enum(['out', 'in', 'change'])),
  /** Keys of records that are already saved and must not be saved again. */
  taken: z.array(key).max(mostKeptRows),
  /** Null: stored by a version without reports. */
  report: sheetReport.nullable(),
  joining,
  /** The first row holds the headings. */
  hasHeadings: z.boolean(),
  /** Keys of faulty rows that the user accepted. */
  accepted: z.array(key).max(mostKeptRows),
  /** The forms of columns that the user has chosen, by field. */
  forms: z.record(z.string().max(100), columnForm),
  /** Why the service rejected a record that was taken back to be corrected, as a text, by the record's key. */
  rejected: z.record(key, z.string().max(2_000)),
  /** Positions of the columns that no heading names and whose field was recognised by content, from 0. Missing: none. */
  recognised: z.array(z.int().min(0)).max(mostKeptColumns).optional(),
  /** How often its user has tried to save it. Missing: never. */
  tries: z.int().min(0).optional(),
  /** For the offer to resume: the number of records to correct, and of valid ones. */
  bad: z.int().min(0),
  good: z.int().min(0),
});
export type ImportWork = z.infer<typeof importWork>;

/** Defaults for fields that earlier versions did not store. */
export const earlierWork = {
  noun: 'orders',
  place: '',
  report: null,
  joining: 'ask',
  hasHeadings: true,
  accepted: [],
  forms: {},
  rejected: {},
} satisfies Partial<ImportWork>;

/** A saved import that can be resumed. */
export interface KeptImport extends Pick<ImportWork, 'noun' | 'place' | 'name' | 'bad' | 'good'> {
  id: string;
  /** milliseconds since the epoch */
  savedAt: number;
}

/**
 * What happened to a row that was imported. sent: the service has confirmed it · waiting: it will be sent, or its answer is
 * looked for · paused: its user paused the import · asking: the service rejected it, or its user has to decide ·
 * discarded: its user discarded, moved or deleted it before it was sent
 */
export const sentStates = ['sent', 'waiting', 'paused', 'asking', 'discarded'] as const;
export type SentState = (typeof sentStates)[number];

/** An import whose rows are in the outbox. */
export interface SentImport {
  id: string;
  noun: ImportName;
  place: string;
  /** File name. */
  name: string;
  /** milliseconds since the epoch */
  at: number;
  counts: Record<SentState, number>;
  /** How many of the waiting rows can be paused: new records, and no changes of existing ones. */
  pausable: number;
  /** How many of the waiting and paused rows can be discarded: those whose entries hold nothing but the row. */
  discardable: number;
  /** Until the waiting rows are sent, by the documented limits alone, in milliseconds. */
  millisecondsLeft: number;
  /** All its rows are saved, and they are stored, so that rejected ones can be corrected in the table. */
  hasRows: boolean;
}

/** A row of such an import. */
export interface SentRow {
  key: string;
  entryId: string;
  state: SentState;
  /** Why, where there is something to say. */
  reason: EntryReason | null;
  /** It was rejected, and can be corrected in the table. What else its user has to decide is decided in the outbox. */
  isCorrectable: boolean;
  /** As entered; null: unknown. */
  name: string | null;
  address: string;
}

export interface KeptImportDetail {
  work: ImportWork;
  rows: string[][];
}
