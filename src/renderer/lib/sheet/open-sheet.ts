/** Reads a file in its own worker, which is terminated when it takes too long. */
import Worker from './sheet.worker.ts?worker';
import { bytesOf } from './file-bytes.ts';
import type { TakeFirst } from './first-rows.ts';
import { ReceivedSheet, type Posted } from './posted-sheet.ts';
import { mostFileBytes, type SheetResult } from './read-sheet.ts';
import type { SheetChoices } from './sheet-choices.ts';

/** No legitimate file takes this long. */
const mostMilliseconds = 20_000;

/**
 * @param choices what the person says about the file
 * @param takeFirst gets the first rows of a large file before the others are read
 * @throws DOMException when the file cannot be read from the disk
 */
export async function openSheet(file: Blob, choices: SheetChoices = {}, takeFirst?: TakeFirst): Promise<SheetResult> {
  if (file.size > mostFileBytes) return { kind: 'problem', problem: 'too-large' };
  const bytes = await bytesOf(file);
  const worker = new Worker();
  const answer = Promise.withResolvers<SheetResult>();
  const unreadable: SheetResult = { kind: 'problem', problem: 'unreadable' };
  const timer = setTimeout(() => answer.resolve(unreadable), mostMilliseconds);
  const received = new ReceivedSheet();
  worker.addEventListener('message', ({ data }: MessageEvent<Posted>) => {
    if (data.kind === 'first') takeFirst?.(data.rows);
    const result = received.take(data);
    if (result !== null) answer.resolve(result);
  });
  worker.addEventListener('error', () => answer.resolve(unreadable));
  worker.postMessage({ bytes, choices }, [bytes.buffer]);
  try {
    return await answer.promise;
  } finally {
    clearTimeout(timer);
    worker.terminate();
  }
}
