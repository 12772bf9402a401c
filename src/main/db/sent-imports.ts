/**
 * Imports whose rows are in the outbox, in the table `drafts` beside those that are still being corrected: the file, and
 * which entry each of its rows became. They are kept until their user has seen how they ended.
 */
import { z } from 'zod';
import { importName, type ImportName } from '../../shared/imports.ts';
import { fromStored, storedFields } from '../stored-json.ts';
import type { Database } from './database.ts';

export interface StoredSentImport {
  id: string;
  noun: ImportName;
  /** The plan of the records; empty: none. */
  place: string;
  /** File name. */
  name: string;
  /** When its first rows were saved, in milliseconds since the epoch. */
  at: number;
  /** All its rows are saved; false: its user has not finished it. */
  isWhole: boolean;
}

/**
 * The key of a row in the file, and the entry that it became. `merged`: it changed an entry that was there before. That
 * one is not paused, discarded or taken back with the file.
 */
export type SentRowOf = [key: string, entryId: string, how?: 'merged'];

const file = z.object({ noun: importName, place: z.string(), name: z.string(), isWhole: z.boolean() });
const rowsOf = z.array(
  z.union([z.tuple([z.string(), z.string()]), z.tuple([z.string(), z.string(), z.literal('merged')])]),
);

export class SentImportsTable {
  /** Called after each change, which may be before the commit of a surrounding transaction. */
  changed: () => void = () => undefined;
  private readonly database: Database;

  constructor(database: Database) {
    this.database = database;
  }

  /**
   * Adds a part of an import. Commits with the entries.
   *
   * @param part its gesture, by which a part that is saved again replaces itself
   */
  add({ id, noun, place, name, at, isWhole }: StoredSentImport, part: string, rows: readonly SentRowOf[]): void {
    this.put(id, 'sent-import', '', at, { noun, place, name, isWhole });
    if (rows.length > 0) this.put(`sent:${part}`, 'sent-rows', id, at, rows);
    this.changed();
  }

  find(id: string): StoredSentImport | undefined {
    return sentImports(this.database, 'drafts', id)[0];
  }

  /** The rows of an import and their entries, in the order of the file. */
  rows(id: string): SentRowOf[] {
    return sentRowsOf(this.database, 'drafts', id);
  }

  remove(id: string): void {
    this.database.change(
      `DELETE FROM drafts WHERE form = 'sent-import' AND id = ? OR form = 'sent-rows' AND plan_id = ?`,
      idOf(id),
      id,
    );
    this.changed();
  }

  private put(id: string, form: 'sent-import' | 'sent-rows', importId: string, at: number, fields: unknown): void {
    this.database.change(
      `INSERT INTO drafts (id, form, plan_id, saved_at, fields) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET fields = excluded.fields`,
      form === 'sent-import' ? idOf(id) : id,
      form,
      importId,
      at,
      JSON.stringify(fields),
    );
  }
}

/** The import itself may still be corrected, under its own id. */
const idOf = (importId: string): string => `sent:${importId}`;

/**
 * Newest first.
 *
 * @param table `drafts`, or `outbox.drafts` where the outbox is attached
 * @param id null: all
 */
export function sentImports(
  database: Database,
  table: 'drafts' | 'outbox.drafts',
  id: string | null,
): StoredSentImport[] {
  return database
    .all(
      `SELECT id, saved_at, fields FROM ${table} WHERE form = 'sent-import' AND (id = ? OR ? IS NULL)
       ORDER BY saved_at DESC, id DESC`,
      ...[id === null ? null : idOf(id), id],
    )
    .map((row) => ({
      id: String(row.id).slice(idOf('').length),
      at: Number(row.saved_at),
      ...file.parse(storedFields(String(row.fields))),
    }));
}

/** The rows of an import and their entries, in the order in which they were saved. */
export function sentRowsOf(database: Database, table: 'drafts' | 'outbox.drafts', id: string): SentRowOf[] {
  return database
    .all(`SELECT fields FROM ${table} WHERE form = 'sent-rows' AND plan_id = ? ORDER BY rowid`, id)
    .flatMap(({ fields }) => fromStored(rowsOf, String(fields)));
}
