/**
 * Files that name people. They are for this user alone, a link in the place of one is not followed, and what is deleted
 * is overwritten first, so that a tool that reads the disk raw does not find it.
 */
import { chmodSync, closeSync, lstatSync, openSync } from 'node:fs';
import { chmod, link, lstat, open, readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Log } from './log.ts';

/** Modes of what nobody else on this computer may read. Windows keeps a user's folder private itself. */
export const ownFolder = 0o700;
export const ownFile = 0o600;

const others = 0o077;
const zeros = Buffer.alloc(1024 * 1024);

/**
 * Makes sure that a file is there for this user alone before SQLite opens it, which would create it for everybody and give
 * its journals the same mode. Never opens a file that exists: to close it again would take SQLite's locks away.
 *
 * @returns false if a link lies in its place
 */
export function createPrivately(file: string): boolean {
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (found?.isSymbolicLink() === true) return false;
  try {
    if (found === undefined) closeSync(openSync(file, 'wx', ownFile));
    else if ((found.mode & others) !== 0) chmodSync(file, ownFile);
  } catch {
    // Whoever opens it says what is wrong with it.
  }
  return true;
}

/** Takes a folder and all in it away from the other users of this computer. What changes meanwhile is left out. */
export async function tighten(folder: string): Promise<void> {
  const own = async (path: string, mode: number) => {
    const found = await lstat(path).catch(() => null);
    // The mode of a link is that of what it leads to.
    if (found === null || found.isSymbolicLink() || (found.mode & others) === 0) return;
    await chmod(path, mode).catch(() => undefined);
  };
  await own(folder, ownFolder);
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await tighten(path);
    else if (entry.isFile()) await own(path, ownFile);
  }
}

async function overwrite(path: string, size: number): Promise<void> {
  const handle = await open(path, 'r+');
  try {
    for (let at = 0; at < size; at += zeros.length) await handle.write(zeros, 0, Math.min(zeros.length, size - at), at);
    await handle.datasync();
  } finally {
    await handle.close();
  }
}

/**
 * Deletes a file, or a folder with all in it, and overwrites it first. Links are deleted, and what they lead to is left
 * alone. What has another name elsewhere is only deleted here.
 *
 * @throws the file system's error when something cannot be deleted
 */
export async function erase(path: string): Promise<void> {
  const found = await lstat(path).catch(() => null);
  if (found?.isDirectory() === true) await eraseContents(path);
  // What cannot be overwritten is deleted anyway.
  else if (found?.isFile() === true && found.nlink === 1) await overwrite(path, found.size).catch(() => undefined);
  await rm(path, { recursive: true, force: true, maxRetries: 3 });
}

/** {@link erase} for what an earlier run left behind, which keeps nobody from working. What stays is logged. */
export async function eraseLeft(path: string, log: Pick<Log, 'warn'>): Promise<void> {
  await erase(path).catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    log.warn(`what was left in "${basename(path)}" could not be deleted: ${code}`);
  });
}

/** Empties a folder like {@link erase}, and keeps it. A folder that is missing is empty. */
export async function eraseContents(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names) await erase(join(folder, name));
}

/**
 * Gives the journals of open databases a second name. SQLite deletes its own when it closes the last connection, and
 * after that nobody could overwrite what was in them.
 */
export async function keepJournals(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    if (!/-(?:wal|shm|journal)$/.test(name)) continue;
    // A file system without hard links has no second names.
    await link(join(folder, name), join(folder, `${name}.kept`)).catch(() => undefined);
  }
}
