/** The worker that reads one file and posts its rows, part by part: receiving all at once would block the window. */
import { readSheetRows, type SheetResult } from './read-sheet.ts';
import type { SheetChoices } from './sheet-choices.ts';

interface Asked {
  bytes: Uint8Array<ArrayBuffer>;
  choices: SheetChoices;
}

/** What the worker posts: parts of the rows in their order, then the result without them. */
export type Posted = { kind: 'part'; rows: string[][] } | { kind: 'result'; result: SheetResult };

const rowsInPart = 1_000;

function post(result: SheetResult): void {
  const send = (posted: Posted) => self.postMessage(posted);
  if (result.kind === 'problem') {
    send({ kind: 'result', result });
    return;
  }
  for (let from = 0; from < result.rows.length; from += rowsInPart) {
    send({ kind: 'part', rows: result.rows.slice(from, from + rowsInPart) });
  }
  send({ kind: 'result', result: { ...result, rows: [] } });
}

self.addEventListener('message', ({ data: { bytes, choices } }: MessageEvent<Asked>) => {
  void readSheetRows(bytes, choices).then(post);
});
