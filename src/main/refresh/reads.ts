/**
 * The reads under way: each list at most once at a time, at the priority of its most urgent caller. Pages of repeated
 * background reads wait for the budget.
 */
import type { Client } from '../api/client.ts';
import { priorities, type Priority } from '../api/pace.ts';
import type { System } from '../system.ts';
import type { ListName } from './lists.ts';
import type { BudgetRun, ReadBudget } from './read-budget.ts';

/** A list, or the stops of a plan. */
export type ReadTarget = ListName | `stops:${string}`;

/** What fetches the pages of a read. */
export type Reader = Pick<Client, 'read'>;

export interface ReadsOptions {
  system: Pick<System, 'now'>;
  client: Reader;
  budget: ReadBudget;
  /** Called when a read begins and after it has ended. */
  changed: (list: ReadTarget) => void;
  /** Called with the result of each read. @param error why it failed, or null */
  ended: (list: ReadTarget, error: unknown) => void;
}

/** A read under way, as whoever reads the pages sees it. */
export interface RunningRead {
  /** Of its most urgent caller so far. */
  readonly priority: Priority;
  /** What was read may be older than something that the app has done since, so it is read from the beginning. */
  isOutdated: boolean;
}

interface Run extends BudgetRun, RunningRead {
  priority: Priority;
  /** A repeated read: what the user sees is there already, only older. */
  readonly isAgain: boolean;
}

export class Reads {
  private readonly options: ReadsOptions;
  private readonly running = new Map<ReadTarget, { run: Run; work: Promise<void> }>();
  private readonly readAt = new Map<ReadTarget, number>();
  /** What the service did not have when it was last asked. */
  private readonly absent = new Set<ReadTarget>();

  constructor(options: ReadsOptions) {
    this.options = options;
  }

  isRunning(list: ReadTarget): boolean {
    return this.running.has(list);
  }

  /** When the list was last read since the app started, in milliseconds since the epoch. */
  lastReadAt(list: ReadTarget): number | undefined {
    return this.readAt.get(list);
  }

  /** Counts a list as read although the service has none. */
  markAbsent(list: ReadTarget): void {
    this.absent.add(list);
    this.readAt.set(list, this.options.system.now());
  }

  /** The cache has lost what was read before this time, so the list counts as not read. Not if the service had none. */
  markLost(list: ReadTarget, before: number): void {
    const at = this.readAt.get(list);
    if (at !== undefined && at < before && !this.absent.has(list)) this.readAt.delete(list);
  }

  /** A read that is under way begins again, because the app has changed the list meanwhile. */
  restart(list: ReadTarget): void {
    const run = this.running.get(list)?.run;
    if (run !== undefined) run.isOutdated = true;
  }

  /** Raises the priority of a read under way; the pages that are left are read with it. */
  hurry(list: ReadTarget, priority: Priority): void {
    const run = this.running.get(list)?.run;
    if (run === undefined || rank(priority) >= rank(run.priority)) return;
    run.priority = priority;
    this.options.budget.release(run);
  }

  /** @returns a client for repeated background reads that are not of a list. @param list its name for the budget */
  inBackground(list: string): Reader {
    return this.readerOf({ list, priority: 'background', isAgain: true, isOutdated: false });
  }

  /**
   * Concurrent callers share a read. The window is notified when it begins and ends.
   *
   * @param isAgain the list was read before, perhaps before the app started
   * @param read reads the list; once more from the beginning while its run is outdated
   */
  once(
    list: ReadTarget,
    priority: Priority,
    isAgain: boolean,
    read: (reader: Reader, run: RunningRead) => Promise<void>,
  ): Promise<void> {
    const running = this.running.get(list);
    if (running !== undefined) {
      this.hurry(list, priority);
      return running.work;
    }
    const { changed, ended } = this.options;
    const run: Run = { list, priority, isAgain: isAgain || this.readAt.has(list), isOutdated: false };
    const work = read(this.readerOf(run), run)
      .then(
        () => {
          this.absent.delete(list);
          this.readAt.set(list, this.options.system.now());
          ended(list, null);
        },
        (error: unknown) => {
          ended(list, error);
          throw error;
        },
      )
      .finally(() => {
        this.running.delete(list);
        changed(list);
      });
    // Callers see the error; this handler only prevents an unhandled rejection when nobody awaits the read.
    work.catch(() => undefined);
    this.running.set(list, { run, work });
    changed(list);
    return work;
  }

  private readerOf(run: Run): Reader {
    const { client, budget } = this.options;
    return {
      async read(name, call) {
        if (run.isAgain && run.priority === 'background') await budget.take(run);
        return client.read(name, { ...call, priority: run.priority });
      },
    };
  }
}

const rank = (priority: Priority): number => priorities.indexOf(priority);
