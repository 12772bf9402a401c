/** Text files: encodings, delimiters, line ends, quotation marks. */
import {
  headings,
  oneByte,
  records,
  table,
  textOf,
  usual,
  utf16,
  utf16BigEndian,
  utf8,
  type NastyFile,
} from './nasty-file.ts';

const latin = { ä: 0xe4, ö: 0xf6, ü: 0xfc, ß: 0xdf, Ü: 0xdc, Ö: 0xd6 };
const dos = { ä: 0x84, ö: 0x94, ü: 0x81, ß: 0xe1, Ü: 0x9a, Ö: 0x99 };
const mac = { ä: 0x8a, ö: 0x9a, ü: 0x9f, ß: 0xa7, Ü: 0x86, Ö: 0x85 };
const polish = { ł: 0xb3, ą: 0xb9, ę: 0xea, ż: 0xbf, Ż: 0xaf, ó: 0xf3, ś: 0x9c, ć: 0xe6, ń: 0xf1 };
const spanish = { á: 0xe1, é: 0xe9, ñ: 0xf1, '¡': 0xa1, '¿': 0xbf };
const polishUnix = { ł: 0xb3, ą: 0xb1, ę: 0xea, Ż: 0xaf, ó: 0xf3, Ś: 0xa6, ś: 0xb6, ń: 0xf1 };
const text = textOf();

export const encodingFiles: readonly NastyFile[] = [
  { name: 'utf-8.csv', about: 'UTF-8, Windows line ends', bytes: utf8(text), rows: 3, cells: usual },
  {
    name: 'utf-8-mark.csv',
    about: 'UTF-8 with a byte order mark',
    bytes: utf8(`\uFEFF${text}`),
    rows: 3,
    cells: usual,
  },
  {
    name: 'utf-16le.txt',
    about: '“Unicode text” of Excel',
    bytes: utf16(`\uFEFF${textOf(table, { delimiter: '\t' })}`),
    rows: 3,
    cells: usual,
  },
  {
    name: 'utf-16be.txt',
    about: 'UTF-16, big end first',
    bytes: utf16BigEndian(`\uFEFF${text}`),
    rows: 3,
    cells: usual,
  },
  { name: 'utf-16-no-mark.csv', about: 'UTF-16 without a mark', bytes: utf16(text), rows: 3, cells: usual },
  {
    name: 'windows-1252.csv',
    about: 'csv of Excel in western Europe',
    bytes: oneByte(text, latin),
    rows: 3,
    cells: usual,
  },
  {
    name: 'windows-1250.csv',
    about: 'csv of Excel in Poland',
    bytes: oneByte(
      textOf([
        ['Numer zamówienia', 'Odbiorca', 'Ulica', 'Kod pocztowy', 'Miasto'],
        ['7', 'Łucja Dąbrowska'.replace('Ł', 'L'), 'Żytnia 4', '30-001', 'Kraków'],
        ['8', 'Paweł Święch'.replace('Ś', 'S'), 'Jałowa 12', '80-180', 'Gdańsk'],
      ]),
      polish,
    ),
    rows: 2,
    cells: [
      [0, 'addressLineOne', 'Żytnia 4'],
      [1, 'city', 'Gdańsk'],
      [0, 'zip', '30-001'],
    ],
  },
  {
    name: 'iso-8859-2.csv',
    about: 'a program of Unix in Poland',
    bytes: oneByte(
      textOf([
        ['Numer zamówienia', 'Odbiorca', 'Ulica', 'Kod pocztowy', 'Miasto'],
        ['7', 'Maja Dąbrowska', 'Wąska 4', '30-001', 'Kraków'],
        ['8', 'Paweł Święch', 'Świętojańska 12', '80-180', 'Gdańsk'],
      ]),
      polishUnix,
    ),
    rows: 2,
    cells: [
      [0, 'addressLineOne', 'Wąska 4'],
      [1, 'addressLineOne', 'Świętojańska 12'],
      [1, 'city', 'Gdańsk'],
    ],
  },
  {
    name: 'spanish-marks.csv',
    about: 'Windows-1252 with the marks that open a Spanish sentence',
    bytes: oneByte(
      textOf([
        ['Pedido', 'Destinatario', 'Calle', 'CP', 'Ciudad', 'Notas'],
        ['7', 'Inés Peña', 'Calle Mayor 4', '28013', 'Madrid', '¡Ojo, perro!'],
        ['8', 'Luis Ibáñez', 'Calle Nueva 2', '29005', 'Málaga', '¿Está? ¡Llamar!'],
      ]),
      spanish,
    ),
    rows: 2,
    cells: [
      [0, 'recipientName', 'Inés Peña'],
      [1, 'recipientName', 'Luis Ibáñez'],
      [1, 'notes', '¿Está? ¡Llamar!'],
    ],
  },
  { name: 'cp850.csv', about: 'a program of DOS', bytes: oneByte(text, dos), rows: 3, cells: usual },
  { name: 'macintosh.csv', about: 'csv of Excel on a Mac', bytes: oneByte(text, mac), rows: 3, cells: usual },
  {
    name: 'macintosh-told.csv',
    about: 'too few letters to know the encoding; the person says Mac',
    bytes: oneByte(
      textOf([
        headings.map((each) => each.replace('ä', 'ae').replace('ß', 'ss')),
        ['1', 'Ida ö. Lau', 'Weg 1', '01067', 'Dresden', '1'],
      ]),
      mac,
    ),
    rows: 1,
    choices: { encoding: 'macintosh' },
    cells: [
      [0, 'recipientName', 'Ida ö. Lau'],
      [0, 'zip', '01067'],
      [0, 'city', 'Dresden'],
    ],
  },
  {
    name: 'one-bad-byte.csv',
    about: 'UTF-8 in which one byte of a name is of Windows-1252',
    bytes: utf8(text).map((byte, at, all) => (at === all.length - 40 ? 0xf6 : byte)),
    rows: 3,
    cells: usual.slice(0, 2).concat([]),
  },
  {
    name: 'nul-bytes.csv',
    about: 'NUL bytes and control characters between letters',
    bytes: utf8(text.replaceAll('Weg', 'W\u0000eg').replace('Mia', 'M\u0002ia')),
    rows: 3,
    cells: [
      [0, 'addressLineOne', 'Grüner Weg 4'],
      [1, 'recipientName', 'Mia Kern'],
      [2, 'city', 'Köln'],
    ],
  },
  {
    name: 'hebrew.csv',
    about: 'names and streets from right to left, with marks of direction',
    bytes: utf8(textOf([headings, ['1', '\u200Fדוד כהן\u200F', 'רחוב הרצל 5', '61000', 'תל אביב', '03-5550199']])),
    rows: 1,
    cells: [
      [0, 'addressLineOne', 'רחוב הרצל 5'],
      [0, 'city', 'תל אביב'],
      [0, 'phone', '03-5550199'],
    ],
  },
  {
    name: 'emoji.csv',
    about: 'emoji and letters with separate accents',
    bytes: utf8(textOf([headings, ['1', '🌸 Blumen 👩🏽‍🌾', 'Cafe\u0301weg 1', '01067', 'Dresden', '1']])),
    rows: 1,
    cells: [
      [0, 'recipientName', '🌸 Blumen 👩🏽‍🌾'],
      [0, 'addressLineOne', 'Cafe\u0301weg 1'],
      [0, 'zip', '01067'],
    ],
  },
];

