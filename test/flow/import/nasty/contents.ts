/** Text files whose content is unusual: titles, headings, values. */
import { headings, records, table, textOf, usual, utf8, type NastyFile } from './nasty-file.ts';

const long = 'Hinterhof, dann links. '.repeat(40_000);
const blanks = ' '.repeat(1_000_000);
const many = Array.from({ length: 100 }, (_, at) => `Feld ${at + 1}`);

export const headingFiles: readonly NastyFile[] = [
  {
    name: 'titles.csv',
    about: 'titles, a date and a blank line above the headings',
    bytes: utf8(`Lieferliste Blumenhaus;;;;;\nStand: 16.06.2026;;;;;\n\n${textOf()}`),
    rows: 3,
    cells: usual,
  },
  {
    name: 'two-heading-rows.csv',
    about: 'groups of columns above the headings, each named once',
    bytes: utf8(`Bestellung;Empfänger;;;;\n${textOf()}`),
    rows: 3,
    cells: usual,
  },
  {
    name: 'headings-told.csv',
    about: 'a row of codes above the headings; the person says that they are in line 2',
    bytes: utf8(`A1;B2;C3;D4;E5;F6\n${textOf()}`),
    rows: 3,
    choices: { headingLine: 2 },
    cells: usual,
  },
  { name: 'no-headings.csv', about: 'no headings', bytes: utf8(textOf(records)), rows: 3, cells: usual },
  {
    name: 'empty-headings.csv',
    about: 'two headings are empty, their columns are not',
    bytes: utf8(
      textOf([
        ['Nr', 'Name', '', 'Straße', '', 'Ort'],
        ['1', 'Mia', 'Kern', 'Weg 1', '01067', 'Dresden'],
      ]),
    ),
    rows: 1,
    cells: [
      [0, 'recipientName', 'Mia'],
      [0, 'addressLineOne', 'Weg 1'],
      [0, 'city', 'Dresden'],
    ],
  },
  {
    name: 'doubled-headings.csv',
    about: 'headings that occur twice, and those of the invoice beside them',
    bytes: utf8(
      textOf([
        ['Order', 'Name', 'Street', 'City', 'Name', 'Street', 'City', 'Billing Street'],
        ['1', 'Mia', 'Weg 1', 'Dresden', 'Ben', 'Weg 2', 'Hamburg', 'Weg 3'],
      ]),
    ),
    rows: 1,
    cells: [
      [0, 'recipientName', 'Mia'],
      [0, 'addressLineOne', 'Weg 1'],
      [0, 'city', 'Dresden'],
    ],
  },
  {
    name: 'heading-breaks.csv',
    about: 'headings with line breaks in their cells',
    bytes: utf8(textOf().replace('Bestellnummer', '"Bestell-\nnummer"').replace('Telefon', '"Telefon\n(tagsüber)"')),
    rows: 3,
    cells: usual,
  },
  {
    name: 'two-addresses.csv',
    about: 'the address of the delivery beside that of the customer',
    bytes: utf8(
      textOf([
        ['Kunde', 'Straße', 'Nr.', 'PLZ', 'Ort', 'Liefername', 'Lieferstraße', 'Liefer-PLZ', 'Lieferort'],
        ['Blumenhaus', 'Hauptweg', '9', '20095', 'Hamburg', 'Mia Kern', 'Weg 1', '01067', 'Dresden'],
      ]),
    ),
    rows: 1,
    cells: [
      [0, 'recipientName', 'Mia Kern'],
      [0, 'addressLineOne', 'Weg 1'],
      [0, 'city', 'Dresden'],
    ],
  },
  {
    name: 'hundred-columns.csv',
    about: '100 columns, the useful ones at the end',
    bytes: utf8(
      textOf([
        [...many, ...headings],
        [...many.map(() => 'x'), ...records[0]!],
      ]),
    ),
    rows: 1,
    cells: [
      [0, 'recipientName', 'Jörg Weiß'],
      [0, 'zip', '01067'],
      [0, 'externalId', '00017'],
    ],
  },
  { name: 'headings-only.csv', about: 'headings without a row', bytes: utf8(`${headings.join(';')}\r\n`), rows: 0 },
  {
    name: 'headings-repeated.csv',
    about: 'two files joined: the headings come again in the middle',
    bytes: utf8(`${textOf()}${textOf()}`),
    rows: 7,
    cells: usual,
  },
];

