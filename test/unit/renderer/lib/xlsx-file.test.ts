/** Workbooks as programs write them, in ways that no spreadsheet of ours would. */
import { readSheet } from 'read-excel-file/universal';
import { describe, expect, it } from 'vitest';
import { readSheetRows } from '../../../../src/renderer/lib/sheet/read-sheet.ts';
import { tableFile } from '../../../../src/renderer/lib/sheet/table-file.ts';
import { zipOf } from '../../../fixtures/xlsx.ts';

const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** The parts of a workbook that a test writes itself. */
interface Parts {
  /** The shared strings. */
  strings?: string;
  styles?: string;
  /** What stands before the sheets. */
  properties?: string;
  /** Where the sheet is, as the workbook says it. */
  target?: string;
}

/** @param rows the XML of the sheet's data */
function workbookOf(rows: string, parts: Parts = {}): Uint8Array<ArrayBuffer> {
  const { strings = '', styles = '', properties = '', target = 'worksheets/sheet1.xml' } = parts;
  const sheets = '<sheets><sheet name="A" sheetId="1" r:id="r1"/></sheets>';
  const relation = `<Relationship Id="r1" Type="${office}/worksheet" Target="${target}"/>`;
  return zipOf({
    'xl/workbook.xml': `<workbook xmlns:r="${office}">${properties}${sheets}</workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${relation}</Relationships>`,
    'xl/sharedStrings.xml': `<sst>${strings}</sst>`,
    'xl/styles.xml': `<styleSheet>${styles}</styleSheet>`,
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
  });
}

/** The rows, or what is wrong with the file. */
async function rowsOf(rows: string, parts: Parts = {}): Promise<string[][] | string> {
  const result = await readSheetRows(workbookOf(rows, parts));
  return result.kind === 'rows' ? result.rows : result.problem;
}

/** The text of a cell. */
async function textOf(cell: string, parts: Parts = {}): Promise<string | undefined> {
  const rows = await rowsOf(`<row r="1">${cell}<c r="B1"><v>1</v></c></row>`, parts);
  return typeof rows === 'string' ? rows : rows[0]?.[0];
}

const cell = (content: string, attributes = '') => `<c r="A1" ${attributes}>${content}</c>`;

describe('a cell', () => {
  it.each<[string, string, string]>([
    ['a text of two parts', cell('<is><r><t>two </t></r><r><t>parts</t></r></is>', 't="inlineStr"'), 'two parts'],
    ['a text whose kind is missing', cell('<is><t>text</t></is>'), 'text'],
    ['a text that stands where values do', cell('<v>text</v>', 't="inlineStr"'), 'text'],
    ['yes', cell('<v>1</v>', 't="b"'), 'true'],
    ['no', cell('<v>0</v>', 't="b"'), 'false'],
    ['the result of a formula', cell('<f>A2&amp;"x"</f><v>a &lt; b</v>', 't="str"'), 'a < b'],
    ['the number that is a formula’s result', cell('<f>A2+1</f><v>12.5</v>'), '12.5'],
    ['an empty result of a formula', cell('<f>A2</f><v></v>', 't="str"'), ''],
    ['a formula without a result', cell('<f t="shared" si="0"/>'), '#FORMULA!'],
    ['a formula whose result is not calculated yet', cell('<f>C2*D2</f><v/>'), '#FORMULA!'],
    ['a number that is not calculated yet', cell('<f>C2*D2</f><v> </v>', 't="n"'), '#FORMULA!'],
    ['yes or no that is not calculated yet', cell('<f>C2>D2</f><v></v>', 't="b"'), '#FORMULA!'],
    ['an error', cell('<v>#N/A</v>', 't="e"'), '#N/A'],
    ['an error that is not named', cell('<v/>', 't="e"'), '#FORMULA!'],
    ['a character that XML cannot hold', cell('<v>a_x000D_b_x005F_x0041_</v>', 't="str"'), 'ab_x0041_'],
    ['CDATA', cell('<v><![CDATA[a < b]]></v>', 't="str"'), 'a < b'],
    ['a comment', cell('<!-- <v>1</v> --><v>2</v>'), '2'],
    ['nothing', '<c r="A1"/>', ''],
    ['an empty value', cell('<v/>'), ''],
    ['a kind that is not known', cell('<v>12 kg</v>', 't="future"'), '12 kg'],
    ['an odd value for yes or no', cell('<v>maybe</v>', 't="b"'), 'maybe'],
  ])('is read with %s', async (_what, xml, expected) => {
    expect(await textOf(xml)).toBe(expected);
  });

  it('finds its text among the shared ones, without the readings of Japanese characters', async () => {
    const strings = [
      '<si><t>Mia</t></si>',
      '<si/>',
      '<si><r><t>Jörg </t></r><r><rPr><b/></rPr><t xml:space="preserve">Weiß</t></r></si>',
      '<si><t>山田</t><rPh sb="0" eb="2"><t>ヤマダ</t></rPh><phoneticPr fontId="1"/></si>',
    ].join('');
    const cells = [0, 1, 2, 3].map((at) => `<c t="s"><v>${at}</v></c>`).join('');
    expect(await rowsOf(`<row>${cells}</row>`, { strings })).toEqual([['Mia', '', 'Jörg Weiß', '山田']]);
  });
});

