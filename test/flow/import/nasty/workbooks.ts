/** Workbooks: formats of numbers, formulas, sheets, and what a spreadsheet hides. */
import { withoutReferences, withPrefix, withSingleQuotes, xlsxOf, type Cell } from '../../../fixtures/xlsx.ts';
import { headings, records, table, usual, type NastyFile } from './nasty-file.ts';

const date = 'yyyy\\-mm\\-dd';
const many = Array.from({ length: 100 }, (_, at) => `Feld ${at + 1}`);
const other: Cell[][] = [
  ['Artikel', 'Preis', 'Menge'],
  ['Tee', '4', '1'],
];

/** What the reader alone would read otherwise: padded numbers, an error, rows that are hidden, merged cells. */
const odd: Cell[][] = [
  headings,
  [{ number: '17', format: '00000' }, 'Mia', 'Weg 1', { number: '1067', format: '00000' }, 'Dresden', '1'],
  ['2', { formula: 'A1&B1' }, 'Weg 2', '20095', { error: '#N/A' }, '1'],
];

const writtenAs = (name: string, about: string, written: (xml: string) => string): NastyFile => ({
  name,
  about,
  bytes: xlsxOf(other, { Lieferungen: odd }, { hiddenSheets: ['Orders'], written }),
  rows: 2,
  cells: [
    [0, 'externalId', '00017'],
    [0, 'zip', '01067'],
    [1, 'zip', '20095'],
  ],
});

