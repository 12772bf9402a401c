/** The work of one thread of the simulation: runs the schedules it is told, many at once, and tells what they came to. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Variant } from './planted.ts';
import type { Disk } from './memory-storage.ts';
import { Schedule, type ScheduleOptions, type ScheduleResult } from './schedule.ts';
import type { Scenes } from './scenes.ts';
import { SqliteFiles, SqliteStorage } from './sqlite-storage.ts';
import { count, newTally, type Tally } from './tally.ts';

/** In memory, or the real SQLite in files of a temporary folder. */
export type StorageName = 'memory' | 'sqlite';

export interface Task {
  /** Seed of the first; the others follow it. */
  from: number;
  schedules: number;
  variant: Variant;
  storage: StorageName;
  /** All, when left out. */
  scenes?: Scenes;
  /** Without what surroundings.ts draws. */
  isCalm?: boolean;
  /** Tells each line of what happens. */
  isTraced?: boolean;
}

/** Schedules that share each turn of the event loop. */
const atOnce = 4;

/** A disk in memory where there is one: a kill takes nothing that the system has, so nothing is waited for. */
const temporary = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

// Nobody reads where an error of the simulated line was made.
Error.stackTraceLimit = 0;

/** @param trace told each line of what happens, where the task asks for it */
export async function runTask(task: Task, trace?: (line: string) => void): Promise<Tally> {
  const { from, schedules, variant, storage, scenes = 'all', isCalm = false, isTraced = false } = task;
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
      const options = { seed, times, flushesEach, scenes, isCalm, ...traced };
      count(tally, seed, await (files === null ? new Schedule(options).run() : onSqlite(options, files)));
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, schedules) }, runner));
  if (folder !== null) rmSync(folder, { recursive: true });
  return tally;
}

/** Each process of a schedule opens what the one before left. */
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
