/** Prints pages of label documents on this computer's label printer: exactly the files that preflight checked. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ownFolder } from '../private-files.ts';
import { AppError } from '../../shared/errors.ts';
import { chosenInDialog, type Print } from '../../shared/labels.ts';
import type { LabelProfile } from '../../shared/settings.ts';
import type { PreparedLabel } from './documents.ts';
import type { Ledger } from './ledger.ts';
import { isPlain, placedDocument } from '../../preflight/stock.ts';
import type { PrintBackEnd, ShowPrintDialog } from './print-back-end.ts';

export interface LabelPrinterOptions {
  /** Folder for the test page. */
  folder: string;
  ledger: Ledger;
  backEnd: PrintBackEnd;
  profile(): LabelProfile;
}

export interface PageRequest {
  requestId: string;
  batchId: string | null;
  orderId: string;
  documentId: string;
  /** What leaves, prepared for the printer. */
  prepared: Pick<PreparedLabel, 'files' | 'pages' | 'stock' | 'content'>;
  /** From 1. */
  page: number;
  title: string;
  printer: string;
  anyway: boolean;
}

export interface DialogRequest {
  requestId: string;
  orderId: string;
  documentId: string;
  /** What leaves, prepared for the dialog with these pages. */
  prepared: Pick<PreparedLabel, 'files' | 'stock' | 'content'>;
  /** From 1. */
  pages: readonly number[];
  anyway: boolean;
}

export class LabelPrinter {
  private readonly options: LabelPrinterOptions;
  /** How far each label is that is being printed on its own. */
  private readonly pending = new Set<{ printed: number; of: number }>();

  constructor(options: LabelPrinterOptions) {
    this.options = options;
  }

  /** The pages of the labels that are being printed on their own. Null if there are none. */
  underWay(): { printed: number; of: number } | null {
    if (this.pending.size === 0) return null;
    const total = { printed: 0, of: 0 };
    for (const { printed, of } of this.pending) {
      total.printed += printed;
      total.of += of;
    }
    return total;
  }

  /**
   * Prints pages of one label in order. Until the last one was sent they count as work in progress: nothing prints the
   * rest later.
   *
   * @param pages from 1
   * @param print prints one of them
   * @throws what `print` throws; the pages after it are not printed
   */
  async printAll(pages: readonly number[], print: (page: number) => Promise<unknown>): Promise<void> {
    const progress = { printed: 0, of: pages.length };
    this.pending.add(progress);
    try {
      for (const page of pages) {
        await print(page);
        progress.printed += 1;
      }
    } finally {
      this.pending.delete(progress);
    }
  }

  /** @throws AppError `printer.missing`, before anything is sent */
  async mustBeThere(printer: string): Promise<void> {
    const printers = await this.options.backEnd.printers();
    if (printers.some(({ name }) => name === printer)) return;
    throw new AppError('printer.missing', { retry: 'after-change', detail: { name: printer } });
  }

  /** @throws AppError `printer.missing`, `printer.failed`, `record.not-found` if nothing was prepared for the page */
  async print({ prepared, title, ...request }: PageRequest): Promise<Print> {
    const { files, pages, stock, content } = prepared;
    return this.options.ledger.print({
      ...request,
      file: existing(files[request.page - 1]),
      title: `${title} ${request.page}/${pages}`,
      stock,
      content,
    });
  }

  /**
   * Shows the system's dialog to print pages of a document.
   *
   * @returns the ledger's lines, including those of cancelled pages
   * @throws AppError `printer.failed`, `record.not-found` if nothing was prepared
   */
  async printInDialog({ prepared, pages, ...same }: DialogRequest, show: ShowPrintDialog): Promise<Print[]> {
    const { files, stock, content } = prepared;
    const file = existing(files[0]);
    return this.options.ledger.printInDialog(
      pages.map((page) => ({ ...same, batchId: null, page, printer: chosenInDialog, content })),
      (begins) => show(placedDocument(file, stock), begins),
    );
  }

  /**
   * Prints a page with a ruler and a code, without a ledger line.
   *
   * @throws AppError `printer.missing`, `printer.failed`
   */
  async printTestPage(printer: string): Promise<void> {
    const { folder, backEnd } = this.options;
    const profile = this.options.profile();
    await this.mustBeThere(printer);
    await mkdir(folder, { recursive: true, mode: ownFolder });
    const title = 'Depot Desk test page';
    const file = join(folder, 'test-page.pdf');
    // Only now: the libraries that draw codes and pages are larger than all of main.
    const [{ makeTestPage }, { loadPdf, placePages }] = await Promise.all([
      import('./test-page.ts'),
      import('../../preflight/place-page.ts'),
    ]);
    const page = await makeTestPage(profile.dotsPerInch);
    const isUnchanged = isPlain(profile) && !backEnd.placesPages;
    await writeFile(file, isUnchanged ? page : await placePages(await loadPdf(page), [1], profile, { title }));
    await backEnd.print({ file, printer, title, stock: profile.stock }, () => undefined);
  }
}

function existing(file: string | undefined): string {
  if (file === undefined) throw new AppError('record.not-found');
  return file;
}
