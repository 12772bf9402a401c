/** Files in the formats of shops and other systems, and the orders from their rows. */
import { describe, expect, it } from 'vitest';
import { orderSheet } from '../../../../src/renderer/orders/import/order-sheet.ts';
import { readSheetRows } from '../../../../src/renderer/lib/sheet/read-sheet.ts';
import { columnsFor } from '../../../fixtures/columns-for.ts';
import { checkedItem, itemsOf, problemLine, tallyOf } from '../../../../src/renderer/import/group.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);
const latin = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));

async function read(bytes: Uint8Array<ArrayBuffer>) {
  const result = await readSheetRows(bytes);
  if (result.kind === 'problem' || result.report === undefined) throw new Error('not read');
  const { rows, report } = result;
  const headings = rows[0] ?? [];
  const columns = columnsFor(orderSheet, headings, []);
  const orders = itemsOf(orderSheet, rows, columns, { report });
  const { read: good, faulty, joined } = tallyOf(rows, orders, true);
  return {
    used: Object.fromEntries(headings.flatMap((heading, at) => (columns[at] == null ? [] : [[heading, columns[at]]]))),
    counts: { read: good, faulty, blank: report.blankLines, joined },
    orders: orders.map((order) => {
      const { lines, fields, problems } = checkedItem(orderSheet, order);
      const { externalId, recipientName, addressLineOne, zip, city } = fields;
      const said = [externalId, recipientName, addressLineOne, zip, city].join(' | ');
      return `${lines.join('+')}: ${said}${problemLine(orderSheet, { problems }) === null ? '' : ' !'}`;
    }),
  };
}

interface Habit {
  bytes: Uint8Array<ArrayBuffer>;
  used: Record<string, string>;
  counts: { read: number; faulty: number; blank?: number; joined?: number };
  orders: string[];
}

