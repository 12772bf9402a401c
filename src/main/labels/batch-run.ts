/** Runs one batch: prefetches labels, prints them in order, and stops at the printer's first fault. */
import type { PrintBatchesTable } from '../db/print-batches.ts';
import type { PrintsTable } from '../db/prints.ts';
import type { System } from '../system.ts';
import { codeData } from '../../shared/code-data.ts';
import { AppError, encodeError, type EncodedError } from '../../shared/errors.ts';
import { weightOf, type Finding } from '../../shared/label-check.ts';
import type { LabelContent } from '../../shared/label-content.ts';
import { mayBeOnPaper, staleParts, type Batch, type BatchLabel } from '../../shared/labels.ts';
import type { LabelDocuments, PreparedLabel } from './documents.ts';
import type { LabelPrinter } from './label-printer.ts';
import type { Ledger } from './ledger.ts';
import type { PrinterWatch } from './printer-watch.ts';

export interface RunOptions {
  system: System;
  batch: Batch;
  batches: PrintBatchesTable;
  prints: PrintsTable;
  documents: LabelDocuments;
  ledger: Ledger;
  labelPrinter: LabelPrinter;
  watch: PrinterWatch;
  save: (label: BatchLabel) => void;
  /** Called when the run stops without a user: everything is handed over, or something blocks it. */
  paused: () => void;
}

/** Enough to use ten links per second at a round-trip time of one second. */
const fetchedAtOnce = 12;
/** Jobs queued in the spooler: few, so that a pause takes effect soon, but enough to keep the printer busy. */
const jobsAhead = 6;
const leastRest = 500;

/** The reason of a label that failed because one of its pages was not printed. */
export const notPrinted = (printer: string): BatchLabel['reason'] => ({
  kind: 'error',
  error: encodeError(new AppError('printer.failed', { detail: { name: printer } })),
});

/** Faults of this computer. Every label would fail in the same way, so they stop the batch. */
const isOfComputer = ({ code }: EncodedError) => code.startsWith('storage.') || code === 'label.not-checked';

/** Whether the user has not seen one of the findings that need a decision. */
function needsDecision(findings: readonly Finding[], { anyway, reason }: BatchLabel): boolean {
  const agreed = new Set(anyway && reason?.kind === 'found' ? reason.findings.map((one) => JSON.stringify(one)) : []);
  return findings.some((finding) => {
    const weight = weightOf(finding);
    return weight === 'refuse' || (weight === 'ask' && !agreed.has(JSON.stringify(finding)));
  });
}

/** Whether two labels show the same, as far as it is known. */
const isSame = (one: LabelContent | null, other: LabelContent | null): boolean =>
  one === null || other === null || staleParts([one], other).length === 0;

export class BatchRun {
  /** Why the run cannot continue without the user. */
  hindrance: EncodedError | null = null;
  /** Resolves when the run sends no more pages. */
  ended: Promise<void> = Promise.resolve();
  private readonly options: RunOptions;
  private readonly startedAt: number;
  private readonly fetching = new Map<string, Promise<void>>();
  /** The data of the codes of checked labels, with the label of each. */
  private readonly codes = new Map<string, BatchLabel>();
  private readonly rests = new Set<() => void>();
  private pagesDone = 0;
  /** Milliseconds during which the printer was stopped. */
  private stood = 0;
  private stopped = false;
  private wakeUp: () => void = () => undefined;

  constructor(options: RunOptions) {
    this.options = options;
    this.startedAt = options.system.elapsed();
  }

  get printer(): string {
    return this.options.batch.printer;
  }

  start(): void {
    this.knowCodes();
    this.fetchAhead();
    this.ended = this.print()
      .catch((error: unknown) => this.hinder(error))
      .then(() => {
        if (this.stopped) return;
        this.options.paused();
        this.stopped = true;
      })
      .catch((error: unknown) => this.hinder(error));
  }

  stop(): void {
    this.stopped = true;
    this.hindrance = null;
    for (const cancel of this.rests) cancel();
    this.wake();
  }

  /** Call it when something changed that printing may be waiting for. */
  wake(): void {
    this.wakeUp();
  }

  /** Estimated milliseconds left at the speed so far. Null until there is one. */
  left(): number | null {
    if (this.stopped || this.pagesDone === 0) return null;
    const labels = this.labels();
    const known = labels.flatMap(({ pages }) => (pages === null ? [] : [pages]));
    const mean = known.reduce((sum, pages) => sum + pages, 0) / Math.max(1, known.length);
    const open = labels.filter(({ state }) => state === 'waiting' || state === 'ready');
    const pages = open.reduce((sum, label) => sum + (label.pages ?? mean), 0);
    return Math.round(((this.options.system.elapsed() - this.startedAt - this.stood) / this.pagesDone) * pages);
  }

