/** The logic of the label dialog for one order: fetch, check, print, save. */
import { untrack } from 'svelte';
import type { AppError } from '../../shared/errors.ts';
import { weightOf, type Finding } from '../../shared/label-check.ts';
import type { LabelCheck, LabelDocument, Print, Printer } from '../../shared/labels.ts';
import type { Backend } from '../../shared/contract.ts';
import { asAppError } from '../lib/backend.ts';
import type { Pressed } from '../lib/press.ts';
import { readPages } from './label-words.ts';
import type { PdfEngine } from './pdf-engine.ts';
import { inTime, longestUnchecked } from './pdf-problem.ts';
import { PdfPreview } from './pdf-preview.svelte.ts';

/** The calls the preview makes. */
export type LabelCalls = Pick<Backend['labels'], 'fetch' | 'check' | 'save' | 'printers'> & {
  print: Pressed<'labels.print'>;
  printInDialog: Pressed<'labels.printInDialog'>;
  rememberedPrinter: () => Promise<string | null>;
  rememberPrinter: (name: string) => Promise<void>;
};

/** Whether findings need a confirmation. */
export const asks = (findings: readonly Finding[]): boolean => findings.some((finding) => weightOf(finding) === 'ask');

export class LabelPreview {
  readonly pdf: PdfPreview;
  document = $state.raw<LabelDocument | null>(null);
  fetching = $state(false);
  fetchError = $state.raw<AppError | null>(null);
  /** Null while loading. */
  printers = $state.raw<Printer[] | null>(null);
  printersError = $state.raw<AppError | null>(null);
  /** Name of the label printer; null until one is chosen. */
  printer = $state<string | null>(null);
  printing = $state(false);
  saving = $state(false);
  /** A check for another way than the printer is running. */
  looking = $state(false);
  /** Why the last print or save failed. */
  failure = $state.raw<{ what: 'print' | 'save'; error: AppError } | null>(null);

  /** The result of preflight for the printer; null while it runs. */
  check = $state.raw<LabelCheck | null>(null);
  checkError = $state.raw<AppError | null>(null);
  /** The pages to print, as typed; empty: all. */
  pages = $state('');
  readonly findings = $derived.by(() => this.check?.findings ?? []);
  /** Printing needs a confirmation. */
  readonly asks = $derived.by(() => asks(this.findings));
  readonly chosenPages = $derived.by(() => readPages(this.pages, this.check?.pages ?? 0));
  /** The chosen printer is not on this computer. */
  readonly printerMissing = $derived.by(
    () => this.printer !== null && this.printers !== null && !this.printers.some(({ name }) => name === this.printer),
  );
  /** The system's print dialog does not need a printer from the list. */
  readonly canPrintInDialog = $derived.by(
    () =>
      this.document !== null &&
      this.check !== null &&
      this.check.findings.every((finding) => weightOf(finding) !== 'refuse') &&
      this.chosenPages !== undefined &&
      !this.printing &&
      !this.looking,
  );
  readonly canPrint = $derived.by(
    () => this.canPrintInDialog && this.printer !== null && this.printers !== null && !this.printerMissing,
  );
  /**
   * The label is shown and could not be checked. The computer may only have been busy, so it is worth a second time. A
   * label that is not shown can be fetched again where it would be.
   */
  readonly isUnchecked = $derived.by(
    () =>
      this.fetchError === null &&
      this.pdf.state.kind === 'open' &&
      (this.checkError !== null || this.findings.some(({ kind }) => kind === 'problem')),
  );
  readonly #orderId: string;
  readonly #calls: LabelCalls;
  readonly #engine: PdfEngine;
  #closed = false;

  constructor(orderId: string, calls: LabelCalls, engine: PdfEngine) {
    this.#orderId = orderId;
    this.#calls = calls;
    this.#engine = engine;
    this.pdf = new PdfPreview(engine);
  }

  /** Fetches the label and the list of printers in parallel; return the result from `$effect`. */
  start = (): (() => void) => {
    this.#closed = false;
    this.#engine.warm();
    // Untracked: state that the fetch reads must not start it again.
    untrack(() => {
      void this.fetch();
      void this.findPrinters();
    });
    return () => {
      this.#closed = true;
      void this.pdf.close();
    };
  };

