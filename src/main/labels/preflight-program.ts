/**
 * The program that looks at label documents, in a process of its own: whatever one of them does, it does it here, and the
 * process can be ended. Runs as a utility process of Electron and as a child of plain Node.
 */
import type { DocumentCheck } from '../../shared/label-check.ts';
import { checkDocument } from './check-document.ts';

export interface PreflightRequest {
  bytes: Uint8Array;
  /** Of the printer, along both sides. */
  dotsPerInch: number;
}
export type PreflightReply =
  { kind: 'opened'; pages: number } | { kind: 'checked'; check: DocumentCheck } | { kind: 'failed'; text: string };

/** Electron's own; plain Node has none. */
interface ParentPort {
  postMessage(message: unknown): void;
  on(event: 'message', listener: (event: { data: unknown }) => void): void;
}

const { parentPort } = process as { parentPort?: ParentPort };

function say(reply: PreflightReply): void {
  if (parentPort) parentPort.postMessage(reply);
  else process.send?.(reply);
}

function hear({ bytes, dotsPerInch }: PreflightRequest): void {
  checkDocument(bytes, dotsPerInch, (pages) => say({ kind: 'opened', pages })).then(
    (check) => say({ kind: 'checked', check }),
    (error: unknown) => say({ kind: 'failed', text: error instanceof Error ? error.message : String(error) }),
  );
}

if (parentPort) parentPort.on('message', ({ data }) => hear(data as PreflightRequest));
else process.on('message', (message) => hear(message as PreflightRequest));
