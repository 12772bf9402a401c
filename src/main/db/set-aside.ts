/** Renames a damaged database and its WAL files to a name with a timestamp. Never overwrites a file. */
import { lstatSync } from 'node:fs';
import { basename } from 'node:path';
import { renameFileSync } from '../rename-file.ts';

/** Also a link that leads nowhere is there. */
export const isThere = (file: string): boolean => lstatSync(file, { throwIfNoEntry: false }) !== undefined;

/**
 * @param file path of the database file
 * @param now milliseconds since the epoch
 * @returns the new name, without its folder
 */
export function setAside(file: string, now: number): string {
  const stamp = new Date(now).toISOString().replaceAll(/[:.]/g, '-');
  let target = `${file}.damaged-${stamp}`;
  for (let number = 2; isThere(target); number += 1) target = `${file}.damaged-${stamp}-${number}`;
  for (const suffix of ['', '-wal', '-shm']) {
    if (isThere(file + suffix)) renameFileSync(file + suffix, target + suffix);
  }
  return basename(target);
}
