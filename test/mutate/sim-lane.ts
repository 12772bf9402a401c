/** A thread that tries one mutant after the other in the simulation; it is ended and restarted when one hangs or throws. */
import { Worker } from 'node:worker_threads';
import type { Mutant } from './mutant.ts';
import type { SimAnswer, SimStart, SimTask } from './sim-worker.ts';
import type { SliceName } from './slices.ts';

/** By the thread's own time, because other programs may take the computer's: so often what a slice takes without a mutant. */
const patience = 3;
const leastPatience = 3_000;
/** By the clock: one that waits for something that never comes takes no time. */
const longest = 60_000;
const looksEach = 250;

/** Nothing for a thread that does not run yet, or no more. */
async function timeOf(worker: Worker): Promise<number> {
  try {
    const { user, system } = await worker.cpuUsage();
    return (user + system) / 1_000;
  } catch {
    return 0;
  }
}

export class SimLane {
  private readonly codes: ReadonlyMap<string, string>;
  private worker: Worker | null = null;
  /** What each slice takes without a mutant, in milliseconds of the thread's own time; shared by all lanes. */
  private readonly takes: Map<SliceName, number>;

  constructor(codes: ReadonlyMap<string, string>, takes: Map<SliceName, number>) {
    this.codes = codes;
    this.takes = takes;
  }

  /** @returns the mutants that a slice comes by @throws Error when it is wrong without one */
  async record(slice: SliceName): Promise<ReadonlySet<number>> {
    const worker = this.begun(null);
    const before = await timeOf(worker);
    const { seenBy, met } = await this.ask(worker, { do: 'record', slice }, null);
    if (seenBy !== null) throw new Error(`the slice ${slice} is wrong without a mutant: ${seenBy}`);
    this.takes.set(slice, (await timeOf(worker)) - before);
    return met;
  }

  /** @returns what saw it, or null */
  async try({ id, isStatic }: Mutant, slice: SliceName): Promise<string | null> {
    const worker = isStatic ? this.started(id) : this.begun(null);
    const limit = Math.max(leastPatience, patience * (this.takes.get(slice) ?? 0));
    try {
      return (await this.ask(worker, { do: 'try', mutant: id, slice }, limit)).seenBy;
    } catch (error) {
      if (worker === this.worker) this.worker = null;
      await worker.terminate();
      return error instanceof TimedOut ? `timed out in ${slice}` : `threw in ${slice}`;
    } finally {
      if (isStatic) await worker.terminate();
    }
  }

  async close(): Promise<void> {
    await this.worker?.terminate();
    this.worker = null;
  }

  private begun(mutant: null): Worker {
    this.worker ??= this.started(mutant);
    return this.worker;
  }

  private started(mutant: number | null): Worker {
    const workerData: SimStart = { codes: this.codes, mutant };
    return new Worker(new URL('sim-worker.ts', import.meta.url), {
      workerData,
      resourceLimits: { maxOldGenerationSizeMb: 1_024 },
      // What a mutant makes Node say is not for the report.
      stderr: true,
    });
  }

  /** @param limit milliseconds of the thread's own time; null: none */
  private async ask(worker: Worker, task: SimTask, limit: number | null): Promise<SimAnswer> {
    const [began, before] = [performance.now(), await timeOf(worker)];
    return new Promise((resolve, reject) => {
      const ended = () => {
        clearInterval(looking);
        worker.off('error', failed).off('exit', exited).off('message', told);
      };
      const failed = (error: unknown) => {
        ended();
        reject(error instanceof Error ? error : new Error(String(error)));
      };
      const exited = () => failed(new Error('the thread ended'));
      const told = (answer: SimAnswer) => {
        ended();
        resolve(answer);
      };
      const look = async () => {
        const isOver = limit !== null && (await timeOf(worker)) - before > limit;
        if (isOver || (limit !== null && performance.now() - began > longest)) failed(new TimedOut());
      };
      const looking = setInterval(() => void look(), looksEach);
      worker.on('error', failed).on('exit', exited).on('message', told);
      worker.postMessage(task);
    });
  }
}

class TimedOut extends Error {}
