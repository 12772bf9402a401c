/** The work of one simulation thread: runs its schedules concurrently and returns their results. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Variant } from './planted.ts';
import type { Disk } from './memory-storage.ts';
import { Schedule, type ScheduleOptions, type ScheduleResult } from './schedule.ts';
import type { Scenes } from './scenes.ts';
import { SqliteFiles, SqliteStorage } from './sqlite-storage.ts';
import type { Without } from './surroundings.ts';
import { count, newTally, type Tally } from './tally.ts';

/** In memory, or the real SQLite in files of a temporary folder. */
export type StorageName = 'memory' | 'sqlite';

export interface Task {
  /** Seed of the first schedule. The others use consecutive seeds. */
  from: number;
  schedules: number;
  variant: Variant;
  storage: StorageName;
  /** Default: all. */
  scenes?: Scenes;
  /** Default: with all variations. */
  without?: Without;
  /** Reports every event. */
  isTraced?: boolean;
}

/** Number of schedules that run concurrently in the event loop. */
const atOnce = 1;

/** A RAM disk if available: a kill loses nothing in the system's cache, so there is no need to wait for flushes. */
const temporary = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

// Stack traces of simulated connection errors are never read.
Error.stackTraceLimit = 0;

/** @param trace called with every event if the task asks for it */
export async function runTask(task: Task, trace?: (line: string) => void): Promise<Tally> {
  const { from, schedules, variant, storage, scenes = 'all', without = {}, isTraced = false } = task;
  const tally = newTally();
  const folder = storage === 'sqlite' ? mkdtempSync(join(temporary, 'depot-desk-sim-')) : null;
  const files = folder === null ? null : new SqliteFiles(folder);
  const { times, flushesEach } = variant;
  let next = 0;
  const runner = async () => {
    while (next < schedules) {
      const seed = from + next;
      next += 1;
      const traced = isTraced && trace !== undefined ? { trace } : {};
      const options = { seed, times, flushesEach, scenes, ...without, ...traced };
      count(tally, seed, await (files === null ? new Schedule(options).run() : onSqlite(options, files)));
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, schedules) }, runner));
  if (folder !== null) rmSync(folder, { recursive: true });
  return tally;
}

/** Each process of a schedule opens the files that the previous one left. */
async function onSqlite(options: ScheduleOptions, files: SqliteFiles): Promise<ScheduleResult> {
  let opened: SqliteStorage['opened'] | undefined;
  const openStorage = (disk: Disk, crashed: () => void) => {
    opened = opened === undefined ? files.take() : files.afterKill(opened);
    return new SqliteStorage(disk, opened, crashed);
  };
  const result = await new Schedule({ ...options, openStorage }).run();
  files.give(opened);
  return result;
}
