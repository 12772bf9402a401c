/** Prints A4 documents. There is no ledger, because a duplicate does no harm. */
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { placedDocument } from '../../preflight/stock.ts';
import type { Log } from '../log.ts';
import { erase, eraseLeft, ownFile, ownFolder } from '../private-files.ts';
import type { PrintBackEnd, ShowPrintDialog } from './print-back-end.ts';

export interface PaperPrinterOptions {
  /** A folder of its own for temporary files, which it empties. */
  folder: string;
  backEnd: PrintBackEnd;
  log: Log;
}

export class PaperPrinter {
  private readonly options: PaperPrinterOptions;
  private readonly emptied: Promise<void>;

  /** Deletes what a crash left behind. */
  constructor(options: PaperPrinterOptions) {
    this.options = options;
    this.emptied = eraseLeft(options.folder, options.log);
  }

  /** Waits until the folder was emptied. */
  close(): Promise<void> {
    return this.emptied;
  }

  /**
   * @param document a PDF of A4 pages
   * @throws AppError `printer.missing`, `printer.failed`
   */
  async print(document: Uint8Array, title: string, printer: string): Promise<void> {
    const { backEnd } = this.options;
    const printed = backEnd.placesPages ? await placeAll(document, title) : document;
    return this.withFile(printed, (file) => backEnd.print({ file, printer, title, stock: 'a4' }, () => undefined));
  }

  /** @returns false if the user cancelled @throws AppError `printer.failed` */
  async printInDialog(document: Uint8Array, title: string, show: ShowPrintDialog): Promise<boolean> {
    return this.withFile(await placeAll(document, title), (file) => show(placedDocument(file, 'a4'), () => undefined));
  }

  /** The file is deleted after the hand-over, because it contains personal data. */
  private async withFile<Value>(document: Uint8Array, use: (file: string) => Promise<Value>): Promise<Value> {
    await this.emptied;
    await mkdir(this.options.folder, { recursive: true, mode: ownFolder });
    const place = await mkdtemp(join(this.options.folder, 'paper-'));
    try {
      const file = join(place, 'paper.pdf');
      await writeFile(file, document, { mode: ownFile });
      return await use(file);
    } finally {
      await erase(place);
    }
  }
}

const plainA4 = { stock: 'a4', right: 0, down: 0, rotation: 0, dotsPerInch: 600 } as const;

/** Every page on A4 paper. */
async function placeAll(document: Uint8Array, title: string): Promise<Uint8Array> {
  // Only now: the library is large, and most starts print nothing.
  const { loadPdf, placePages } = await import('../../preflight/place-page.ts');
  const source = await loadPdf(document);
  const pages = source.getPageIndices().map((index) => index + 1);
  return placePages(source, pages, plainA4, { title });
}