export const valueFiles: readonly NastyFile[] = [
  {
    name: 'shortened-numbers.csv',
    about: 'a spreadsheet has written numbers as 4.00604E+12',
    bytes: utf8(textOf([headings, ['4,00604E+12', 'Mia', 'Weg 1', '01067', 'Dresden', '4.91520E+11'], records[1]!])),
    rows: 2,
    cells: [
      [0, 'externalId', '4,00604E+12'],
      [0, 'zip', '01067'],
      [1, 'externalId', '00018'],
    ],
  },
  {
    name: 'numbers-as-text.csv',
    about: 'numbers kept as text: ="01067", apostrophes',
    bytes: utf8(
      textOf([
        headings,
        ['="00017"', 'Mia', 'Weg 1', "'01067", 'Dresden', "'+4940555019"],
        ['"=""00018"""', 'Ben', 'Weg 2', '="20095"', 'Hamburg', '="040 1"'],
      ]),
    ),
    rows: 2,
    cells: [
      [0, 'externalId', '00017'],
      [0, 'zip', '01067'],
      [1, 'phone', '040 1'],
    ],
  },
  {
    name: 'formulas.csv',
    about: 'formulas as text, which must not run',
    bytes: utf8(textOf([headings, ['1', '=HYPERLINK(A1)', 'Weg 1', '01067', 'Dresden', '@SUM(1)']])),
    rows: 1,
    cells: [
      [0, 'recipientName', '=HYPERLINK(A1)'],
      [0, 'phone', '@SUM(1)'],
      [0, 'zip', '01067'],
    ],
  },
  {
    name: 'cell-errors.csv',
    about: 'errors of formulas, English and German',
    bytes: utf8(
      textOf([
        headings,
        ['1', '#NV', 'Weg 1', '01067', 'Dresden', '1'],
        ['2', 'Ben', '#REF!', '20095', 'Hamburg', '1'],
      ]),
    ),
    rows: 2,
    cells: [
      [0, 'zip', '01067'],
      [1, 'recipientName', 'Ben'],
      [1, 'city', 'Hamburg'],
    ],
  },
  {
    name: 'nothing-words.csv',
    about: 'NULL, N/A, n/v and dashes for empty cells',
    bytes: utf8(
      textOf([
        headings,
        ['NULL', 'Mia', 'Weg 1', '01067', 'Dresden', 'N/A'],
        ['-', 'Ben', 'Weg 2', '20095', 'Hamburg', 'n/v'],
      ]),
    ),
    rows: 2,
    cells: [
      [0, 'externalId', ''],
      [0, 'phone', ''],
      [1, 'phone', ''],
    ],
  },
  {
    name: 'windows.csv',
    about: 'time windows as people write them, two of them wrong',
    bytes: utf8(
      textOf([
        ['Name', 'Straße', 'PLZ', 'Ort', 'Zeitfenster'],
        ['Mia', 'Weg 1', '01067', 'Dresden', '9-12'],
        ['Ben', 'Weg 2', '01067', 'Dresden', 'ab 14 Uhr'],
        ['Cla', 'Weg 3', '01067', 'Dresden', 'vormittags'],
        ['Dan', 'Weg 4', '01067', 'Dresden', '16.06.2026 09:00 - 16.06.2026 12:00'],
      ]),
    ),
    rows: 4,
    cells: [
      [0, 'earliest', '9-12'],
      [1, 'earliest', 'ab 14 Uhr'],
      [2, 'earliest', 'vormittags'],
    ],
  },
  {
    name: 'delivery-days.csv',
    about: 'a day of delivery, in one row another one than the plan’s',
    bytes: utf8(
      textOf([
        ['Name', 'Straße', 'PLZ', 'Ort', 'Lieferdatum'],
        ['Mia', 'Weg 1', '01067', 'Dresden', '17.06.2026'],
        ['Ben', 'Weg 2', '01067', 'Dresden', '18.06.2026'],
      ]),
    ),
    rows: 2,
    cells: [
      [0, 'expectedOn', '2026-06-17'],
      [1, 'expectedOn', '2026-06-18'],
      [1, 'city', 'Dresden'],
    ],
  },
  {
    name: 'zeros.csv',
    about: 'zeros where there are no coordinates and nothing is to be collected',
    bytes: utf8(
      textOf([
        ['Name', 'Straße', 'PLZ', 'Ort', 'Breitengrad', 'Längengrad', 'Nachnahme'],
        ['Mia', 'Weg 1', '01067', 'Dresden', '0', '0', '0,00'],
      ]),
    ),
    rows: 1,
    cells: [
      [0, 'latitude', ''],
      [0, 'longitude', ''],
      [0, 'zip', '01067'],
    ],
  },
  {
    name: 'same-number.csv',
    about: 'three rows with one number: joined only if the person says so',
    bytes: utf8(
      textOf([
        headings,
        records[0]!,
        ['00017', 'Jörg Weiß', 'Grüner Weg 4', '01067', 'Dresden', '0351 123456'],
        ['00017', 'Mia Kern', 'Lindenallee 4', '20095', 'Hamburg', '1'],
        records[1]!,
      ]),
    ),
    rows: 4,
    cells: [
      [0, 'recipientName', 'Jörg Weiß'],
      [1, 'externalId', '00018'],
      [1, 'zip', '20095'],
    ],
  },
  {
    name: 'same-row-twice.csv',
    about: 'one row twice, without a number',
    bytes: utf8(textOf([headings, ...[0, 1].map(() => ['', ...records[0]!.slice(1)])])),
    rows: 2,
    cells: [
      [0, 'recipientName', 'Jörg Weiß'],
      [1, 'recipientName', 'Jörg Weiß'],
      [1, 'externalId', ''],
    ],
  },
  {
    name: 'long-cell.csv',
    about: 'a cell of a megabyte',
    bytes: utf8(
      textOf([
        [...headings, 'Bemerkung'],
        [...records[0]!, long],
      ]),
    ),
    rows: 1,
    cells: [
      [0, 'recipientName', 'Jörg Weiß'],
      [0, 'notes', long.trim()],
      [0, 'zip', '01067'],
    ],
  },
  {
    name: 'million-blanks.csv',
    about: 'a million blanks in the middle of a name, a street and a window',
    bytes: utf8(
      textOf([
        ['Name', 'Straße', 'PLZ', 'Ort', 'Zeitfenster'],
        [`Mia${blanks}Kern`, `Weg${blanks}1`, '01067', 'Dresden', `9${blanks}-${blanks}12`],
      ]),
    ),
    rows: 1,
    cells: [
      [0, 'recipientName', 'Mia Kern'],
      [0, 'addressLineOne', 'Weg 1'],
      [0, 'earliest', '9 - 12'],
    ],
  },
  {
    name: 'name-parts.csv',
    about: 'first and last name, street and number, postcode and town in columns of their own or in one',
    bytes: utf8(
      textOf([
        ['Vorname', 'Nachname', 'Straße', 'Nr.', 'PLZ/Ort'],
        ['Mia', 'Kern', 'Weg', '4a', '01067 Dresden'],
        ['Ben', 'Lang', 'Weg 5', '5', 'D-20095 Hamburg'],
      ]),
    ),
    rows: 2,
    cells: [
      [0, 'recipientName', 'Mia Kern'],
      [0, 'addressLineOne', 'Weg 4a'],
      [1, 'zip', '20095'],
    ],
  },
  {
    name: 'pasted.txt',
    about: 'cells copied from a spreadsheet, without a line end',
    bytes: utf8(table.map((cells) => cells.join('\t')).join('\n')),
    rows: 3,
    cells: usual,
  },
];
