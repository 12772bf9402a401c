import {
  lstatSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { copyIn } from '../../../src/main/db/cache.ts';
import { Database } from '../../../src/main/db/database.ts';
import { backupsOf } from '../../../src/main/db/outbox-backup.ts';
import { openOutboxFile } from '../../../src/main/db/outbox-file.ts';
import { salvage } from '../../../src/main/db/salvage.ts';
import type { StorageChange } from '../../../src/main/db/outbox-storage.ts';
import { idOf, typed } from '../../campaigns/crash/typed-run.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

const now = Date.UTC(2026, 5, 15, 6);
const added = (number: number, entryId = `entry-${number}`): StorageChange[] => [
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

/** Changes some bytes of a closed file wherever they occur, as unused pages may contain them too. */
function spoil(path: string, text: string, other: string): void {
  const bytes = readFileSync(path);
  let at = bytes.indexOf(text);
  expect(at).toBeGreaterThan(0);
  for (; at > 0; at = bytes.indexOf(text, at + 1)) bytes.write(other, at);
  writeFileSync(path, bytes);
}

describe('20 and 26: the outbox file', () => {
  it('is durable: synchronous is FULL, asserted on the open connection', () => {
    const folder = temporaryFolder();
    open(folder).entries.commit(added(1));
    const database = new Database(join(folder, 'outbox.db'), { synchronous: 'FULL' });
    expect(database.pragma('synchronous')).toBe(2);
    expect(database.pragma('journal_mode')).toBe('wal');
    database.close();
  });

  it('reports each commit once, after it is complete, and nothing of a rollback', () => {
    const { entries } = open(temporaryFolder());
    const told: string[][] = [];
    entries.committed = (changes) => {
      told.push(changes.flatMap((change) => (change.do === 'add-entry' ? [change.entry.id] : [])));
    };
    const both = () => [added(1), added(2)].forEach((changes) => entries.commit(changes));
    const failing = () => {
      both();
      throw new Error('the disk is full');
    };
    expect(() => entries.commit([], failing)).toThrow('the disk is full');
    expect(told).toEqual([]);
    entries.commit([], both);
    entries.commit(added(3));
    expect(told).toEqual([['entry-1', 'entry-2'], ['entry-3']]);
  });

  it('stores record and entry together, or neither if one fails', () => {
    const { entries } = open(temporaryFolder());
    entries.commit(added(1));
    expect(() => entries.commit(added(2, 'entry-1'))).toThrow(/UNIQUE/);
    expect(entries.list(10).map((stored) => stored.recordId)).toEqual(['record-1']);
    expect(entries.record('record-2')).toBeUndefined();
  });

  it('rolls a commit back with everything in its transaction', () => {
    const { entries } = open(temporaryFolder());
    entries.commit(added(1));
    const fails = () => {
      throw new Error('no room');
    };
    const change: StorageChange = { do: 'change-entry', id: 'entry-1', set: { state: 'sending', attempts: 1 } };
    expect(() => entries.commit([change], fails)).toThrow('no room');
    expect(entries.find('entry-1')).toMatchObject({ state: 'queued', attempts: 0 });
  });

  it('returns every field as it was written', () => {
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

  it('is swept when its own request has come to an end', () => {
    const { entries } = open(temporaryFolder());
    const states = ['sending', 'in-doubt', 'pending', 'acknowledged', 'given-up'] as const;
    entries.commit([
      ...states.flatMap((_, index) => added(index + 1)),
      ...states.map((state, index): StorageChange => {
        return { do: 'change-entry', id: `entry-${index + 1}`, set: { state, sweepAt: now } };
      }),
    ]);
    expect(entries.sweeps(now - 1, 500)).toEqual([]);
    expect(entries.sweeps(now, 500).map(({ state }) => state)).toEqual(['pending', 'acknowledged', 'given-up']);
  });

  it('is due when the next resting entry is due, even while another one waits', () => {
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

  it('finds the entries that wait for a record: its children and those that name it', () => {
    const { entries } = open(temporaryFolder());
    entries.commit([...added(1), ...added(2)]);
    const progress = { needs: ['record-1', 'record-8'] };
    entries.commit([{ do: 'change-entry', id: 'entry-2', set: { progress } }]);
    const waiting = entries.dependants('record-8').map(({ id }) => id);
    expect(waiting).toEqual(['entry-2']);
    expect(entries.dependants('plans/p1').map(({ id }) => id)).toEqual(['entry-1', 'entry-2']);
    expect(entries.dependants('record-88')).toEqual([]);
  });

  it('notices a changed byte in any column and restores the row from the journal', () => {
    const folder = temporaryFolder();
    const first = openOutboxFile(join(folder, 'outbox.db'), now);
    const body = { do: 'change-entry', id: 'entry-1', set: { body: '{"notes":"mine"}' } } as const;
    first.entries.commit([...added(1), body]);
    first.close();
    spoil(join(folder, 'outbox.db'), '"notes":"mine"', '"notes":"nine"');
    const second = open(folder);
    expect(second.recovery).toMatchObject({ recovered: 1, unreadable: 0 });
    expect(second.entries.find('entry-1')).toMatchObject({ intact: true, body: '{"notes":"mine"}', state: 'sending' });
  });

  it('asks once about a row that neither the journal nor a copy can restore', () => {
    const folder = temporaryFolder();
    const first = openOutboxFile(join(folder, 'outbox.db'), now);
    first.entries.commit([...added(1), ...added(2)]);
    first.close();
    rmSync(join(folder, 'outbox.db.journal'));
    spoil(join(folder, 'outbox.db'), 'Street 1', 'Street 7');
    const second = openOutboxFile(join(folder, 'outbox.db'), now);
    expect(second.recovery).not.toBeNull();
    expect(second.entries.find('entry-1')).toMatchObject({ intact: false });
    expect(second.entries.find('entry-2')).toMatchObject({ intact: true, state: 'queued' });
    second.close();
    expect(open(folder).recovery).toBeNull();
  });

  it('asks once about an entry that survives only as a damaged line of the journal', () => {
    const folder = temporaryFolder();
    const path = join(folder, 'outbox.db');
    const first = openOutboxFile(path, now);
    first.entries.commit([...typed(1), ...typed(2)]);
    first.entries.commit([{ do: 'change-entry', id: idOf(2, 1), set: { attempts: 1 } }]);
    first.close();
    writeFileSync(path, 'gone');
    // Both lines of the entry: its creation and its change.
    const lines = readFileSync(`${path}.journal`, 'utf8').split('\n');
    const spoilt = lines.map((line) => (line.includes(`"${idOf(2, 1)}"`) ? line.replace('queued', 'quened') : line));
    expect(spoilt.filter((line, index) => line !== lines[index])).toHaveLength(2);
    writeFileSync(`${path}.journal`, spoilt.join('\n'));
    const second = open(folder);
    expect(second.recovery).toMatchObject({ recovered: 1, unreadable: 1 });
    expect(second.entries.find(idOf(2, 1))).toMatchObject({ state: 'decision', intact: false });
    expect(second.entries.find(idOf(2, 2))).toMatchObject({ state: 'sending', intact: true });
  });

  it.each([
    ['a sign', '*'],
    ['a letter, as seals have it', 'J'],
    ['half a letter', Buffer.from([0x8a])],
  ])('continues after a journal line whose end became %s', (_what, end) => {
    const folder = temporaryFolder();
    const path = join(folder, 'outbox.db');
    const first = openOutboxFile(path, now);
    first.entries.commit([...typed(1), ...typed(2), ...typed(3)]);
    first.close();
    writeFileSync(path, 'gone');
    const journal = readFileSync(`${path}.journal`);
    // Joins every line with the next but one: that includes the first, which identifies the file, and the last.
    for (let at = journal.indexOf('\n'), line = 0; at !== -1; at = journal.indexOf('\n', at + 1), line += 1) {
      if (line !== 2) journal.set(Buffer.from(end), at);
    }
    writeFileSync(`${path}.journal`, journal);
    const second = open(folder);
    expect(second.recovery).toMatchObject({ recovered: 3, unreadable: 0 });
    expect([1, 2, 3].map((number) => second.entries.find(idOf(2, number))?.intact)).toEqual([true, true, true]);
  });

  it('asks about an entry whose id is damaged in the journal', () => {
    const folder = temporaryFolder();
    const path = join(folder, 'outbox.db');
    const first = openOutboxFile(path, now);
    first.entries.commit([...typed(1), ...typed(2)]);
    // The same damage asks nothing about an entry that another line identifies.
    first.entries.commit([{ do: 'change-entry', id: idOf(2, 2), set: { attempts: 1 } }]);
    first.close();
    writeFileSync(path, 'gone');
    const lines = readFileSync(`${path}.journal`, 'utf8').split('\n');
    const isSpoilt = (line: string, index: number) =>
      line.includes(`,"${idOf(2, 1)}"`) || (line.includes(`,"${idOf(2, 2)}"`) && index === lines.length - 2);
    const spoilt = lines.map((line, index) => (isSpoilt(line, index) ? line.replace(',"0197', ',"0"97') : line));
    expect(spoilt.filter((line, index) => line !== lines[index])).toHaveLength(2);
    writeFileSync(`${path}.journal`, spoilt.join('\n'));
    const second = open(folder);
    expect(second.recovery).toMatchObject({ recovered: 1, unreadable: 1 });
    const [asking] = second.entries.list(10).filter(({ state }) => state === 'decision');
    expect(asking).toMatchObject({ intact: false, reason: { code: 'outbox.unreadable' } });
    expect(asking?.content).toContain('stops.create');
  });

  it('recovers a record whose column types are damaged', () => {
    const folder = temporaryFolder();
    const path = join(folder, 'outbox.db');
    const first = openOutboxFile(path, now);
    first.entries.commit([...typed(1), ...typed(2)]);
    first.close();
    rmSync(`${path}.journal`);
    // In the row's header, the id changes from a text of 36 bytes to null, and the next column takes over these bytes.
    const bytes = readFileSync(path);
    const row = bytes.indexOf(`${idOf(1, 1)}stops`);
    const type = bytes.lastIndexOf(2 * 36 + 13, row);
    expect(row - type).toBeLessThan(16);
    bytes.set([0, bytes.readUInt8(type + 1) + 2 * 36], type);
    writeFileSync(path, bytes);
    const second = open(folder);
    expect(second.entries.find(idOf(2, 1))).toMatchObject({ intact: false });
    expect(second.entries.find(idOf(2, 2))).toMatchObject({ intact: true });
  });

  it('restores from the newest sound copy what the journal lacks, and checks it with the service', async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'outbox.db');
    const first = openOutboxFile(path, now);
    first.entries.commit([...added(1), ...added(2)]);
    expect(await first.backUpIfDue(now)).toBe(true);
    first.close();
    rmSync(`${path}.journal`);
    writeFileSync(path, 'gone');
    const second = open(folder);
    expect(second.entries.list(10).map(({ id, state, intact }) => ({ id, state, intact }))).toEqual([
      { id: 'entry-1', state: 'sending', intact: true },
      { id: 'entry-2', state: 'sending', intact: true },
    ]);
  });

  it('keeps an entry settled after the copy settled if the journal is intact', async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'outbox.db');
    const first = openOutboxFile(path, now);
    first.entries.commit([...added(1), ...added(2)]);
    await first.backUpIfDue(now);
    const settle = { state: 'acknowledged', settledAt: now } as const;
    first.entries.commit([{ do: 'change-entry', id: 'entry-1', set: settle }]);
    first.close();
    // Days later the journal has purged the settled entry.
    openOutboxFile(path, now + 10 * 86_400_000).close();
    writeFileSync(path, 'gone');
    const second = open(folder);
    expect(second.entries.list(10).map(({ id, state }) => ({ id, state }))).toEqual([
      { id: 'entry-2', state: 'sending' },
      { id: 'entry-1', state: 'acknowledged' },
    ]);
  });

  it.each([
    ['the damaged file', 'queued'],
    ['a copy', 'sending'],
  ] as const)('restores rows with numbers above 200,000 from %s', async (from, state) => {
    const folder = temporaryFolder();
    const path = join(folder, 'outbox.db');
    const first = openOutboxFile(path, now);
    first.entries.commit(added(1));
    // As in a busy office after some months: entries are numbered, and none is deleted.
    const numbers = new Database(path, { synchronous: 'FULL' });
    numbers.change("UPDATE sqlite_sequence SET seq = 300000 WHERE name = 'entries'");
    numbers.close();
    first.entries.commit([...added(2), ...added(3)]);
    if (from === 'a copy') expect(await first.backUpIfDue(now)).toBe(true);
    first.close();
    rmSync(`${path}.journal`);
    if (from === 'a copy') writeFileSync(path, 'gone');
    else spoil(path, 'Street 1', 'Street 7');
    const second = open(folder);
    expect(second.recovery).not.toBeNull();
    expect(second.entries.find('entry-2')).toMatchObject({ sequence: 300_001, intact: true, state });
    expect(second.entries.find('entry-3')).toMatchObject({ sequence: 300_002, intact: true, state });
  });

  it('reads every row around a lost page', () => {
    const folder = temporaryFolder();
    const path = join(folder, 'outbox.db');
    const file = openOutboxFile(path, now);
    const numbers = Array.from({ length: 200 }, (_, index) => index + 1);
    file.entries.commit(numbers.flatMap((number) => typed(number)));
    file.close();
    const bytes = readFileSync(path);
    const pageBytes = 4096;
    const pages = Array.from({ length: bytes.length / pageBytes }, (_, index) => index * pageBytes);
    // Pages that begin with 13 hold rows; the id is in an index, too.
    const isOfRow = (at: number) => bytes[at] === 13 && bytes.subarray(at, at + pageBytes).includes(idOf(2, 100));
    const lost = pages.find(isOfRow) ?? 0;
    bytes.fill(0, lost, lost + pageBytes);
    writeFileSync(path, bytes);
    const found = (salvage(path).intact.get('entries') ?? []).map((cells) => (JSON.parse(cells) as unknown[])[0]);
    const missing = numbers.filter((number) => !found.includes(number));
    expect(missing.length).toBeGreaterThan(0);
    expect(missing.length).toBeLessThan(30);
    expect(found).toEqual(expect.arrayContaining([1, 200]));
    expect(missing).toEqual(missing.map((_, index) => (missing[0] ?? 0) + index));
  });

  it('keeps three copies, all of them sound', async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'outbox.db');
    const file = open(folder);
    for (const round of [1, 2, 3, 4]) {
      file.entries.commit(added(round));
      expect(await file.backUpIfDue(Date.now() + round * 7 * 3_600_000)).toBe(true);
    }
    expect(readdirSync(folder).filter((name) => name.includes('backup'))).toEqual([
      'outbox.db.backup-1',
      'outbox.db.backup-2',
      'outbox.db.backup-3',
    ]);
    const counts = backupsOf(path).map((copy) => salvage(copy).intact.get('entries')?.length);
    expect(counts).toEqual([4, 3, 2]);
  });

  it.each([
    ['a letter of a column of the version', 'floor INTEGER', 'flopr INTEGER'],
    ['a letter of the name of its table', 'tablefile_version', 'tablefile_vershon'],
  ])('treats %s that flipped as damage and restores everything', (_what, text, other) => {
    const folder = temporaryFolder();
    const first = openOutboxFile(join(folder, 'outbox.db'), now);
    first.entries.commit([...added(1), ...added(2)]);
    first.close();
    spoil(join(folder, 'outbox.db'), text, other);
    const second = open(folder);
    expect(second.recovery?.file).toMatch(/^outbox\.db\.damaged-/);
    expect(second.entries.list(10).map(({ id, intact }) => ({ id, intact }))).toEqual([
      { id: 'entry-1', intact: true },
      { id: 'entry-2', intact: true },
    ]);
  });

  it('treats a newer version in its table alone as damage, not as a newer app', () => {
    const folder = temporaryFolder();
    const first = openOutboxFile(join(folder, 'outbox.db'), now);
    first.entries.commit(added(1));
    first.close();
    const flipped = new Database(join(folder, 'outbox.db'), { synchronous: 'FULL' });
    flipped.change('UPDATE file_version SET version = 99, floor = 99');
    flipped.close();
    const second = open(folder);
    expect(second.recovery).not.toBeNull();
    expect(second.entries.list(10).map(({ id, intact }) => ({ id, intact }))).toEqual([
      { id: 'entry-1', intact: true },
    ]);
  });

  it('is not damaged when a power cut took from the journal that a draft was removed', () => {
    const folder = temporaryFolder();
    const path = join(folder, 'outbox.db');
    const first = openOutboxFile(path, now);
    first.entries.commit(added(1));
    first.drafts.save({ id: 'd1', form: 'stop', planId: 'plans/p1', fields: { notes: 'Half' }, savedAt: now });
    const before = readFileSync(`${path}.journal`);
    first.drafts.remove('d1');
    first.close();
    writeFileSync(`${path}.journal`, before);
    const second = open(folder);
    expect(second.recovery).toBeNull();
    expect(second.drafts.list()).toEqual([]);
    expect(second.entries.find('entry-1')).toMatchObject({ intact: true, state: 'queued' });
  });

  it('is copied in a worker without delaying writes or being delayed by them', async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'outbox.db');
    const worker = new URL(inject('programs').cacheWorker);
    const file = openOutboxFile(path, now, { makeCopy: (from, copy) => copyIn(worker, from, copy) });
    onTestFinished(() => file.close());
    for (let number = 1; number <= 500; number += 1) file.entries.commit(added(number));
    let isMade = false;
    const made = file.backUpIfDue(now).finally(() => (isMade = true));
    let number = 500;
    while (!isMade) {
      file.entries.commit(added(++number));
      await nextTurn();
    }
    expect(await made).toBe(true);
    expect(number).toBeGreaterThan(501);
    const copied = salvage(backupsOf(path)[0]!).intact.get('entries')?.length;
    expect(copied).toBeGreaterThanOrEqual(500);
    expect(copied).toBeLessThanOrEqual(number);
    expect(readdirSync(folder).filter((name) => name.includes('backup'))).toEqual(['outbox.db.backup-1']);
  });

  it('is set aside whole and never overwritten when it is damaged', () => {
    const folder = temporaryFolder();
    const path = join(folder, 'outbox.db');
    const damaged = Buffer.from('this was a database once'.repeat(400));
    writeFileSync(path, damaged);
    const file = open(folder);
    expect(file.recovery?.file).toBe('outbox.db.damaged-2026-06-15T06-00-00-000Z');
    expect(readFileSync(join(folder, file.recovery!.file))).toEqual(damaged);
    expect(file.entries.list(10)).toEqual([]);
    expect(readdirSync(folder)).toContain('outbox.db');
  });

  it('is rebuilt where a link lies in its place, and what that leads to stays as it is', () => {
    const folder = temporaryFolder();
    const [path, elsewhere] = [join(folder, 'outbox.db'), join(folder, 'elsewhere.db')];
    const first = openOutboxFile(path, now);
    first.entries.commit(added(1));
    first.close();
    renameSync(path, elsewhere);
    symlinkSync(elsewhere, path);
    const before = readFileSync(elsewhere);
    const second = openOutboxFile(path, now);
    expect(second.recovery).toMatchObject({ file: 'outbox.db.damaged-2026-06-15T06-00-00-000Z', recovered: 1 });
    second.entries.commit(added(2));
    second.close();
    expect(readFileSync(elsewhere)).toEqual(before);
    expect(lstatSync(path).isFile()).toBe(true);
    rmSync(path);
    symlinkSync(join(folder, 'nowhere'), path);
    expect(
      open(folder)
        .entries.list(10)
        .map(({ id }) => id),
    ).toEqual(['entry-1', 'entry-2']);
    expect(readdirSync(folder)).not.toContain('nowhere');
  });

  it('is copied into no file that a link leads to', async () => {
    const folder = temporaryFolder();
    symlinkSync(join(folder, 'elsewhere'), join(folder, 'copy'));
    const database = new Database(join(folder, 'outbox.db'), { synchronous: 'FULL' });
    await expect(database.copyTo(join(folder, 'copy'))).rejects.toThrow('copy is a link');
    database.close();
    expect(readdirSync(folder)).not.toContain('elsewhere');
  });

  it('keeps nothing of a row that was deleted, and is for this user alone with all that belongs to it', async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'outbox.db');
    const file = openOutboxFile(path, now);
    file.entries.commit(added(1));
    file.drafts.save({ id: 'd1', form: 'stop', planId: 'plans/p1', fields: { notes: 'Canary Typed' }, savedAt: now });
    expect(await file.backUpIfDue(now)).toBe(true);
    const modes = () => readdirSync(folder).map((name) => [name, statSync(join(folder, name)).mode & 0o077]);
    expect(modes().filter(([, open]) => open !== 0)).toEqual([]);
    expect(modes().map(([name]) => name)).toEqual(expect.arrayContaining(['outbox.db-wal', 'outbox.db.backup-1']));
    file.drafts.remove('d1');
    file.close();
    expect(readFileSync(path).includes('Canary Typed')).toBe(false);
  });

  it('is rejected and left unchanged when a newer version wrote it', () => {
    const folder = temporaryFolder();
    openOutboxFile(join(folder, 'outbox.db'), now).close();
    const newer = new Database(join(folder, 'outbox.db'), { synchronous: 'FULL' });
    newer.change('UPDATE file_version SET version = 99, floor = 99');
    newer.pragma('user_version = 99');
    newer.close();
    expect(() => openOutboxFile(join(folder, 'outbox.db'), now)).toThrow(
      expect.objectContaining({ code: 'storage.newer' }) as Error,
    );
    expect(readdirSync(folder).filter((name) => name.includes('damaged'))).toEqual([]);
  });
});
