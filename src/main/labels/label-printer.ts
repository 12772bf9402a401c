/** Prints pages of label documents on this computer's label printer. */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Cache } from '../db/cache-functions.ts';
import { AppError } from '../../shared/errors.ts';
import { chosenInDialog, type Print } from '../../shared/labels.ts';
import type { LabelProfile } from '../../shared/settings.ts';
import type { LabelDocuments } from './documents.ts';
import { fileNameOfIds } from './file-name.ts';
import type { Ledger } from './ledger.ts';
import { isPlain, onePage, placedDocument, placePage, placePages } from './place-page.ts';
import type { PrintBackEnd, ShowPrintDialog } from './print-back-end.ts';
import { makeTestPage } from './test-page.ts';

export interface LabelPrinterOptions {
  /** Temporary folder for rearranged pages. */
  folder: string;
  documents: LabelDocuments;
  ledger: Ledger;
  backEnd: PrintBackEnd;
  cache: Cache;
  profile(): LabelProfile;
}

export interface PageRequest {
  requestId: string;
  batchId: string | null;
  orderId: string;
  documentId: string;
  /** From 1. */
  page: number;
  pages: number;
  title: string;
  printer: string;
  anyway: boolean;
}

export interface DialogRequest {
  requestId: string;
  orderId: string;
  documentId: string;
  /** From 1. */
  pages: readonly number[];
  title: string;
  anyway: boolean;
}

export class LabelPrinter {
  private readonly options: LabelPrinterOptions;

  constructor(options: LabelPrinterOptions) {
    this.options = options;
  }

  /** @throws AppError `printer.missing`, before anything is sent */
  async mustBeThere(printer: string): Promise<void> {
    const printers = await this.options.backEnd.printers();
    if (printers.some(({ name }) => name === printer)) return;
    throw new AppError('printer.missing', { retry: 'after-change', detail: { name: printer } });
  }

  /** @throws AppError `printer.missing`, `printer.failed`, `record.not-found` */
  async print(request: PageRequest): Promise<Print> {
    const { documents, ledger, cache } = this.options;
    const profile = this.options.profile();
    documents.find(request.documentId, request.orderId);
    const content = await cache.labelContent(request.orderId);
    // The service's file is used unchanged if it has only this page.
    const isWhole = isPlain(profile) && request.pages === 1;
    const file = isWhole ? documents.file(request.documentId) : await this.place(request, profile);
    try {
      return await ledger.print({
        requestId: request.requestId,
        batchId: request.batchId,
        orderId: request.orderId,
        documentId: request.documentId,
        page: request.page,
        printer: request.printer,
        anyway: request.anyway,
        file,
        title: `${request.title} ${request.page}/${request.pages}`,
        stock: profile.stock,
        content,
      });
    } finally {
      if (!isWhole) await rm(file, { force: true });
    }
  }

  /**
   * Shows the system's dialog to print pages of a document.
   *
   * @returns the ledger's lines, including those of cancelled pages
   * @throws AppError `printer.failed`, `record.not-found`
   */
  async printInDialog(request: DialogRequest, show: ShowPrintDialog): Promise<Print[]> {
    const { documents, ledger, cache, folder } = this.options;
    const profile = this.options.profile();
    const { pages, title, ...same } = request;
    const { requestId, orderId, documentId } = same;
    documents.find(documentId, orderId);
    const content = await cache.labelContent(orderId);
    await mkdir(folder, { recursive: true });
    const file = join(folder, `${fileNameOfIds(requestId)}.pdf`);
    try {
      await writeFile(file, await placePages(await documents.bytes(documentId), pages, profile, title));
      return await ledger.printInDialog(
        pages.map((page) => ({ ...same, batchId: null, page, printer: chosenInDialog, content })),
        (begins) => show(placedDocument(file, profile.stock), begins),
      );
    } finally {
      await rm(file, { force: true });
    }
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
    await mkdir(folder, { recursive: true });
    const file = join(folder, 'test-page.pdf');
    const page = await makeTestPage(profile.dotsPerInch);
    await writeFile(file, isPlain(profile) ? page : await placePage(page, 1, profile));
    await backEnd.print({ file, printer, title: 'Depot Desk test page', stock: profile.stock }, () => undefined);
  }

  private async place({ documentId, page, requestId }: PageRequest, profile: LabelProfile): Promise<string> {
    const { folder, documents } = this.options;
    await mkdir(folder, { recursive: true });
    const file = join(folder, `${fileNameOfIds(requestId, documentId.slice(0, 8), page)}.pdf`);
    const bytes = await documents.bytes(documentId);
    await writeFile(file, await (isPlain(profile) ? onePage(bytes, page) : placePage(bytes, page, profile)));
    return file;
  }
}
