import { describe, expect, it } from 'vitest';
import { mostFileBytes, mostRows, readSheetRows } from '../../../../src/renderer/lib/sheet/read-sheet.ts';
import { withoutReferences, xlsxOf, zipOf } from '../../../fixtures/xlsx.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);
const utf16 = (text: string, mark = true) => new Uint8Array(Buffer.from(`${mark ? '\uFEFF' : ''}${text}`, 'utf16le'));
const latin = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));
const rowsOf = async (bytes: Uint8Array<ArrayBuffer>) => {
  const result = await readSheetRows(bytes);
  if (result.kind === 'problem') throw new Error(result.problem);
  return result.rows;
};
const expected = [
  ['Name', 'PLZ', 'Straße'],
  ['Jörg Weiß', '01067', 'Grüner Weg 4'],
];

/** The beginning of a compound file that holds an encrypted workbook. */
const locked = new Uint8Array([
  ...[0xd0, 0xcf, 0x11, 0xe0],
  ...Array.from('EncryptedPackage').flatMap((letter) => [letter.charCodeAt(0), 0]),
]);

describe('19: reading a sheet', () => {
  it.each([
    ['commas', utf8('Name,PLZ,Straße\nJörg Weiß,01067,Grüner Weg 4\n')],
    ['semicolons and a mark', utf8('\uFEFFName;PLZ;Straße\r\nJörg Weiß;01067;Grüner Weg 4\r\n')],
    ['tabs, as a spreadsheet copies', utf8('Name\tPLZ\tStraße\nJörg Weiß\t01067\tGrüner Weg 4')],
    ['quotes', utf8('"Name";"PLZ";"Straße"\n"Jörg Weiß";"01067";"Grüner Weg 4"')],
    ['empty lines between', utf8('\n\nName,PLZ,Straße\n,,\nJörg Weiß,01067,Grüner Weg 4\n\n')],
    ['UTF-16 with its mark', utf16('Name\tPLZ\tStraße\nJörg Weiß\t01067\tGrüner Weg 4')],
    ['UTF-16 without a mark', utf16('Name;PLZ;Straße\nJörg Weiß;01067;Grüner Weg 4', false)],
    ['the encoding of Windows', latin('Name;PLZ;Straße\nJörg Weiß;01067;Grüner Weg 4')],
    ['zeros and control characters', utf8('Name,PLZ,Straße\nJörg\u0000 Weiß\u0002,01067,Grüner Weg 4')],
    ['xlsx', xlsxOf(expected)],
  ])('accepts %s and keeps leading zeros', async (_what, bytes) => {
    expect(await rowsOf(bytes)).toEqual(expected);
  });

  it('keeps quoted delimiters, line breaks and quotes in their cell', async () => {
    expect(await rowsOf(utf8('a;b\n"x;1";"two\nlines ""here"""'))).toEqual([
      ['a', 'b'],
      ['x;1', 'two\nlines "here"'],
    ]);
  });

  it('uses the result of a formula, and numbers as stored', async () => {
    const rows = await rowsOf(
      xlsxOf([
        ['Number', 'Sum'],
        [{ number: '4711' }, { formula: 'HYPERLINK("http://x")', value: '12.50' }],
      ]),
    );
    expect(rows[1]).toEqual(['4711', '12.50']);
  });

  it('shows numbers as the sheet does: zero-padded by their format, and in full', async () => {
    const shown: [string, string | undefined, string][] = [
      ['1067', '00000', '01067'],
      ['1067', '[<=99999]00000;00000\\-0000', '01067'],
      ['10671234', '[<=99999]00000;00000\\-0000', '01067-1234'],
      ['4711', '"W-"000000', 'W-004711'],
      ['1234567', '00000', '1234567'],
      ['71234567', '000\\ 000\\ 00000', '000 712 34567'],
      ['4.0060399E+12', '0000000000000', '4006039900000'],
      // Formats without padding do not change the number.
      ['12.5', '0.00', '12.5'],
      ['4711', '#,##0', '4711'],
      ['4711', '0', '4711'],
      ['1.2E+11', undefined, '120000000000'],
      ['1.2345678901234E13', undefined, '12345678901234'],
      ['123456789012345678', undefined, '123456789012345678'],
      // Zeros at the end are digits, or stand for digits that were lost.
      ['340434161094042120', undefined, '340434161094042120'],
      ['123456789012340', undefined, '123456789012340'],
      ['3.40434161094042E+17', undefined, '3.40434161094042E+17'],
      ['3.4043416109404211E+17', undefined, '3.4043416109404211E+17'],
      ['340434161094042000', undefined, '3.40434161094042E+17'],
      ['340434161094042100', undefined, '3.404341610940421E+17'],
      ['3.40434161094042E+17', '000000000000000000', '3.40434161094042E+17'],
      ['1E+15', undefined, '1.00000000000000E+15'],
      ['-1.5E-5', undefined, '-0.000015'],
      ['2.2999999999999998', undefined, '2.3'],
      ['0.10000000000000001', undefined, '0.1'],
      ['0', undefined, '0'],
    ];
    const cells = shown.map(([number, format]) => (format === undefined ? { number } : { number, format }));
    const rows = await rowsOf(xlsxOf([['Number'], ...cells.map((cell) => [cell, 'x'])]));
    expect(rows.slice(1).map(([cell]) => cell)).toEqual(shown.map(([, , text]) => text));
  });

  it('reads days and times to the second, also of workbooks that count from 1904', async () => {
    const format = 'yyyy\\-mm\\-dd hh:mm';
    const cells = ['46190', '46190.333333333', '0.333333333333333', '0.75'].map((number) => ({ number, format }));
    const texts = async (written = (xml: string) => xml) => {
      const rows = await rowsOf(xlsxOf([['Time'], ...cells.map((cell) => [cell, 'x'])], {}, { written }));
      return rows.slice(1).map(([text]) => text);
    };
    expect(await texts()).toEqual(['2026-06-17', '2026-06-17 08:00', '08:00', '18:00']);
    const from1904 = (xml: string) => xml.replace('<sheets>', '<workbookPr date1904="1"/><sheets>');
    expect(await texts(from1904)).toEqual(['2030-06-18', '2030-06-18 08:00', '08:00', '18:00']);
  });

  it('names the columns in which only texts look like numbers with a point', async () => {
    const some = xlsxOf([
      ['Number', 'Weight', 'Price', 'Zip'],
      [{ number: '1.5' }, '1.500', '12,50', { number: '1067', format: '00000' }],
      ['2', { number: '2' }, '3', '01067'],
    ]);
    expect(await readSheetRows(some)).toMatchObject({ report: { hasNumbers: true, textNumbers: [1] } });
    const row = ['x', 'y', 'z'];
    const titled = await readSheetRows(xlsxOf([['Stand', '16.06'], ['A', 'B', 'C'], row, row, row]));
    expect(titled.kind === 'rows' ? titled.report : null).not.toHaveProperty('textNumbers');
  });

  it('puts an apostrophe before such texts in a column that has such numbers as well', async () => {
    const weights = ['1.500', { number: '1.234' }, '2,5', '-1.5', '12', { number: '12.5', format: '0.00' }];
    const result = await readSheetRows(xlsxOf([['Number', 'Weight'], ...weights.map((weight) => ['x.1', weight])]));
    if (result.kind === 'problem') throw new Error(result.problem);
    expect(result.rows.slice(1).map(([, weight]) => weight)).toEqual(["'1.500", '1.234', '2,5', '-1.5', '12', '12.5']);
    expect(result.report).not.toHaveProperty('textNumbers');
  });

  it('reads days and times that a sheet stores as texts as they stand there', async () => {
    const times = ['2026-06-17', '2026-06-17T09:30:00', '2026-06-17T23:30:00.000Z', '2026-06-17T23:30:00+02:00'];
    const others = ['1899-12-30T08:00:00', '08:00:00', 'T08:00', 'soon'];
    const rows = await rowsOf(xlsxOf([['Time'], ...[...times, ...others].map((iso) => [{ iso }, 'x'])]));
    expect(rows.slice(1).map(([text]) => text)).toEqual([
      ...['2026-06-17', '2026-06-17 09:30', '2026-06-17 23:30', '2026-06-17 23:30'],
      ...['08:00', '08:00', '08:00', 'soon'],
    ]);
  });

  it('reads cells without references in their order, beside those that have one', async () => {
    const cells = [['Name', 'PLZ', 'Ort'], [], ['Mia', '01067', 'Dresden']];
    const none = await readSheetRows(xlsxOf(cells, {}, { written: withoutReferences, hiddenRows: [3] }));
    expect(none).toMatchObject({
      rows: [
        ['Name', 'PLZ', 'Ort'],
        ['Mia', '01067', 'Dresden'],
      ],
      report: { lines: [1, 3], hiddenRows: 1 },
    });
    const some = (xml: string) => xml.replaceAll(/ r="[AC]\d"/g, '').replace('r="B3"', 'r="AA3"');
    expect((await rowsOf(xlsxOf(cells, {}, { written: some })))[1]).toEqual([
      'Mia',
      ...Array.from({ length: 25 }, () => ''),
      ...['01067', 'Dresden'],
    ]);
  });

  it('shows a number whose style does not exist as it is stored, and pads the others', async () => {
    const cells = [['Number'], [{ number: '46190', format: 'yyyy\\-mm\\-dd' }], [{ number: '17', format: '00000' }]];
    const odd = (xml: string) => xml.replaceAll(' s="1"', ' s="3"');
    expect(await rowsOf(xlsxOf(cells, {}, { written: odd }))).toEqual([['Number'], ['46190'], ['00017']]);
    const withoutStyles = (xml: string) => (xml.startsWith('<styleSheet') ? '<styleSheet/>' : xml);
    expect(await rowsOf(xlsxOf(cells, {}, { written: withoutStyles }))).toEqual([['Number'], ['46190'], ['17']]);
  });

  it('reports cells with an error or an uncalculated formula by their row', async () => {
    const result = await readSheetRows(
      xlsxOf([
        ['Number', 'Name'],
        [],
        ['1', { error: '#N/A' }],
        ['2', { formula: 'B9&B10' }],
        ['3', { formula: 'B9', value: '' }],
        ['4', 'Mia', 'more'],
      ]),
    );
    expect(result).toMatchObject({
      rows: [
        ['Number', 'Name', ''],
        ['1', '#N/A', ''],
        ['2', '#FORMULA!', ''],
        ['3', '', ''],
        ['4', 'Mia', 'more'],
      ],
      report: {
        lines: [1, 3, 4, 5, 6],
        blankLines: 1,
        faults: [
          { row: 1, kind: 'cell-error', cause: 3, lineCount: 1 },
          { row: 2, kind: 'cell-error', cause: 4, lineCount: 1 },
        ],
      },
    });
  });

  it('names other sheets with content', async () => {
    const result = await readSheetRows(xlsxOf(expected, { 'Mai & Juni': expected, Sheet3: [[]] }));
    expect(result).toMatchObject({ rows: expected, report: { otherSheets: ['Mai & Juni'] } });
  });

  it('accepts a cell of a megabyte', async () => {
    const rows = await rowsOf(utf8(`a,b\n${'x'.repeat(1_000_000)},1`));
    expect(rows[1]?.[0]?.length).toBe(1_000_000);
  });

  it.each([
    ['nothing', utf8(''), 'empty'],
    ['blank lines', utf8('\n , \n,\n'), 'empty'],
    ['an Excel file of before 2007', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0, 0]), 'old-excel'],
    ['a zip that is no sheet', zipOf({ 'readme.txt': 'hello' }), 'archive'],
    ['a spreadsheet of OpenDocument', zipOf({ mimetype: 'x', 'content.xml': 'x' }), 'opendocument'],
    ['a binary Excel file', zipOf({ 'xl/workbook.bin': 'x' }), 'binary-excel'],
    ['a file of Numbers', zipOf({ 'Index/Document.iwa': 'x' }), 'numbers'],
    ['a PDF', utf8('%PDF-1.7\n1 0 obj'), 'pdf'],
    ['a picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a]), 'picture'],
    ['a text document', utf8('{\\rtf1\\ansi hello}'), 'rtf'],
    ['a web page called xls', utf8('<html><table><tr><td>Name</td></tr></table></html>'), 'html'],
    ['a spreadsheet with a password', locked, 'password'],
    ['a zip that is cut', xlsxOf(expected).slice(0, 400), 'cut'],
    ['an empty zip that is cut', new Uint8Array([0x50, 0x4b, 5, 6, 0, 0]), 'cut'],
    ['a zip that unpacks to gigabytes', zipOf({ 'xl/worksheets/sheet1.xml': 'x' }, 4_000_000_000), 'too-large'],
    ['a file of more bytes than may be', new Uint8Array(mostFileBytes + 1), 'too-large'],
    ['headings that are far too many', utf8(`a${';'.repeat(130_000)}b\n1;2\n`), 'too-large'],
    ['a row with more cells than a spreadsheet has', utf8(`a,b\n1${','.repeat(16_384)}2\n`), 'too-large'],
    ['a million rows', utf8('a,b\n'.repeat(1_000_000)), 'too-many-rows'],
  ] as const)('rejects %s with the reason', async (_what, bytes, problem) => {
    expect(await readSheetRows(bytes)).toEqual({ kind: 'problem', problem });
  });

  it('accepts a text that begins like a zip', async () => {
    expect(await rowsOf(utf8('PK;Name\n1;Mia\n'))).toEqual([
      ['PK', 'Name'],
      ['1', 'Mia'],
    ]);
  });

  it('accepts a row with as many cells as a spreadsheet has', async () => {
    expect((await rowsOf(utf8(`a,b\n1${','.repeat(16_383)}2\n`)))[1]).toHaveLength(16_384);
  });

  it('accepts the maximum number of rows', async () => {
    expect((await rowsOf(utf8('a,b\n'.repeat(mostRows + 1)))).length).toBe(mostRows + 1);
  });
});
