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
  /** For the offer to go on: orders that are to be corrected, and those that are good. */
  bad: z.int().min(0),
  good: z.int().min(0),
});
export type ImportWork = z.infer<typeof importWork>;

/** An import that is offered to be gone on with. */
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
