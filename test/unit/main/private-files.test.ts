/** Files of this user alone, and what is left of one that was deleted. */
import {
  chmodSync,
  closeSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createPrivately,
  erase,
  eraseContents,
  eraseLeft,
  keepJournals,
  tighten,
} from '../../../src/main/private-files.ts';

let folder = '';
let handles: number[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'depot-desk-private-'));
});
afterEach(() => {
  for (const handle of handles) closeSync(handle);
  handles = [];
  rmSync(folder, { recursive: true });
});

const modeOf = (name: string) => statSync(join(folder, name)).mode & 0o777;
const write = (name: string, text: string) => writeFileSync(join(folder, name), text, { mode: 0o644 });

/** Opens a file. @returns reads its bytes, also after it was deleted */
function heldOpen(name: string): () => Buffer {
  const handle = openSync(join(folder, name), 'r');
  handles.push(handle);
  const { size } = statSync(join(folder, name));
  return () => {
    const bytes = Buffer.alloc(size);
    readSync(handle, bytes, 0, size, 0);
    return bytes;
  };
}

describe('a file that is deleted', () => {
  it('holds nothing of what was in it, however long it was', async () => {
    write('short', 'Jette Harms');
    write('long', 'Jette Harms'.repeat(300_000));
    write('empty', '');
    const [short, long] = [heldOpen('short'), heldOpen('long')];
    for (const name of ['short', 'long', 'empty', 'missing']) await erase(join(folder, name));
    expect(readdirSync(folder)).toEqual([]);
    expect(short().every((byte) => byte === 0)).toBe(true);
    expect(long().every((byte) => byte === 0)).toBe(true);
  });

  it('goes with its folder, and nothing else goes', async () => {
    mkdirSync(join(folder, 'papers', 'paper-x'), { recursive: true });
    write('papers/paper-x/paper.html', 'Jette Harms');
    write('kept', 'kept');
    symlinkSync(join(folder, 'kept'), join(folder, 'papers', 'link'));
    mkdirSync(join(folder, 'elsewhere'));
    write('elsewhere/file', 'kept');
    symlinkSync(join(folder, 'elsewhere'), join(folder, 'papers', 'linked-folder'));
    const paper = heldOpen('papers/paper-x/paper.html');
    await erase(join(folder, 'papers'));
    expect(readdirSync(folder).sort()).toEqual(['elsewhere', 'kept']);
    expect(readFileSync(join(folder, 'kept'), 'utf8')).toBe('kept');
    expect(readFileSync(join(folder, 'elsewhere', 'file'), 'utf8')).toBe('kept');
    expect(paper().every((byte) => byte === 0)).toBe(true);
  });

  it('is a link where one lies in the place of its folder', async () => {
    mkdirSync(join(folder, 'elsewhere'));
    write('elsewhere/file', 'kept');
    symlinkSync(join(folder, 'elsewhere'), join(folder, 'papers'));
    await erase(join(folder, 'papers'));
    expect(existsSync(join(folder, 'papers'))).toBe(false);
    expect(readFileSync(join(folder, 'elsewhere', 'file'), 'utf8')).toBe('kept');
  });

  it('stays as it was under another name', async () => {
    write('one', 'Jette Harms');
    linkSync(join(folder, 'one'), join(folder, 'other'));
    await erase(join(folder, 'one'));
    expect(readFileSync(join(folder, 'other'), 'utf8')).toBe('Jette Harms');
  });

  it('leaves its folder where only what is in it is deleted', async () => {
    mkdirSync(join(folder, 'logs'));
    write('logs/main.log', 'a line');
    await eraseContents(join(folder, 'logs'));
    await eraseContents(join(folder, 'missing'));
    expect(readdirSync(folder)).toEqual(['logs']);
    expect(readdirSync(join(folder, 'logs'))).toEqual([]);
  });

  it('of a database takes its journals along, which are deleted when it is closed', async () => {
    for (const name of ['a.db', 'a.db-wal', 'a.db-shm', 'a.db-journal']) write(name, 'Jette Harms');
    const journal = heldOpen('a.db-wal');
    await keepJournals(folder);
    await keepJournals(join(folder, 'missing'));
    for (const name of ['a.db-wal', 'a.db-shm', 'a.db-journal']) rmSync(join(folder, name));
    await eraseContents(folder);
    expect(readdirSync(folder)).toEqual([]);
    expect(journal().every((byte) => byte === 0)).toBe(true);
  });
});

describe('what only this user may read', () => {
  it('is a new file, and one that others could read', () => {
    write('old', 'rows');
    expect(modeOf('old')).toBe(0o644);
    expect(createPrivately(join(folder, 'old'))).toBe(true);
    expect(createPrivately(join(folder, 'new'))).toBe(true);
    expect([modeOf('old'), modeOf('new')]).toEqual([0o600, 0o600]);
    expect(readFileSync(join(folder, 'old'), 'utf8')).toBe('rows');
  });

  it('is no link, wherever it leads', () => {
    write('theirs', 'theirs');
    symlinkSync(join(folder, 'theirs'), join(folder, 'link'));
    symlinkSync(join(folder, 'nowhere'), join(folder, 'dangling'));
    expect(createPrivately(join(folder, 'link'))).toBe(false);
    expect(createPrivately(join(folder, 'dangling'))).toBe(false);
    expect(existsSync(join(folder, 'nowhere'))).toBe(false);
    expect(modeOf('theirs')).toBe(0o644);
  });

  it('is everything in a folder of an earlier version', async () => {
    mkdirSync(join(folder, 'workspaces', 'w1'), { recursive: true, mode: 0o755 });
    write('workspaces/w1/cache.db', 'rows');
    writeFileSync(join(folder, 'run'), '', { mode: 0o700 });
    const elsewhere = mkdtempSync(join(tmpdir(), 'depot-desk-others-'));
    chmodSync(elsewhere, 0o755);
    symlinkSync(elsewhere, join(folder, 'link'));
    chmodSync(folder, 0o755);
    await tighten(folder);
    await tighten(join(folder, 'missing'));
    expect(['.', 'workspaces', 'workspaces/w1', 'workspaces/w1/cache.db', 'run'].map(modeOf)).toEqual([
      ...[0o700, 0o700, 0o700, 0o600, 0o700],
    ]);
    expect(statSync(elsewhere).mode & 0o777).toBe(0o755);
    rmSync(elsewhere, { recursive: true });
  });
});

describe('what an earlier run left', () => {
  it('is deleted, and nothing is logged', async () => {
    mkdirSync(join(folder, 'placed'));
    write(join('placed', 'label.pdf'), 'Ada Lovelace');
    const lines: string[] = [];
    await eraseLeft(join(folder, 'placed'), { warn: (line) => lines.push(line) });
    expect(existsSync(join(folder, 'placed'))).toBe(false);
    expect(lines).toEqual([]);
  });

  it('is logged when it cannot be deleted, without its path', async () => {
    write('labels', 'a file where the folder should be');
    const lines: string[] = [];
    await eraseLeft(join(folder, 'labels', 'placed'), { warn: (line) => lines.push(line) });
    expect(lines).toEqual([expect.stringMatching(/^what was left in "placed" could not be deleted: E[A-Z]+$/)]);
  });
});
