/**
 * Sends pages to the spooler, one per job, and records how far each got. A page that may have been printed is never
 * forgotten and never printed again automatically (docs/decisions/printing.md).
 */
import type { PrintsTable } from '../db/prints.ts';
import { newId, type System } from '../system.ts';
import { AppError } from '../../shared/errors.ts';
import { mayBeOnPaper, unfollowedJob, type Print, type PrintState } from '../../shared/labels.ts';
import type { LabelContent } from '../../shared/label-content.ts';
import type { Stock } from '../../preflight/stock.ts';
import type { JobState, PrintBackEnd } from './print-back-end.ts';
import type { PrinterWatch } from './printer-watch.ts';

export interface LedgerOptions {
  system: System;
  prints: PrintsTable;
  backEnd: PrintBackEnd;
  /** Notified of the printers that have waiting pages. */
  watch: PrinterWatch;
  /** This computer's name. */
  desk: string;
  /** Called after each change of a page. */
  changed(print: Print): void;
}

/** A page as recorded. */
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
  /** Path of a PDF with only that page. */
  file: string;
  title: string;
  stock: Stock;
}

/** The spooler is polled more often while jobs finish, to keep a fast printer busy. */
const askSoon = 100;
const askEvery = 500;
/** Jobs that have waited longer than this are polled less often. */
const longWait = 60_000;
const askSeldom = 5_000;

/** The next state of a page for each job state. Null: unchanged. */
const following: Record<Exclude<JobState, 'empty' | 'stuck'>, PrintState | null> = {
  waiting: null,
  held: null,
  silent: null,
  done: 'done',
  failed: 'failed',
  gone: 'doubt',
};

export class Ledger {
  private readonly options: LedgerOptions;
  /** Handed over, with no final state from the spooler yet. */
  private readonly open = new Map<string, Print>();
  private cancel: (() => void) | null = null;
  private closed = false;
  /** A job finished at the last poll. */
  private comesOut = false;

  /** Resumes pages that were open when the app exited. */
  constructor(options: LedgerOptions) {
    this.options = options;
    const { prints, backEnd } = options;
    for (const print of prints.inState('requested', 'handed-over')) {
      if (print.job === unfollowedJob) {
        if (print.state === 'requested') prints.update(print.id, 'doubt', null);
      } else if (print.job !== null) this.open.set(print.id, print);
      // The document of a job without a name was not sent. If the back-end names jobs last, it is unknown.
      else prints.update(print.id, backEnd.namesJobsFirst ? 'failed' : 'doubt', null);
    }
    this.follow();
  }

  /**
   * Sends one page to the spooler.
   *
   * @throws AppError `printer.missing`, `printer.failed`; the ledger records the failed attempt
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
    // Recorded before printing starts, so that a page that may be printed is never forgotten.
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
      // The spooler knows the job, so it reports whether the whole document arrived.
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
   * Prints pages through the system's dialog, in one job whose state cannot be queried afterwards.
   *
   * @param show shows the dialog and calls `begins` right before anything may print. False: cancelled
   * @throws AppError of `show`; the ledger records the attempt as failed, or in doubt if something may have been
   *   printed
   */
  async printInDialog(
    pages: readonly PageOfRequest[],
    show: (begins: () => void) => Promise<boolean>,
  ): Promise<Print[]> {
    const { system, prints, desk } = this.options;
    let made = pages.map((page): Print => {
      const asked = { id: newId(system), desk, state: 'requested', requestedAt: system.now(), job: null } as const;
      return { ...page, ...asked };
    });
    // Together, so that no page stays requested if another one cannot be stored.
    prints.together(() => made.forEach((print) => prints.add(print)));
    const begins = () => {
      made = made.map((print) => ({ ...print, job: unfollowedJob }));
      prints.together(() => made.forEach(({ id, job }) => prints.update(id, 'requested', job)));
    };
    try {
      const printed = await show(begins);
      return this.settleAll(made, printed ? 'handed-over' : 'cancelled');
    } catch (error) {
      this.settleAll(made, made.every(({ job }) => job === null) ? 'failed' : 'doubt');
      throw error;
    }
  }