const commas = table.map((cells) => cells.map((cell) => `"${cell}"`));
export const delimiterFiles: readonly NastyFile[] = [
  {
    name: 'commas.csv',
    about: 'commas, each cell in quotation marks',
    bytes: utf8(textOf(commas, { delimiter: ',' })),
    rows: 3,
    cells: usual,
  },
  {
    name: 'tabs-called.csv',
    about: 'tabs in a file called csv',
    bytes: utf8(textOf(table, { delimiter: '\t' })),
    rows: 3,
    cells: usual,
  },
  { name: 'pipes.txt', about: 'pipes', bytes: utf8(textOf(table, { delimiter: '|' })), rows: 3, cells: usual },
  {
    name: 'carets-told.txt',
    about: 'carets, which the person names as the delimiter',
    bytes: utf8(textOf(table, { delimiter: '^' })),
    rows: 3,
    choices: { delimiter: '^' },
    cells: usual,
  },
  {
    name: 'begins-like-zip.csv',
    about: 'letters with which a workbook begins as well',
    bytes: utf8(
      textOf([
        ['PKG_ID', 'Name', 'Straße', 'PLZ', 'Ort'],
        ['7', 'Mia', 'Weg 1', '01067', 'Dresden'],
      ]),
    ),
    rows: 1,
    cells: [
      [0, 'recipientName', 'Mia'],
      [0, 'addressLineOne', 'Weg 1'],
      [0, 'zip', '01067'],
    ],
  },
  { name: 'sep.csv', about: '`sep=;` in the first line', bytes: utf8(`sep=;\r\n${text}`), rows: 3, cells: usual },
  {
    name: 'commas-in-cells.csv',
    about: 'semicolons, and more commas in the addresses',
    bytes: utf8(
      textOf([
        ['Name', 'Adresse', 'PLZ', 'Ort'],
        ['Mia', 'Weg 1, Hof, 2. Stock, links', '01067', 'Dresden'],
        ['Ben', 'Weg 2, Hof, 3. Stock, rechts', '20095', 'Hamburg'],
      ]),
    ),
    rows: 2,
    cells: [
      [0, 'addressLineOne', 'Weg 1, Hof, 2. Stock, links'],
      [1, 'zip', '20095'],
      [1, 'city', 'Hamburg'],
    ],
  },
  {
    name: 'cr-only.csv',
    about: 'carriage returns alone as line ends',
    bytes: utf8(textOf(table, { end: '\r' })),
    rows: 3,
    cells: usual,
  },
  {
    name: 'mixed-ends.csv',
    about: 'three kinds of line ends in one file',
    bytes: utf8(
      `${headings.join(';')}\r\n${records[0]!.join(';')}\n${records[1]!.join(';')}\r${records[2]!.join(';')}`,
    ),
    rows: 3,
    cells: usual,
  },
  {
    name: 'trailing-delimiters.csv',
    about: 'a delimiter at the end of each line',
    bytes: utf8(textOf(table.map((cells) => [...cells, '']))),
    rows: 3,
    cells: usual,
  },
  {
    name: 'blank-lines.csv',
    about: 'blank lines, and lines of delimiters alone',
    bytes: utf8(`\r\n${text.replace('\r\n00018', '\r\n;;;;;\r\n\r\n00018')}\r\n\r\n`),
    rows: 3,
    cells: usual,
  },
  {
    name: 'one-column.csv',
    about: 'one column with whole addresses',
    bytes: utf8('Adresse\nWeg 1, 01067 Dresden\nWeg 2, 20095 Hamburg\nWeg 3, 50667 Köln\n'),
    rows: 3,
    cells: [
      [0, 'addressLineOne', 'Weg 1'],
      [1, 'zip', '20095'],
      [2, 'city', 'Köln'],
    ],
  },
];

