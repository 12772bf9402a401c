/**
 * pdf.js as this window uses it: one worker of our own for all documents, standard fonts from the app, nothing from the
 * network. We make the worker ourselves, because pdf.js falls back to reading documents on the window's own thread when
 * it cannot make one, and there a bad document would freeze the window.
 */
import type { PDFDocumentLoadingTask, PDFWorker } from 'pdfjs-dist';
import Worker from 'pdfjs-dist/build/pdf.worker.min.mjs?worker';
import type { PdfEngine } from './pdf-engine.ts';

/** Images above this are left out: four times an A6 page at 600 dots an inch. */
const mostImagePixels = 35_000_000;

const fontAddresses = Object.entries(
  import.meta.glob<string>('../../../node_modules/pdfjs-dist/standard_fonts/*.{pfb,ttf}', {
    query: '?url',
    import: 'default',
    eager: true,
  }),
);

/** Gives pdf.js the 14 standard fonts, which PDFs may name without carrying them. */
class FontsOfTheApp {
  async fetch({ filename }: { kind: string; filename: string }): Promise<Uint8Array> {
    const address = fontAddresses.find(([path]) => path.endsWith(`/${filename}`))?.[1];
    if (address === undefined) throw new Error(`${filename} does not ship with the app`);
    const response = await fetch(address);
    if (!response.ok) throw new Error(`${filename}: ${response.status}`);
    return new Uint8Array(await response.arrayBuffer());
  }
}

interface Running {
  port: globalThis.Worker;
  worker: PDFWorker;
}

class WorkerEngine implements PdfEngine {
  #running: Promise<Running> | null = null;

  open = async (bytes: Uint8Array<ArrayBuffer>): Promise<PDFDocumentLoadingTask> => {
    const { getDocument, VerbosityLevel } = await loadLibrary();
    const { worker } = await this.#start();
    return getDocument({
      data: bytes,
      worker,
      verbosity: VerbosityLevel.ERRORS,
      // A damaged page is said, not shown in part.
      stopAtErrors: true,
      maxImageSize: mostImagePixels,
      useSystemFonts: false,
      useWorkerFetch: false,
      // WebAssembly is code made at run time, which the window's policy forbids.
      useWasm: false,
      enableXfa: false,
      disableAutoFetch: true,
      BinaryDataFactory: FontsOfTheApp,
    });
  };

  warm = (): void => {
    // When it fails, `open` says why.
    this.#start().catch(() => undefined);
  };

  end = (): void => {
    const running = this.#running;
    this.#running = null;
    void running?.then(({ port, worker }) => {
      worker.destroy();
      port.terminate();
    });
  };

  #start(): Promise<Running> {
    this.#running ??= startWorker();
    return this.#running;
  }
}

/** Loaded with the first label, not with the window. */
const loadLibrary = () => import('pdfjs-dist');

async function startWorker(): Promise<Running> {
  const { PDFWorker, VerbosityLevel } = await loadLibrary();
  const port = new Worker();
  return { port, worker: PDFWorker.create({ port, verbosity: VerbosityLevel.ERRORS }) };
}

export const pdfEngine: PdfEngine = new WorkerEngine();
