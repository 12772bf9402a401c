/** Three verified copies of outbox.db, the newest first: `outbox.db.backup-1` to `-3`. */
import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { Database } from './database.ts';
import { isSound } from './outbox-check.ts';

const copies = 3;
/** Milliseconds between two of them while the app runs. */
export const backupEvery = 6 * 3_600_000;

const nameOf = (file: string, number: number) => `${file}.backup-${number}`;

/** The copies that are there, newest first. */
export function backupsOf(file: string): string[] {
  return Array.from({ length: copies }, (_, index) => nameOf(file, index + 1)).filter((name) => existsSync(name));
}

/** Whether the newest copy is older than one should be. @param now milliseconds since the epoch */
export function isBackupDue(file: string, now: number): boolean {
  const newest = nameOf(file, 1);
  if (!existsSync(newest)) return true;
  const age = now - statSync(newest).mtimeMs;
  // A clock that was set back must not stop the copies for years.
  return age >= backupEvery || age < 0;
}

/** Copies a database as it stands into a file that is not there yet. @returns whether the copy is sound and on the disk */
export type MakeCopy = (file: string, copy: string) => Promise<boolean>;

/**
 * Through a connection of its own, so that another thread can do it while the outbox is used: it reads beside what is
 * written. Every row is looked at: of twenty thousand entries it takes a third of a second.
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
 * Copies, checks the copy, and only then lets it take the first place.
 * @returns false when the copy was not sound; the older ones stay as they are
 */
export async function backUp(file: string, make: MakeCopy): Promise<boolean> {
  const fresh = `${file}.backup-new`;
  // What SQLite put beside one that was not finished would be taken for this one's.
  for (const beside of ['', '-journal', '-wal', '-shm']) rmSync(`${fresh}${beside}`, { force: true });
  if (!(await make(file, fresh))) {
    rmSync(fresh, { force: true });
    return false;
  }
  for (let number = copies - 1; number >= 1; number -= 1) {
    if (existsSync(nameOf(file, number))) renameSync(nameOf(file, number), nameOf(file, number + 1));
  }
  renameSync(fresh, nameOf(file, 1));
  return true;
}
