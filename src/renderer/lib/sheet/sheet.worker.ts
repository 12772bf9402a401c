/** The worker that reads one file and posts its rows. */
import { readSheetRows } from './read-sheet.ts';

self.addEventListener('message', (event: MessageEvent<Uint8Array<ArrayBuffer>>) => {
  void readSheetRows(event.data).then((result) => self.postMessage(result));
});