const habits: Record<string, Habit> = {
  'a shop (Shopify): the number is called Name, and is not taken for it; the second row of an order has items alone': {
    bytes: utf8(
      [
        'Name,Email,Financial Status,Lineitem quantity,Lineitem name,Billing Name,Billing City,Shipping Name,Shipping Street,Shipping Address1,Shipping Address2,Shipping City,Shipping Zip,Shipping Country,Notes,Payment Reference',
        '#1001,mia@shop.example,paid,1,Tea,Firma Kern,Berlin,Mia Kern,"Weg 1, Hof","Weg 1",Hof,Dresden,\'01067,DE,"Ring twice,\nback door",c1',
        '#1001,,,2,"Bread, dark",,,,,,,,,,,',
        "#1002,ben@shop.example,paid,1,Ink,Ben,Berlin,Ben Lang,Weg 2,Weg 2,,Hamburg,'20095,DE,,c2",
      ].join('\n'),
    ),
    used: {
      Email: 'email',
      'Lineitem name': 'products',
      'Shipping Name': 'recipientName',
      'Shipping Address1': 'addressLineOne',
      'Shipping Address2': 'addressLineTwo',
      'Shipping City': 'city',
      'Shipping Zip': 'zip',
      'Shipping Country': 'country',
      Notes: 'notes',
    },
    counts: { read: 3, faulty: 0 },
    orders: [
      '2:  | Mia Kern | Weg 1 | 01067 | Dresden',
      '4:  |  |  |  |  !',
      '5:  | Ben Lang | Weg 2 | 20095 | Hamburg',
    ],
  },
  'a shop (WooCommerce): the address of the delivery beside that of the invoice': {
    bytes: utf8(
      [
        '"Order Number","Order Status","Order Date","First Name (Billing)","Last Name (Billing)","City (Billing)","First Name (Shipping)","Last Name (Shipping)","Address 1&2 (Shipping)","City (Shipping)","Postcode (Shipping)","Country Code (Shipping)","Item #","Item Name"',
        '"17","processing","2026-06-16 09:00","Mia","Kern","Berlin","Mia","Kern","Weg 1, Hof","Dresden","01067","DE","1","Tea"',
        '"17","processing","2026-06-16 09:00","Mia","Kern","Berlin","Mia","Kern","Weg 1, Hof","Dresden","01067","DE","2","Bread"',
      ].join('\r\n'),
    ),
    used: {
      'Order Number': 'externalId',
      'First Name (Shipping)': 'firstName',
      'Last Name (Shipping)': 'lastName',
      'Address 1&2 (Shipping)': 'addressLineOne',
      'City (Shipping)': 'city',
      'Postcode (Shipping)': 'zip',
      'Country Code (Shipping)': 'country',
      'Item Name': 'products',
    },
    counts: { read: 2, faulty: 0, joined: 1 },
    orders: ['2+3: 17 | Mia Kern | Weg 1, Hof | 01067 | Dresden'],
  },
  'a German system (SAP): trailing delimiters, Latin letters, an empty line at the end': {
    bytes: latin(
      'Auftragsnummer;Warenempfänger;Name 1;Name 2;Straße;Hausnummer;PLZ;Ort;Lieferdatum;\r\n' +
        '4500012345;1000234;Bäckerei Groß;Filiale 3;Hauptstraße;12a;01067;Dresden;17.06.2026;\r\n' +
        '4500012346;1000235;Bäckerei Groß;;Hauptstraße;12a;01067;Dresden;17.06.2026;\r\n\r\n',
    ),
    used: {
      Auftragsnummer: 'externalId',
      'Name 1': 'recipientName',
      Straße: 'addressLineOne',
      Hausnummer: 'houseNumber',
      PLZ: 'zip',
      Ort: 'city',
      Lieferdatum: 'expectedOn',
    },
    counts: { read: 2, faulty: 0, blank: 1 },
    orders: [
      '2: 4500012345 | Bäckerei Groß | Hauptstraße 12a | 01067 | Dresden',
      '3: 4500012346 | Bäckerei Groß | Hauptstraße 12a | 01067 | Dresden',
    ],
  },
  'a Dutch one: the house number in a column of its own': {
    bytes: utf8('\uFEFFOrdernummer;Naam;Straat;Huisnummer;Postcode;Plaats\r\n77;Jan;Kade;4;1011 AB;Amsterdam\r\n'),
    used: {
      Ordernummer: 'externalId',
      Naam: 'recipientName',
      Straat: 'addressLineOne',
      Huisnummer: 'houseNumber',
      Postcode: 'zip',
      Plaats: 'city',
    },
    counts: { read: 1, faulty: 0 },
    orders: ['2: 77 | Jan | Kade 4 | 1011 AB | Amsterdam'],
  },
  'a French one: accents, a delimiter in quotes': {
    bytes: utf8('"Numéro de commande";"Nom";"Adresse";"Code postal";"Ville"\n"C-1";"Léa";"1; rue X";"69001";"Lyon"\n'),
    used: {
      'Numéro de commande': 'externalId',
      Nom: 'lastName',
      Adresse: 'addressLineOne',
      'Code postal': 'zip',
      Ville: 'city',
    },
    counts: { read: 1, faulty: 0 },
    orders: ['2: C-1 | Léa | 1; rue X | 69001 | Lyon'],
  },
  'a list by hand: quotation marks within cells, inches, an apostrophe': {
    bytes: utf8('Referenz\tName\tStrasse\tPLZ\tOrt\nR1\tMia "M" Kern\tWeg 5" links\t1\tO\'Ort\n'),
    used: { Referenz: 'externalId', Name: 'recipientName', Strasse: 'addressLineOne', PLZ: 'zip', Ort: 'city' },
    counts: { read: 1, faulty: 0 },
    orders: ['2: R1 | Mia "M" Kern | Weg 5" links | 1 | O\'Ort'],
  },
  'two files put together: line breaks of three kinds, the headings again': {
    bytes: utf8('Nummer;Name;Strasse\r\n1;Mia;Weg 1\n2;Ben;Weg 2\rNummer;Name;Strasse\r\n3;Cla;Weg 3'),
    used: { Nummer: 'externalId', Name: 'recipientName', Strasse: 'addressLineOne' },
    counts: { read: 3, faulty: 1 },
    orders: [
      '2: 1 | Mia | Weg 1 |  | ',
      '3: 2 | Ben | Weg 2 |  | ',
      '4: Nummer | Name | Strasse |  |  !',
      '5: 3 | Cla | Weg 3 |  | ',
    ],
  },
  'a spreadsheet that leaves out empty cells at the end of rows': {
    bytes: utf8('Order number;Name;Street;Town;Notes\n1;Mia;Weg 1;Dresden\n2;Ben;Weg 2;Hamburg;Ring\n'),
    used: {
      'Order number': 'externalId',
      Name: 'recipientName',
      Street: 'addressLineOne',
      Town: 'city',
      Notes: 'notes',
    },
    counts: { read: 1, faulty: 1 },
    orders: ['2: 1 | Mia | Weg 1 |  | Dresden !', '3: 2 | Ben | Weg 2 |  | Hamburg'],
  },
  'two headings alike': {
    bytes: utf8('Name;Name;Adresse;Adresse\nMia;Kern;Weg 1;Dresden\n'),
    used: { Name: 'recipientName', Adresse: 'addressLineOne' },
    counts: { read: 1, faulty: 0 },
    orders: ['2:  | Mia | Weg 1 |  | '],
  },
  'no headings at all': {
    bytes: utf8('1;Mia;Weg 1;01067;Dresden\n2;Ben;Weg 2;20095;Hamburg\n'),
    used: {},
    counts: { read: 1, faulty: 0 },
    orders: ['2:  |  |  |  |  !'],
  },
  'a name in quotes with marks that are not doubled, which takes the next row along': {
    bytes: utf8('Nr.,Name,Address,Zip,City\n1,"Mia "the boss" Kern,Weg 1,1,A\n2,"Ben",Weg 2,2,B\n3,Cla,Weg 3,3,C\n'),
    used: { Name: 'recipientName', Address: 'addressLineOne', Zip: 'zip', City: 'city' },
    counts: { read: 1, faulty: 2 },
    orders: [
      '2:  | "Mia "the boss" Kern | Weg 1 | 1 | A !',
      '3:  | Ben | Weg 2 | 2 | B !',
      '4:  | Cla | Weg 3 | 3 | C',
    ],
  },
};

describe('files of other systems', () => {
  it.each(Object.entries(habits))('%s', async (_what, { bytes, used, counts, orders }) => {
    expect(await read(bytes)).toEqual({ used, counts: { blank: 0, joined: 0, ...counts }, orders });
  });
});
