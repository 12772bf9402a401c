/** The first rows of a large file are shown until its records are there. */
import { expect, it } from 'vitest';
import { orderNoun } from '../../../../src/renderer/orders/import/order-noun.ts';
import { SheetImport } from '../../../../src/renderer/import/sheet-import.svelte.ts';
import type { TakeFirst } from '../../../../src/renderer/lib/sheet/first-rows.ts';
import type { SheetResult } from '../../../../src/renderer/lib/sheet/read-sheet.ts';
import { importDesk } from './import-desk.ts';

const desk = importDesk();

const headings = ['Order number', 'Recipient', 'Street', 'Packages'];
const row = (number: string) => [number, `Customer of ${number}`, 'Lindenallee 4', '1'];

/** An import whose files are read when the test says so. */
function importOf() {
  const files: { takeFirst: TakeFirst; end: (result: SheetResult) => void }[] = [];
  const work = new SheetImport(orderNoun(), (_file, _choices, takeFirst = () => undefined) => {
    const { promise, resolve } = Promise.withResolvers<SheetResult>();
    files.push({ takeFirst, end: resolve });
    return promise;
  });
  desk.works.push(work);
  return { work, files };
}

it('shows the first rows while the others are read, and decides nothing from them', async () => {
  const { work, files } = importOf();
  const reading = work.read(new Blob(), 'a.csv');
  files[0]!.takeFirst([headings, row('W-1')]);
  expect([work.step, work.sheet.firstRows]).toEqual(['reading', [headings, row('W-1')]]);
  expect([work.sheet.rows, work.sheet.columns, work.sheet.how, work.items]).toEqual([[], [], null, []]);
  files[0]!.end({ kind: 'rows', rows: [headings, row('W-1'), row('W-2')] });
  await reading;
  expect([work.step, work.items.length]).toEqual(['review', 2]);
});

it('shows no rows of another file', async () => {
  const { work, files } = importOf();
  const first = work.read(new Blob(), 'a.csv');
  files[0]!.takeFirst([headings, row('W-1')]);
  const second = work.read(new Blob(), 'b.csv');
  expect(work.sheet.firstRows).toEqual([]);
  files[0]!.takeFirst([headings, row('W-1')]);
  expect(work.sheet.firstRows).toEqual([]);
  files[1]!.end({ kind: 'problem', problem: 'empty' });
  files[0]!.end({ kind: 'problem', problem: 'empty' });
  await Promise.all([first, second]);
  expect([work.step, work.problem]).toEqual(['choose', 'empty']);
});
