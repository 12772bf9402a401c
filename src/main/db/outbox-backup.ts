/** Three verified copies of outbox.db, the newest first: `outbox.db.backup-1` to `-3`. */
import { closeSync, existsSync, fsyncSync, openSync, rmSync, statSync } from 'node:fs';
import { renameFileSync } from '../rename-file.ts';
import { Database } from './database.ts';
import { isSound } from './outbox-check.ts';

const copies = 3;
/** Milliseconds between two backups while the app runs. */
export const backupEvery = 6 * 3_600_000;

const nameOf = (file: string, number: number) => `${file}.backup-${number}`;

/** Existing backups, newest first. */
export function backupsOf(file: string): string[] {
  return Array.from({ length: copies }, (_, index) => nameOf(file, index + 1)).filter((name) => existsSync(name));
}

/** Whether the next backup is due. @param now milliseconds since the epoch */
export function isBackupDue(file: string, now: number): boolean {
  const newest = nameOf(file, 1);
  if (!existsSync(newest)) return true;
  const age = now - statSync(newest).mtimeMs;
  // A clock that was set back must not stop the backups for years.
  return age >= backupEvery || age < 0;
}

/** Copies a live database into a new file. @returns whether the copy is sound and flushed to disk */
export type MakeCopy = (file: string, copy: string) => Promise<boolean>;

/**
 * Opens its own connection, so that another thread can copy the outbox while it is being written. The check reads every
 * row, which takes a third of a second for twenty thousand entries.
 */
export const makeCopy: MakeCopy = async (file, copy) => {
  const database = new Database(file, { synchronous: 'FULL' });
  try {
    await database.copyTo(copy);
  } finally {
    database.close();
  }
  if (!isSound(copy)) return false;
  const handle = openSync(copy, 'r+');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  return true;
};

/**
 * Copies the database, verifies the copy, and only then rotates it in as the newest backup.
 * @returns false when the copy was not sound; the older backups then stay unchanged
 */
export async function backUp(file: string, make: MakeCopy): Promise<boolean> {
  const fresh = `${file}.backup-new`;
  // SQLite would apply the leftover journal of an unfinished copy to the new one.
  for (const beside of ['', '-journal', '-wal', '-shm']) rmSync(`${fresh}${beside}`, { force: true });
  if (!(await make(file, fresh))) {
    rmSync(fresh, { force: true });
    return false;
  }
  for (let number = copies - 1; number >= 1; number -= 1) {
    if (existsSync(nameOf(file, number))) renameFileSync(nameOf(file, number), nameOf(file, number + 1));
  }
  renameFileSync(fresh, nameOf(file, 1));
  return true;
}