  /**
   * Cancels the jobs of these pages that the spooler still has, before they are printed again.
   *
   * @param outOfQueue the user says that none of them waits in the printer's queue. Of a job that cannot be queried,
   *   nothing else tells
   * @throws AppError `printer.still-queued` if one of them may still be printed
   */
  async takeOut(prints: readonly Print[], outOfQueue: boolean): Promise<void> {
    for (const print of prints) {
      if (await this.isOut(print, outOfQueue)) continue;
      throw new AppError('printer.still-queued', { retry: 'after-change', detail: { name: print.printer } });
    }
  }

  private async isOut({ id, job, printer, state }: Print, outOfQueue: boolean): Promise<boolean> {
    if (job === unfollowedJob) return outOfQueue || state === 'confirmed' || !mayBeOnPaper(state);
    return job === null || !this.open.has(id) || this.options.backEnd.takeOut(job, printer);
  }

  /** The user checked whether the page is on paper. */
  confirm(id: string, onPaper: boolean): void {
    const print = this.options.prints.find(id);
    if (print === undefined || !mayBeOnPaper(print.state)) return;
    this.open.delete(id);
    this.settle(print, onPaper ? 'confirmed' : 'missing');
  }

  /** The number of pages that this printer's spooler still has. */
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

  private settleAll(pages: readonly Print[], state: PrintState): Print[] {
    const { prints } = this.options;
    const settled = pages.map((print): Print => ({ ...print, state }));
    prints.together(() => settled.forEach(({ id, job }) => prints.update(id, state, job)));
    settled.forEach((print) => this.options.changed(print));
    return settled;
  }

  private follow(): void {
    if (this.closed || this.cancel !== null || this.open.size === 0) return;
    const { system } = this.options;
    const newest = Math.max(...[...this.open.values()].map(({ requestedAt }) => requestedAt));
    const often = this.comesOut ? askSoon : askEvery;
    this.cancel = system.after(system.now() - newest < longWait ? often : askSeldom, () => {
      void this.ask()
        .then((held) => this.lookAtPrinters(held))
        // A page whose state could not be stored stays open and is polled again.
        .catch(() => undefined)
        .finally(() => {
          this.cancel = null;
          this.follow();
        });
    });
  }

  private async lookAtPrinters(held: ReadonlySet<string>): Promise<void> {
    if (this.closed) return;
    await this.options.watch.look(new Set([...this.open.values()].map(({ printer }) => printer)), held);
  }

  /**
   * A job without its document is cancelled: the document may still arrive, after the page was printed again. So is one
   * that the spooler stopped: someone may restart it there. If it cannot be cancelled, it waits for that person.
   */
  private async jobState(job: string, printer: string): Promise<keyof typeof following> {
    const { backEnd } = this.options;
    const state = await backEnd.jobState(job, printer);
    if (state !== 'empty' && state !== 'stuck') return state;
    if (!(await backEnd.takeOut(job, printer))) return state === 'stuck' ? 'held' : 'silent';
    const after = await backEnd.jobState(job, printer);
    return after === 'empty' || after === 'stuck' ? 'failed' : after;
  }

  /** Asks for the state of each open page. @returns the printers of which a page is held */
  private async ask(): Promise<Set<string>> {
    const answers: [id: string, said: keyof typeof following][] = [];
    const held = new Set<string>();
    for (const { id, job, printer } of this.open.values()) {
      if (this.closed) return held;
      const said = await this.jobState(job ?? '', printer);
      answers.push([id, said]);
      if (said === 'held') held.add(printer);
    }
    if (this.closed) return held;
    const { prints } = this.options;
    const settled: Print[] = [];
    // One transaction for all of them, because each blocks the event loop for some milliseconds of disk time.
    prints.together(() => {
      for (const [id, said] of answers) {
        const print = this.open.get(id);
        // The user may have settled it meanwhile.
        if (print === undefined) continue;
        const isThere = said === 'waiting' || said === 'held';
        const late = isThere && print.state === 'requested' ? 'handed-over' : null;
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
    return held;
  }
}
