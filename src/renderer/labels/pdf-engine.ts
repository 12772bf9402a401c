import type { PDFDocumentLoadingTask } from 'pdfjs-dist';
import type { CountedOperations } from './page-limits.ts';

/** The part of pdf.js that the preview uses. */
export interface PdfEngine {
  /** Starts loading a document. The buffer is transferred: `bytes` is empty afterwards. */
  open: (bytes: Uint8Array<ArrayBuffer>) => Promise<PDFDocumentLoadingTask>;
  /** The codes of operations in this version of pdf.js. */
  operations: () => Promise<CountedOperations>;
  /** Starts the worker while a document is still being fetched. */
  warm: () => void;
  /** Terminates the worker immediately; the next `open` starts a new one. */
  end: () => void;
}
