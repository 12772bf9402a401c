/**
 * Renames files, also over others. A virus scanner, a backup or the search of Windows opens a file soon after it was
 * written and holds it for some milliseconds, and Windows renames nothing that is held.
 */
import { renameSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { realSystem } from './system.ts';

/** What Windows answers when another program holds the file. */
const heldCodes: ReadonlySet<unknown> = new Set(['EPERM', 'EACCES', 'EBUSY']);
/** Milliseconds between the tries, about a second in all. */
const waits = [5, 10, 20, 40, 80, 160, 320, 400];

const isHeld = (error: unknown) =>
  process.platform === 'win32' && error instanceof Error && 'code' in error && heldCodes.has(error.code);

/**
 * Blocks the thread while another program holds the file, for a second at most.
 *
 * @throws the file system's error
 */
export function renameFileSync(from: string, to: string): void {
  for (const wait of waits) {
    try {
      renameSync(from, to);
      return;
    } catch (error) {
      if (!isHeld(error)) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, wait);
    }
  }
  renameSync(from, to);
}

/** {@link renameFileSync} that lets other work run meanwhile. */
export async function renameFile(from: string, to: string): Promise<void> {
  for (const wait of waits) {
    try {
      await rename(from, to);
      return;
    } catch (error) {
      if (!isHeld(error)) throw error;
      await new Promise<void>((resolve) => void realSystem.after(wait, resolve));
    }
  }
  await rename(from, to);
}
