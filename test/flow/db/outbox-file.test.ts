import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Database } from '../../../src/main/db/database.ts';
import { openOutboxFile } from '../../../src/main/db/outbox-file.ts';
import type { NewEntry } from '../../../src/main/db/outbox.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

const now = Date.UTC(2026, 5, 15, 6);
const entry = (number: number): NewEntry => ({
  recordId: `record-${number}`,
  entryId: `entry-${number}`,
  kind: 'stops.create',
  noun: 'stops',
  parentId: 'plans/p1',
  marker: `marker-${number}`,
  markerIsOurs: true,
  content: JSON.stringify({ address: { addressLineOne: `Street ${number}` } }),
  createdAt: now + number,
});
const reason = { code: 'outbox.stopped-while-sending', detail: {} } as const;

function open(folder: string) {
  const file = openOutboxFile(join(folder, 'outbox.db'), now);
  onTestFinished(() => file.close());
  return file;
}

describe('the outbox file', () => {
  it('is durable: synchronous is FULL, asserted on the open connection', () => {
    const folder = temporaryFolder();
    open(folder).entries.add(entry(1));
    const database = new Database(join(folder, 'outbox.db'), { synchronous: 'FULL' });
    expect(database.pragma('synchronous')).toBe(2);
    expect(database.pragma('journal_mode')).toBe('wal');
    database.close();
  });

  it('keeps record and entry together, and nothing when one of them fails', () => {
    const { entries } = open(temporaryFolder());
    entries.add(entry(1));
    expect(() => entries.add({ ...entry(2), entryId: 'entry-1' })).toThrow(/UNIQUE/);
    expect(entries.list(10).map((stored) => stored.recordId)).toEqual(['record-1']);
    expect(entries.findByRecord('record-2')).toBeUndefined();
  });

  it('puts what was on its way in doubt at the next start, never back into the queue', () => {
    const folder = temporaryFolder();
    const first = openOutboxFile(join(folder, 'outbox.db'), now);
    for (const number of [1, 2]) first.entries.add(entry(number));
    first.entries.claim([{ id: 'entry-1', knownIds: null }], 'attempt', now);
    first.close();
    const { entries } = open(folder);
    expect(entries.recover(reason, now + 60_000)).toBe(1);
    expect(entries.list(10).map((stored) => stored.state)).toEqual(['in-doubt', 'queued']);
    expect(entries.due('queued', now).map((stored) => stored.id)).toEqual(['entry-2']);
  });

  it('counts a doubt from the moment it arose, not from the attempt', () => {
    const { entries } = open(temporaryFolder());
    entries.add(entry(1));
    entries.claim([{ id: 'entry-1', knownIds: null }], 'attempt', now);
    const step = { state: 'in-doubt', reason: null, waitMilliseconds: 0 } as const;
    entries.settle([{ id: 'entry-1', step }], now + 60_000);
    expect(entries.find('entry-1')?.lastAttemptAt).toBe(now + 60_000);
    // A look-up that leaves it in doubt does not begin the time anew.
    entries.settle([{ id: 'entry-1', step }], now + 90_000);
    expect(entries.find('entry-1')?.lastAttemptAt).toBe(now + 60_000);
  });

  it('claims only what is queued', () => {
    const { entries } = open(temporaryFolder());
    entries.add(entry(1));
    entries.giveUp('entry-1', now);
    entries.claim([{ id: 'entry-1', knownIds: null }], 'attempt', now);
    expect(entries.find('entry-1')?.state).toBe('given-up');
  });

  it('gives up only what cannot be on the service', () => {
    const { entries } = open(temporaryFolder());
    entries.add(entry(1));
    entries.claim([{ id: 'entry-1', knownIds: null }], 'attempt', now);
    expect(entries.giveUp('entry-1', now)).toBe(false);
    entries.recover(reason, now + 60_000);
    expect(entries.giveUp('entry-1', now)).toBe(false);
  });

  it('notices a row that was changed behind its back', () => {
    const folder = temporaryFolder();
    open(folder).entries.add(entry(1));
    const other = new Database(join(folder, 'outbox.db'), { synchronous: 'FULL' });
    other.change('UPDATE records SET content = ?', '{"address":{"zip":"1"}}');
    other.close();
    expect(open(folder).entries.find('entry-1')?.intact).toBe(false);
  });

  it('is set aside whole when it is damaged, never overwritten', () => {
    const folder = temporaryFolder();
    const path = join(folder, 'outbox.db');
    const damaged = Buffer.from('this was a database once'.repeat(400));
    writeFileSync(path, damaged);
    const file = open(folder);
    expect(file.setAside).toBe('outbox.db.damaged-2026-06-15T06-00-00-000Z');
    expect(readFileSync(join(folder, file.setAside!))).toEqual(damaged);
    expect(file.entries.list(10)).toEqual([]);
    expect(readdirSync(folder)).toContain('outbox.db');
  });

  it('is refused and left as it is when a newer version wrote it', () => {
    const folder = temporaryFolder();
    openOutboxFile(join(folder, 'outbox.db'), now).close();
    const newer = new Database(join(folder, 'outbox.db'), { synchronous: 'FULL' });
    newer.change('UPDATE file_version SET version = 99, floor = 99');
    newer.close();
    expect(() => openOutboxFile(join(folder, 'outbox.db'), now)).toThrow(
      expect.objectContaining({ code: 'storage.newer' }) as Error,
    );
    expect(readdirSync(folder).filter((name) => name.includes('damaged'))).toEqual([]);
  });
});
