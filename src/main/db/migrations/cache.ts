import type { Migration } from '../migrate.ts';

/** cache.db: what was read from the service. Disposable; rebuilt when damaged. */
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
];
