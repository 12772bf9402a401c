/** Files that are renamed over others. What Windows does to one that is held is tried by `npm run windows`. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { renameFile, renameFileSync } from '../../../src/main/rename-file.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'depot-desk-rename-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const ways = [
  [
    'sync',
    (from: string, to: string) => {
      renameFileSync(from, to);
      return Promise.resolve();
    },
  ],
  ['async', renameFile],
] as const;

it.each(ways)('puts the new file in the place of the old one: %s', async (_name, rename) => {
  const [fresh, file] = [join(folder, 'settings.json.part'), join(folder, 'settings.json')];
  writeFileSync(file, 'old');
  writeFileSync(fresh, 'new');
  await rename(fresh, file);
  expect(readFileSync(file, 'utf8')).toBe('new');
  expect(existsSync(fresh)).toBe(false);
});

it.each(ways)('says at once that there is nothing to rename: %s', async (_name, rename) => {
  const missing = async () => rename(join(folder, 'missing'), join(folder, 'settings.json'));
  await expect(missing()).rejects.toThrow(/ENOENT/);
});
