/** The worker that reads one file and posts its rows, part by part. */
import { partOf, postedOf, type Posted } from './posted-sheet.ts';
import { readSheetRows } from './read-sheet.ts';
import type { SheetChoices } from './sheet-choices.ts';

interface Asked {
  bytes: Uint8Array<ArrayBuffer>;
  choices: SheetChoices;
}

const post = (posted: Posted) => self.postMessage(posted);

self.addEventListener('message', ({ data: { bytes, choices } }: MessageEvent<Asked>) => {
  const takeFirst = (rows: string[][]) => post({ kind: 'first', rows: partOf(rows, 0) });
  void readSheetRows(bytes, choices, takeFirst).then((result) => {
    for (const posted of postedOf(result)) post(posted);
  });
});
