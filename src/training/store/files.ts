/** Atomic file writes: after a crash at any time, either the old or the new file exists, never a part of one. */
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/** Makes a renamed or extended file survive a power failure. Windows cannot open a folder for this. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Writes all bytes at the current position; the system may write fewer at a time. */
export function writeWhole(handle: number, bytes: Buffer): void {
  for (let written = 0; written < bytes.length;) written += writeSync(handle, bytes, written);
}

/**
 * Replaces a file's content; only the owner can read the file.
 * @returns false when that fails, for example on a full disk; the file is then unchanged
 */
export function replaceFile(file: string, parts: readonly Buffer[]): boolean {
  const fresh = `${file}.new`;
  try {
    const handle = openSync(fresh, 'w', 0o600);
    try {
      for (const part of parts) writeWhole(handle, part);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    renameSync(fresh, file);
  } catch {
    rmSync(fresh, { force: true });
    return false;
  }
  syncFolder(dirname(file));
  return true;
}

/** Replaces a file's content; only the owner can read the file. Throws when that fails. */
export function writePrivateFile(file: string, text: string): void {
  const fresh = `${file}.new`;
  const handle = openSync(fresh, 'w', 0o600);
  try {
    writeWhole(handle, Buffer.from(text));
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(fresh, file);
  syncFolder(dirname(file));
}
