/**
 * What is known of a file of entries while it is taken in, in the table `drafts`: a row that is written with the
 * entries, so that it says how many of them are in.
 */
import { z } from 'zod';
import { fromStoredOr } from '../stored-json.ts';
import type { Database } from './database.ts';

const note = z.object({ file: z.string(), next: z.number() });
/** The name of the copy beside the outbox, and how many of its entries are in. */
type Note = z.infer<typeof note>;

const form = 'arrival';

export class ArrivalNote {
  private readonly database: Database;

  constructor(database: Database) {
    this.database = database;
  }

  /** @returns null when no file is being taken in */
  find(): Note | null {
    const row = this.database.get('SELECT fields FROM drafts WHERE id = ? AND form = ?', form, form);
    return fromStoredOr(note, row?.fields, null);
  }

  /** Commits with the transaction that is open. @param to null: all entries are in */
  save(to: Note | null): void {
    if (to === null) this.database.change('DELETE FROM drafts WHERE id = ?', form);
    else {
      this.database.change(
        `INSERT INTO drafts (id, form, plan_id, saved_at, fields) VALUES (?, ?, '', 0, ?)
         ON CONFLICT (id) DO UPDATE SET fields = excluded.fields`,
        form,
        form,
        JSON.stringify(to),
      );
    }
  }
}
