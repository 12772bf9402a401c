/** Writing files so that a kill at any moment leaves the old one or the new one, never half of it. */
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/** Makes a new name or a new length of a file survive a power cut. Windows cannot open a folder for it. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Writes all of it where the file stands; the system may take less at a time. */
export function writeWhole(handle: number, bytes: Buffer): void {
  for (let written = 0; written < bytes.length;) written += writeSync(handle, bytes, written);
}

/**
 * Replaces a file that only its owner may read by one of these parts.
 * @returns false when that was not possible, on a full disk for instance; the file is then what it was
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

/** Replaces a file that only its owner may read. */
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