  private labels(): BatchLabel[] {
    return this.options.batches.labels(this.options.batch.id);
  }

  private find(id: string): BatchLabel | undefined {
    return this.options.batches.label(id);
  }

  /** Includes labels that were checked before an app restart. */
  private knowCodes(): void {
    for (const label of this.labels()) {
      if (label.documentId === null) continue;
      const document = this.options.prints.findDocument(label.documentId, label.orderId);
      this.remember(document?.codes?.flat() ?? [], label);
    }
  }

  private remember(codes: readonly string[], label: BatchLabel): void {
    for (const data of codes.map(codeData)) if (!this.codes.has(data)) this.codes.set(data, label);
  }

  /** What leaves of a label, compared with the other labels of the batch. */
  private async prepare(label: BatchLabel, documentId: string): Promise<PreparedLabel> {
    const others = new Map(
      [...this.codes].flatMap(([data, of]) => (of.orderId === label.orderId ? [] : [[data, of.title]])),
    );
    const prepared = await this.options.documents.prepare(documentId, label.orderId, { way: 'printer' }, others);
    this.remember(prepared.codes, label);
    return prepared;
  }

  /** Adds that the label was printed outside this batch, and would be on paper twice. */
  private withOtherPrints(label: BatchLabel, prepared: PreparedLabel): PreparedLabel {
    const { prints, batch } = this.options;
    const others = prints
      .besideBatch(label.orderId, batch)
      .filter(({ state, content }) => mayBeOnPaper(state) && isSame(content, prepared.content));
    const sent = this.pagesSent(label);
    const [newest] = others;
    // The batch does not print again what it has sent. The finding stays the same until no page may be doubled, so that
    // the user is asked once for the whole label.
    if (newest === undefined || others.every(({ page }) => page !== null && sent.has(page))) return prepared;
    const { requestedAt: at, printer } = newest;
    return { ...prepared, findings: [...prepared.findings, { kind: 'printed-since', at, printer }] };
  }

  private fetchAhead(): void {
    if (this.stopped) return;
    const { batches, batch } = this.options;
    // Labels that are being fetched already are among the first.
    for (const label of batches.first(batch.id, ['waiting'], fetchedAtOnce)) {
      if (this.hindrance !== null || this.fetching.size >= fetchedAtOnce) return;
      if (this.fetching.has(label.id)) continue;
      const fetched = this.fetch(label)
        .catch((error: unknown) => this.hinder(error))
        .finally(() => {
          this.fetching.delete(label.id);
          this.wake();
          this.fetchAhead();
        });
      this.fetching.set(label.id, fetched);
    }
  }

  private async fetch(label: BatchLabel): Promise<void> {
    const { documents, save } = this.options;
    let prepared: BatchLabel;
    try {
      const { id } = await documents.fetch(label.orderId, 'outbox');
      const fetched = { ...label, documentId: id };
      prepared = this.checked(fetched, this.withOtherPrints(fetched, await this.prepare(label, id)));
    } catch (error) {
      const encoded = encodeError(error);
      if (isOfComputer(encoded)) throw error;
      if (encoded.code === 'service.busy' || encoded.code === 'service.blocked') return this.rest(encoded);
      // When offline, the others would fail as well, so they keep waiting.
      if (encoded.code.startsWith('line.')) {
        this.hindrance = encoded;
        return;
      }
      prepared = { ...label, state: 'failed', reason: { kind: 'error', error: encoded } };
    }
    // The user may have skipped it meanwhile. Nothing is written while the app is closing.
    if (!this.stopped && this.find(label.id)?.state === 'waiting') save(prepared);
  }

  /** The label with its findings. */
  private checked(label: BatchLabel, { findings, pages }: PreparedLabel): BatchLabel {
    return {
      ...label,
      pages: pages === 0 ? null : pages,
      state: needsDecision(findings, label) ? 'asks' : 'ready',
      reason: findings.length === 0 ? null : { kind: 'found', findings },
    };
  }

  /** The service asks to wait. The label is fetched again afterwards. */
  private rest({ detail }: EncodedError): Promise<void> {
    const { system } = this.options;
    const wait = detail.until === undefined ? (detail.waitMilliseconds ?? leastRest) : detail.until - system.now();
    return new Promise((resolve) => {
      this.rests.add(system.after(Math.max(leastRest, wait), resolve));
    });
  }

