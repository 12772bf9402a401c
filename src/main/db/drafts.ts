/** The table `drafts`: forms kept while they are being filled in, and imports while they are being corrected. */
import { z } from 'zod';
import { earlierWork, importWork, type ImportWork, type KeptImport } from '../../shared/imports.ts';
import { draftForms, type DraftForm } from '../../shared/outbox.ts';
import type { Database } from './database.ts';
import { fromStored, storedFields } from '../stored-json.ts';

const importRows = z.array(z.array(z.string()));
const forms = draftForms.map((form) => `'${form}'`).join(', ');

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
  private readonly database: Database;

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
    this.put(`${importId}:${String(part).padStart(5, '0')}`, 'import-rows', importId, 0, rows);
  }

  /** Saves the import for rows that were saved before, and deletes rows of imports that were never saved. */
  saveImport(id: string, savedAt: number, work: ImportWork): void {
    this.database.transaction(() => {
      this.put(id, 'import', '', savedAt, work);
      this.database.change(
        `DELETE FROM drafts WHERE form = 'import-rows' AND plan_id NOT IN (SELECT id FROM drafts WHERE form = 'import')`,
      );
    });
    this.changed();
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
    const work = importWork.parse({ ...earlierWork, ...storedFields(String(row.fields)) });
    return { savedAt: Number(row.saved_at), work };
  }

  importRows(id: string): string[][] {
    return this.database
      .all(`SELECT fields FROM drafts WHERE form = 'import-rows' AND plan_id = ? ORDER BY id`, id)
      .flatMap(({ fields }) => fromStored(importRows, String(fields)));
  }

  removeImport(id: string): void {
    this.database.change(
      `DELETE FROM drafts WHERE form = 'import' AND id = ? OR form = 'import-rows' AND plan_id = ?`,
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
