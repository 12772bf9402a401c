/** Titles above the headings of a file. */
import { expect, it } from 'vitest';
import { readSheetRows } from '../../../../src/renderer/lib/sheet/read-sheet.ts';

async function read(...lines: string[]) {
  const result = await readSheetRows(new TextEncoder().encode(lines.join('\r\n')));
  if (result.kind === 'problem') throw new Error(result.problem);
  const { rows, report } = result;
  return { first: rows[0], line: report?.lines[0] ?? 1, above: report?.above, faults: report?.faults.length };
}

const table = ['Name;Street;Zip;City', 'Mia;Weg 1;1;A', 'Ben;Weg 2;2;B', 'Cla;Weg 3;3;C'];
const headings = ['Name', 'Street', 'Zip', 'City'];

it('are skipped and named', async () => {
  expect(await read('List of today;;;', 'made by Ada', '', ...table)).toEqual({
    ...{ first: headings, line: 4, above: ['List of today', 'made by Ada'], faults: 0 },
  });
});

it('are no beginnings of headings with line breaks', async () => {
  const broken = ['"Bestell-', 'nummer";Name;Street;"Zip', 'and city"', ...table.slice(1)];
  const first = ['Bestell-\nnummer', 'Name', 'Street', 'Zip\nand city'];
  expect(await read(...broken)).toEqual({ first, line: 1, above: undefined, faults: 0 });
  expect(await read('"List', 'of today"', ...broken)).toEqual({ first, line: 3, above: ['List\nof today'], faults: 0 });
});

it('are not a delimiter that is named for spreadsheets', async () => {
  expect(await read('sep=;', ...table)).toMatchObject({ first: headings, line: 2, faults: 0 });
  const commas = table.map((line) => line.replaceAll(';', '|'));
  expect(await read('sep=|', ...commas)).toMatchObject({ first: headings, line: 2 });
});

it('are none where the first line has many cells, or rows have few', async () => {
  expect(await read(...table)).toEqual({ first: headings, line: 1, above: undefined, faults: 0 });
  expect(await read('Name;Street', 'Mia;Weg 1', 'Ben;Weg 2')).toMatchObject({ line: 1, above: undefined });
  expect(await read('', '', ...table)).toMatchObject({ first: headings, line: 3, above: undefined });
});
