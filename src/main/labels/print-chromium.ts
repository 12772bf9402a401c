/**
 * Printing through Chromium on Windows. Chromium renders the PDF at true size for any printer driver. It neither names
 * jobs nor reports their state, so a page stays handed over until the user checks it.
 */
import { AppError } from '../../shared/errors.ts';
import { unfollowedJob, type Printer } from '../../shared/labels.ts';
import { placedDocument, type PlacedDocument } from '../../preflight/stock.ts';
import type { PrintBackEnd } from './print-back-end.ts';

export interface ChromiumJob extends PlacedDocument {
  /** Null: the user chooses in the system's dialog. */
  printer: string | null;
}

/** Chromium's printing functions, injected so that this module runs under plain Node. */
export interface ChromiumPrinting {
  printers(): Promise<Printer[]>;
  /**
   * @param begins called right before anything may print
   * @returns false if the user cancelled and nothing was printed
   * @throws AppError `printer.failed`
   */
  print(job: ChromiumJob, begins: () => void): Promise<boolean>;
}

export function chromiumBackEnd(printing: ChromiumPrinting): PrintBackEnd {
  return {
    namesJobsFirst: true,
    // Placed pages hold the visible content only: no scripts, links or forms reach Chromium's viewer.
    placesPages: true,
    printers: () => printing.printers(),

    async print({ file, printer, stock }, named): Promise<void> {
      const printers = await printing.printers();
      if (!printers.some(({ name }) => name === printer)) {
        throw new AppError('printer.missing', { retry: 'after-change', detail: { name: printer } });
      }
      const isPrinted = await printing.print({ ...placedDocument(file, stock), printer }, () => named(unfollowedJob));
      if (!isPrinted) throw new AppError('printer.failed', { retry: 'after-change', detail: { name: printer } });
    },

    jobState: () => Promise.resolve('gone'),
    // Nothing tells which of the spooler's jobs it is.
    takeOut: () => Promise.resolve(false),
  };
}