  private async print(): Promise<void> {
    const { batches, batch } = this.options;
    while (!this.stopped) {
      const [next] = batches.first(batch.id, ['waiting', 'ready'], 1);
      if (next === undefined) return;
      if (next.state === 'waiting') {
        if (this.hindrance !== null) return;
        this.fetchAhead();
        await this.changed();
      } else if (!(await this.printLabel(next))) return;
    }
  }

  /**
   * What leaves of a label, checked for the printer as it is set up now: that may have changed since the label was
   * fetched. If the order changed since, the label is fetched again; if the label was printed in another way since, the
   * user is asked. No document stops the batch.
   *
   * @returns null if the label was set aside
   */
  private async readyToLeave(label: BatchLabel): Promise<PreparedLabel | null> {
    const documentId = label.documentId ?? '';
    try {
      const made = await this.prepare(label, documentId);
      const isCurrent = await this.options.documents.isCurrent(documentId, label.orderId);
      // After the last wait, because the user and other batches print meanwhile.
      const prepared = this.withOtherPrints(label, made);
      if (!isCurrent) {
        this.setAside({ ...label, state: 'waiting', documentId: null, pages: null });
      } else if (needsDecision(prepared.findings, label)) {
        this.setAside(this.checked({ ...label, anyway: false }, prepared));
      } else return prepared;
    } catch (error) {
      const encoded = encodeError(error);
      if (isOfComputer(encoded)) throw error;
      this.setAside({ ...label, state: 'failed', reason: { kind: 'error', error: encoded } });
    }
    return null;
  }

  private setAside(label: BatchLabel): void {
    if (!this.stopped && this.find(label.id)?.state === 'ready') this.options.save(label);
  }

  /** Asked again after every wait. */
  private hasEnded(): boolean {
    return this.stopped;
  }

  /** The pages that are or may be on paper as the label's document shows them: those of an earlier one do not count. */
  private pagesSent({ orderId, documentId }: BatchLabel): Set<number | null> {
    const { prints, batch } = this.options;
    const shown = documentId === null ? undefined : prints.findDocument(documentId, orderId);
    const sent = prints
      .ofLabel(batch.id, orderId)
      .filter(({ state, content }) => mayBeOnPaper(state) && isSame(content, shown?.content ?? null));
    return new Set(sent.map(({ page }) => page));
  }

  /** Ends a label whose last page was sent. Another page may have failed since it was handed over. */
  private endLabel(id: string): void {
    const label = this.find(id);
    if (label?.state !== 'ready') return;
    const sent = this.pagesSent(label);
    const isWhole = Array.from({ length: label.pages ?? 0 }, (_, index) => index + 1).every((page) => sent.has(page));
    this.options.save(
      isWhole ? { ...label, state: 'printed' } : { ...label, state: 'failed', reason: notPrinted(this.printer) },
    );
  }

  /** @returns false if the printer did not accept it */
  private async printLabel(label: BatchLabel): Promise<boolean> {
    const { labelPrinter, batch } = this.options;
    const { id } = label;
    for (let page = 1; page <= (label.pages ?? 0); page += 1) {
      if (this.pagesSent(label).has(page)) continue;
      await this.roomAtPrinter();
      const now = this.find(id);
      if (this.stopped || now?.state !== 'ready') return true;
      const prepared = await this.readyToLeave(now);
      if (this.hasEnded() || prepared === null || this.find(id)?.state !== 'ready') return true;
      try {
        await labelPrinter.print({
          requestId: id,
          batchId: batch.id,
          orderId: now.orderId,
          documentId: now.documentId ?? '',
          prepared,
          page,
          title: now.title,
          printer: batch.printer,
          anyway: now.anyway,
        });
        this.pagesDone += 1;
      } catch (error) {
        this.hindrance = encodeError(error);
        return false;
      }
    }
    this.endLabel(id);
    return true;
  }

  private async roomAtPrinter(): Promise<void> {
    const { ledger, batch, watch, system } = this.options;
    while (!this.stopped && ledger.outstanding(batch.printer) >= jobsAhead) {
      const began = system.elapsed();
      const stands = () => watch.standstill(batch.printer) !== null;
      const stood = stands();
      await this.changed();
      if (stood || stands()) this.stood += system.elapsed() - began;
    }
  }

  /** Handles unexpected errors, such as a full disk: the batch stops with a reason instead of printing for ever. */
  private hinder(error: unknown): void {
    if (this.stopped) return;
    const known = error instanceof AppError ? error : new AppError('storage.not-saved', { cause: error });
    this.hindrance = encodeError(known);
  }

  private changed(): Promise<void> {
    if (this.stopped) return Promise.resolve();
    return new Promise((resolve) => {
      this.wakeUp = resolve;
    });
  }
}
