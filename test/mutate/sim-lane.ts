/** A thread that tries one mutant after the other in the simulation; it is ended and begun anew when one hangs or throws. */
import { Worker } from 'node:worker_threads';
import type { Mutant } from './mutant.ts';
import type { SimAnswer, SimStart, SimTask } from './sim-worker.ts';
import type { SliceName } from './slices.ts';

/** Beyond what a slice takes without a mutant. */
const patience = 3;
const leastPatience = 6_000;

export class SimLane {
  private readonly codes: ReadonlyMap<string, string>;
  private worker: Worker | null = null;
  /** How long each slice takes without a mutant; shared by all lanes. */
  private readonly takes: Map<SliceName, number>;

  constructor(codes: ReadonlyMap<string, string>, takes: Map<SliceName, number>) {
    this.codes = codes;
    this.takes = takes;
  }

  /** @returns the mutants that a slice comes by @throws Error when it is wrong without one */
  async record(slice: SliceName): Promise<ReadonlySet<number>> {
    const began = performance.now();
    const { seenBy, met } = await this.ask(this.begun(null), { do: 'record', slice }, 600_000);
    if (seenBy !== null) throw new Error(`the slice ${slice} is wrong without a mutant: ${seenBy}`);
    this.takes.set(slice, performance.now() - began);
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

  private ask(worker: Worker, task: SimTask, limit: number): Promise<SimAnswer> {
    return new Promise((resolve, reject) => {
      const ended = () => {
        clearTimeout(timer);
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
      const timer = setTimeout(() => failed(new TimedOut()), limit);
      worker.on('error', failed).on('exit', exited).on('message', told);
      worker.postMessage(task);
    });
  }
}

class TimedOut extends Error {}
