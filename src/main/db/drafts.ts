/** The table `drafts`: forms kept while they are being filled in, and imports while they are being corrected. */
import { z } from 'zod';
import { earlierWork, importWork, type ImportWork, type KeptImport } from '../../shared/imports.ts';
import { draftForms, type DraftForm } from '../../shared/outbox.ts';
import type { Database } from './database.ts';
import { fromStored, storedFields } from '../stored-json.ts';

const importRows = z.array(z.array(z.string()));
/** A newer version may have stored fields that this one does not know. */
const storedWork = importWork.strip();
const forms = draftForms.map((form) => `'${form}'`).join(', ');

/** What belongs to an import and is stored beside it. */
const importParts = `'import-rows', 'import-taken'`;

const rowsId = (importId: string, part: number) => `${importId}:${String(part).padStart(5, '0')}`;

export interface StoredDraft {
  id: string;
  form: DraftForm;
  planId: string;
  savedAt: number;
  fields: Record<string, unknown>;
}

export class DraftsTable {
  /** Called after each change, which may be before the commit of a surrounding transaction. */
  changed: () => void = () => undefined;
  /** Another one after each change of what `taken` answers, for any import, also if the change is rolled back. */
  takenVersion = 0;
  private readonly database: Database;
  /** Imports whose rows came in since the start: their user has not changed anything yet, and may be about to. */
  private readonly newRows = new Set<string>();

  constructor(database: Database) {
    this.database = database;
  }

  save(draft: StoredDraft): void {
    this.put(draft.id, draft.form, draft.planId, draft.savedAt, draft.fields);
    this.changed();
  }

  remove(id: string): void {
    this.database.change('DELETE FROM drafts WHERE id = ?', id);
    this.changed();
  }

  /** Newest first. Imports are not among them, and neither are forms that only a newer version has. */
  list(): StoredDraft[] {
    return this.database
      .all(`SELECT id, form, plan_id, saved_at, fields FROM drafts WHERE form IN (${forms}) ORDER BY saved_at DESC`)
      .map((row) => ({
        id: String(row.id),
        form: row.form as DraftForm,
        planId: String(row.plan_id),
        savedAt: Number(row.saved_at),
        fields: storedFields(String(row.fields)),
      }));
  }

  /** Saves one chunk of an import's rows, numbered from 0. They count only once the import itself is saved. */
  saveImportRows(importId: string, part: number, rows: readonly (readonly string[])[]): void {
    this.newRows.add(importId);
    this.put(rowsId(importId, part), 'import-rows', importId, 0, rows);
  }

  /** Saves the import for rows that were saved before, and deletes rows of imports that earlier starts never saved. */
  saveImport(id: string, savedAt: number, work: ImportWork): void {
    this.takenVersion += 1;
    this.database.transaction(() => {
      const noted = new Set(this.takenInParts(id));
      this.put(id, 'import', '', savedAt, { ...work, taken: work.taken.filter((key) => !noted.has(key)) });
      this.database.change(
        `DELETE FROM drafts WHERE form IN (${importParts}) AND plan_id NOT IN (
           SELECT id FROM drafts WHERE form = 'import' UNION ALL SELECT value FROM json_each(?))`,
        JSON.stringify([...this.newRows]),
      );
    });
    this.changed();
  }

  /**
   * Notes records of an import that are in the outbox now. They are stored beside the import's work, which would otherwise be
   * written again for each part of a large file. Ignored for an import that is not stored.
   *
   * @param part its gesture, by which a part that is saved again replaces itself
   */
  addTaken(importId: string, part: string, keys: readonly string[]): void {
    const isStored = this.database.get(`SELECT 1 FROM drafts WHERE id = ? AND form = 'import'`, importId) !== undefined;
    if (!isStored) return;
    this.takenVersion += 1;
    this.put(`taken:${part}`, 'import-taken', importId, 0, keys);
    this.changed();
  }

  /** Keys of the records of an import that are in the outbox. */
  taken(importId: string): string[] {
    const sql = `SELECT value FROM drafts, json_each(fields, '$.taken') WHERE drafts.id = ? AND form = 'import'`;
    const inWork = this.database.all(sql, importId).map(({ value }) => String(value));
    return [...new Set([...inWork, ...this.takenInParts(importId)])];
  }

  private takenInParts(importId: string): string[] {
    const sql = `SELECT value FROM drafts, json_each(fields) WHERE form = 'import-taken' AND plan_id = ?`;
    return this.database.all(sql, importId).map(({ value }) => String(value));
  }

  /** Newest first. Those whose rows are all in the outbox are not among them. */
  imports(): KeptImport[] {
    return this.database
      .all(
        `SELECT id, saved_at, fields ->> 'noun' AS noun, fields ->> 'place' AS place, fields ->> 'name' AS name, fields ->> 'bad' AS bad, fields ->> 'good' AS good
         FROM drafts WHERE form = 'import' AND NOT EXISTS (
           SELECT 1 FROM drafts AS sent WHERE sent.id = 'sent:' || drafts.id AND sent.fields ->> 'isWhole')
         ORDER BY saved_at DESC, id DESC`,
      )
      .map(({ id, saved_at: savedAt, noun, place, name, bad, good }) => ({
        id: String(id),
        noun: importWork.shape.noun.catch(earlierWork.noun).parse(noun),
        place: place == null ? earlierWork.place : String(place),
        savedAt: Number(savedAt),
        name: String(name),
        bad: Number(bad),
        good: Number(good),
      }));
  }

  findImport(id: string): { savedAt: number; work: ImportWork } | undefined {
    const row = this.database.get(`SELECT saved_at, fields FROM drafts WHERE id = ? AND form = 'import'`, id);
    if (row === undefined) return undefined;
    const work = storedWork.parse({ ...earlierWork, ...storedFields(String(row.fields)), taken: this.taken(id) });
    return { savedAt: Number(row.saved_at), work };
  }

  /** The number of chunks of an import's rows. */
  importParts(id: string): number {
    const sql = `SELECT count(*) AS count FROM drafts WHERE form = 'import-rows' AND plan_id = ?`;
    return this.database.get<{ count: number }>(sql, id)?.count ?? 0;
  }

  /** One chunk of an import's rows, numbered from 0; none if there is no such chunk. */
  importRows(id: string, part: number): string[][] {
    const row = this.database.get(`SELECT fields FROM drafts WHERE form = 'import-rows' AND id = ?`, rowsId(id, part));
    return row === undefined ? [] : fromStored(importRows, String(row.fields));
  }

  /** Copies the rows of an import for another one. */
  copyImportRows(from: string, to: string): void {
    this.database.change(
      `INSERT INTO drafts (id, form, plan_id, saved_at, fields)
       SELECT ? || substr(id, ?), form, ?, saved_at, fields FROM drafts WHERE form = 'import-rows' AND plan_id = ?`,
      to,
      from.length + 1,
      to,
      from,
    );
  }

  removeImport(id: string): void {
    this.takenVersion += 1;
    this.newRows.delete(id);
    this.database.change(
      `DELETE FROM drafts WHERE form = 'import' AND id = ? OR form IN (${importParts}) AND plan_id = ?`,
      id,
      id,
    );
    this.changed();
  }

  private put(id: string, form: string, planId: string, savedAt: number, fields: unknown): void {
    this.database.change(
      `INSERT INTO drafts (id, form, plan_id, saved_at, fields) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET plan_id = excluded.plan_id, saved_at = excluded.saved_at, fields = excluded.fields`,
      id,
      form,
      planId,
      savedAt,
      JSON.stringify(fields),
    );
  }
}
