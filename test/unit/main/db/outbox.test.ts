/** The table of entries, in a database without a file: what it counts, finds and moves from lane to lane. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { Database, inMemory } from '../../../../src/main/db/database.ts';
import { migrate } from '../../../../src/main/db/migrate.ts';
import { outboxMigrations } from '../../../../src/main/db/migrations/outbox.ts';
import { OutboxTable } from '../../../../src/main/db/outbox.ts';
import type { EntryFields, StorageChange, StoredRecord } from '../../../../src/main/db/outbox-storage.ts';
import { defineSeals } from '../../../../src/main/db/seal.ts';
import { operationOf, type EntryKind } from '../../../../src/shared/outbox-kinds.ts';

const now = Date.UTC(2026, 5, 15, 6);

interface Given extends Partial<EntryFields> {
  kind: EntryKind;
  createdAt?: number;
  record?: Partial<StoredRecord>;
}

/** A table with these entries, in this order: `entry-1` of `record-1`, and so on. */
function tableOf(...entries: Given[]): { table: OutboxTable; database: Database } {
  const database = new Database(inMemory, { synchronous: 'FULL' });
  onTestFinished(() => database.close());
  defineSeals(database, () => undefined);
  migrate(database, outboxMigrations);
  const table = new OutboxTable(database);
  for (const [index, { kind, createdAt = now, record, lane = 'plans/p1', ...set }] of entries.entries()) {
    const [id, recordId] = [`entry-${index + 1}`, `record-${index + 1}`];
    const { noun } = operationOf(kind);
    const empty = { id: recordId, noun, parentId: '', serverId: null, marker: '', markerIsOurs: true, content: '{}' };
    table.commit([
      { do: 'add-record', record: { ...empty, ...record } },
      { do: 'add-entry', entry: { id, recordId, kind, lane, createdAt, body: null, base: null, progress: null } },
      { do: 'change-entry', id, set },
    ]);
  }
  return { table, database };
}

const idOf = (entry: { id: string } | undefined) => entry?.id;

describe('the summary', () => {
  it('of no entries has nothing', () => {
    expect(tableOf().table.summary()).toEqual({
      ...{ waiting: 0, inDoubt: 0, pending: 0, waitingOf: {}, asking: 0, oldestAt: null },
    });
  });

  it('counts what waits by noun, what is in doubt, what asks, and when the oldest of them was entered', () => {
    const { table } = tableOf(
      { kind: 'stops.create', createdAt: 50 },
      { kind: 'stops.create', createdAt: 30 },
      { kind: 'stops.update', createdAt: 60, state: 'sending' },
      { kind: 'orders.create', createdAt: 40, state: 'in-doubt' },
      { kind: 'orders.update', createdAt: 40, state: 'in-doubt' },
      { kind: 'stops.liveCreate', createdAt: 10, state: 'pending' },
      { kind: 'stops.liveCreate', createdAt: 10, state: 'pending' },
      { kind: 'stops.liveUpdate', createdAt: 10, state: 'pending' },
      { kind: 'drivers.create', createdAt: 20, state: 'refused' },
      { kind: 'plans.create', createdAt: 70, state: 'blocked' },
      { kind: 'plans.update', createdAt: 70, state: 'decision' },
      { kind: 'plans.create', createdAt: 1, state: 'acknowledged' },
      { kind: 'plans.create', createdAt: 2, state: 'given-up' },
    );
    expect(table.summary()).toEqual({
      ...{ waiting: 5, inDoubt: 2, pending: 3, waitingOf: { stops: 3, orders: 2 }, asking: 3, oldestAt: 20 },
    });
  });

  it('knows the oldest of one that waits, too', () => {
    const { table } = tableOf({ kind: 'stops.create', createdAt: 30 }, { kind: 'orders.create', createdAt: 50 });
    expect(table.summary()).toMatchObject({ waiting: 2, oldestAt: 30, waitingOf: { stops: 1, orders: 1 } });
  });

  it('counts a damaged kind among what waits, for no noun', () => {
    const { table, database } = tableOf({ kind: 'stops.create' }, { kind: 'stops.create' });
    database.change("UPDATE entries SET kind = 'toString' WHERE id = 'entry-2'");
    expect(table.summary()).toMatchObject({ waiting: 2, waitingOf: { stops: 1 } });
  });
});

