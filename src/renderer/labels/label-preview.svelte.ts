/** The label of one order: fetched, looked at, printed, saved. */
import { untrack } from 'svelte';
import type { AppError } from '../../shared/errors.ts';
import { weightOf, type Finding } from '../../shared/label-check.ts';
import type { LabelDocument, Print, Printer } from '../../shared/labels.ts';
import type { Backend } from '../../shared/contract.ts';
import { asAppError } from '../lib/backend.ts';
import type { Pressed } from '../lib/press.ts';
import { readPages } from './label-words.ts';
import type { PdfEngine } from './pdf-engine.ts';
import { PdfPreview } from './pdf-preview.svelte.ts';

/** The calls the preview makes. */
export type LabelCalls = Pick<Backend['labels'], 'fetch' | 'check' | 'save' | 'printers'> & {
  print: Pressed<'labels.print'>;
  printInDialog: Pressed<'labels.printInDialog'>;
  rememberedPrinter: () => Promise<string | null>;
  rememberPrinter: (name: string) => Promise<void>;
};

export class LabelPreview {
  readonly pdf: PdfPreview;
  document = $state.raw<LabelDocument | null>(null);
  fetching = $state(false);
  fetchError = $state.raw<AppError | null>(null);
  /** Null while they are looked for. */
  printers = $state.raw<Printer[] | null>(null);
  printersError = $state.raw<AppError | null>(null);
  /** Name of the printer labels go to; null until one is chosen. */
  printer = $state<string | null>(null);
  printing = $state(false);
  saving = $state(false);
  /** Why the last print or save did not happen. */
  failure = $state.raw<{ what: 'print' | 'save'; error: AppError } | null>(null);

  /** What preflight found; null while it looks. */
  check = $state.raw<{ findings: Finding[]; pages: number } | null>(null);
  checkError = $state.raw<AppError | null>(null);
  /** The pages to print, as typed; empty: all. */
  pages = $state('');
  readonly findings = $derived.by(() => this.check?.findings ?? []);
  /** Printed only when a person says so. */
  readonly asks = $derived.by(() => this.findings.some((finding) => weightOf(finding) === 'ask'));
  readonly chosenPages = $derived.by(() => readPages(this.pages, this.check?.pages ?? 0));
  /** The remembered printer is not among those that are there. */
  readonly printerMissing = $derived.by(
    () => this.printer !== null && this.printers !== null && !this.printers.some(({ name }) => name === this.printer),
  );
  /** In the system's dialog, whatever printers Depot Desk knows. */
  readonly canPrintInDialog = $derived.by(
    () =>
      this.document !== null &&
      this.check !== null &&
      this.check.findings.every((finding) => weightOf(finding) !== 'refuse') &&
      this.chosenPages !== undefined &&
      !this.printing,
  );
  readonly canPrint = $derived.by(
    () => this.canPrintInDialog && this.printer !== null && this.printers !== null && !this.printerMissing,
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

  /** Fetches label and printers at the same time; give the result to `$effect`. */
  start = (): (() => void) => {
    this.#closed = false;
    this.#engine.warm();
    // Begins once: what fetching reads of this object is no reason to begin again.
    untrack(() => {
      void this.fetch();
      void this.findPrinters();
    });
    return () => {
      this.#closed = true;
      void this.pdf.close();
    };
  };

  /** Never throws: a failure stands in `fetchError`. */
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
      await Promise.all([this.pdf.open(document.bytes), this.#lookAt(document)]);
    } catch (error) {
      this.fetchError = asAppError(error);
    } finally {
      this.fetching = false;
    }
  }

  async #lookAt({ id }: LabelDocument): Promise<void> {
    try {
      const check = await this.#calls.check({ documentId: id, orderId: this.#orderId });
      if (this.document?.id === id) this.check = check;
    } catch (error) {
      this.checkError = asAppError(error);
    }
  }

  /** Looks for the printers of this computer and takes the remembered one. */
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
    // Printing remembers it too; when this is not saved, nothing is lost.
    await this.#calls.rememberPrinter(name).catch(() => undefined);
  }

  /** @returns the lines of the ledger; null when it was not printed, `failure` says why */
  async print(anyway = false): Promise<Print[] | null> {
    const { document, printer, chosenPages } = this;
    if (!this.canPrint || document === null || printer === null || chosenPages === undefined) return null;
    return this.#send(() =>
      this.#calls.print({ documentId: document.id, orderId: this.#orderId, printer, pages: chosenPages, anyway }),
    );
  }

  /** @returns whether something was handed over: the person may cancel, and `failure` may say why not */
  async printInDialog(anyway = false): Promise<boolean> {
    const { document, chosenPages } = this;
    if (!this.canPrintInDialog || document === null || chosenPages === undefined) return false;
    const sent = await this.#send(() =>
      this.#calls.printInDialog({ documentId: document.id, orderId: this.#orderId, pages: chosenPages, anyway }),
    );
    return sent?.printed ?? false;
  }

  /** @returns null when it failed, `failure` says why */
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

  /** @returns the file's name; null when it was not saved: nowhere chosen, or `failure` says why */
  async save(): Promise<string | null> {
    if (this.document === null || this.saving) return null;
    this.saving = true;
    this.failure = null;
    try {
      const saved = await this.#calls.save({ documentId: this.document.id, orderId: this.#orderId });
      return saved?.name ?? null;
    } catch (error) {
      this.failure = { what: 'save', error: asAppError(error) };
      return null;
    } finally {
      this.saving = false;
    }
  }
}
