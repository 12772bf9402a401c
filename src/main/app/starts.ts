/**
 * Starts that ended before the app could be used, and without a message about its files. After three in a row the next
 * one is a safe start: it leaves out the graphics card, and puts the local copies of the services apart, because a
 * fault in either would end every start. The outbox is not touched.
 */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setAside } from '../db/set-aside.ts';
import { readJsonFile, type Check } from '../json-file.ts';
import { isObject } from '../../shared/outbox-merge.ts';
import { ownFile, ownFolder } from '../private-files.ts';

/** So many starts in a row must fail before a safe one. */
const failedUntilSafe = 3;

/** A computer that was started again meanwhile lost its power or was shut down; in milliseconds. */
const sameBootWithin = 60_000;

interface Kept {
  unfinished: number;
  /** The run that has not been closed; bootedAt: when the computer was started, in milliseconds since the epoch. */
  running: { bootedAt: number } | null;
}

/** Written by hand: this is read before the window is made, and the library of schemas is loaded after it. */
const kept: Check<Kept> = {
  safeParse(value) {
    if (!isObject(value)) return { success: false };
    const { unfinished, running = null } = value;
    const isRunning = running === null || (isObject(running) && typeof running['bootedAt'] === 'number');
    if (typeof unfinished !== 'number' || !Number.isSafeInteger(unfinished) || unfinished < 0 || !isRunning)
      return { success: false };
    return { success: true, data: { unfinished, running: running as Kept['running'] } };
  },
};

export interface Start {
  /** The starts before this one failed. */
  isSafe: boolean;
  /** The run before this one ended without being closed, and the computer was not started again since. */
  isAfterCrash: boolean;
  /** The app can be used, or ends because somebody asked for it: this start has not failed. */
  finished: () => void;
  /** The app ends because somebody asked for it, or with a message about its files. */
  closed: () => void;
  /** The app ends after an error of which there is a report. */
  crashed: () => void;
}

/**
 * Notes that a start begins. Without an fsync: a power cut is not a failed start.
 *
 * @param folder the app's own folder; where it cannot be written nothing is counted, and no start is safe
 * @param bootedAt when the computer was started, in milliseconds since the epoch
 */
export function beginStart(folder: string, bootedAt: number): Start {
  const file = join(folder, 'starts.json');
  const before = readJsonFile(file, kept, { unfinished: 0, running: null });
  let now: Kept = { unfinished: before.unfinished + 1, running: { bootedAt } };
  const write = (change: Partial<Kept>) => {
    now = { ...now, ...change };
    try {
      mkdirSync(folder, { recursive: true, mode: ownFolder });
      writeFileSync(file, `${JSON.stringify(now)}\n`, { mode: ownFile });
    } catch {
      // A full disk must not keep the app from starting.
    }
  };
  write({});
  return {
    isSafe: before.unfinished >= failedUntilSafe,
    isAfterCrash: before.running !== null && Math.abs(before.running.bootedAt - bootedAt) < sameBootWithin,
    finished: () => write({ unfinished: 0 }),
    closed: () => write({ unfinished: 0, running: null }),
    crashed: () => write({ running: null }),
  };
}

/** The folders of all workspaces; none where they cannot be read. @param folder the app's own folder */
function workspacesIn(folder: string): string[] {
  const workspaces = join(folder, 'workspaces');
  try {
    const entries = readdirSync(workspaces, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(workspaces, name));
  } catch {
    return [];
  }
}

/**
 * Puts the caches of all workspaces apart, so that they are read again from the services. Never throws: a cache that
 * stays where it is must not keep the window from being shown.
 *
 * @param folder the app's own folder
 * @param now milliseconds since the epoch
 */
export function setCachesAside(folder: string, now: number): void {
  for (const workspace of workspacesIn(folder)) {
    const cache = join(workspace, 'cache.db');
    try {
      if (existsSync(cache)) setAside(cache, now);
    } catch {
      // Another program holds it, for example. It is opened where it is, and that says what is wrong with it.
    }
  }
}
