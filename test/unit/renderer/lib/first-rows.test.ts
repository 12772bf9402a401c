/** The first rows of a large file are there before the others are read, and stay as they are. */
import { expect, it, vi } from 'vitest';
import { firstCount } from '../../../../src/renderer/lib/sheet/first-rows.ts';
import { readSheetRows } from '../../../../src/renderer/lib/sheet/read-sheet.ts';
import type { SheetChoices } from '../../../../src/renderer/lib/sheet/sheet-choices.ts';
import { xlsxOf } from '../../../fixtures/xlsx.ts';

const headings = ['Bestellnummer', 'Name', 'Straße', 'Ort'];
const table = (count: number) => [
  headings,
  ...Array.from({ length: count }, (_, at) => [`A-${at}`, `Mia Kern ${at}`, `Grüner Weg ${at}`, 'Dresden an der Elbe']),
];
const csvOf = (rows: readonly (readonly string[])[]) =>
  new TextEncoder().encode(rows.map((cells) => cells.join(';')).join('\r\n'));

/** What was shown before the end, and the result. */
async function read(bytes: Uint8Array<ArrayBuffer>, choices: SheetChoices = {}) {
  const shown: string[][][] = [];
  const result = await readSheetRows(bytes, choices, (rows) => shown.push(structuredClone(rows)));
  if (result.kind === 'problem') throw new Error(result.problem);
  return { shown, rows: result.rows };
}

it.each<[string, Uint8Array<ArrayBuffer>]>([
  ['a csv', csvOf([['Lieferliste'], [], ...table(20_000)])],
  ['a workbook', xlsxOf([['Lieferliste'], [], ...table(6_000)])],
])('shows the headings of %s and the rows below them once, without the titles', async (_what, bytes) => {
  const { shown, rows } = await read(bytes);
  expect(shown).toEqual([rows.slice(0, firstCount + 1)]);
  expect(shown[0]?.[0]).toEqual(headings);
});

it('begins with the line that the person says', async () => {
  const { shown } = await read(xlsxOf(table(6_000)), { headingLine: 3 });
  expect(shown[0]?.[0]?.[0]).toBe('A-1');
});

it('shows them before a row further down makes the file unreadable', async () => {
  const take = vi.fn();
  const odd = (xml: string) => xml.replace('r="A5000"', 'r="5000"');
  const bytes = xlsxOf(table(6_000), {}, { written: odd });
  expect(await readSheetRows(bytes, {}, take)).toEqual({ kind: 'problem', problem: 'unreadable' });
  expect(take).toHaveBeenCalledTimes(1);
});

it('shows none of a small file, which is read at once', async () => {
  expect((await read(csvOf(table(1_000)))).shown).toEqual([]);
});
