/**
 * Batches of labels, in the order on screen. Each label is fetched, checked and handed over page by page. Labels are
 * prefetched, and printing begins with the first. Every step is committed, so a jam, a restart or a kill neither loses
 * nor duplicates a page: a page that may be on paper is not printed again until the user says that it is not.
 */
import type { PrintBatchesTable } from '../db/print-batches.ts';
import type { PrintsTable } from '../db/prints.ts';
import { newId, type System } from '../system.ts';
import { AppError } from '../../shared/errors.ts';
import { weightOf } from '../../shared/label-check.ts';
import {
  mayBeOnPaper,
  waitsAtPrinter,
  type Batch,
  type BatchLabel,
  type BatchView,
  type Print,
} from '../../shared/labels.ts';
import { BatchRun, notPrinted, type RunOptions } from './batch-run.ts';

export interface BatchesOptions extends Omit<RunOptions, 'batch' | 'save' | 'paused'> {
  system: System;
  batches: PrintBatchesTable;
  prints: PrintsTable;
  changed: () => void;
}

export type LabelChoice = 'print-anyway' | 'leave-out' | 'again';

/** The number of batches shown, beside those that are not finished. */
const mostShown = 20;

/** The label as it is tried again: printed from its document, or fetched first where that is gone. */
function retried(label: BatchLabel): BatchLabel {
  const { documentId, pages, reason } = label;
  const isGone = reason?.kind === 'error' && reason.error.code === 'record.not-found';
  if (documentId !== null && pages !== null && !isGone) return { ...label, state: 'ready', reason: null };
  return { ...label, state: 'waiting', documentId: null, pages: null, reason: null };
}

export class Batches {
  private readonly options: BatchesOptions;
  /** The last run of each batch, even after it ended. */
  private readonly runs = new Map<string, BatchRun>();
  /** Batches and pages (by label id and page) that are being resumed. */
  private readonly beginning = new Map<string, Promise<void>>();
  private closed = false;

  /** A batch that was printing when the app exited is paused: the printer may be out of paper or gone. */
  constructor(options: BatchesOptions) {
    this.options = options;
    for (const { id, state } of options.batches.list(mostShown)) {
      if (state === 'printing') options.batches.setState(id, 'paused');
      for (const print of options.prints.ofBatch(id)) this.pageChanged(print);
    }
  }

  /**
   * @param orders in the order on screen
   * @param commit runs `keep`, which stores the batch, in one transaction with the caller's changes
   * @throws AppError `printer.missing`, before anything starts
   */
  async start(
    orders: readonly { id: string; title: string }[],
    printer: string,
    commit: (keep: () => Batch) => Batch,
  ): Promise<Batch> {
    const { system, batches } = this.options;
    await this.options.labelPrinter.mustBeThere(printer);
    const batch: Batch = { id: newId(system), printer, state: 'printing', createdAt: system.now() };
    const labels = orders.map(({ id, title }, position): BatchLabel => ({
      id: `${batch.id}:${position}`,
      batchId: batch.id,
      position,
      orderId: id,
      title,
      state: 'waiting',
      documentId: null,
      pages: null,
      anyway: false,
      reason: null,
    }));
    commit(() => {
      batches.add(batch, labels);
      return batch;
    });
    this.run(batch);
    return batch;
  }

  pause(id: string): void {
    this.runs.get(id)?.stop();
    if (this.mustFind(id).state === 'printing') this.setState(id, 'paused');
  }

  /**
   * Resumes the batch where it stopped, and retries labels that could not be fetched or printed, because the user asked
   * for it.
   *
   * @throws AppError `printer.missing`
   */
  continue(id: string): Promise<void> {
    return this.resume(id, ({ state }) => state === 'failed');
  }

