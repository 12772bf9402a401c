/**
 * Hands pages to the spooler, one a job, and writes down how far each got. What may have been printed is never forgotten
 * and never printed again by itself (docs/decisions/printing.md).
 */
import type { PrintsTable } from '../db/prints.ts';
import { newId, type System } from '../system.ts';
import { AppError } from '../../shared/errors.ts';
import { mayBeOnPaper, unfollowedJob, type Print, type PrintState } from '../../shared/labels.ts';
import type { LabelContent } from '../../shared/label-content.ts';
import type { JobState, PrintBackEnd, Stock } from './print-back-end.ts';
import type { PrinterWatch } from './printer-watch.ts';

export interface LedgerOptions {
  system: System;
  prints: PrintsTable;
  backEnd: PrintBackEnd;
  /** Told where pages wait, as long as some do. */
  watch: PrinterWatch;
  /** Name of this computer. */
  desk: string;
  /** Told after each change of a page. */
  changed(print: Print): void;
}

/** A page as it is written down. */
export interface PageOfRequest {
  requestId: string;
  batchId: string | null;
  orderId: string;
  documentId: string;
  /** From 1. */
  page: number;
  printer: string;
  anyway: boolean;
  content: LabelContent | null;
}

export interface PageToPrint extends PageOfRequest {
  /** Path of a PDF of that page alone. */
  file: string;
  title: string;
  stock: Stock;
}

/** Jobs that come out while they are asked after are asked after sooner: a quick printer does not wait for us. */
const askSoon = 100;
const askEvery = 500;
/** Jobs that have waited longer are asked after less often. */
const longWait = 60_000;
const askSeldom = 5_000;

/** What the spooler's word makes of a page; null: it stays as it is. */
const following: Record<JobState, PrintState | null> = {
  waiting: null,
  silent: null,
  done: 'done',
  failed: 'failed',
  empty: 'failed',
  gone: 'doubt',
};

export class Ledger {
  private readonly options: LedgerOptions;
  /** Handed over and not yet settled by the spooler's word. */
  private readonly open = new Map<string, Print>();
  private cancel: (() => void) | null = null;
  private closed = false;
  /** Something came out when it was last asked. */
  private comesOut = false;

  /** Takes up what was open when the app ended. */
  constructor(options: LedgerOptions) {
    this.options = options;
    const { prints, backEnd } = options;
    for (const print of prints.inState('requested', 'handed-over')) {
      if (print.job === unfollowedJob) {
        if (print.state === 'requested') prints.update(print.id, 'doubt', null);
      } else if (print.job !== null) this.open.set(print.id, print);
      // Without a name the job's document was not sent; where names come last, nobody knows.
      else prints.update(print.id, backEnd.namesJobsFirst ? 'failed' : 'doubt', null);
    }
    this.follow();
  }

  /**
   * Hands one page over.
   *
   * @throws AppError `printer.missing`, `printer.failed`; the ledger keeps the attempt as failed
   */
  async print(page: PageToPrint): Promise<Print> {
    const { system, prints, backEnd, desk } = this.options;
    const { file, title, stock, ...rest } = page;
    let print: Print = {
      ...rest,
      id: newId(system),
      desk,
      state: 'requested',
      requestedAt: system.now(),
      job: null,
    };
    // Written before paper moves: what may have been printed is never forgotten.
    prints.add(print);
    const named = (job: string) => {
      print = { ...print, job };
      prints.update(print.id, 'requested', job);
    };
    try {
      await backEnd.print({ file, printer: page.printer, title, stock }, named);
      print = this.settle(print, 'handed-over');
      if (print.job === unfollowedJob) return print;
      this.open.set(print.id, print);
      this.follow();
    } catch (error) {
      // The spooler has the job by name: whether its document arrived whole, the spooler says.
      if (print.job === null) this.settle(print, 'failed');
      else if (print.job === unfollowedJob) this.settle(print, 'doubt');
      else {
        this.open.set(print.id, print);
        this.follow();
      }
      throw error;
    }
    return print;
  }