it('finds an entry by its id, or nothing', () => {
  const { table } = tableOf({ kind: 'stops.create' });
  expect(table.find('entry-1')).toMatchObject({ id: 'entry-1', recordId: 'record-1', intact: true });
  expect(table.justWritten('entry-1')).toMatchObject({ id: 'entry-1', recordId: 'record-1' });
  expect(table.record('record-1')).toMatchObject({ id: 'record-1', noun: 'stops' });
  expect(table.ownerOf('stops/s1')).toBeUndefined();
  expect(table.find('entry-2')).toBeUndefined();
  expect(table.justWritten('entry-2')).toBeUndefined();
  expect(table.record('record-2')).toBeUndefined();
});

it('finds the last entry of a record', () => {
  const { table } = tableOf({ kind: 'stops.create' }, { kind: 'stops.create' });
  const edit = { kind: 'stops.update', lane: 'plans/p1', body: '{}', base: null, progress: null } as const;
  table.commit([{ do: 'add-entry', entry: { ...edit, id: 'edit', recordId: 'record-1', createdAt: now } }]);
  expect(idOf(table.findByRecord('record-1'))).toBe('edit');
  expect(idOf(table.findByRecord('record-2'))).toBe('entry-2');
  expect(table.findByRecord('record-3')).toBeUndefined();
});

it('knows whether any entry is in a state, and which', () => {
  const { table } = tableOf({ kind: 'stops.create' }, { kind: 'stops.create', state: 'refused' });
  expect(table.isAny('refused')).toBe(true);
  expect(table.isAny('sending')).toBe(false);
  expect(table.idsIn(['refused', 'sending'])).toEqual(['entry-2']);
});

describe('the first in a lane', () => {
  const lane = 'plans/p1';

  it('is nothing in an empty lane', () => {
    for (const aloneOnly of [false, true])
      for (const which of ['waiting', 'swept'] as const)
        expect(tableOf().table.firstInLane(lane, aloneOnly, which)).toBeUndefined();
  });

  it('waits, and is the first after a number', () => {
    const { table: two } = tableOf({ kind: 'stops.create' }, { kind: 'stops.update' }, { kind: 'plans.optimize' });
    expect(idOf(two.firstInLane(lane, false, 'waiting'))).toBe('entry-1');
    expect(idOf(two.firstInLane(lane, false, 'waiting', 1))).toBe('entry-2');
    expect(idOf(two.firstInLane(lane, true, 'waiting'))).toBe('entry-3');
    expect(two.firstInLane(lane, true, 'waiting', 3)).toBeUndefined();
    expect(two.firstInLane('plans/p2', false, 'waiting')).toBeUndefined();
  });

  it('is none that is settled or asks, and no live change that the service has accepted', () => {
    const { table: many } = tableOf(
      { kind: 'stops.create', state: 'acknowledged' },
      { kind: 'stops.create', state: 'decision' },
      { kind: 'stops.liveUpdate', state: 'pending' },
      { kind: 'plans.optimize', state: 'pending' },
    );
    expect(idOf(many.firstInLane(lane, false, 'waiting'))).toBe('entry-4');
    expect(idOf(many.firstInLane(lane, true, 'waiting'))).toBe('entry-4');
  });

  it('may still get a late copy', () => {
    const { table: swept } = tableOf(
      { kind: 'stops.create' },
      { kind: 'stops.create', state: 'acknowledged', sweepAt: now },
      { kind: 'plans.save', state: 'given-up', sweepAt: now },
    );
    expect(idOf(swept.firstInLane(lane, false, 'swept'))).toBe('entry-2');
    expect(idOf(swept.firstInLane(lane, false, 'swept', 2))).toBe('entry-3');
    expect(idOf(swept.firstInLane(lane, true, 'swept'))).toBe('entry-3');
  });
});

