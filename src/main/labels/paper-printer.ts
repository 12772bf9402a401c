/** Prints A4 documents. There is no ledger, because a duplicate does no harm. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PDFDocument } from '@cantoo/pdf-lib';
import { placedDocument, placePages } from './place-page.ts';
import type { PrintBackEnd, ShowPrintDialog } from './print-back-end.ts';

export interface PaperPrinterOptions {
  /** A private folder for temporary files. */
  folder: string;
  backEnd: PrintBackEnd;
}

export class PaperPrinter {
  private readonly options: PaperPrinterOptions;

  constructor(options: PaperPrinterOptions) {
    this.options = options;
  }

  /**
   * @param document a PDF of A4 pages
   * @throws AppError `printer.missing`, `printer.failed`
   */
  print(document: Uint8Array, title: string, printer: string): Promise<void> {
    return this.withFile(document, (file) =>
      this.options.backEnd.print({ file, printer, title, stock: 'a4' }, () => undefined),
    );
  }

  /** @returns false if the user cancelled @throws AppError `printer.failed` */
  async printInDialog(document: Uint8Array, title: string, show: ShowPrintDialog): Promise<boolean> {
    const placed = await placePages(document, await pagesOf(document), plainA4, title);
    return this.withFile(placed, (file) => show(placedDocument(file, 'a4'), () => undefined));
  }

  /** The file is deleted after the hand-over, because it contains personal data. */
  private async withFile<Value>(document: Uint8Array, use: (file: string) => Promise<Value>): Promise<Value> {
    await mkdir(this.options.folder, { recursive: true });
    const place = await mkdtemp(join(this.options.folder, 'paper-'));
    try {
      const file = join(place, 'paper.pdf');
      await writeFile(file, document);
      return await use(file);
    } finally {
      await rm(place, { recursive: true, force: true });
    }
  }
}

/** The page numbers of a document, from 1. */
export async function pagesOf(document: Uint8Array): Promise<number[]> {
  const { length } = (await PDFDocument.load(document, { updateMetadata: false })).getPageIndices();
  return Array.from({ length }, (_, index) => index + 1);
}

const plainA4 = { stock: 'a4', right: 0, down: 0, rotation: 0 } as const;