export const workbookFiles: readonly NastyFile[] = [
  writtenAs('prefixed.xlsx', 'elements with a prefix, as some programs write them', withPrefix),
  writtenAs('single-quotes.xlsx', 'attributes in single quotation marks', withSingleQuotes),
  {
    name: 'no-references.xlsx',
    about: 'cells and rows without their references',
    bytes: xlsxOf([headings, records[0]!, [], ...records.slice(1)], {}, { written: withoutReferences }),
    rows: 3,
    cells: usual,
  },
  {
    name: 'odd-style.xlsx',
    about: 'a number with a style that the workbook does not have',
    bytes: xlsxOf(
      [headings, [{ number: '17', format: '0' }, ...records[0]!.slice(1)], records[1]!],
      {},
      { written: (xml) => xml.replaceAll(' s="1"', ' s="99"') },
    ),
    rows: 2,
    cells: [
      [0, 'externalId', '17'],
      [0, 'zip', '01067'],
      [1, 'externalId', '00018'],
    ],
  },
  { name: 'plain.xlsx', about: 'a workbook', bytes: xlsxOf(table), rows: 3, cells: usual },
  { name: 'workbook-called.csv', about: 'a workbook called csv', bytes: xlsxOf(table), rows: 3, cells: usual },
  {
    name: 'padded-numbers.xlsx',
    about: 'postcodes and numbers as numbers with leading zeros by their format',
    bytes: xlsxOf([
      headings,
      [
        { number: '17', format: '00000' },
        'Mia',
        'Weg 1',
        { number: '1067', format: '00000' },
        'Dresden',
        { number: '4.94055501912E+11', format: '+0' },
      ],
    ]),
    rows: 1,
    cells: [
      [0, 'externalId', '00017'],
      [0, 'zip', '01067'],
      [0, 'city', 'Dresden'],
    ],
  },
  {
    name: 'long-numbers.xlsx',
    about: 'long numbers, stored with an exponent and with rounding errors',
    bytes: xlsxOf([
      [...headings, 'Gewicht'],
      [
        { number: '4.0060412345678E+13' },
        'Mia',
        'Weg 1',
        '01067',
        'Dresden',
        { number: '493515550199' },
        { number: '2.2999999999999998' },
      ],
    ]),
    rows: 1,
    cells: [
      [0, 'externalId', '40060412345678'],
      [0, 'phone', '493515550199'],
      [0, 'weightAmount', '2.3'],
    ],
  },
  {
    name: 'too-long-numbers.xlsx',
    about: 'a number of a parcel with more digits than a spreadsheet keeps, beside one as a text',
    bytes: xlsxOf([
      [...headings, 'Sendungsnummer'],
      [...records[0]!, { number: '3.40434161094042E+17' }],
      [...records[1]!, '340434161094042127'],
    ]),
    rows: 2,
    cells: [
      [0, 'barcodes', '3.40434161094042E+17'],
      [1, 'barcodes', '340434161094042127'],
      [0, 'zip', '01067'],
    ],
  },
  {
    name: 'weights-as-texts.xlsx',
    about: 'weights as texts with points between thousands, beside an amount as a number',
    bytes: xlsxOf([
      [...headings, 'Gewicht', 'Nachnahme'],
      [...records[0]!, '1.500', { number: '12.5' }],
      [...records[1]!, '2,5', { number: '7.25' }],
    ]),
    rows: 2,
    cells: [
      [0, 'weightAmount', '1500'],
      [1, 'weightAmount', '2.5'],
      [0, 'paymentAmount', '12.5'],
    ],
  },
  {
    name: 'weights-of-both-kinds.xlsx',
    about: 'weights as texts with points between thousands, and as numbers, in one column',
    bytes: xlsxOf([
      [...headings, 'Gewicht'],
      [...records[0]!, '1.500'],
      [...records[1]!, '2,5'],
      [...records[2]!, { number: '1.234' }],
    ]),
    rows: 3,
    cells: [
      [0, 'weightAmount', '1500'],
      [1, 'weightAmount', '2.5'],
      [2, 'weightAmount', '1.234'],
    ],
  },
  {
    name: 'weight-open.xlsx',
    about: 'a weight as a text that can be read in two ways',
    bytes: xlsxOf([
      [...headings, 'Gewicht'],
      [...records[0]!, '1.500'],
    ]),
    rows: 1,
    cells: [
      [0, 'weightAmount', '1.500'],
      [0, 'externalId', '00017'],
      [0, 'zip', '01067'],
    ],
  },
  {
    name: 'formulas.xlsx',
    about: 'formulas with a result, without one, and with an error',
    bytes: xlsxOf([
      headings,
      ['1', { formula: 'A1&B1', value: 'Mia Kern' }, 'Weg 1', '01067', 'Dresden', '1'],
      ['2', { formula: 'A1&B1' }, 'Weg 2', '20095', 'Hamburg', '1'],
      ['3', 'Cla', 'Weg 3', '50667', { error: '#N/A' }, '1'],
    ]),
    rows: 3,
    cells: [
      [0, 'recipientName', 'Mia Kern'],
      [1, 'zip', '20095'],
      [2, 'recipientName', 'Cla'],
    ],
  },
  {
    name: 'uncalculated.xlsx',
    about: 'a formula of a program that does not calculate, with an empty value',
    bytes: xlsxOf(
      [
        [...headings, 'Nachnahme'],
        [...records[0]!, { formula: 'A2*2' }],
        [...records[1]!, { number: '7.25' }],
      ],
      {},
      { written: (xml) => xml.replaceAll('</f></c>', '</f><v/></c>') },
    ),
    rows: 2,
    cells: [
      [0, 'zip', '01067'],
      [1, 'zip', '20095'],
      [1, 'paymentAmount', '7.25'],
    ],
  },
  {
    name: 'dates.xlsx',
    about: 'a time window as two times of day, and as two moments of the plan’s day',
    bytes: xlsxOf([
      ['Name', 'Straße', 'PLZ', 'Ort', 'Lieferung ab', 'Lieferung bis'],
      ['Mia', 'Weg 1', '01067', 'Dresden', { number: '0.375', format: 'hh:mm' }, { number: '0.5', format: 'hh:mm' }],
      [
        'Ben',
        'Weg 2',
        '20095',
        'Hamburg',
        { number: '46190.375', format: `${date} hh:mm` },
        { number: '46190.5', format: `${date} hh:mm` },
      ],
    ]),
    rows: 2,
    cells: [
      [0, 'earliest', '09:00'],
      [0, 'latest', '12:00'],
      [1, 'earliest', '2026-06-17 09:00'],
    ],
  },
  {
    name: 'days-as-texts.xlsx',
    about: 'a time window whose moments and times are stored as texts, as some programs write them',
    bytes: xlsxOf([
      ['Name', 'Straße', 'PLZ', 'Ort', 'Lieferung ab', 'Lieferung bis'],
      ['Mia', 'Weg 1', '01067', 'Dresden', { iso: '2026-06-17T09:00:00' }, { iso: '2026-06-17T12:00:00.000Z' }],
      ['Ben', 'Weg 2', '20095', 'Hamburg', { iso: '09:00:00' }, { iso: '12:00:00' }],
    ]),
    rows: 2,
    cells: [
      [0, 'earliest', '2026-06-17 09:00'],
      [0, 'latest', '2026-06-17 12:00'],
      [1, 'earliest', '09:00'],
    ],
  },
  {
    name: 'house-days.xlsx',
    about: 'a house number that the spreadsheet has made a day, beside one that it has not',
    bytes: xlsxOf([
      ['Name', 'Straße', 'Hausnummer', 'PLZ', 'Ort'],
      ['Mia', 'Weg', { number: '46145', format: date }, '01067', 'Dresden'],
      ['Ben', 'Weg', '3-5', '20095', 'Hamburg'],
    ]),
    rows: 2,
    cells: [
      [0, 'addressLineOne', 'Weg'],
      [1, 'addressLineOne', 'Weg 3-5'],
      [0, 'zip', '01067'],
    ],
  },
  {
    name: 'titles.xlsx',
    about: 'titles above the headings, blank rows between',
    bytes: xlsxOf([['Lieferliste'], ['Stand', '16.06.2026'], [], headings, records[0]!, [], ...records.slice(1)]),
    rows: 3,
    cells: usual,
  },
  {
    name: 'merged-headings.xlsx',
    about: 'merged group headings above the headings',
    bytes: xlsxOf([['Bestellung', '', 'Adresse'], ...table], {}, { merged: ['A1:B1', 'C1:F1'] }),
    rows: 3,
    cells: usual,
  },
  {
    name: 'merged-cells.xlsx',
    about: 'a town merged over three rows',
    bytes: xlsxOf(
      [headings, ...records.map((cells, at) => cells.map((cell, column) => (column === 4 && at > 0 ? '' : cell)))],
      {},
      { merged: ['E2:E4'] },
    ),
    rows: 3,
    cells: [
      [0, 'city', 'Dresden'],
      [1, 'city', ''],
      [2, 'recipientName', 'Ünal Öz'],
    ],
  },
  {
    name: 'several-sheets.xlsx',
    about: 'more sheets with content',
    bytes: xlsxOf(table, { Artikel: other, Leer: [[]] }),
    rows: 3,
    cells: usual,
  },
  {
    name: 'hidden-first-sheet.xlsx',
    about: 'the first sheet is hidden',
    bytes: xlsxOf(other, { Lieferungen: table }, { hiddenSheets: ['Orders'] }),
    rows: 3,
    cells: usual,
  },
  {
    name: 'empty-first-sheet.xlsx',
    about: 'the first sheet is empty',
    bytes: xlsxOf([[]], { Lieferungen: table }),
    rows: 3,
    cells: usual,
  },
  {
    name: 'sheet-told.xlsx',
    about: 'the second sheet, which the person chooses',
    bytes: xlsxOf(other, { Lieferungen: table }),
    rows: 3,
    choices: { sheet: 1 },
    cells: usual,
  },
  {
    name: 'hidden-rows.xlsx',
    about: 'rows that a filter hides',
    bytes: xlsxOf(table, {}, { hiddenRows: [3, 4] }),
    rows: 3,
    cells: usual,
  },
  {
    name: 'hundred-columns.xlsx',
    about: '100 columns, the useful ones at the end',
    bytes: xlsxOf([
      [...many, ...headings],
      [...many.map(() => 'x'), ...records[0]!],
    ]),
    rows: 1,
    cells: [
      [0, 'recipientName', 'Jörg Weiß'],
      [0, 'zip', '01067'],
      [0, 'externalId', '00017'],
    ],
  },
  {
    name: 'ragged.xlsx',
    about: 'a cell beyond the headings',
    bytes: xlsxOf([headings, [...records[0]!, 'note'], records[1]!]),
    rows: 2,
    cells: [
      [0, 'zip', '01067'],
      [1, 'phone', '+49 40 555019'],
      [1, 'zip', '20095'],
    ],
  },
];
