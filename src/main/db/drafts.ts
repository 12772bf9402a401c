/** The table `drafts`: forms kept while they are being filled in. */
import type { Database } from './database.ts';

export interface StoredDraft {
  id: string;
  form: 'stop' | 'order';
  planId: string;
  savedAt: number;
  fields: Record<string, unknown>;
}

export class DraftsTable {
  private readonly database: Database;

  constructor(database: Database) {
    this.database = database;
  }

  save(draft: StoredDraft): void {
    this.database.change(
      `INSERT INTO drafts (id, form, plan_id, saved_at, fields) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET plan_id = excluded.plan_id, saved_at = excluded.saved_at, fields = excluded.fields`,
      draft.id,
      draft.form,
      draft.planId,
      draft.savedAt,
      JSON.stringify(draft.fields),
    );
  }

  remove(id: string): void {
    this.database.change('DELETE FROM drafts WHERE id = ?', id);
  }

  /** Newest first. */
  list(): StoredDraft[] {
    return this.database
      .all('SELECT id, form, plan_id, saved_at, fields FROM drafts ORDER BY saved_at DESC')
      .map((row) => ({
        id: String(row.id),
        form: row.form === 'order' ? 'order' : 'stop',
        planId: String(row.plan_id),
        savedAt: Number(row.saved_at),
        fields: JSON.parse(String(row.fields)) as Record<string, unknown>,
      }));
  }
}
