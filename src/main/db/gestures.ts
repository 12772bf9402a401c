/** The table `gestures`: user actions and their outcomes, by the id that was assigned when the action began. */
import type { Database } from './database.ts';

export interface StoredGesture {
  /** Assigned by the window. */
  id: string;
  /** `group.call` of the contract. */
  call: string;
  /** SHA-256 of the call's argument. */
  argument: string;
  /** `begun`: it has effects outside this file, and whether they happened is unknown here. */
  state: 'begun' | 'done' | 'failed';
  /** JSON: its outcome, or the error if it failed. */
  outcome: string;
  /** Milliseconds since the epoch. For the journal only, never used to judge age. */
  at: number;
}

/**
 * How many gestures are kept. A busy desk makes a few hundred a day. The limit is a count and not an age, because a
 * clock set forward would expire gestures from a minute ago.
 */
const mostKept = 5_000;

export class GesturesTable {
  private readonly database: Database;

  constructor(database: Database) {
    this.database = database;
  }

  find(id: string): StoredGesture | undefined {
    const row = this.database.get('SELECT id, call, argument, state, outcome, at FROM gestures WHERE id = ?', id);
    return (
      row && {
        id: String(row.id),
        call: String(row.call),
        argument: String(row.argument),
        state: row.state as StoredGesture['state'],
        outcome: String(row.outcome),
        at: Number(row.at),
      }
    );
  }

  /** Outcomes of the parts of a gesture that makes several calls, in order. */
  parts(id: string, call: string): string[] {
    const sql = 'SELECT outcome FROM gestures WHERE id > ? AND id < ? AND call = ? ORDER BY number';
    return this.database.all<{ outcome: string }>(sql, `${id}:`, `${id};`, call).map(({ outcome }) => outcome);
  }

  /** Inserts a gesture or updates its outcome, and deletes the oldest beyond the limit. */
  save({ id, call, argument, state, outcome, at }: StoredGesture): void {
    this.database.change(
      `INSERT INTO gestures (id, call, argument, state, outcome, at) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET state = excluded.state, outcome = excluded.outcome`,
      id,
      call,
      argument,
      state,
      outcome,
      at,
    );
    this.database.change('DELETE FROM gestures WHERE number <= (SELECT max(number) FROM gestures) - ?', mostKept);
  }
}
