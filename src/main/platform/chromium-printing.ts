/**
 * Prints with Chromium: a hidden window shows the PDF in Chromium's viewer, which sends it to the system's printing as
 * vectors and in the requested size (docs/decisions/printing.md).
 */
import { pathToFileURL } from 'node:url';
import { BrowserWindow, type WebContents } from 'electron';
import type { ChromiumJob, ChromiumPrinting } from '../labels/print-chromium.ts';
import type { System } from '../system.ts';
import { AppError } from '../../shared/errors.ts';

export interface ChromiumPrintingOptions {
  window: () => BrowserWindow | null;
  system: System;
}

const readyBound = 15_000;
const lookAgain = 50;
/** Timeout of a silent job, which is handed over immediately. A dialog stays open as long as the user needs. */
const silentBound = 60_000;

export function chromiumPrinting({ window, system }: ChromiumPrintingOptions): ChromiumPrinting {
  return {
    async printers() {
      const printers = await window()?.webContents.getPrintersAsync();
      return (printers ?? []).map(({ name, displayName }) => ({
        name,
        description: displayName,
        // Chromium reports neither of the two.
        isDefault: false,
        stopped: null,
        tried: process.platform === 'linux',
      }));
    },

    async print(job, begins) {
      const viewer = openViewer(window());
      try {
        await viewer.loadURL(pathToFileURL(job.file).href);
        await viewerReady(viewer.webContents, job, system);
        begins();
        return await handOver(viewer.webContents, job, system);
      } catch (error) {
        if (error instanceof AppError) throw error;
        throw failed(job, error);
      } finally {
        viewer.destroy();
      }
    },
  };
}

const failed = ({ printer }: ChromiumJob, cause: unknown) =>
  new AppError('printer.failed', {
    retry: 'after-change',
    detail: printer === null ? {} : { name: printer },
    cause,
  });

/** Uses the app's own session, which grants no permissions, because Chromium's viewer works in no other. */
function openViewer(parent: BrowserWindow | null): BrowserWindow {
  const viewer = new BrowserWindow({
    show: false,
    // A dialog opens in front of the visible window.
    ...(parent === null ? {} : { parent }),
    webPreferences: { sandbox: true, contextIsolation: true, plugins: true, spellcheck: false },
  });
  viewer.webContents.on('will-navigate', (event) => event.preventDefault());
  return viewer;
}

/**
 * Waits until the viewer shows the document. While it starts, its window prints as a blank page. No event reports that
 * it is ready, so this polls the printed page as a PDF for the document's mark.
 */
async function viewerReady(contents: WebContents, job: ChromiumJob, system: System): Promise<void> {
  const until = system.elapsed() + readyBound;
  while (system.elapsed() < until) {
    // Fails while the viewer is starting.
    const printed = await contents.printToPDF({}).catch(() => null);
    if (printed?.includes(job.mark) === true) return;
    await new Promise<void>((resolve) => system.after(lookAgain, resolve));
  }
  throw failed(job, new Error('the viewer did not show the page'));
}

const microns = (millimetres: number) => Math.round(millimetres * 1_000);

/** @returns false if the user cancelled */
function handOver(contents: WebContents, job: ChromiumJob, system: System): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const cancelBound =
      job.printer === null
        ? () => undefined
        : system.after(silentBound, () => reject(failed(job, new Error('silence'))));
    contents.print(
      {
        silent: job.printer !== null,
        // One-sided as through CUPS, whatever the printer does by default. In the dialog the user chooses.
        ...(job.printer === null ? {} : { deviceName: job.printer, duplexMode: 'simplex' as const }),
        // Without a size the paper would be A4.
        pageSize: { width: microns(job.paper.width), height: microns(job.paper.height) },
        margins: { marginType: 'none' },
        scaleFactor: 100,
        color: false,
      },
      (done, reason) => {
        cancelBound();
        if (done) resolve(true);
        else if (/cancel/i.test(reason)) resolve(false);
        else reject(failed(job, new Error(reason)));
      },
    );
  });
}
