/**
 * Runs pdf.js with one worker for all documents, the app's own standard fonts, and no network access. The worker is
 * created here: if pdf.js failed to create one, it would fall back to the main thread, where a malicious document could
 * freeze the window.
 */
import type { PDFDocumentLoadingTask, PDFWorker } from 'pdfjs-dist';
import Worker from 'pdfjs-dist/build/pdf.worker.min.mjs?worker';
import type { CountedOperations } from './page-limits.ts';
import type { PdfEngine } from './pdf-engine.ts';

/** Larger images are not rendered: four times an A6 page at 600 dpi. */
const mostImagePixels = 35_000_000;

const fontAddresses = Object.entries(
  import.meta.glob<string>('../../../node_modules/pdfjs-dist/standard_fonts/*.{pfb,ttf}', {
    query: '?url',
    import: 'default',
    eager: true,
  }),
);

/** The standard fonts that were read. A document that uses one needs it again, and so do most labels. */
const fonts = new Map<string, Promise<Uint8Array>>();

async function readFont(filename: string): Promise<Uint8Array> {
  const address = fontAddresses.find(([path]) => path.endsWith(`/${filename}`))?.[1];
  if (address === undefined) throw new Error(`${filename} is not bundled with the app`);
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${filename}: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

/** Provides the 14 standard fonts, which a PDF may use without embedding them. */
class FontsOfTheApp {
  async fetch({ filename }: { kind: string; filename: string }): Promise<Uint8Array> {
    const font = fonts.get(filename) ?? readFont(filename);
    fonts.set(filename, font);
    try {
      // A copy, because pdf.js may transfer the buffer.
      return (await font).slice();
    } catch (error) {
      fonts.delete(filename);
      throw error;
    }
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
      // A damaged page is reported instead of being shown in part.
      stopAtErrors: true,
      maxImageSize: mostImagePixels,
      useSystemFonts: false,
      useWorkerFetch: false,
      // The window's content security policy forbids WebAssembly.
      useWasm: false,
      enableXfa: false,
      disableAutoFetch: true,
      BinaryDataFactory: FontsOfTheApp,
    });
  };

  operations = async (): Promise<CountedOperations> => (await loadLibrary()).OPS;

  warm = (): void => {
    // A failure is reported by `open`.
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

/** Loaded with the first label instead of at startup. */
const loadLibrary = () => import('pdfjs-dist');

async function startWorker(): Promise<Running> {
  const { PDFWorker, VerbosityLevel } = await loadLibrary();
  const port = new Worker();
  return { port, worker: PDFWorker.create({ port, verbosity: VerbosityLevel.ERRORS }) };
}

export const pdfEngine: PdfEngine = new WorkerEngine();
