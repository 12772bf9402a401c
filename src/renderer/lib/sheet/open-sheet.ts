/** Reads a file in its own worker, which is terminated when it takes too long. */
import Worker from './sheet.worker.ts?worker';
import { mostFileBytes, type SheetResult } from './read-sheet.ts';

/** No legitimate file takes this long. */
const mostMilliseconds = 20_000;

export async function openSheet(file: Blob): Promise<SheetResult> {
  if (file.size > mostFileBytes) return { kind: 'problem', problem: 'too-large' };
  const bytes = new Uint8Array(await file.arrayBuffer());
  const worker = new Worker();
  const answer = Promise.withResolvers<SheetResult>();
  const unreadable: SheetResult = { kind: 'problem', problem: 'unreadable' };
  const timer = setTimeout(() => answer.resolve(unreadable), mostMilliseconds);
  worker.addEventListener('message', (event: MessageEvent<SheetResult>) => answer.resolve(event.data));
  worker.addEventListener('error', () => answer.resolve(unreadable));
  worker.postMessage(bytes, [bytes.buffer]);
  try {
    return await answer.promise;
  } finally {
    clearTimeout(timer);
    worker.terminate();
  }
}
