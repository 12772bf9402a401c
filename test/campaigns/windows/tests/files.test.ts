/** Files as Windows keeps them: held by others, with long and reserved names, and with its line ends. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Database } from '../../../../src/main/db/database.ts';
import { setAside } from '../../../../src/main/db/set-aside.ts';
import { readJsonFile, writeInParts, writeJsonFile } from '../../../../src/main/json-file.ts';
import { cleanFileName } from '../../../../src/main/labels/file-name.ts';
import { erase } from '../../../../src/main/private-files.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'Depöt Desk '));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/**
 * Another program that opens a file as SQLite does, which lets nobody rename it.
 *
 * @param milliseconds until it lets go
 */
async function heldBriefly(file: string, milliseconds: number): Promise<() => Promise<void>> {
  const other = fork(join(import.meta.dirname, 'holding.ts'), [file, String(milliseconds)]);
  await once(other, 'message');
  return async () => {
    if (other.exitCode === null) await once(other, 'exit');
  };
}

describe('a file that another program holds for a moment', () => {
  const settings = z.object({ name: z.string() });

  it('is replaced as soon as it is free', async () => {
    const file = join(folder, 'settings.json');
    writeJsonFile(file, { name: 'before' });
    const ended = await heldBriefly(file, 300);
    writeJsonFile(file, { name: 'after' });
    expect(readJsonFile(file, settings, { name: 'none' })).toEqual({ name: 'after' });
    await ended();
  });

  it('is replaced as soon as it is free, while other work goes on', async () => {
    const file = join(folder, 'changes.json');
    await writeInParts(file, ['before']);
    const ended = await heldBriefly(file, 300);
    await writeInParts(file, ['af', 'ter']);
    expect(readFileSync(file, 'utf8')).toBe('after');
    await ended();
  });

  it('stays as it was if it is held for longer, and nothing is left beside it', async () => {
    const file = join(folder, 'changes.json');
    await writeInParts(file, ['before']);
    const ended = await heldBriefly(file, 3_000);
    await expect(writeInParts(file, ['after'])).rejects.toThrow(/EPERM|EACCES|EBUSY/);
    expect(readFileSync(file, 'utf8')).toBe('before');
    expect(existsSync(`${file}.part`)).toBe(false);
    await ended();
  });
});

describe('a database', () => {
  it('lies in a folder with a blank, an umlaut and more than 260 letters', () => {
    const deep = join(folder, ...Array.from({ length: 6 }, (_, index) => `${'lang-'.repeat(9)}${index}`));
    mkdirSync(deep, { recursive: true });
    expect(deep.length).toBeGreaterThan(260);
    const database = new Database(join(deep, 'outbox.db'), { synchronous: 'FULL' });
    database.script('CREATE TABLE stops (name TEXT)');
    database.change('INSERT INTO stops VALUES (?)', 'Jette Harms');
    expect(database.get<{ name: string }>('SELECT name FROM stops')?.name).toBe('Jette Harms');
    database.close();
  });

  it('that is damaged is set aside with its journals', () => {
    const file = join(folder, 'outbox.db');
    for (const suffix of ['', '-wal', '-shm']) writeFileSync(file + suffix, 'damaged');
    const aside = setAside(file, Date.UTC(2026, 10, 24, 8));
    expect(aside).toBe('outbox.db.damaged-2026-11-24T08-00-00-000Z');
    expect(existsSync(file)).toBe(false);
    for (const suffix of ['', '-wal', '-shm']) expect(existsSync(join(folder, aside + suffix))).toBe(true);
  });

  it('is deleted with what is in it once it is closed', async () => {
    const file = join(folder, 'cache.db');
    const database = new Database(file, { synchronous: 'NORMAL' });
    database.script('CREATE TABLE stops (name TEXT)');
    database.close();
    await erase(folder);
    expect(existsSync(folder)).toBe(false);
  });
});

describe('the name of a saved label', () => {
  it.each([
    'CON',
    'aux.pdf',
    'COM1',
    'lpt³.x',
    'a/b\\c:d*e?f"g<h>i|j',
    'ends with a dot.',
    '  blanks  ',
    '𝔘'.repeat(90),
  ])('makes a file of its own: %s', (title) => {
    const file = join(folder, `${cleanFileName(title)}.pdf`);
    writeFileSync(file, title);
    expect(readFileSync(file, 'utf8')).toBe(title);
  });
});