describe('a number', () => {
  const xfs = (attribute: string) => `<cellXfs><xf ${attribute}/></cellXfs>`;
  const format = (code: string) => `<numFmt numFmtId="164" formatCode="${code}"/>`;

  it.each<[string, string, string, string]>([
    ['a day, by a format that every spreadsheet knows', xfs('numFmtId="14"'), '46190', '2026-06-17'],
    [
      'a day, by the named style that its style is based on',
      `<cellStyleXfs><xf numFmtId="0"/><xf numFmtId="22"/></cellStyleXfs>${xfs('xfId="1"')}`,
      '46190.375',
      '2026-06-17 09:00',
    ],
    [
      'padded by its own format, and not by that of a condition',
      `<numFmts>${format('00000')}</numFmts>${xfs('numFmtId="164"')}<dxfs><dxf>${format('0')}</dxf></dxfs>`,
      '17',
      '00017',
    ],
    ['as it is stored: no calendar has this day', xfs('numFmtId="14"'), '3000000', '3000000'],
    ['as it is stored: it is none', xfs('numFmtId="14"'), 'soon', 'soon'],
    ['empty', xfs('numFmtId="14"'), '', ''],
  ])('is shown %s', async (_what, styles, value, expected) => {
    expect(await textOf(cell(`<v>${value}</v>`, 's="0"'), { styles })).toBe(expected);
  });

  it('counts days from 1904 if the workbook says so', async () => {
    const styles = xfs('numFmtId="14"');
    const shown = (properties: string) => textOf(cell('<v>46190</v>', 's="0"'), { styles, properties });
    expect(await shown('<workbookPr date1904="true"/>')).toBe('2030-06-18');
    expect(await shown('<workbookPr date1904="0"/>')).toBe('2026-06-17');
  });
});

it.each(['/xl/worksheets/sheet1.xml', 'xl/worksheets/sheet1.xml', './worksheets/sheet1.xml'])(
  'finds a sheet at %s',
  async (target) => {
    expect(await rowsOf('<row><c><v>1</v></c></row>', { target })).toEqual([['1']]);
  },
);

it('counts the lines between rows that are far apart without keeping them', async () => {
  const rows = '<row r="2"><c r="A2"><v>1</v></c></row><row r="1000000"><c r="A1000000"><v>2</v></c></row>';
  expect(await readSheetRows(workbookOf(rows))).toMatchObject({
    rows: [['1'], ['2']],
    report: { lines: [2, 1_000_000], blankLines: 999_998 },
  });
});

it('takes the line of a row without a number from its cells', async () => {
  const rows = '<row><c r="A3"><v>1</v></c></row><row><c><v>2</v></c></row>';
  expect(await readSheetRows(workbookOf(rows))).toMatchObject({ rows: [['1'], ['2']], report: { lines: [3, 4] } });
});

describe('a sheet', () => {
  const one = '<c r="A1"><v>1</v></c>';

  it.each<[string, string]>([
    ['ends in the middle of a row', `<row r="1">${one}`],
    ['ends in the middle of a cell', '<row r="1"><c r="A1"><v>1'],
    ['names a shared string that is missing', '<row r="1"><c r="A1" t="s"><v>7</v></c></row>'],
    ['has two cells in one place', `<row r="1">${one}${one}</row>`],
    ['has its cells in another order', `<row r="1"><c r="B1"><v>1</v></c>${one}</row>`],
    ['has its rows in another order', `<row r="2"><c r="A2"><v>1</v></c></row><row r="1">${one}</row>`],
    ['has more lines than there can be', '<row r="1048577"><c><v>1</v></c></row>'],
    ['has more columns than there can be', '<row r="1"><c r="XFE1"><v>1</v></c></row>'],
    ['has a row at no line', `<row r="x">${one}</row>`],
    ['has a cell in no column', '<row r="1"><c r="1"><v>1</v></c></row>'],
  ])('that %s is refused, because cells may be in wrong places', async (_what, rows) => {
    expect(await rowsOf(rows)).toBe('unreadable');
  });

  it('that the workbook does not have is refused', async () => {
    const file = workbookOf(`<row r="1">${one}</row>`);
    expect(await readSheetRows(file, { sheet: 1 })).toEqual({ kind: 'problem', problem: 'unreadable' });
  });

  it('with a cell so far to the right that all rows would be too long is too large', async () => {
    const rows = Array.from({ length: 1_000 }, () => '<row><c><v>1</v></c></row>').join('');
    expect(await rowsOf(`${rows}<row><c r="XFD1001"><v>1</v></c></row>`)).toBe('too-large');
    expect(await rowsOf(`${rows}<row><c r="CV1001"><v>1</v></c></row>`)).toHaveLength(1_001);
  });

  it('with very many cells is refused before all of its rows are held', async () => {
    const rows = Array.from({ length: 920 }, (_, at) => `<row><c r="XFD${at + 1}"><v>1</v></c></row>`).join('');
    // What comes behind them would be refused for another reason.
    expect(await rowsOf(`${rows}<row r="x"></row>`)).toBe('too-large');
  });
});

it('reads what a spreadsheet of ours has, as another reader does', async () => {
  const headings = ['Order number', 'Name', 'Note'];
  const noteOf = (at: number) => (at % 3 === 0 ? 'ring' : null);
  const rows = Array.from({ length: 300 }, (_, at) => [`B-${at}`, `Jörg & "Mia" <${at % 7}>`, noteOf(at)]);
  const file = await tableFile({ kind: 'xlsx', headings, phones: [], rows });
  if (file.kind !== 'xlsx') throw new Error('not a workbook');
  const texts = [headings, ...rows].map((cells) => cells.map((text) => text ?? ''));
  expect(await readSheetRows(file.bytes)).toMatchObject({ rows: texts, report: { lines: [], faults: [] } });
  const others = await readSheet(file.bytes.buffer);
  expect(others.map((cells) => cells.map((text) => text ?? ''))).toEqual(texts);
});
