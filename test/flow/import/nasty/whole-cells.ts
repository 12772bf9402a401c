/** Windows with their days, days and times as numbers, and addresses that are whole in one cell or lack something. */
import { xlsxOf } from '../../../fixtures/xlsx.ts';
import { textOf, utf8, type NastyFile } from './nasty-file.ts';

const place = ['Name', 'Straße', 'PLZ', 'Ort'];
const mia = ['Mia', 'Weg 1', '01067', 'Dresden'];
const ben = ['Ben', 'Weg 2', '20095', 'Hamburg'];
const cla = ['Cla', 'Weg 3', '50667', 'Köln'];

const abroad = [
  '12 High Street, London SW1A 1AA',
  'Flat 2, 14 Elm Road, Bath, Somerset, BA1 1AA, UK',
  '1234 Elm St, Springfield, IL 62704',
  'Rue de la Loi 16, 1000 Bruxelles, Belgique',
  'Prinsengracht 263, 1016 GV Amsterdam, Nederland',
  'Calle Mayor, 5, 28013 Madrid, España',
  'Via Roma 1, 20121 Milano (MI), Italia',
  'ul. Długa 4/6, 00-238 Warszawa, Polska',
  '12, rue des Fleurs, 75011 Paris, France',
  'Bahnhofstrasse 3, 8001 Zürich, Schweiz',
  '1234 Elm St Springfield IL 62704',
  'Rathausplatz 1, 1067 Dresden, Germany',
];