  /** Never throws: a failure is stored in `fetchError`. */
  async fetch(): Promise<void> {
    if (this.fetching) return;
    this.fetching = true;
    this.fetchError = null;
    try {
      const document = await this.#calls.fetch({ orderId: this.#orderId });
      if (this.#closed) return;
      this.document = document;
      this.check = null;
      this.checkError = null;
      await this.#show(document);
    } catch (error) {
      this.fetchError = asAppError(error);
    } finally {
      this.fetching = false;
    }
  }

  async #show(document: LabelDocument): Promise<void> {
    const checked = this.#lookAt(document);
    await inTime(checked, longestUnchecked).catch(() => undefined);
    if (this.#closed) return;
    if (!this.#isTooLarge()) await this.pdf.open(document.bytes);
    await checked;
    if (this.#isTooLarge()) await this.pdf.refuse('too-large');
  }

  /** Drawing would take the window as much memory as it took the check. */
  #isTooLarge(): boolean {
    return (
      !this.#closed && this.findings.some((finding) => finding.kind === 'problem' && finding.problem === 'too-large')
    );
  }

  async #lookAt({ id }: LabelDocument): Promise<void> {
    try {
      const check = await this.#calls.check({ documentId: id, orderId: this.#orderId, way: 'printer', pages: null });
      if (this.document?.id === id) this.check = check;
    } catch (error) {
      this.checkError = asAppError(error);
    }
  }

  /** Lists this computer's printers and preselects the remembered one. */
  async findPrinters(): Promise<void> {
    this.printers = null;
    this.printersError = null;
    try {
      const [printers, remembered] = await Promise.all([this.#calls.printers(), this.#calls.rememberedPrinter()]);
      this.printer ??= remembered;
      this.printers = printers;
    } catch (error) {
      this.printersError = asAppError(error);
      this.printers = [];
    }
  }

  async choosePrinter(name: string): Promise<void> {
    this.printer = name;
    // Ignores failures: printing saves the choice again.
    await this.#calls.rememberPrinter(name).catch(() => undefined);
  }

  /**
   * What leaves through the dialog or as a file is not what leaves for the printer, so it has findings of its own.
   * @returns null when the check failed, with the reason in `failure`
   */
  async findingsFor(way: 'dialog' | 'file'): Promise<Finding[] | null> {
    const { document } = this;
    // A file always has all pages.
    const pages = way === 'dialog' ? this.chosenPages : null;
    if (document === null || pages === undefined || this.looking) return null;
    this.looking = true;
    this.failure = null;
    try {
      return (await this.#calls.check({ documentId: document.id, orderId: this.#orderId, way, pages })).findings;
    } catch (error) {
      this.failure = { what: way === 'file' ? 'save' : 'print', error: asAppError(error) };
      return null;
    } finally {
      this.looking = false;
    }
  }

  /** @returns the ledger's entries; null when printing failed, with the reason in `failure` */
  async print(anyway = false): Promise<Print[] | null> {
    const { document, printer, chosenPages } = this;
    if (!this.canPrint || document === null || printer === null || chosenPages === undefined) return null;
    return this.#send(() =>
      this.#calls.print({ documentId: document.id, orderId: this.#orderId, printer, pages: chosenPages, anyway }),
    );
  }

  /** @returns whether anything was printed: the user may cancel, or `failure` gives the reason */
  async printInDialog(anyway = false): Promise<boolean> {
    const { document, chosenPages } = this;
    if (!this.canPrintInDialog || document === null || chosenPages === undefined) return false;
    const sent = await this.#send(() =>
      this.#calls.printInDialog({ documentId: document.id, orderId: this.#orderId, pages: chosenPages, anyway }),
    );
    return sent?.printed ?? false;
  }

  /** @returns null on failure, with the reason in `failure` */
  async #send<Sent>(call: () => Promise<Sent>): Promise<Sent | null> {
    this.printing = true;
    this.failure = null;
    try {
      return await call();
    } catch (error) {
      this.failure = { what: 'print', error: asAppError(error) };
      return null;
    } finally {
      this.printing = false;
    }
  }

  /** @returns the file's name; null when the user cancelled or saving failed, with the reason in `failure` */
  async save(anyway = false): Promise<string | null> {
    if (this.document === null || this.saving) return null;
    this.saving = true;
    this.failure = null;
    try {
      const saved = await this.#calls.save({ documentId: this.document.id, orderId: this.#orderId, anyway });
      return saved?.name ?? null;
    } catch (error) {
      this.failure = { what: 'save', error: asAppError(error) };
      return null;
    } finally {
      this.saving = false;
    }
  }
}