const row = (number: string, name: string) => `${number};${name};Weg ${number};01067;Dresden;1`;
export const quoteFiles: readonly NastyFile[] = [
  {
    name: 'quoted-newlines.csv',
    about: 'line breaks and doubled quotation marks in cells',
    bytes: utf8(
      `${headings.join(';')}\r\n1;"Mia ""die Große"" Kern";"Weg 1\nHof";01067;Dresden;1\r\n${row('2', 'Ben')}\r\n`,
    ),
    rows: 2,
    cells: [
      [0, 'recipientName', 'Mia "die Große" Kern'],
      [0, 'addressLineOne', 'Weg 1, Hof'],
      [1, 'recipientName', 'Ben'],
    ],
  },
  {
    name: 'open-quote.csv',
    about: 'a quotation mark that nothing closes',
    bytes: utf8([headings.join(';'), row('1', 'Mia'), row('2', '"Ben'), row('3', 'Cla'), row('4', 'Dan')].join('\n')),
    rows: 4,
    cells: [
      [0, 'recipientName', 'Mia'],
      [2, 'recipientName', 'Cla'],
      [3, 'addressLineOne', 'Weg 4'],
    ],
  },
  {
    name: 'two-open-quotes.csv',
    about: 'two such marks, so that the rows between look like one cell',
    bytes: utf8([headings.join(';'), row('1', '"Mia'), row('2', 'Ben'), row('3', '"Cla'), row('4', 'Dan')].join('\n')),
    rows: 4,
    cells: [
      [1, 'recipientName', 'Ben'],
      [3, 'recipientName', 'Dan'],
      [3, 'zip', '01067'],
    ],
  },
  {
    name: 'stray-quote.csv',
    about: 'a quotation mark in the middle of a quoted cell',
    bytes: utf8([headings.join(';'), row('1', '"Mia "die" Kern"'), row('2', 'Ben')].join('\n')),
    rows: 2,
    cells: [
      [1, 'recipientName', 'Ben'],
      [1, 'zip', '01067'],
      [0, 'zip', '01067'],
    ],
  },
  {
    name: 'inch-marks.csv',
    about: 'inches and feet as quotation marks inside cells',
    bytes: utf8([headings.join(';'), row('1', 'Mia 24" Rad'), row('2', 'Ben 5\' 3"')].join('\n')),
    rows: 2,
    cells: [
      [0, 'recipientName', 'Mia 24" Rad'],
      [1, 'recipientName', 'Ben 5\' 3"'],
      [1, 'zip', '01067'],
    ],
  },
  {
    name: 'ragged.csv',
    about: 'rows with fewer and with more cells than headings',
    bytes: utf8(
      [
        headings.join(';'),
        '1;Mia;Weg 1;01067;Dresden',
        `${row('2', 'Ben')};more;even more`,
        row('3', 'Cla'),
        '4;Dan',
      ].join('\n'),
    ),
    rows: 4,
    cells: [
      [0, 'city', 'Dresden'],
      [2, 'recipientName', 'Cla'],
      [3, 'recipientName', 'Dan'],
    ],
  },
  {
    name: 'quote-in-headings.csv',
    about: 'a quotation mark in the headings that nothing closes',
    bytes: utf8(`Nr;"Name;Straße;PLZ;Ort\n1;Mia;Weg 1;01067;Dresden\n`),
    rows: null,
  },
];
