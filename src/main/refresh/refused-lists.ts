/**
 * Lists that are not retried at once. The key may not read them (403): the answer stays the same until the key's rights
 * change, so they are retried with a long backoff, or immediately for a new key or on request, and the user is notified
 * once. Or the service fails at one list, or it cannot be stored: it would be read from its first page again and again,
 * and the others are read meanwhile and not held up by it.
 */
import { readableLists, type ReadableList } from '../../shared/connections.ts';
import { AppError, type ErrorCode } from '../../shared/errors.ts';
import type { System } from '../system.ts';
import { readEvery } from './due.ts';

/** Milliseconds until the first retry, and the most between two. */
const ofForbidden = { first: 30_000, longest: 600_000 } as const;
/** The same for a plan whose stops cannot be read, and for another list, which never rests longer than usual. */
const ofFailingPlan = { first: 15_000, longest: 300_000 } as const;
const ofFailingList = { first: 5_000, longest: readEvery.lists } as const;
/** Failures that the next list may not have, unlike those of the line and the rate limit. */
const ofOneList: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'service.failed',
  'service.refused',
  'service.conflict',
  'line.odd-answer',
  'line.too-large',
  'line.timeout',
]);
/** After this many consecutive plans whose stops are forbidden, or cannot be stored, those of the others are too. */
const plansInARow = 3;

/** Whether what was read could not be stored on this computer. */
const isOfStorage = (error: unknown): boolean =>
  !(error instanceof AppError) || error.code.startsWith('storage.') || error.code === 'internal';

/** What is read: a list, or the stops of one plan. */
export type ReadName = Exclude<ReadableList, 'stops'> | `stops:${string}`;

interface Rest {
  /** Milliseconds. */
  wait: number;
  /** By `System.elapsed`, so setting the clock does not affect it. */
  until: number;
}

/** Twice the rest before it. @param now by `System.elapsed` */
function longerRest(before: Rest | undefined, waits: { first: number; longest: number }, now: number): Rest {
  const wait = Math.min(waits.longest, Math.max(waits.first, (before?.wait ?? 0) * 2));
  return { wait, until: now + wait };
}

export class Refusals {
  private readonly system: Pick<System, 'elapsed'>;
  private readonly changed: (lists: ReadableList[]) => void;
  /** Lists that the key may not read, by name; `stops` stands for the stops of all plans. */
  private readonly resting = new Map<string, Rest>();
  /** Lists that could not be read or stored, by name as above. */
  private readonly failing = new Map<string, Rest>();
  private plansRefused = 0;
  /** Plans whose stops could not be stored since those of one were. */
  private readonly unstored = new Set<ReadName>();
  private told = '';

  /** @param changed called with all forbidden lists, each time they change */
  constructor(system: Pick<System, 'elapsed'>, changed: (lists: ReadableList[]) => void) {
    this.system = system;
    this.changed = changed;
  }

  /**
   * Whether the list should not be retried yet.
   *
   * @param isShown it is on screen, so a failure is retried as often as it is read
   */
  rests(name: ReadName, isShown = false): boolean {
    const names = name.startsWith('stops:') ? [name, 'stops'] : [name];
    const until = (rests: ReadonlyMap<string, Rest>) => Math.max(...names.map((each) => rests.get(each)?.until ?? 0));
    return Math.max(until(this.resting), isShown ? 0 : until(this.failing)) > this.system.elapsed();
  }

  /** Records the result of a read. @param error why it failed, or null */
  read(name: ReadName, error: unknown): void {
    const ofPlan = name.startsWith('stops:');
    if (error === null) {
      if (ofPlan) {
        this.plansRefused = 0;
        this.over('stops');
        this.unstored.clear();
        this.failing.delete('stops');
      }
      this.over(name);
      this.failing.delete(name);
    } else if (error instanceof AppError && error.code === 'service.forbidden') {
      this.refuse(name);
      if (ofPlan && (this.plansRefused += 1) >= plansInARow) this.refuse('stops');
    } else if (isOfStorage(error)) {
      this.fails(name, ofPlan ? ofFailingPlan : ofFailingList);
      if (ofPlan && this.unstored.add(name).size >= plansInARow) this.fails('stops', ofFailingPlan);
    } else if (error instanceof AppError && ofOneList.has(error.code)) {
      this.fails(name, ofPlan ? ofFailingPlan : ofFailingList);
    }
  }

  /** Allows an immediate retry, because the user asked for the list. */
  ask(name: ReadName): void {
    this.resting.delete(name);
    this.failing.delete(name);
    if (!name.startsWith('stops:')) return;
    this.wakeUp('stops');
    this.failing.delete('stops');
  }

  /** Allows immediate retries of all lists, because the key changed or the user asked. */
  askAll(): void {
    this.failing.clear();
    for (const name of this.resting.keys()) this.wakeUp(name);
  }

  /** The list stays known as refused until a read succeeds, so that the user is not notified twice. */
  private wakeUp(name: string): void {
    const found = this.resting.get(name);
    if (found !== undefined) this.resting.set(name, { wait: 0, until: 0 });
  }

  private refuse(name: string): void {
    const before = this.resting.get(name);
    const now = this.system.elapsed();
    // Concurrent reads that fail together count as one refusal.
    if (before !== undefined && before.until > now) return;
    this.resting.set(name, longerRest(before, ofForbidden, now));
    if (before === undefined) this.tell();
  }

  private fails(name: string, waits: { first: number; longest: number }): void {
    const before = this.failing.get(name);
    const now = this.system.elapsed();
    // Concurrent reads that fail together count as one failure.
    if (before === undefined || before.until <= now) this.failing.set(name, longerRest(before, waits, now));
  }

  private over(name: string): void {
    if (this.resting.delete(name)) this.tell();
  }

  private tell(): void {
    // The refusal of a single plan is shown on that plan's screen only.
    const lists = readableLists.filter((list) => this.resting.has(list));
    if (lists.join() === this.told) return;
    this.told = lists.join();
    this.changed(lists);
  }
}