it('knows when an entry was last sent or settled', () => {
  expect(tableOf().table.latest()).toBe(0);
  expect(tableOf({ kind: 'stops.create' }).table.latest()).toBe(0);
  const { table } = tableOf(
    { kind: 'stops.create', lastAttemptAt: 30, settledAt: 40 },
    { kind: 'stops.create', lastAttemptAt: 50 },
    { kind: 'stops.create', settledAt: 20 },
  );
  expect(table.latest()).toBe(50);
  expect(table.ahead(40).map(({ id }) => id)).toEqual(['entry-2']);
});

it('knows until when late copies may still arrive that are searched for', () => {
  expect(tableOf().table.searchedUntil(0)).toBeNull();
  // No search follows this doubt.
  expect(tableOf({ kind: 'stops.create', doubtUntil: 90 }).table.searchedUntil(0)).toBeNull();
  const first = { kind: 'stops.create', state: 'acknowledged', doubtUntil: 20, sweepAt: 30 } as const;
  expect(tableOf(first).table.searchedUntil(19)).toBe(30);
  // It could not be searched for in time.
  expect(tableOf(first).table.searchedUntil(20)).toBeNull();
  const longest = { kind: 'orders.create', state: 'given-up', doubtUntil: 50, sweepAt: 10 } as const;
  expect(tableOf(longest, first, { kind: 'stops.create', doubtUntil: 90 }).table.searchedUntil(0)).toBe(50);
});

it('names the plans and orders that open entries are about', () => {
  const { table } = tableOf(
    { kind: 'stops.create', lane: 'plans/p1' },
    { kind: 'stops.create', lane: 'plans/p1' },
    { kind: 'stops.create', lane: 'plans/p2', state: 'acknowledged' },
    { kind: 'plans.create', lane: 'record-4' },
    { kind: 'orders.update', lane: 'orders', record: { serverId: 'orders/o1' } },
    { kind: 'orders.create', lane: 'orders' },
    { kind: 'orders.update', lane: 'orders', record: { serverId: 'orders/o2' }, state: 'given-up' },
  );
  expect(table.idsOfOpen('plans', 10)).toEqual(['plans/p1']);
  expect(table.idsOfOpen('orders', 10)).toEqual(['orders/o1']);
  expect(table.openIds()).toEqual(['entry-1', 'entry-2', 'entry-4', 'entry-5', 'entry-6']);
});

it('moves the open entries of a lane to another one', () => {
  const { table } = tableOf(
    { kind: 'stops.create', lane: 'record-9' },
    { kind: 'stops.create', lane: 'record-9', state: 'acknowledged' },
    { kind: 'stops.create', lane: 'plans/p2' },
  );
  table.commit([{ do: 'change-lane', from: 'record-9', to: 'plans/p1' }]);
  expect(['entry-1', 'entry-2', 'entry-3'].map((id) => table.find(id)?.lane)).toEqual([
    ...['plans/p1', 'record-9', 'plans/p2'],
  ]);
});

describe('a commit', () => {
  it('of a change to a record that is not there is undone as a whole', () => {
    const { table } = tableOf({ kind: 'stops.create' });
    const seen: (readonly StorageChange[])[] = [];
    table.committed = (changes) => seen.push(changes);
    expect(() =>
      table.commit([
        { do: 'change-entry', id: 'entry-1', set: { state: 'refused' } },
        { do: 'change-record', id: 'record-9', set: { marker: 'm' } },
      ]),
    ).toThrow('a record that is to be changed is not there');
    expect(table.find('entry-1')?.state).toBe('queued');
    expect(seen).toEqual([]);
  });

  it('inside another one is told together with it, once', () => {
    const { table } = tableOf({ kind: 'stops.create' });
    const seen: string[][] = [];
    table.committed = (changes) => seen.push(changes.map((change) => change.do));
    table.commit([{ do: 'change-entry', id: 'entry-1', set: { attempts: 1 } }], () =>
      table.commit([{ do: 'change-record', id: 'record-1', set: { marker: 'm' } }]),
    );
    expect(seen).toEqual([['change-entry', 'change-record']]);
  });
});
