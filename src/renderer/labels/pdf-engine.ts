import type { PDFDocumentLoadingTask } from 'pdfjs-dist';

/** Opens documents; what the preview needs to know of pdf.js. */
export interface PdfEngine {
  /** Begins to read a document. The bytes are handed over: they are empty afterwards. */
  open: (bytes: Uint8Array<ArrayBuffer>) => Promise<PDFDocumentLoadingTask>;
  /** Ends the worker at once, whatever it does; the next `open` starts a new one. */
  end: () => void;
}
