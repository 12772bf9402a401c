/** The worker that reads one file and posts its rows. */
import { readSheetRows } from './read-sheet.ts';
import type { SheetChoices } from './sheet-choices.ts';

interface Asked {
  bytes: Uint8Array<ArrayBuffer>;
  choices: SheetChoices;
}

self.addEventListener('message', ({ data: { bytes, choices } }: MessageEvent<Asked>) => {
  void readSheetRows(bytes, choices).then((result) => self.postMessage(result));
});
