/** The table `gestures`: what a person did, by the id that it was given when they began, and its outcome. */
import type { Database } from './database.ts';

export interface StoredGesture {
  /** As the window gave it. */
  id: string;
  /** `group.call` of the contract. */
  call: string;
  /** SHA-256 of what was asked for. */
  argument: string;
  /** `begun`: it has effects outside this file, and whether they happened is not known from here. */
  state: 'begun' | 'done' | 'failed';
  /** JSON: its outcome, or the error if it failed. */
  outcome: string;
  /** Milliseconds since the epoch; for the journal, never to tell what is old. */
  at: number;
}

/**
 * How many are remembered: a busy desk makes some hundred a day. They are counted, because a clock that was set forward
 * would forget those of a minute ago.
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

  /** The outcomes of a gesture's parts, for a gesture of several calls, in order. */
  parts(id: string, call: string): string[] {
    const sql = 'SELECT outcome FROM gestures WHERE id > ? AND id < ? AND call = ? ORDER BY number';
    return this.database.all<{ outcome: string }>(sql, `${id}:`, `${id};`, call).map(({ outcome }) => outcome);
  }

  /** Keeps it, or what more came of it, and forgets the oldest. */
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
