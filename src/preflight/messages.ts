/** What main and the preflight process say to each other. */
import type { DocumentCheck } from '../shared/label-check.ts';
import type { Leaving, LeavingDocument } from './leaving.ts';

/** What it is told first: its libraries in WebAssembly, because it cannot read files. */
export interface PreflightLibraries {
  kind: 'libraries';
  pdfium: Uint8Array;
  zxing: Uint8Array;
}

export interface PreflightRequest {
  kind: 'document';
  bytes: Uint8Array;
  /** Of the printer, in both directions. */
  dotsPerInch: number;
  leaving: Leaving;
}
export type PreflightMessage = PreflightLibraries | PreflightRequest;

/** ready: said once, when documents can be sent · note: for the log · full: the document needs too much memory. */
export type PreflightReply =
  | { kind: 'ready' }
  | { kind: 'opened'; pages: number }
  | { kind: 'note'; text: string }
  | { kind: 'prepared'; check: DocumentCheck; documents: LeavingDocument[] }
  | { kind: 'full' }
  | { kind: 'failed'; text: string };
