/** The worker that looks at label documents; whatever one of them does, it does it here, and can be ended. */
import { parentPort } from 'node:worker_threads';
import type { DocumentCheck } from '../../shared/label-check.ts';
import { checkDocument } from './check-document.ts';

export interface PreflightRequest {
  bytes: Uint8Array;
  dotsPerInch: number;
}
export type PreflightReply =
  { kind: 'opened'; pages: number } | { kind: 'checked'; check: DocumentCheck } | { kind: 'failed'; text: string };

if (parentPort === null) throw new Error('the preflight worker runs as a worker only');
const port = parentPort;

port.on('message', (request: PreflightRequest | 'close') => {
  if (request === 'close') {
    port.close();
    return;
  }
  const { bytes, dotsPerInch } = request;
  const opened = (pages: number) => port.postMessage({ kind: 'opened', pages } satisfies PreflightReply);
  checkDocument(bytes, dotsPerInch, opened).then(
    (check) => port.postMessage({ kind: 'checked', check } satisfies PreflightReply),
    (error: unknown) => {
      const text = error instanceof Error ? error.message : String(error);
      port.postMessage({ kind: 'failed', text } satisfies PreflightReply);
    },
  );
});
