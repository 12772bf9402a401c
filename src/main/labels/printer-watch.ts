/** Tracks which printers with waiting pages are stopped, and why. */
import type { System } from '../system.ts';
import type { PrintBackEnd } from './print-back-end.ts';

export interface PrinterWatchOptions {
  system: System;
  backEnd: Pick<PrintBackEnd, 'printers'>;
  /** Called when a printer stops, resumes, or reports another reason. */
  changed(): void;
}

/** Milliseconds between two polls. */
const askEvery = 3_000;
/** Why a printer does not print that the spooler does not list: it was removed, or the spooler does not answer. */
const notListed: readonly string[] = ['offline'];
/** Why a page waits at a printer that works: its job is held in the queue. No keyword of the spooler says so. */
const jobHeld: readonly string[] = ['job-held'];
const none: ReadonlySet<string> = new Set();

export class PrinterWatch {
  private readonly options: PrinterWatchOptions;
  private standing = new Map<string, readonly string[]>();
  private askedAt = Number.NEGATIVE_INFINITY;

  constructor(options: PrinterWatchOptions) {
    this.options = options;
  }

  /** Why a printer with waiting pages does not print, in the spooler's keywords. Null while it works. */
  standstill(printer: string): readonly string[] | null {
    return this.standing.get(printer) ?? null;
  }

  /**
   * Polls the spooler, unless that was done a moment ago.
   *
   * @param waited printers with waiting pages. The others do not matter
   * @param held those of them in whose queue a page is held until someone releases it
   */
  async look(waited: ReadonlySet<string>, held: ReadonlySet<string> = none): Promise<void> {
    const { system, backEnd } = this.options;
    const isNews = [...this.standing.keys()].some((name) => !waited.has(name));
    if (!isNews && (waited.size === 0 || system.elapsed() - this.askedAt < askEvery)) return;
    this.askedAt = system.elapsed();
    const printers = waited.size === 0 ? [] : await backEnd.printers();
    const standing = new Map<string, readonly string[]>();
    for (const { name, stopped } of printers) if (stopped !== null && waited.has(name)) standing.set(name, stopped);
    const listed = new Set(printers.map(({ name }) => name));
    for (const name of waited) if (!listed.has(name)) standing.set(name, notListed);
    for (const name of held) if (waited.has(name) && !standing.has(name)) standing.set(name, jobHeld);
    const isChanged = JSON.stringify([...standing]) !== JSON.stringify([...this.standing]);
    this.standing = standing;
    if (isChanged) this.options.changed();
  }
}
