/** A file of the outbox that a large import has blown up gets small again at a start, and loses nothing by it. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { damaged, Database } from '../../../src/main/db/database.ts';
import { openOutboxFile, type OutboxFile } from '../../../src/main/db/outbox-file.ts';
import { shrinkOutbox } from '../../../src/main/db/outbox-shrink.ts';
import type { EntryState } from '../../../src/shared/outbox.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

const now = Date.UTC(2026, 5, 15, 6);
const megabyte = 1024 * 1024;
const count = 40;

const record = { noun: 'stops', parentId: 'plans/p1', serverId: null, markerIsOurs: true, content: '{}' } as const;
const entry = { lane: 'plans/p1', createdAt: now, body: null, base: null, progress: null };

const draft = (id: string, text: string) =>
  ({ id, form: 'stop', planId: 'plans/p1', savedAt: now, fields: { text } }) as const;

function fill({ entries, drafts }: OutboxFile, state: EntryState): void {
  for (let number = 0; number < count; number += 1) {
    const [id, recordId] = [`entry-${number}`, `record-${number}`];
    entries.commit([
      { do: 'add-record', record: { ...record, id: recordId, marker: `m-${number}` } },
      { do: 'add-entry', entry: { ...entry, id, recordId, kind: 'stops.create' } },
      { do: 'change-entry', id, set: { state } },
    ]);
    // Between rows that go, so that the file has gaps.
    if (number % 10 === 0) drafts.save(draft(`kept-${number}`, 'kept'));
  }
}

/**
 * A closed file with rows between which others were deleted.
 *
 * @param blown megabytes of those that were deleted
 * @param waits the state of the entries
 */
function blownUp(blown: number, waits: EntryState): string {
  const path = join(temporaryFolder(), 'outbox.db');
  const file = openOutboxFile(path, now);
  for (let part = 0; part < blown; part += 1) file.drafts.save(draft(`part-${part}`, 'x'.repeat(megabyte)));
  fill(file, waits);
  for (let part = 0; part < blown; part += 1) file.drafts.remove(`part-${part}`);
  file.close();
  return path;
}

/** All rows with their numbers, by which lists are sorted. */
function rowsOf(path: string): unknown[] {
  const database = new Database(path, { synchronous: 'FULL' });
  try {
    return ['entries', 'records', 'drafts', 'file_version', 'sqlite_sequence'].map((table) =>
      database.all(`SELECT rowid AS number, * FROM ${table} ORDER BY rowid`),
    );
  } finally {
    database.close();
  }
}

const reopened = (path: string) => openOutboxFile(path, now).close();

it('is written again when it is mostly free and nothing waits, with every row, its number and its seal', () => {
  const path = blownUp(12, 'acknowledged');
  const rows = rowsOf(path);
  expect(statSync(path).size).toBeGreaterThan(12 * megabyte);
  reopened(path);
  expect(statSync(path).size).toBeLessThan(megabyte);
  expect(rowsOf(path)).toEqual(rows);
  const again = openOutboxFile(path, now);
  onTestFinished(() => again.close());
  expect(again.recovery).toBeNull();
  again.entries.commit([
    { do: 'add-entry', entry: { ...entry, id: 'entry-new', recordId: 'record-0', kind: 'stops.update' } },
  ]);
  expect(again.entries.find('entry-new')).toMatchObject({ sequence: count + 1, intact: true });
});

it.each<[string, number, EntryState]>([
  ['while something waits', 12, 'queued'],
  ['while something is to be decided', 12, 'refused'],
  ['for a few megabytes', 4, 'acknowledged'],
])('stays as it is %s', (_, blown, waits) => {
  const path = blownUp(blown, waits);
  const { size } = statSync(path);
  reopened(path);
  expect(statSync(path).size).toBe(size);
});

it('stays as it is when most of it is in use', () => {
  const path = join(temporaryFolder(), 'outbox.db');
  const file = openOutboxFile(path, now);
  for (let part = 0; part < 26; part += 1) file.drafts.save(draft(`part-${part}`, 'x'.repeat(megabyte)));
  for (let part = 0; part < 10; part += 1) file.drafts.remove(`part-${part}`);
  file.close();
  const { size } = statSync(path);
  reopened(path);
  expect(statSync(path).size).toBe(size);
});

it('stays in use when the disk has no room to write it again, and is rebuilt when it turns out to be damaged', () => {
  const counted: Record<string, number> = { page_size: 4_096, page_count: 10_000, freelist_count: 9_000 };
  const failing = (error: Error) =>
    ({
      pragma: (name: string) => counted[name] ?? 'ok',
      get: (sql: string) => (sql.startsWith('SELECT 1') ? undefined : { bad: 0 }),
      script: () => {
        throw error;
      },
    }) as unknown as Database;
  const told: unknown[][] = [];
  const report = (...said: unknown[]) => void told.push(said);
  const full = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
  shrinkOutbox(failing(full), report);
  expect(told).toEqual([['the outbox could not be made smaller', full]]);
  expect(() => shrinkOutbox(failing(damaged('a page')), report)).toThrow('a page');
});