  /**
   * Pages that a person sends off in the system's dialog, all in one job that nobody can be asked about afterwards.
   *
   * @param show shows the dialog, and tells right before that something may print from now on; false: cancelled
   * @throws AppError of `show`; the ledger keeps the attempt as failed, or in doubt when something may have been printed
   */
  async printInDialog(
    pages: readonly PageOfRequest[],
    show: (begins: () => void) => Promise<boolean>,
  ): Promise<Print[]> {
    const { system, prints, desk } = this.options;
    let made = pages.map((page): Print => {
      const print = {
        ...page,
        id: newId(system),
        desk,
        state: 'requested',
        requestedAt: system.now(),
        job: null,
      } as const;
      prints.add(print);
      return print;
    });
    const settleAll = (state: PrintState) => made.map((print) => this.settle(print, state));
    const begins = () => {
      made = made.map((print) => ({ ...print, job: unfollowedJob }));
      for (const { id, job } of made) prints.update(id, 'requested', job);
    };
    try {
      return settleAll((await show(begins)) ? 'handed-over' : 'cancelled');
    } catch (error) {
      settleAll(made.every(({ job }) => job === null) ? 'failed' : 'doubt');
      throw error;
    }
  }

  /**
   * What the spooler still has of these pages is taken out of it, before they are printed again.
   *
   * @throws AppError `printer.still-queued` when one of them may still come out
   */
  async takeOut(ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      const print = this.open.get(id);
      if (print?.job === undefined || print.job === null) continue;
      if (await this.options.backEnd.takeOut(print.job, print.printer)) continue;
      throw new AppError('printer.still-queued', { retry: 'after-change', detail: { name: print.printer } });
    }
  }

  /** A person looked: the page is on paper, or it is not. */
  confirm(id: string, onPaper: boolean): void {
    const print = this.options.prints.find(id);
    if (print === undefined || !mayBeOnPaper(print.state)) return;
    this.open.delete(id);
    this.settle(print, onPaper ? 'confirmed' : 'missing');
  }

  /** Pages that the spooler of this printer still has. */
  outstanding(printer: string): number {
    return [...this.open.values()].filter((print) => print.printer === printer).length;
  }

  close(): void {
    this.closed = true;
    this.open.clear();
    this.cancel?.();
    this.cancel = null;
  }

  private settle(print: Print, state: PrintState): Print {
    const settled = { ...print, state };
    this.options.prints.update(print.id, state, print.job);
    this.options.changed(settled);
    return settled;
  }

  private follow(): void {
    if (this.closed || this.cancel !== null || this.open.size === 0) return;
    const { system } = this.options;
    const newest = Math.max(...[...this.open.values()].map(({ requestedAt }) => requestedAt));
    const often = this.comesOut ? askSoon : askEvery;
    this.cancel = system.after(system.now() - newest < longWait ? often : askSeldom, () => {
      void this.ask()
        .then(() => this.lookAtPrinters())
        // What could not be written down is still open, and is asked about again.
        .catch(() => undefined)
        .finally(() => {
          this.cancel = null;
          this.follow();
        });
    });
  }

  private async lookAtPrinters(): Promise<void> {
    if (this.closed) return;
    await this.options.watch.look(new Set([...this.open.values()].map(({ printer }) => printer)));
  }

  private async ask(): Promise<void> {
    const answers: [id: string, said: JobState][] = [];
    for (const { id, job, printer } of this.open.values()) {
      if (this.closed) return;
      answers.push([id, await this.options.backEnd.jobState(job ?? '', printer)]);
    }
    if (this.closed) return;
    const { prints } = this.options;
    const settled: Print[] = [];
    // One write for all of them: each costs the disk some milliseconds, during which nothing else is done.
    prints.together(() => {
      for (const [id, said] of answers) {
        const print = this.open.get(id);
        // A person may have said it meanwhile.
        if (print === undefined) continue;
        const late = said === 'waiting' && print.state === 'requested' ? 'handed-over' : null;
        const state = following[said] ?? late;
        if (state === null) continue;
        settled.push({ ...print, state });
        prints.update(id, state, print.job);
      }
    });
    this.comesOut = false;
    for (const print of settled) {
      if (print.state === 'handed-over') this.open.set(print.id, print);
      else this.open.delete(print.id);
      this.comesOut ||= print.state === 'done';
      this.options.changed(print);
    }
  }
}