  private resume(id: string, isRetried: (label: BatchLabel) => boolean): Promise<void> {
    return this.once(id, async () => {
      const batch = this.mustFind(id);
      if (batch.state === 'printing') return;
      await this.options.labelPrinter.mustBeThere(batch.printer);
      // A page in flight at the stop is in the ledger by then, so it is not printed twice.
      await this.runs.get(id)?.ended;
      if (this.closed) return;
      for (const label of this.options.batches.labels(id)) {
        if (isRetried(label)) this.save(retried(label));
      }
      this.setState(id, 'printing');
      this.run({ ...batch, state: 'printing' });
    });
  }

  /** Ends the batch. Unprinted labels are skipped. */
  end(id: string): void {
    this.pause(id);
    for (const label of this.options.batches.labels(id)) {
      if (label.state !== 'printed') this.save({ ...label, state: 'left-out' });
    }
    this.setState(id, 'finished');
  }

  /**
   * The user's decision about a label that needs one, failed, or was printed wrongly. A waiting label can be left out
   * too, because the printer may reject its page each time. The decision concerns no other label, so a paused batch
   * with more to print stays paused.
   *
   * @throws AppError `label.refused`, `printer.missing`
   */
  async decide(labelId: string, choice: LabelChoice): Promise<void> {
    const label = this.mustFindLabel(labelId);
    const hasMore = this.options.batches
      .labels(label.batchId)
      .some(({ id, state }) => id !== labelId && (state === 'waiting' || state === 'ready'));
    if (choice === 'leave-out') {
      if (label.state !== 'printed') this.save({ ...label, state: 'left-out' });
    } else if (choice === 'again') {
      this.save(retried(label));
    } else {
      const refused = label.reason?.kind === 'found' && label.reason.findings.some((one) => weightOf(one) === 'refuse');
      if (label.state !== 'asks' || refused) throw new AppError('label.refused');
      this.save({ ...label, state: 'ready', anyway: true });
    }
    const { state } = this.mustFind(label.batchId);
    if (state !== 'printing' && choice !== 'leave-out' && !hasMore) await this.resume(label.batchId, () => false);
    this.runs.get(label.batchId)?.wake();
    this.finishIfDone(label.batchId);
  }

  /**
   * After a paper jam: no page from this one on came out, so all of them are printed again in the same order.
   *
   * @param page from 1
   * @param outOfQueue the user says that none of them waits in the printer's queue
   * @throws AppError `printer.still-queued`, `printer.missing`
   */
  continueFrom(labelId: string, page: number, outOfQueue: boolean): Promise<void> {
    return this.once(`${labelId} ${page}`, async () => {
      const { batches, prints, ledger } = this.options;
      const from = this.mustFindLabel(labelId);
      this.pause(from.batchId);
      await this.runs.get(from.batchId)?.ended;
      const position = new Map(batches.labels(from.batchId).map((label) => [label.orderId, label]));
      const again = prints.ofBatch(from.batchId).flatMap((print) => {
        const label = position.get(print.orderId);
        if (label === undefined || label.position < from.position) return [];
        return label.id === from.id && (print.page ?? 1) < page ? [] : [{ print, label }];
      });
      // Jobs queued behind the jam would be printed too once it is cleared.
      await ledger.takeOut(
        again.map(({ print }) => print),
        outOfQueue,
      );
      for (const { print, label } of again) {
        ledger.confirm(print.id, false);
        if (label.state === 'printed') this.save({ ...label, state: 'ready' });
      }
      await this.continue(from.batchId);
    });
  }

  /** Marks a label as failed if, according to the spooler or the user, its page was not printed. */
  pageChanged(print: Print): void {
    if (print.batchId !== null && !mayBeOnPaper(print.state) && this.isLastWord(print)) {
      const label = this.options.batches.labels(print.batchId).find(({ orderId }) => orderId === print.orderId);
      if (label?.state === 'printed') this.save({ ...label, state: 'failed', reason: notPrinted(print.printer) });
    }
    // Whichever batch it belongs to, it may have left room for the pages of all of them.
    for (const run of this.runs.values()) if (run.printer === print.printer) run.wake();
  }

