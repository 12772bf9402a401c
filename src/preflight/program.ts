/**
 * The preflight program. It makes what leaves of label documents and checks it in its own process, which has no files,
 * no network and no environment, and can be killed if a document misbehaves (attack 8). Main gives it all that it needs.
 */
import { prepareDocument } from './check-document.ts';
import { startReader } from './codes.ts';
import { watchMemory } from './memory.ts';
import type { PreflightMessage, PreflightReply } from './messages.ts';
import { startPdf } from './pdf-pages.ts';

/**
 * @param say sends a reply to main
 * @returns what to call with each message of main
 */
export function preflightProgram(say: (reply: PreflightReply) => void): (message: PreflightMessage) => void {
  const memory = watchMemory();
  const fail = (error: unknown) => {
    // A library without memory ends in many ways.
    if (memory.isFull) say({ kind: 'full' });
    else say({ kind: 'failed', text: error instanceof Error ? error.message : String(error) });
  };
  const notes = {
    opened: (pages: number) => say({ kind: 'opened', pages }),
    report: (text: string) => say({ kind: 'note', text }),
  };
  return (message) => {
    if (message.kind === 'libraries') {
      // The time for a document counts from here: a busy computer may need seconds to load the libraries.
      Promise.all([startPdf(message.pdfium), startReader(message.zxing)]).then(() => say({ kind: 'ready' }), fail);
      return;
    }
    const { bytes, dotsPerInch, leaving } = message;
    prepareDocument(bytes, dotsPerInch, leaving, notes).then(({ check, documents }) => {
      // Without memory for a picture, pdfium leaves it out: what was drawn is not what prints.
      say(memory.isFull ? { kind: 'full' } : { kind: 'prepared', check, documents });
    }, fail);
  };
}
