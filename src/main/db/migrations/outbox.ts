import type { Migration } from '../migrate.ts';

/**
 * Adds a seal over these columns, which triggers renew with each change (db/seal.ts).
 * @param key identifies a removed row
 */
const sealed = (table: string, columns: string, key: string) => {
  const cells = (row: string) => `json_array(${columns.replaceAll(/\w+/g, `${row}.$&`)})`;
  const first = /\w+/.exec(columns)?.[0] ?? '';
  const make = `UPDATE ${table} SET seal = seal_new('${table}', ${cells('new')}) WHERE rowid = new.rowid`;
  return `
    ALTER TABLE ${table} ADD COLUMN seal TEXT;
    CREATE TRIGGER ${table}_seal_insert AFTER INSERT ON ${table} BEGIN ${make}; END;
    CREATE TRIGGER ${table}_seal_update AFTER UPDATE OF ${columns} ON ${table} BEGIN ${make}; END;
    CREATE TRIGGER ${table}_seal_delete AFTER DELETE ON ${table}
      BEGIN SELECT seal_removed('${table}', json_array(${key})); END;
    UPDATE ${table} SET ${first} = ${first};
  `;
};

/** Recreates the seal and its triggers after columns were added, so that the seal covers them. */
const resealed = (table: string, columns: string, key: string) => `
    ${['insert', 'update', 'delete'].map((event) => `DROP TRIGGER ${table}_seal_${event};`).join(' ')}
    ALTER TABLE ${table} DROP COLUMN seal;
    ${sealed(table, columns, key)}
  `;

