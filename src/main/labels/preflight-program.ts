/**
 * The preflight program. It makes what leaves of label documents and checks it in its own process, which can be killed
 * if a document misbehaves. Runs as an Electron utility process or as a child of plain Node.
 */
import type { DocumentCheck } from '../../shared/label-check.ts';
import { prepareDocument } from './check-document.ts';
import { startReader } from './codes.ts';
import type { Leaving, LeavingDocument } from './leaving.ts';
import { startPdf } from './pdf-pages.ts';

export interface PreflightRequest {
  bytes: Uint8Array;
  /** Of the printer, in both directions. */
  dotsPerInch: number;
  leaving: Leaving;
}
/** ready: said once, when documents can be sent · note: for the log. */
export type PreflightReply =
  | { kind: 'ready' }
  | { kind: 'opened'; pages: number }
  | { kind: 'note'; text: string }
  | { kind: 'prepared'; check: DocumentCheck; documents: LeavingDocument[] }
  | { kind: 'failed'; text: string };

/** Exists only in Electron. */
interface ParentPort {
  postMessage(message: unknown): void;
  on(event: 'message', listener: (event: { data: unknown }) => void): void;
}

const { parentPort } = process as { parentPort?: ParentPort };

function say(reply: PreflightReply): void {
  if (parentPort) parentPort.postMessage(reply);
  else process.send?.(reply);
}

const fail = (error: unknown) => say({ kind: 'failed', text: error instanceof Error ? error.message : String(error) });

const notes = {
  opened: (pages: number) => say({ kind: 'opened', pages }),
  report: (text: string) => say({ kind: 'note', text }),
};

function hear({ bytes, dotsPerInch, leaving }: PreflightRequest): void {
  prepareDocument(bytes, dotsPerInch, leaving, notes).then(
    ({ check, documents }) => say({ kind: 'prepared', check, documents }),
    fail,
  );
}

if (parentPort) parentPort.on('message', ({ data }) => hear(data as PreflightRequest));
else process.on('message', (message) => hear(message as PreflightRequest));

// The time for a document counts from here: a busy computer may need seconds to load the libraries.
Promise.all([startPdf(), startReader()]).then(() => say({ kind: 'ready' }), fail);
