/**
 * Printing through Chromium, on Windows: it draws the PDF at true size for whatever driver the printer has. It names no
 * job and says nothing of it afterwards, so that a page stays handed over until a person looks.
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
  /** Null: a person chooses in the system's dialog. */
  printer: string | null;
}

/** What of Chromium prints; given, so that this runs under plain Node. */
export interface ChromiumPrinting {
  printers(): Promise<Printer[]>;
  /**
   * @param begins told right before something may print
   * @returns false: the person cancelled, and nothing was printed
   * @throws AppError `printer.failed`
   */
  print(job: ChromiumJob, begins: () => void): Promise<boolean>;
}

/** @param folder its own, for pages on their way */
export function chromiumBackEnd(printing: ChromiumPrinting, folder: string): PrintBackEnd {
  return {
    namesJobsFirst: true,
    printers: () => printing.printers(),

    async print({ file, printer, title, stock }, named): Promise<void> {
      const printers = await printing.printers();
      if (!printers.some(({ name }) => name === printer)) {
        throw new AppError('printer.missing', { retry: 'after-change', detail: { name: printer } });
      }
      // On a page of the paper's size, and nothing of the document but what it draws: no script, no link, no form.
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
    // Which of the spooler's jobs it is, nobody says.
    takeOut: () => Promise.resolve(false),
  };
}
