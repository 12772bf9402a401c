/** Atomic file writes: after a crash at any time, either the old or the new file exists, never a part of one. */
import { closeSync, fsyncSync, ftruncateSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
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
 * Cuts a file to a size in bytes, through a handle of its own: Windows cuts nothing through one that appends. Throws
 * the file system's error.
 */
export function cutFile(file: string, size: number): void {
  const handle = openSync(file, 'r+');
  try {
    ftruncateSync(handle, size);
  } finally {
    closeSync(handle);
  }
}

/** What Windows answers while a virus scanner, a backup or its search holds a file that was just written. */
const heldCodes: ReadonlySet<unknown> = new Set(['EPERM', 'EACCES', 'EBUSY']);
/** The longest pause between two tries in milliseconds; all pauses together last a little more than a second. */
const longestWait = 640;

/**
 * Renames a file, also over another one. Blocks the thread while another program holds it. Throws the file system's
 * error.
 */
export function renamePatiently(from: string, to: string): void {
  for (let wait = 5; ; wait *= 2) {
    try {
      renameSync(from, to);
      return;
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : null;
      if (process.platform !== 'win32' || !heldCodes.has(code) || wait > longestWait) throw error;
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, wait);
  }
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
    renamePatiently(fresh, file);
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
  renamePatiently(fresh, file);
  syncFolder(dirname(file));
}
