import type { Migration } from '../migrate.ts';

/** cache.db: data read from the service. Disposable, and rebuilt when damaged. */
export const cacheMigrations: readonly Migration[] = [
  {
    version: 1,
    floor: 1,
    sql: `
      -- When a list was last read as a whole. list: 'plans', 'drivers', 'depots', 'orders', 'stops:plans/…'
      CREATE TABLE lists (name TEXT PRIMARY KEY, as_of INTEGER NOT NULL) STRICT;

      CREATE TABLE plans (
        id TEXT PRIMARY KEY,
        title TEXT,
        starts TEXT,
        depot TEXT,
        writable INTEGER NOT NULL,
        body TEXT NOT NULL
      ) STRICT;
      CREATE INDEX plans_by_start ON plans (starts, title);

      CREATE TABLE stops (
        id TEXT PRIMARY KEY,
        plan_id TEXT NOT NULL,
        external_id TEXT,
        position INTEGER,
        name TEXT,
        phone TEXT,
        address TEXT,
        body TEXT NOT NULL
      ) STRICT;
      CREATE INDEX stops_by_plan ON stops (plan_id, position, id);
      CREATE INDEX stops_by_external_id ON stops (external_id) WHERE external_id IS NOT NULL;
      CREATE INDEX stops_by_name ON stops (name COLLATE NOCASE);
      CREATE INDEX stops_by_phone ON stops (phone);
      CREATE INDEX stops_by_address ON stops (address COLLATE NOCASE);

      CREATE TABLE drivers (id TEXT PRIMARY KEY, name TEXT, body TEXT NOT NULL) STRICT;
      CREATE TABLE depots (id TEXT PRIMARY KEY, name TEXT, body TEXT NOT NULL) STRICT;

      CREATE TABLE orders (
        id TEXT PRIMARY KEY,
        position INTEGER NOT NULL,          -- the service lists newest first
        created_at INTEGER,
        external_id TEXT,
        body TEXT NOT NULL
      ) STRICT;
      CREATE INDEX orders_by_position ON orders (position);
    `,
  },
  {
    version: 2,
    floor: 2,
    sql: `
      -- row: a number that stays, by which the full-text index knows a stop. words: what it is found by, folded.
      CREATE TABLE stops_by_row (
        row INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        plan_id TEXT NOT NULL,
        external_id TEXT,
        position INTEGER,
        name TEXT,
        phone TEXT,
        address TEXT,
        words TEXT NOT NULL,
        body TEXT NOT NULL
      ) STRICT;
      INSERT INTO stops_by_row (row, id, plan_id, external_id, position, name, phone, address, words, body)
        SELECT rowid, id, plan_id, external_id, position, name, phone, address,
          ' ' || lower(concat_ws(' ', name, phone, address, external_id)), body
        FROM stops ORDER BY rowid;
      DROP TABLE stops;
      ALTER TABLE stops_by_row RENAME TO stops;
      CREATE INDEX stops_by_plan ON stops (plan_id, position, id);
      CREATE INDEX stops_by_external_id ON stops (external_id) WHERE external_id IS NOT NULL;

      -- orders.position: how many come after an order in the list, so that a new one moves no other.
      UPDATE orders SET position = (SELECT max(position) FROM orders) - position;

      CREATE VIRTUAL TABLE stops_text USING fts5(
        words, content = 'stops', content_rowid = 'row', detail = 'none', prefix = '1 2 3', tokenize = 'unicode61'
      );
      INSERT INTO stops_text (stops_text) VALUES ('rebuild');
      CREATE TRIGGER stops_text_insert AFTER INSERT ON stops BEGIN
        INSERT INTO stops_text (rowid, words) VALUES (new.row, new.words);
      END;
      CREATE TRIGGER stops_text_delete AFTER DELETE ON stops BEGIN
        INSERT INTO stops_text (stops_text, rowid, words) VALUES ('delete', old.row, old.words);
      END;
      CREATE TRIGGER stops_text_update AFTER UPDATE OF words ON stops WHEN old.words <> new.words BEGIN
        INSERT INTO stops_text (stops_text, rowid, words) VALUES ('delete', old.row, old.words);
        INSERT INTO stops_text (rowid, words) VALUES (new.row, new.words);
      END;
    `,
  },
  {
    version: 3,
    // An older app would show records that are gone.
    floor: 3,
    sql: `
      -- gone_at: when the service was seen not to have it any more; it is not shown, and kept for words about it.
      -- said_at: when the service said it of this row alone; a list that was begun before says nothing of it.
      ALTER TABLE stops ADD COLUMN gone_at INTEGER;
      ALTER TABLE stops ADD COLUMN said_at INTEGER;
      ALTER TABLE plans ADD COLUMN gone_at INTEGER;
      ALTER TABLE plans ADD COLUMN said_at INTEGER;
      ALTER TABLE drivers ADD COLUMN gone_at INTEGER;
      ALTER TABLE drivers ADD COLUMN said_at INTEGER;
      CREATE INDEX stops_gone ON stops (gone_at) WHERE gone_at IS NOT NULL;

      CREATE TABLE unassigned_stops (
        id TEXT PRIMARY KEY,
        external_id TEXT,
        depot TEXT,
        body TEXT NOT NULL,
        gone_at INTEGER,
        said_at INTEGER
      ) STRICT;
      CREATE INDEX unassigned_stops_by_external_id ON unassigned_stops (external_id) WHERE external_id IS NOT NULL;
    `,
  },
  {
    version: 4,
    floor: 3,
    sql: `
      CREATE TABLE couriers (id TEXT PRIMARY KEY, name TEXT, body TEXT NOT NULL) STRICT;
      CREATE TABLE pickup_locations (id TEXT PRIMARY KEY, name TEXT, body TEXT NOT NULL) STRICT;
      CREATE INDEX orders_by_external_id ON orders (external_id) WHERE external_id IS NOT NULL;
    `,
  },
  {
    version: 5,
    // An older app would change rows and leave a stale digest.
    floor: 5,
    sql: `
      -- digest: of what the list said, where the table says exactly that; null: not known to.
      ALTER TABLE lists ADD COLUMN digest TEXT;
    `,
  },
  {
    version: 6,
    floor: 5,
    sql: `
      -- seen_at: when the stop was first read from the service, which does not say when it was entered.
      ALTER TABLE unassigned_stops ADD COLUMN seen_at INTEGER;
    `,
  },
  {
    version: 7,
    floor: 5,
    sql: `
      -- What the list of plans counts. The ends of a route are no stops. Computed from the body and kept in the index,
      -- so that plans are counted without reading their stops.
      ALTER TABLE stops ADD COLUMN is_stop INTEGER AS (coalesce(body ->> '$.type', '') NOT IN ('start', 'end')) VIRTUAL;
      ALTER TABLE stops ADD COLUMN packages REAL AS (
        CASE json_type(body, '$.packageCount') WHEN 'integer' THEN body ->> '$.packageCount'
          WHEN 'real' THEN body ->> '$.packageCount' ELSE 0 END
      ) VIRTUAL;
      ALTER TABLE stops ADD COLUMN has_result INTEGER AS (
        coalesce(body ->> '$.deliveryInfo.state', 'unattempted') <> 'unattempted'
      ) VIRTUAL;
      CREATE INDEX stops_counted ON stops (plan_id, is_stop, packages, has_result) WHERE gone_at IS NULL;
    `,
  },
  {
    version: 8,
    floor: 5,
    sql: `
      -- The routes of a plan when its last optimisation was asked for, by driver: an array of RouteBefore.
      CREATE TABLE routes_before (plan_id TEXT PRIMARY KEY, body TEXT NOT NULL) STRICT;
    `,
  },
  {
    version: 9,
    floor: 5,
    sql: `
      -- Times that were written while the clock was ahead are looked for whenever it was set back.
      CREATE INDEX stops_said ON stops (said_at) WHERE said_at IS NOT NULL;
    `,
  },
  {
    version: 10,
    floor: 5,
    sql: `
      -- said_at: when the service last answered about this order alone; null: it never did.
      ALTER TABLE orders ADD COLUMN said_at INTEGER;
    `,
  },
  {
    version: 11,
    floor: 5,
    sql: `
      -- has_result: as deliveryResult in shared/stops.ts tells it. The state alone may be null.
      DROP INDEX stops_counted;
      ALTER TABLE stops DROP COLUMN has_result;
      ALTER TABLE stops ADD COLUMN has_result INTEGER AS (
        coalesce(body ->> '$.deliveryInfo.state', 'unattempted') <> 'unattempted'
          OR coalesce(body ->> '$.deliveryInfo.attempted', 0) = 1
          OR body ->> '$.deliveryInfo.attemptedAt' IS NOT NULL
      ) VIRTUAL;
      CREATE INDEX stops_counted ON stops (plan_id, is_stop, packages, has_result) WHERE gone_at IS NULL;
    `,
  },
  {
    version: 12,
    floor: 5,
    sql: `
      -- The custom properties of stops that are defined for the team.
      CREATE TABLE custom_properties (id TEXT PRIMARY KEY, name TEXT, body TEXT NOT NULL) STRICT;
    `,
  },
];
