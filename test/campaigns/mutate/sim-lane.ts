/**
 * Runs the simulation for one mutant after the other in a child process, which is killed and restarted when a mutant
 * hangs or throws. It is not a worker thread, because terminating busy threads occasionally crashed Node.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import type { Mutant } from './mutant.ts';
import type { SimAnswer, SimStart, SimTask } from './sim-worker.ts';
import type { SliceName } from './slices.ts';

/**
 * Limit on the process's CPU time, as a multiple of the slice's time without a mutant. CPU time, because other programs
 * may use the computer.
 */
const patience = 3;
const leastPatience = 3_000;
/** Limit on wall-clock time: a mutant that waits for ever uses no CPU time. */
const longest = 60_000;
const looksEach = 250;

/** The unit of CPU time on Linux. */
const millisecondsOfTick = 10;

/** @returns the process's CPU time in milliseconds, or the elapsed time if the system does not report it */
function timeOf({ pid }: ChildProcess): number {
  const file = `/proc/${pid ?? 0}/stat`;
  if (!existsSync('/proc/self/stat')) return performance.now();
  try {
    // The process name, the second field, is in parentheses and may contain blanks. User and system time are fields 14
    // and 15.
    const fields = readFileSync(file, 'utf8').split(') ').at(-1)!.split(' ');
    return (Number(fields[11]) + Number(fields[12])) * millisecondsOfTick;
  } catch {
    // The process has ended, which is reported elsewhere.
    return 0;
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

export class SimLane {
  private readonly codes: ReadonlyMap<string, string>;
  private child: ChildProcess | null = null;
  /** CPU milliseconds of each slice without a mutant, shared by all lanes. */
  private readonly takes: Map<SliceName, number>;

  constructor(codes: ReadonlyMap<string, string>, takes: Map<SliceName, number>) {
    this.codes = codes;
    this.takes = takes;
  }

  /** @returns the mutants that a slice reaches @throws Error if the slice fails without a mutant */
  async record(slice: SliceName): Promise<ReadonlySet<number>> {
    const child = this.begun();
    const before = timeOf(child);
    const { seenBy, met } = await this.ask(child, { do: 'record', slice }, null);
    if (seenBy !== null) throw new Error(`the slice ${slice} is wrong without a mutant: ${seenBy}`);
    this.takes.set(slice, timeOf(child) - before);
    return met;
  }

  /** @returns what detected it, or null */
  async try(mutant: Mutant, slice: SliceName): Promise<string | null> {
    const isAlone = mutant.isStatic || this.child?.connected !== true;
    try {
      return await this.seenBy(mutant, slice);
    } catch (error) {
      // The mutant before may have ended the process after its answer, by a promise that nobody awaited.
      if (isAlone) return howItEnded(error, slice);
      return await this.seenBy(mutant, slice).catch((again: unknown) => howItEnded(again, slice));
    }
  }

  /** @throws Error if the process ended, or took too long; no other mutant gets into it */
  private async seenBy({ id, isStatic }: Mutant, slice: SliceName): Promise<string | null> {
    const child = isStatic ? this.started(id) : this.begun();
    const limit = Math.max(leastPatience, patience * (this.takes.get(slice) ?? 0));
    try {
      return (await this.ask(child, { do: 'try', mutant: id, slice }, limit)).seenBy;
    } catch (error) {
      if (child === this.child) this.child = null;
      await end(child);
      throw error;
    } finally {
      if (isStatic) await end(child);
    }
  }

  async close(): Promise<void> {
    if (this.child !== null) await end(this.child);
    this.child = null;
  }

  private begun(): ChildProcess {
    if (this.child?.connected !== true) this.child = this.started(null);
    return this.child;
  }

  private started(mutant: number | null): ChildProcess {
    const child = fork(new URL('sim-worker.ts', import.meta.url), {
      execArgv: ['--max-old-space-size=1024'],
      serialization: 'advanced',
      // Warnings that a mutant causes in Node do not belong in the report.
      stdio: ['ignore', 'inherit', 'ignore', 'ipc'],
    });
    const start: SimStart = { codes: this.codes, mutant };
    child.send(start);
    return child;
  }

  /** @param limit CPU time in milliseconds; null: none */
  private async ask(child: ChildProcess, task: SimTask, limit: number | null): Promise<SimAnswer> {
    const [began, before] = [performance.now(), timeOf(child)];
    return new Promise((resolve, reject) => {
      const ended = () => {
        clearInterval(looking);
        child.off('error', failed).off('exit', exited).off('message', told);
      };
      const failed = (error: Error) => {
        ended();
        reject(error);
      };
      const exited = () => failed(new Error('the process ended'));
      const told = (answer: unknown) => {
        ended();
        resolve(answer as SimAnswer);
      };
      const look = () => {
        const isOver = limit !== null && timeOf(child) - before > limit;
        if (isOver || (limit !== null && performance.now() - began > longest)) failed(new TimedOut());
      };
      const looking = setInterval(look, looksEach);
      child.on('error', failed).on('exit', exited).on('message', told);
      // A process that has just ended says so by itself.
      child.send(task, () => undefined);
    });
  }
}

class TimedOut extends Error {}

const howItEnded = (error: unknown, slice: SliceName): string =>
  error instanceof TimedOut ? `timed out in ${slice}` : `threw in ${slice}`;
