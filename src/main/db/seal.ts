/**
 * Seals of the outbox's rows: a SHA-256 over every column of a row, computed by triggers with each change. Reading a
 * row detects a flipped bit anywhere in it, including its state and its ids.
 */
import { hash } from 'node:crypto';
import { z } from 'zod';
import type { Database, Row, Watcher } from './database.ts';
import { fromStored } from '../stored-json.ts';

const cellValues = z.array(z.union([z.string(), z.number(), z.null()]));

/** Sealed tables and their columns, in the order of the seal. Must match the newest triggers. */
export const sealedColumns = {
  records: ['id', 'noun', 'parent_id', 'server_id', 'marker', 'marker_is_ours', 'content'],
  entries: [
    ...['sequence', 'id', 'record_id', 'kind', 'lane', 'state', 'reason', 'created_at', 'attempts', 'attempt_id'],
    ...['last_attempt_at', 'known_ids', 'not_before', 'settled_at', 'body', 'base', 'progress', 'needs', 'doubt_until'],
    'sweep_at',
  ],
  drafts: ['id', 'form', 'plan_id', 'saved_at', 'fields'],
  label_documents: ['id', 'order_id', 'title', 'fetched_at', 'codes', 'content'],
  prints: [
    ...['id', 'order_id', 'document_id', 'printer', 'state', 'requested_at', 'job', 'request_id', 'page', 'batch_id'],
    ...['desk', 'anyway', 'content'],
  ],
  print_batches: ['id', 'printer', 'state', 'created_at'],
  print_labels: [
    ...['id', 'batch_id', 'position', 'order_id', 'title', 'state', 'document_id', 'pages', 'anyway', 'reason'],
  ],
  gestures: ['id', 'call', 'argument', 'state', 'outcome', 'at'],
} as const;

export type SealedTable = keyof typeof sealedColumns;

export const sealedTables = Object.keys(sealedColumns) as SealedTable[];

/** @param cells JSON of the row's columns as an array, in the order above */
export function sealOf(table: string, cells: string): string {
  // The one-shot `hash` takes a third of the time of a Hash object, and this runs for every row that is read.
  return hash('sha256', `${table} ${cells}`, 'base64url');
}

/** SQL for a row's cells as {@link sealOf} takes them. @param row alias or name of the row, `new` in a trigger */
export function cellsOf(table: SealedTable, row: string): string {
  return `json_array(${sealedColumns[table].map((column) => `${row}.${column}`).join(', ')})`;
}

/** SQL that is 1 for a row whose seal matches. */
export const isSealed = (table: SealedTable) => `${table}.seal IS seal_of('${table}', ${cellsOf(table, table)})`;

/** A changed row as it was sealed; without cells, a removed row. */
export interface SealedRow {
  table: SealedTable;
  cells: string | null;
  /** The seal, or the key of a removed row as JSON. */
  seal: string;
}

/**
 * Defines the functions that the triggers call.
 * @param written receives the rows of each commit, after it
 */
export function defineSeals(database: Database, written: (rows: readonly SealedRow[]) => void): void {
  let rows: SealedRow[] = [];
  database.define('seal_of', (table, cells) => sealOf(String(table), String(cells)));
  database.define('seal_new', (table, cells) => {
    const seal = sealOf(String(table), String(cells));
    rows.push({ table: table as SealedTable, cells: String(cells), seal });
    return seal;
  });
  database.define('seal_removed', (table, key) => {
    rows.push({ table: table as SealedTable, cells: null, seal: String(key) });
    return null;
  });
  const watcher: Watcher = {
    committed() {
      const done = rows;
      rows = [];
      if (done.length > 0) written(done);
    },
    undone() {
      rows = [];
    },
  };
  database.watch(watcher);
}

/** Turns the cells of a row into an object with its columns by name. */
export function rowOf(table: SealedTable, cells: string): Row {
  const values = fromStored(cellValues, cells);
  return Object.fromEntries(sealedColumns[table].map((column, index) => [column, values[index] ?? null]));
}
