/**
 * The preflight program. It checks label documents in its own process, which can be killed if a document misbehaves.
 * Runs as an Electron utility process or as a child of plain Node.
 */
import type { DocumentCheck } from '../../shared/label-check.ts';
import { checkDocument } from './check-document.ts';

export interface PreflightRequest {
  bytes: Uint8Array;
  /** Of the printer, in both directions. */
  dotsPerInch: number;
}
export type PreflightReply =
  { kind: 'opened'; pages: number } | { kind: 'checked'; check: DocumentCheck } | { kind: 'failed'; text: string };

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

function hear({ bytes, dotsPerInch }: PreflightRequest): void {
  checkDocument(bytes, dotsPerInch, (pages) => say({ kind: 'opened', pages })).then(
    (check) => say({ kind: 'checked', check }),
    (error: unknown) => say({ kind: 'failed', text: error instanceof Error ? error.message : String(error) }),
  );
}

if (parentPort) parentPort.on('message', ({ data }) => hear(data as PreflightRequest));
else process.on('message', (message) => hear(message as PreflightRequest));