export const wholeCellFiles: readonly NastyFile[] = [
  {
    name: 'month-first-windows.csv',
    about: 'windows of a shop in America, the month first; one is on another day',
    bytes: utf8(
      textOf([
        ['Order', 'Name', 'Street', 'Zip', 'City', 'Delivery Window'],
        ['1', ...mia, '06/17/2026 9:00 AM - 06/17/2026 12:00 PM'],
        ['2', ...ben, '6/17/26 1:00 PM - 6/17/26 3:00 PM'],
        ['3', ...cla, '06/07/2026 9:00 AM - 06/07/2026 12:00 PM'],
      ]),
    ),
    rows: 3,
    cells: [
      [0, 'earliest', '2026-06-17 9:00 AM - 2026-06-17 12:00 PM'],
      [1, 'earliest', '2026-06-17 1:00 PM - 2026-06-17 3:00 PM'],
      [2, 'earliest', '2026-06-07 9:00 AM - 2026-06-07 12:00 PM'],
    ],
  },
  {
    name: 'named-months.csv',
    about: 'windows whose months are words, as a shop, a mail and a spreadsheet write them',
    bytes: utf8(
      textOf([
        ['Order', 'Name', 'Street', 'Zip', 'City', 'Delivery Window'],
        ['1', ...mia, 'Wed, June 17, 2026 9:00 AM - June 17, 2026 12:00 PM'],
        ['2', ...ben, '17. Juni 2026, 13-15 Uhr'],
        ['3', ...cla, 'from 16-Jun-26 10:00'],
      ]),
    ),
    rows: 3,
    cells: [
      [0, 'earliest', '2026-06-17 9:00 AM - 2026-06-17 12:00 PM'],
      [1, 'earliest', '2026-06-17, 13-15 Uhr'],
      [2, 'earliest', 'from 2026-06-16 10:00'],
    ],
  },
  {
    name: 'open-windows.csv',
    about: 'windows in two columns whose days can be read in two ways',
    bytes: utf8(
      textOf([
        ['Name', 'Street', 'Zip', 'City', 'Delivery from', 'Delivery until'],
        [...mia, '06/07/2026 09:00', '06/07/2026 12:00'],
        [...ben, '06/07/2026 13:00', '06/07/2026 15:00'],
      ]),
    ),
    rows: 2,
    cells: [
      [0, 'earliest', '2026-07-06 09:00'],
      [0, 'latest', '2026-07-06 12:00'],
      [1, 'latest', '2026-07-06 15:00'],
    ],
  },
  {
    name: 'day-numbers.csv',
    about: 'windows as the numbers by which a spreadsheet counts days and times',
    bytes: utf8(
      textOf([
        [...place, 'Lieferung ab', 'Lieferung bis'],
        [...mia, '46190,375', '46190,5'],
        [...ben, '46190,333333333', '46190,458333333'],
      ]),
    ),
    rows: 2,
    cells: [
      [0, 'earliest', '2026-06-17 09:00'],
      [1, 'earliest', '2026-06-17 08:00'],
      [1, 'latest', '2026-06-17 11:00'],
    ],
  },
  {
    name: 'number-windows.csv',
    about: 'parts of a day as a window in one cell',
    bytes: utf8(
      textOf([
        [...place, 'Zeitfenster'],
        [...mia, '0.375 - 0.5'],
        [...ben, '0.333333 - 0.416667'],
      ]),
    ),
    rows: 2,
    cells: [
      [0, 'earliest', '09:00 - 12:00'],
      [1, 'earliest', '08:00 - 10:00'],
      [0, 'zip', '01067'],
    ],
  },
  {
    name: 'numbers.xlsx',
    about: 'parts of a day and days without a format beside hours',
    bytes: xlsxOf([
      [...place, 'Lieferung ab', 'Lieferung bis'],
      [...mia, { number: '0.375' }, { number: '0.5' }],
      [...ben, { number: '46190.375' }, { number: '46190.5' }],
      [...cla, { number: '9' }, { number: '12' }],
    ]),
    rows: 3,
    cells: [
      [0, 'earliest', '09:00'],
      [1, 'latest', '2026-06-17 12:00'],
      [2, 'earliest', '9'],
    ],
  },
  {
    name: 'first-days.csv',
    about: 'times with the day from which a database counts',
    bytes: utf8(
      textOf([
        [...place, 'Zeit von', 'Zeit bis'],
        [...mia, '30.12.1899 09:00:00', '30.12.1899 12:00:00'],
        [...ben, '30.12.1899 13:30:00', '30.12.1899 15:00:00'],
      ]),
    ),
    rows: 2,
    cells: [
      [0, 'earliest', '09:00:00'],
      [0, 'latest', '12:00:00'],
      [1, 'earliest', '13:30:00'],
    ],
  },
  {
    name: 'whole-addresses.csv',
    about: 'German addresses in one cell: with commas, lines or neither, and one that is only a street',
    bytes: utf8(
      textOf([
        ['Bestellnummer', 'Name', 'Adresse', 'Telefon'],
        ['1', 'Mia', '"Lindenweg 4, 01067 Aldermünde"', '0351 123456'],
        ['2', 'Ben', '"Lindenweg 5\n01067 Aldermünde\nDeutschland"', '0351 123457'],
        ['3', 'Cla', 'Grüner Weg 4 20095 Hamburg', '040 123456'],
        ['4', 'Dan', '"Hinterhof, Am Ring 3, D-50667 Köln"', ''],
        ['5', 'Eva', 'Am Hafen', ''],
      ]),
    ),
    rows: 5,
    cells: [
      [0, 'city', 'Aldermünde'],
      [1, 'country', 'Deutschland'],
      [3, 'addressLineTwo', 'Hinterhof'],
    ],
  },
  {
    name: 'addresses-abroad.csv',
    about: 'addresses of eleven countries in one cell; two cannot be split for sure',
    bytes: utf8(
      textOf([
        ['Order number', 'Name', 'Delivery address', 'Packages'],
        ...abroad.map((address, at) => [`A-${at + 1}`, `Kundin ${at + 1}`, address, '1']),
      ]),
    ),
    rows: 12,
    cells: [
      [1, 'addressLineOne', '14 Elm Road'],
      [2, 'state', 'IL'],
      [5, 'addressLineOne', 'Calle Mayor 5'],
    ],
  },
  {
    name: 'incomplete-addresses.csv',
    about: 'no house number, no town, a lost zero, a postcode of another country',
    bytes: utf8(
      textOf([
        [...place, 'Land'],
        ['Mia', 'Am Hafen', '01067', 'Dresden', ''],
        ['Ben', 'Weg 2', '20095', '', ''],
        ['Cla', 'Weg 3', '1067', 'Dresden', ''],
        ['Dan', 'Długa 4/6', '00-238', 'Warszawa', ''],
        ['Eva', 'Polna 11', '31-013', 'Kraków', 'Polska'],
      ]),
    ),
    rows: 5,
    cells: [
      [0, 'addressLineOne', 'Am Hafen'],
      [2, 'zip', '1067'],
      [4, 'country', 'Polska'],
    ],
  },
];
