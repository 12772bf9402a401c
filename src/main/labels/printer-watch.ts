/** Knows which of the printers that pages wait at stand still, and why. */
import type { System } from '../system.ts';
import type { PrintBackEnd } from './print-back-end.ts';

export interface PrinterWatchOptions {
  system: System;
  backEnd: Pick<PrintBackEnd, 'printers'>;
  /** Told when a printer stops, goes on, or says something else than before. */
  changed(): void;
}

/** Milliseconds between two questions. */
const askEvery = 3_000;

export class PrinterWatch {
  private readonly options: PrinterWatchOptions;
  private standing = new Map<string, readonly string[]>();
  private askedAt = Number.NEGATIVE_INFINITY;

  constructor(options: PrinterWatchOptions) {
    this.options = options;
  }

  /** Why nothing comes out of a printer that pages wait at, as the spooler's keywords; null while it works. */
  standstill(printer: string): readonly string[] | null {
    return this.standing.get(printer) ?? null;
  }

  /**
   * Asks the spooler, if that was not done a moment ago.
   *
   * @param waited printers that pages wait at; none of the others stands in anybody's way
   */
  async look(waited: ReadonlySet<string>): Promise<void> {
    const { system, backEnd } = this.options;
    const isNews = [...this.standing.keys()].some((name) => !waited.has(name));
    if (!isNews && (waited.size === 0 || system.elapsed() - this.askedAt < askEvery)) return;
    this.askedAt = system.elapsed();
    const printers = waited.size === 0 ? [] : await backEnd.printers();
    const standing = new Map<string, readonly string[]>();
    for (const { name, stopped } of printers) if (stopped !== null && waited.has(name)) standing.set(name, stopped);
    const isChanged = JSON.stringify([...standing]) !== JSON.stringify([...this.standing]);
    this.standing = standing;
    if (isChanged) this.options.changed();
  }
}