  /** Whether this is the latest print of the page. */
  private isLastWord({ id, batchId, orderId, page }: Print): boolean {
    const prints = this.options.prints.ofBatch(batchId ?? '');
    return prints.findLast((one) => one.orderId === orderId && one.page === page)?.id === id;
  }

  list(): Batch[] {
    return this.options.batches.list(mostShown);
  }

  /** The progress of all running batches. Null if there are none. */
  underWay(): { printed: number; of: number } | null {
    const printing = this.list().filter(({ state }) => state === 'printing');
    if (printing.length === 0) return null;
    const labels = printing.flatMap(({ id }) => this.options.batches.labels(id));
    const wanted = labels.filter(({ state }) => state !== 'left-out');
    return { printed: wanted.filter(({ state }) => state === 'printed').length, of: wanted.length };
  }

  view(id: string): BatchView {
    const batch = this.mustFind(id);
    const prints = Map.groupBy(this.options.prints.ofBatch(id), ({ orderId }) => orderId);
    const run = this.runs.get(id);
    const labels = this.options.batches.labels(id).map((label) => {
      // The latest print of each page.
      const pages = new Map((prints.get(label.orderId) ?? []).map((print) => [print.page, print]));
      return {
        ...label,
        prints: [...pages.values()].map(({ id: print, page, state, job }) => ({ id: print, page, state, job })),
      };
    });
    const hindrance = this.hindranceOf(batch, run, labels);
    return { ...batch, labels, left: hindrance === null ? (run?.left() ?? null) : null, hindrance };
  }

  /** Call it when a printer stopped or resumed. */
  printerChanged(): void {
    for (const run of this.runs.values()) run.wake();
  }

  close(): void {
    this.closed = true;
    for (const run of this.runs.values()) run.stop();
    this.runs.clear();
  }

  /** A stopped printer also blocks pages that it already has. Nothing else blocks a batch that is finished. */
  private hindranceOf(
    { printer, state }: Batch,
    run: BatchRun | undefined,
    labels: BatchView['labels'],
  ): BatchView['hindrance'] {
    const error = run?.hindrance ?? null;
    if (error !== null && state !== 'finished') return { kind: 'error', error };
    const reasons = this.options.watch.standstill(printer);
    const isWaiting = labels.some(({ prints }) => prints.some(waitsAtPrinter));
    return reasons === null || !isWaiting ? null : { kind: 'printer', reasons };
  }

  /** Deduplicates concurrent calls: a second run would print the same pages. */
  private once(what: string, work: () => Promise<void>): Promise<void> {
    const known = this.beginning.get(what);
    if (known !== undefined) return known;
    const begun = work().finally(() => this.beginning.delete(what));
    this.beginning.set(what, begun);
    return begun;
  }

  private run(batch: Batch): void {
    const run = new BatchRun({
      ...this.options,
      batch,
      save: (label) => this.save(label),
      paused: () => {
        if (this.mustFind(batch.id).state === 'printing') this.setState(batch.id, 'paused');
        this.finishIfDone(batch.id);
      },
    });
    this.runs.set(batch.id, run);
    this.options.changed();
    run.start();
  }

  private finishIfDone(id: string): void {
    const open = this.options.batches.labels(id).some(({ state }) => state !== 'printed' && state !== 'left-out');
    if (!open && this.mustFind(id).state !== 'finished') this.setState(id, 'finished');
  }

  private save(label: BatchLabel): void {
    this.options.batches.update(label);
    this.options.changed();
  }

  private setState(id: string, state: Batch['state']): void {
    this.options.batches.setState(id, state);
    this.options.changed();
  }

  private mustFind(id: string): Batch {
    const batch = this.options.batches.find(id);
    if (batch === undefined) throw new AppError('record.not-found');
    return batch;
  }

  private mustFindLabel(labelId: string): BatchLabel {
    const [batchId = ''] = labelId.split(':');
    const label = this.options.batches.labels(batchId).find(({ id }) => id === labelId);
    if (label === undefined) throw new AppError('record.not-found');
    return label;
  }
}
