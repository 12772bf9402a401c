/** The journal is rewritten in chunks while writing continues. In the end it matches the outbox. */
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openOutboxFile } from '../../../src/main/db/outbox-file.ts';
import { readJournal } from '../../../src/main/db/outbox-journal-read.ts';
import type { StorageChange } from '../../../src/main/db/outbox-storage.ts';
import { idOf, typed } from '../../campaigns/crash/typed-run.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

const now = Date.UTC(2026, 5, 15, 6);

/** An outbox with many entries, whose chunked work waits until the test runs the next chunk. */
function open() {
  const path = join(temporaryFolder(), 'outbox.db');
  const turns: (() => void)[] = [];
  const file = openOutboxFile(path, now, { later: (action) => turns.push(action) });
  let isOpen = true;
  const close = () => {
    if (isOpen) file.close();
    isOpen = false;
  };
  onTestFinished(close);
  file.entries.commit(Array.from({ length: 1_000 }, (_, index) => typed(index + 1)).flat());
  return { file, path, turns, close };
}

const set = (number: number, fields: Extract<StorageChange, { do: 'change-entry' }>['set']): StorageChange => ({
  do: 'change-entry',
  id: idOf(2, number),
  set: fields,
});

/** Changes so much that the journal is rewritten. */
function fill({ file, turns }: ReturnType<typeof open>): void {
  const long = JSON.stringify({ notes: 'x'.repeat(1_000_000) });
  for (let number = 1; number <= 17 && turns.length === 0; number += 1) {
    file.entries.commit([set(number, { body: long })]);
    file.entries.commit([set(number, { body: null })]);
  }
  expect(turns).toHaveLength(1);
}

describe('the rewritten journal', () => {
  it('includes changes made before, between and after its chunks', () => {
    const opened = open();
    const { file, path, turns, close } = opened;
    fill(opened);
    for (let part = 1; turns.length > 0; part += 1) {
      for (const turn of turns.splice(0)) turn();
      // Changes rows that were already copied and rows that follow later.
      file.entries.commit([set(part, { body: `{"notes":"${part}"}` }), set(1_001 - part, { state: 'refused' })]);
    }
    expect(statSync(`${path}.journal`).size).toBeLessThan(2_000_000);
    file.entries.commit([set(500, { state: 'acknowledged', settledAt: now })]);
    close();
    const { rows, whole } = readJournal(`${path}.journal`);
    expect(whole).toBe(true);
    expect(rows.get('entries')?.size).toBe(1_000);
    // A rebuild from the journal alone restores the same state.
    writeFileSync(path, 'gone');
    for (const end of ['-wal', '-shm']) rmSync(path + end, { force: true });
    const again = openOutboxFile(path, now);
    onTestFinished(() => again.close());
    expect(again.entries.find(idOf(2, 2))).toMatchObject({ body: '{"notes":"2"}', intact: true });
    expect(again.entries.find(idOf(2, 999))).toMatchObject({ state: 'refused', intact: true });
    expect(again.entries.find(idOf(2, 500))).toMatchObject({ state: 'acknowledged' });
  });

  it('leaves the old one intact when the app exits between two chunks', () => {
    const opened = open();
    const { file, path, turns, close } = opened;
    fill(opened);
    turns.shift()?.();
    file.entries.commit([set(3, { body: '{"notes":"last"}' })]);
    const before = readFileSync(`${path}.journal`, 'utf8');
    close();
    expect(before).toContain('last');
    expect(existsSync(`${path}.journal.new`)).toBe(false);
    const again = openOutboxFile(path, now);
    onTestFinished(() => again.close());
    expect(again.recovery).toBeNull();
    expect(again.entries.find(idOf(2, 3))).toMatchObject({ body: '{"notes":"last"}', state: 'queued' });
  });
});
