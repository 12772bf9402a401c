/** The worker that writes one list as a file and posts it. */
import { tableFile, type TableContent } from './table-file.ts';

self.addEventListener('message', (event: MessageEvent<TableContent>) => {
  void tableFile(event.data).then(
    (file) => self.postMessage(file),
    () => self.postMessage(null),
  );
});
