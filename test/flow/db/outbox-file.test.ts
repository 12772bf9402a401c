import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Database } from '../../../src/main/db/database.ts';
import { openOutboxFile } from '../../../src/main/db/outbox-file.ts';
import type { Change } from '../../../src/shared/outbox-storage.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

const now = Date.UTC(2026, 5, 15, 6);
const added = (number: number, entryId = `entry-${number}`): Change[] => [
  {
    do: 'add-record',
    record: {
      id: `record-${number}`,
      noun: 'stops',
      parentId: 'plans/p1',
      serverId: null,
      marker: `marker-${number}`,
      markerIsOurs: true,
      content: JSON.stringify({ address: { addressLineOne: `Street ${number}` } }),
    },
  },
  {
    do: 'add-entry',
    entry: {
      id: entryId,
      recordId: `record-${number}`,
      kind: 'stops.create',
      lane: 'plans/p1',
      createdAt: now + number,
      body: null,
      base: null,
      progress: null,
    },
  },
];

function open(folder: string) {
  const file = openOutboxFile(join(folder, 'outbox.db'), now);
  onTestFinished(() => file.close());
  return file;
}

describe('the outbox file', () => {
  it('is durable: synchronous is FULL, asserted on the open connection', () => {
    const folder = temporaryFolder();
    open(folder).entries.commit(added(1));
    const database = new Database(join(folder, 'outbox.db'), { synchronous: 'FULL' });
    expect(database.pragma('synchronous')).toBe(2);
    expect(database.pragma('journal_mode')).toBe('wal');
    database.close();
  });

  it('keeps record and entry together, and nothing when one of them fails', () => {
    const { entries } = open(temporaryFolder());
    entries.commit(added(1));
    expect(() => entries.commit(added(2, 'entry-1'))).toThrow(/UNIQUE/);
    expect(entries.list(10).map((stored) => stored.recordId)).toEqual(['record-1']);
    expect(entries.record('record-2')).toBeUndefined();
  });

  it('writes all of a commit or nothing, what else belongs to it included', () => {
    const { entries } = open(temporaryFolder());
    entries.commit(added(1));
    const fails = () => {
      throw new Error('no room');
    };
    const change: Change = { do: 'change-entry', id: 'entry-1', set: { state: 'sending', attempts: 1 } };
    expect(() => entries.commit([change], fails)).toThrow('no room');
    expect(entries.find('entry-1')).toMatchObject({ state: 'queued', attempts: 0 });
  });

  it('gives back every field as it was written', () => {
    const folder = temporaryFolder();
    const first = openOutboxFile(join(folder, 'outbox.db'), now);
    const fields = {
      kind: 'stops.move',
      lane: 'plans/p2',
      state: 'in-doubt',
      reason: { code: 'line.timeout', detail: { phase: 'handed-over' } },
      attempts: 3,
      attemptId: 'attempt',
      lastAttemptAt: now + 1,
      knownIds: ['plans/p1/stops/s1'],
      notBefore: now + 2,
      doubtUntil: now + 3,
      sweepAt: now + 4,
      settledAt: null,
      body: '{"notes":null}',
      base: '{"notes":"before"}',
      progress: { needs: ['record-9'], old: { id: 'plans/p1/stops/s2', planId: 'plans/p1' } },
    } as const;
    const progress = { needs: [...fields.progress.needs], old: fields.progress.old };
    const set = { ...fields, knownIds: [...fields.knownIds], progress };
    first.entries.commit([...added(1), { do: 'change-entry', id: 'entry-1', set }]);
    first.close();
    expect(open(folder).entries.find('entry-1')).toMatchObject({ ...fields, intact: true, recordId: 'record-1' });
  });

  it('wakes for what rests even while something else waits', () => {
    const { entries } = open(temporaryFolder());
    entries.commit([...added(1), ...added(2), ...added(3)]);
    entries.commit([
      { do: 'change-entry', id: 'entry-2', set: { state: 'in-doubt', notBefore: now + 5_000 } },
      { do: 'change-entry', id: 'entry-3', set: { state: 'acknowledged', sweepAt: now + 4_000 } },
    ]);
    expect(entries.nextDue(now)).toBe(now + 4_000);
    expect(entries.nextDue(now + 4_000)).toBe(now + 5_000);
    expect(entries.nextDue(now + 5_000)).toBeNull();
  });

  it('finds who waits for a record: its children and those that name it', () => {
    const { entries } = open(temporaryFolder());
    entries.commit([...added(1), ...added(2)]);
    const progress = { needs: ['record-1', 'record-8'] };
    entries.commit([{ do: 'change-entry', id: 'entry-2', set: { progress } }]);
    const waiting = entries.dependants('record-8').map(({ id }) => id);
    expect(waiting).toEqual(['entry-2']);
    expect(entries.dependants('plans/p1').map(({ id }) => id)).toEqual(['entry-1', 'entry-2']);
    expect(entries.dependants('record-88')).toEqual([]);
  });

  it('notices a row that was changed behind its back', () => {
    const folder = temporaryFolder();
    open(folder).entries.commit(added(1));
    const other = new Database(join(folder, 'outbox.db'), { synchronous: 'FULL' });
    other.change('UPDATE records SET content = ?', '{"address":{"zip":"1"}}');
    other.close();
    expect(open(folder).entries.find('entry-1')?.intact).toBe(false);
  });

  it('notices an edit that was changed behind its back', () => {
    const folder = temporaryFolder();
    const body = { do: 'change-entry', id: 'entry-1', set: { body: '{"notes":"mine"}' } } as const;
    open(folder).entries.commit([...added(1), body]);
    const other = new Database(join(folder, 'outbox.db'), { synchronous: 'FULL' });
    other.change('UPDATE entries SET body = ?', '{"notes":"yours"}');
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
