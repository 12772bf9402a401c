/** Writes a list as a file in a worker of its own, so that the window stays free. */
import { AppError } from '../../../shared/errors.ts';
import type { TableContent, TableFile } from './table-file.ts';
import Worker from './table-file.worker.ts?worker';

/** @throws AppError `save.failed` when the worker cannot write it */
export async function makeTableFile(content: TableContent): Promise<TableFile> {
  const worker = new Worker();
  const answer = Promise.withResolvers<TableFile | null>();
  worker.addEventListener('message', (event: MessageEvent<TableFile | null>) => answer.resolve(event.data));
  worker.addEventListener('error', () => answer.resolve(null));
  worker.postMessage(content);
  try {
    const file = await answer.promise;
    if (file === null) throw new AppError('save.failed', { retry: 'later', detail: { name: content.kind } });
    return file;
  } finally {
    worker.terminate();
  }
}
