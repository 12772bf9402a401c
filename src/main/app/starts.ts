/**
 * Starts that ended before the app could be used. After three in a row the next one is a safe start: it leaves out the
 * graphics card, and puts the local copies of the services apart, because a fault in either would end every start. The
 * outbox is not touched.
 */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setAside } from '../db/set-aside.ts';
import { readJsonFile } from '../json-file.ts';
import { z } from '../../shared/schemas.ts';

/** So many starts in a row must fail before a safe one. */
const failedUntilSafe = 3;

const kept = z.strictObject({ unfinished: z.int().min(0) });

export interface Start {
  /** The starts before this one failed. */
  isSafe: boolean;
  /** The app can be used, or ends because somebody asked for it: this start has not failed. */
  finished: () => void;
}

/**
 * Notes that a start begins. Without an fsync: a power cut is not a failed start.
 *
 * @param folder the app's own folder; where it cannot be written nothing is counted, and no start is safe
 */
export function beginStart(folder: string): Start {
  const file = join(folder, 'starts.json');
  const { unfinished } = readJsonFile(file, kept, { unfinished: 0 });
  const write = (count: number) => {
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      writeFileSync(file, `${JSON.stringify({ unfinished: count })}\n`, { mode: 0o600 });
    } catch {
      // A full disk must not keep the app from starting.
    }
  };
  write(unfinished + 1);
  return { isSafe: unfinished >= failedUntilSafe, finished: () => write(0) };
}

/**
 * Puts the caches of all workspaces apart, so that they are read again from the services.
 *
 * @param folder the app's own folder
 * @param now milliseconds since the epoch
 */
export function setCachesAside(folder: string, now: number): void {
  const workspaces = join(folder, 'workspaces');
  if (!existsSync(workspaces)) return;
  for (const entry of readdirSync(workspaces, { withFileTypes: true })) {
    const cache = join(workspaces, entry.name, 'cache.db');
    if (entry.isDirectory() && existsSync(cache)) setAside(cache, now);
  }
}
