import type { PDFDocumentLoadingTask } from 'pdfjs-dist';

/** Opens documents; what the preview needs to know of pdf.js. */
export interface PdfEngine {
  /** Begins to read a document. The bytes are handed over: they are empty afterwards. */
  open: (bytes: Uint8Array<ArrayBuffer>) => Promise<PDFDocumentLoadingTask>;
  /** Gets ready while a document is still fetched. */
  warm: () => void;
  /** Ends the worker at once, whatever it does; the next `open` starts a new one. */
  end: () => void;
}
