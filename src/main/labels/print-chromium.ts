/**
 * Printing through Chromium on Windows. Chromium renders the PDF at true size for any printer driver. It neither names
 * jobs nor reports their state, so a page stays handed over until the user checks it.
 */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../shared/errors.ts';
import { unfollowedJob, type Printer } from '../../shared/labels.ts';
import { defaultSettings } from '../../shared/settings.ts';
import { pagesOf } from './paper-printer.ts';
import { placedDocument, placePages } from './place-page.ts';
import type { PlacedDocument, PrintBackEnd } from './print-back-end.ts';

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

/** @param folder a private folder for temporary files */
export function chromiumBackEnd(printing: ChromiumPrinting, folder: string): PrintBackEnd {
  return {
    namesJobsFirst: true,
    printers: () => printing.printers(),

    async print({ file, printer, title, stock }, named): Promise<void> {
      const printers = await printing.printers();
      if (!printers.some(({ name }) => name === printer)) {
        throw new AppError('printer.missing', { retry: 'after-change', detail: { name: printer } });
      }
      // Copies only the visible content to pages of the paper's size: no scripts, links or forms.
      const document = await readFile(file);
      const placed = await placePages(
        document,
        await pagesOf(document),
        { ...defaultSettings.labelProfile, stock },
        title,
      );
      await mkdir(folder, { recursive: true });
      const place = await mkdtemp(join(folder, 'page-'));
      const own = join(place, 'page.pdf');
      try {
        await writeFile(own, placed);
        const isPrinted = await printing.print({ ...placedDocument(own, stock), printer }, () => named(unfollowedJob));
        if (!isPrinted) throw new AppError('printer.failed', { retry: 'after-change', detail: { name: printer } });
      } finally {
        await rm(place, { recursive: true, force: true });
      }
    },

    jobState: () => Promise.resolve('gone'),
    // Nothing tells which of the spooler's jobs it is.
    takeOut: () => Promise.resolve(false),
  };
}
