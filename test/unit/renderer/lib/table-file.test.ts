/** Lists as files: what a spreadsheet reads, and what it must not run. */
import Papa from 'papaparse';
import readExcelFile from 'read-excel-file/universal';
import { describe, expect, it } from 'vitest';
import { escapedCell, unescapedCell } from '../../../../src/renderer/lib/formula-cells.ts';
import { tableFile } from '../../../../src/renderer/lib/sheet/table-file.ts';

describe('19: a cell', () => {
  it.each(['=1+1', '+49 30 5550101', '-', '-1+2', '@sum', '\tx', '\r=1', '\n=1', '=', '+1e5'])(
    'that a spreadsheet would run gets an apostrophe: %j',
    (text) => {
      expect(escapedCell(text)).toBe(`'${text}`);
      expect(unescapedCell(escapedCell(text))).toBe(text);
    },
  );

  it.each(['+49', '+493055501', '-1', '=1'])('with a phone number keeps its sign: %j', (text) => {
    expect(escapedCell(text, true)).toBe(`'${text}`);
    expect(unescapedCell(escapedCell(text, true))).toBe(text);
    expect(escapedCell('0305550101', true)).toBe('0305550101');
  });

  it.each(['', '12', '-3.5', '+49', '-3,5', 'a=1', "'s-Gravenhage", ' =1'])('stays as it is: %j', (text) => {
    expect(escapedCell(text)).toBe(text);
    expect(unescapedCell(text)).toBe(text);
  });
});

const content = {
  headings: ['Recipient', '=Notes', 'Phone'],
  phones: [2],
  rows: [
    ['Zoë "Q" Kern', '=HYPERLINK("http://x")', '+493055501'],
    ['two\nlines', 3.5, '0305550101'],
    [null, '-12', null],
  ],
};

it('19: is read back from csv as it was shown', async () => {
  const file = await tableFile({ kind: 'csv', ...content });
  expect(file.kind === 'csv' && Papa.parse(file.text).data).toEqual([
    ['Recipient', "'=Notes", 'Phone'],
    ['Zoë "Q" Kern', '\'=HYPERLINK("http://x")', "'+493055501"],
    ['two\nlines', '3.5', '0305550101'],
    ['', '-12', ''],
  ]);
});

it('19: is read back from xlsx, with numbers as numbers', async () => {
  const file = await tableFile({ kind: 'xlsx', ...content });
  if (file.kind !== 'xlsx') throw new Error('not a workbook');
  const [sheet] = await readExcelFile(file.bytes.buffer);
  expect(sheet?.data).toEqual([
    ['Recipient', "'=Notes", 'Phone'],
    ['Zoë "Q" Kern', '\'=HYPERLINK("http://x")', "'+493055501"],
    ['two\nlines', 3.5, '0305550101'],
    [null, '-12', null],
  ]);
});
