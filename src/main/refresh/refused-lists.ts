/**
 * Lists that the key may not read (403). Asking again says the same until somebody changes the key's rights: they are asked
 * for again rarely, at once when the key or the person asks, and the person is told once.
 */
import { readableLists, type ReadableList } from '../../shared/connections.ts';
import { AppError } from '../../shared/errors.ts';
import type { System } from '../system.ts';

const firstWait = 30_000;
const longestWait = 600_000;
/** So many plans one after the other whose stops may not be read: it is not about one plan. */
const plansInARow = 3;

/** Name of what is read: a list, or the stops of one plan. */
export type ReadName = Exclude<ReadableList, 'stops'> | `stops:${string}`;

export class Refusals {
  private readonly system: Pick<System, 'elapsed'>;
  private readonly changed: (lists: ReadableList[]) => void;
  /** By name; `stops` stands for those of all plans. `until` as the clock runs, whatever it is set to. */
  private readonly resting = new Map<string, { wait: number; until: number }>();
  private plansRefused = 0;
  private told = '';

  /** @param changed told of all lists that may not be read whenever these are others */
  constructor(system: Pick<System, 'elapsed'>, changed: (lists: ReadableList[]) => void) {
    this.system = system;
    this.changed = changed;
  }

  /** It was refused a short time ago. */
  rests(name: ReadName): boolean {
    const until = (each: string) => this.resting.get(each)?.until ?? 0;
    return Math.max(until(name), name.startsWith('stops:') ? until('stops') : 0) > this.system.elapsed();
  }

  /** What became of a read. @param error why it failed, or null */
  read(name: ReadName, error: unknown): void {
    const ofPlan = name.startsWith('stops:');
    if (error === null) {
      if (ofPlan) {
        this.plansRefused = 0;
        this.over('stops');
      }
      this.over(name);
    } else if (error instanceof AppError && error.code === 'service.forbidden') {
      this.refuse(name);
      if (ofPlan && (this.plansRefused += 1) >= plansInARow) this.refuse('stops');
    }
  }

  /** It is asked for again at once: the person wants it. */
  ask(name: ReadName): void {
    this.resting.delete(name);
    if (name.startsWith('stops:')) this.wakeUp('stops');
  }

  /** All are asked for again at once: there is another key, or the person wants it. */
  askAll(): void {
    for (const name of this.resting.keys()) this.wakeUp(name);
  }

  /** It stays known as refused until it was read, so that the person is not told twice. */
  private wakeUp(name: string): void {
    const found = this.resting.get(name);
    if (found !== undefined) this.resting.set(name, { wait: 0, until: 0 });
  }

  private refuse(name: string): void {
    const before = this.resting.get(name);
    const now = this.system.elapsed();
    // Reads that were under way together are one refusal.
    if (before !== undefined && before.until > now) return;
    const wait = Math.min(longestWait, Math.max(firstWait, (before?.wait ?? 0) * 2));
    this.resting.set(name, { wait, until: now + wait });
    if (before === undefined) this.tell();
  }

  private over(name: string): void {
    if (this.resting.delete(name)) this.tell();
  }

  private tell(): void {
    // One plan says it on its own screen.
    const lists = readableLists.filter((list) => this.resting.has(list));
    if (lists.join() === this.told) return;
    this.told = lists.join();
    this.changed(lists);
  }
}