/** outbox.db: user changes that the service has not confirmed yet, and other data that must never be lost. */
export const outboxMigrations: readonly Migration[] = [
  {
    version: 1,
    floor: 1,
    sql: `
      CREATE TABLE records (
        id TEXT PRIMARY KEY,                -- local UUID v7, for ever
        noun TEXT NOT NULL,
        parent_id TEXT NOT NULL,            -- the plan's id on the service
        server_id TEXT,                     -- known after the acknowledgement or the next pull
        marker TEXT NOT NULL,
        marker_is_ours INTEGER NOT NULL,    -- 0: typed by a person
        content TEXT NOT NULL,              -- JSON, exactly what is sent
        checksum TEXT NOT NULL              -- SHA-256 of the columns above but server_id
      ) STRICT;
      CREATE INDEX records_by_parent ON records (noun, parent_id);
      CREATE INDEX records_by_marker ON records (marker);

      CREATE TABLE entries (
        sequence INTEGER PRIMARY KEY AUTOINCREMENT,
        id TEXT NOT NULL UNIQUE,
        record_id TEXT NOT NULL REFERENCES records (id),
        kind TEXT NOT NULL,
        lane TEXT NOT NULL,                 -- entries of one lane are sent in order
        state TEXT NOT NULL,
        reason TEXT,                        -- JSON
        created_at INTEGER NOT NULL,
        attempts INTEGER NOT NULL DEFAULT 0,
        attempt_id TEXT,                    -- entries claimed together carry the same
        last_attempt_at INTEGER,
        known_ids TEXT,                     -- JSON: ids that carried a typed marker before the attempt; null: not known
        not_before INTEGER NOT NULL DEFAULT 0,
        settled_at INTEGER
      ) STRICT;
      CREATE INDEX entries_by_state ON entries (state, lane, sequence);
      CREATE INDEX entries_by_record ON entries (record_id);

      CREATE TABLE drafts (
        id TEXT PRIMARY KEY,
        form TEXT NOT NULL,
        plan_id TEXT NOT NULL,
        saved_at INTEGER NOT NULL,
        fields TEXT NOT NULL
      ) STRICT;

      CREATE TABLE label_documents (
        id TEXT NOT NULL,                   -- SHA-256 of the bytes, which lie in a file of that name
        order_id TEXT NOT NULL,
        title TEXT NOT NULL,
        fetched_at INTEGER NOT NULL,
        PRIMARY KEY (id, order_id)
      ) STRICT;
      CREATE INDEX label_documents_by_order ON label_documents (order_id, fetched_at);

      CREATE TABLE prints (
        id TEXT PRIMARY KEY,
        order_id TEXT NOT NULL,
        document_id TEXT NOT NULL,
        printer TEXT NOT NULL,
        state TEXT NOT NULL,
        requested_at INTEGER NOT NULL,
        job TEXT
      ) STRICT;
      CREATE INDEX prints_by_order ON prints (order_id, requested_at);
    `,
  },
  {
    version: 2,
    // An older app would treat edits as creates.
    floor: 2,
    sql: `
      ALTER TABLE entries ADD COLUMN body TEXT;          -- JSON of an edit or a command; null: the record's content
      ALTER TABLE entries ADD COLUMN base TEXT;          -- JSON: what the edited fields were when the person began
      ALTER TABLE entries ADD COLUMN progress TEXT;      -- JSON: what it has to remember between its steps
      ALTER TABLE entries ADD COLUMN needs TEXT NOT NULL DEFAULT '';  -- local ids that its body names, with spaces around
      ALTER TABLE entries ADD COLUMN checksum TEXT;      -- SHA-256 of id, record, kind, body and base; null: made by version 1
      ALTER TABLE entries ADD COLUMN doubt_until INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE entries ADD COLUMN sweep_at INTEGER;   -- when a copy that came late is looked for next
      CREATE INDEX entries_by_sweep ON entries (sweep_at) WHERE sweep_at IS NOT NULL;
      CREATE INDEX entries_by_lane ON entries (lane, sequence);
      CREATE INDEX records_by_server_id ON records (server_id) WHERE server_id IS NOT NULL;
    `,
  },
  {
    version: 3,
    // An older app lacks the functions that the triggers call.
    floor: 3,
    sql: `
      -- One seal over the whole row takes the place of a checksum over a part of it.
      ALTER TABLE records DROP COLUMN checksum;
      ALTER TABLE entries DROP COLUMN checksum;
      ${sealed('records', 'id, noun, parent_id, server_id, marker, marker_is_ours, content', 'old.id')}
      ${sealed(
        'entries',
        `sequence, id, record_id, kind, lane, state, reason, created_at, attempts, attempt_id, last_attempt_at, known_ids,
         not_before, settled_at, body, base, progress, needs, doubt_until, sweep_at`,
        'old.id',
      )}
      ${sealed('drafts', 'id, form, plan_id, saved_at, fields', 'old.id')}
      ${sealed('label_documents', 'id, order_id, title, fetched_at', 'old.id, old.order_id')}
      ${sealed('prints', 'id, order_id, document_id, printer, state, requested_at, job', 'old.id')}
    `,
  },
  {
    version: 4,
    // An older app would print labels a second time, and its triggers lack the new columns.
    floor: 4,
    sql: `
      ALTER TABLE label_documents ADD COLUMN codes TEXT;   -- JSON: the codes that were read from each page
      ALTER TABLE prints ADD COLUMN request_id TEXT;       -- pages that were asked for together carry the same
      ALTER TABLE prints ADD COLUMN page INTEGER;          -- from 1; null: the whole document, printed by version 3
      ALTER TABLE prints ADD COLUMN batch_id TEXT;
      ALTER TABLE prints ADD COLUMN desk TEXT;             -- name of the computer
      ALTER TABLE prints ADD COLUMN anyway INTEGER;        -- 1: although preflight found something
      ALTER TABLE prints ADD COLUMN content TEXT;          -- JSON: what of the order stands on the label
      UPDATE prints SET request_id = id;
      CREATE INDEX prints_by_state ON prints (state);
      CREATE INDEX prints_by_batch ON prints (batch_id, order_id) WHERE batch_id IS NOT NULL;
      ${resealed('label_documents', 'id, order_id, title, fetched_at, codes', 'old.id, old.order_id')}
      ${resealed(
        'prints',
        `id, order_id, document_id, printer, state, requested_at, job, request_id, page, batch_id, desk, anyway,
         content`,
        'old.id',
      )}

      CREATE TABLE print_batches (
        id TEXT PRIMARY KEY,
        printer TEXT NOT NULL,
        state TEXT NOT NULL,
        created_at INTEGER NOT NULL
      ) STRICT;
      CREATE TABLE print_labels (
        id TEXT PRIMARY KEY,
        batch_id TEXT NOT NULL,
        position INTEGER NOT NULL,        -- the order in which they were shown on the screen
        order_id TEXT NOT NULL,
        title TEXT NOT NULL,
        state TEXT NOT NULL,
        document_id TEXT,
        pages INTEGER,                    -- of the document; null until it is checked
        anyway INTEGER NOT NULL,
        reason TEXT                       -- JSON: findings, or an error
      ) STRICT;
      CREATE INDEX print_labels_by_batch ON print_labels (batch_id, position);
      ${sealed('print_batches', 'id, printer, state, created_at', 'old.id')}
      ${sealed(
        'print_labels',
        'id, batch_id, position, order_id, title, state, document_id, pages, anyway, reason',
        'old.id',
      )}
    `,
  },
  {
    version: 5,
    floor: 4,
    sql: `
      -- What waits is counted after every change, and it is asked after every request what comes next.
      CREATE INDEX entries_by_kind ON entries (state, kind, created_at);
      CREATE INDEX entries_resting ON entries (not_before) WHERE not_before > 0;
    `,
  },
  {
    version: 6,
    // An older app would execute a repeated call again.
    floor: 6,
    sql: `
      CREATE TABLE gestures (
        number INTEGER PRIMARY KEY,       -- in the order in which they were made; the oldest are forgotten
        id TEXT NOT NULL UNIQUE,          -- given by the window when the person began
        call TEXT NOT NULL,               -- group.call of the contract
        argument TEXT NOT NULL,           -- SHA-256 of what was asked for
        state TEXT NOT NULL,
        outcome TEXT NOT NULL,            -- JSON: the outcome
        at INTEGER NOT NULL
      ) STRICT;
      ${sealed('gestures', 'id, call, argument, state, outcome, at', 'old.id')}
    `,
  },
  {
    version: 7,
    // An older app would take the seals over the new column for damage.
    floor: 7,
    sql: `
      ALTER TABLE label_documents ADD COLUMN content TEXT;  -- JSON: what of the order it shows; null: not known
      ${resealed('label_documents', 'id, order_id, title, fetched_at, codes, content', 'old.id, old.order_id')}
    `,
  },
];
