/** Files that are no table, whatever they are called. */
import { xlsxOf, zipOf } from '../../../fixtures/xlsx.ts';
import { table, utf8, type NastyFile } from './nasty-file.ts';

const compound = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
const wide = (text: string) => Array.from(text).flatMap((letter) => [letter.charCodeAt(0), 0]);
const none = { rows: null } as const;

export const noTables: readonly NastyFile[] = [
  { name: 'nothing.csv', about: 'no bytes', bytes: new Uint8Array(), ...none },
  { name: 'blank.csv', about: 'blank lines and delimiters', bytes: utf8('\n ; \n;;\n'), ...none },
  { name: 'empty.xlsx', about: 'a workbook without a filled cell', bytes: xlsxOf([[]]), ...none },
  {
    name: 'picture.csv',
    about: 'a picture (PNG) called csv',
    bytes: new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13]),
    ...none,
  },
  {
    name: 'photo.xlsx',
    about: 'a photo (JPEG) called xlsx',
    bytes: new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46]),
    ...none,
  },
  { name: 'list.pdf', about: 'a PDF', bytes: utf8('%PDF-1.7\n1 0 obj'), ...none },
  { name: 'list.doc', about: 'rich text called doc', bytes: utf8('{\\rtf1\\ansi list}'), ...none },
  {
    name: 'report.xls',
    about: 'a table of HTML called xls',
    bytes: utf8('<html><body><table><tr><td>Name</td></tr></table></body></html>'),
    ...none,
  },
  {
    name: 'report-2003.xls',
    about: 'XML of Excel 2003',
    bytes: utf8('<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?>\n<Workbook/>'),
    ...none,
  },
  {
    name: 'old.xls',
    about: 'a workbook from before 2007',
    bytes: new Uint8Array([...compound, ...wide('Workbook')]),
    ...none,
  },
  {
    name: 'locked.xlsx',
    about: 'a workbook with a password',
    bytes: new Uint8Array([...compound, ...wide('EncryptedPackage')]),
    ...none,
  },
  {
    name: 'table.ods',
    about: 'OpenDocument',
    bytes: zipOf({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet', 'content.xml': '<x/>' }),
    ...none,
  },
  { name: 'table.numbers', about: 'Numbers', bytes: zipOf({ 'Index/Document.iwa': 'x' }), ...none },
  { name: 'table.xlsb', about: 'a binary workbook', bytes: zipOf({ 'xl/workbook.bin': 'x' }), ...none },
  { name: 'list.zip', about: 'an archive with a csv in it', bytes: zipOf({ 'list.csv': 'Name;Ort' }), ...none },
  { name: 'cut.xlsx', about: 'a workbook whose end is missing', bytes: xlsxOf(table).slice(0, 600), ...none },
  {
    name: 'bomb.xlsx',
    about: 'a workbook that would unpack to gigabytes',
    bytes: zipOf({ 'xl/workbook.xml': 'x', 'xl/worksheets/sheet1.xml': 'x' }, 4_000_000_000),
    ...none,
  },
  {
    name: 'program.csv',
    about: 'a program called csv',
    bytes: new Uint8Array([
      0x7f,
      0x45,
      0x4c,
      0x46,
      2,
      1,
      1,
      ...Array.from({ length: 3_000 }, (_, at) => (at * 131 + 7) % 251),
    ]),
    ...none,
  },
];
