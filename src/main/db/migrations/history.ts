import type { Migration } from '../migrate.ts';

/** history.db: outcomes of entries, for display only. Nothing that is sent depends on it. */
export const historyMigrations: readonly Migration[] = [
  {
    version: 1,
    floor: 1,
    sql: `
      CREATE TABLE history (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        at INTEGER NOT NULL,
        entry_id TEXT NOT NULL,
        kind TEXT NOT NULL,
        noun TEXT NOT NULL,
        state TEXT NOT NULL,                -- the outcome
        reason TEXT,                        -- JSON: why, with what the service said
        attempts INTEGER NOT NULL,
        plan_id TEXT,
        record_id TEXT,                     -- the service's id, or ours while it has none
        name TEXT,
        address TEXT NOT NULL,
        said TEXT,                          -- JSON: what was sent
        base TEXT,                          -- JSON: of an edit, what its fields were before
        words TEXT NOT NULL                 -- what it is found by, in small letters
      ) STRICT;
      CREATE INDEX history_by_moment ON history (at);
    `,
  },
];
