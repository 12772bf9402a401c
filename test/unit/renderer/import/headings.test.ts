/** The meaning of columns, by headings as shops and other systems write them. */
import { describe, expect, it } from 'vitest';
import { orderSheet } from '../../../../src/renderer/orders/import/order-sheet.ts';
import { remember } from '../../../../src/renderer/import/columns.ts';
import { recognised as recognisedIn } from '../../../../src/renderer/import/headings.ts';
import { columnsFor } from '../../../fixtures/columns-for.ts';
import type { Columns, ImportField } from '../../../../src/renderer/import/fields.ts';

const recognised = (headingRow: string): Record<string, string | null> => {
  const headings = headingRow.split(';');
  const columns: Columns = columnsFor(orderSheet, headings, []);
  return Object.fromEntries(headings.map((heading, at) => [heading, columns[at] ?? null]));
};

describe('recognising columns by their headings', () => {
  it.each(['Bestellnummer', 'Auftragsnummer', 'Referenz', 'Number', 'Order', 'Auftrags-Nr.'])(
    'prefers %s to Name for the order number',
    (number) => {
      expect(recognised(`${number};Name;Strasse;PLZ;Ort`)).toEqual({
        [number]: 'externalId',
        Name: 'recipientName',
        Strasse: 'addressLineOne',
        PLZ: 'zip',
        Ort: 'city',
      });
      // In any order.
      expect(recognised(`Name;Strasse;PLZ;Ort;${number}`)).toMatchObject({
        [number]: 'externalId',
        Name: 'recipientName',
      });
    },
  );

  it('leaves out that a part is one of the address', () => {
    expect(recognised('Indirizzo CAP;Adresse Ort;Address country;Adresse Firma')).toEqual({
      'Indirizzo CAP': 'zip',
      'Adresse Ort': 'city',
      'Address country': 'country',
      'Adresse Firma': 'addressName',
    });
  });

  it('does not take a name for the order number', () => {
    expect(recognised('Name;Address;Zip;City')).toEqual({
      Name: 'recipientName',
      Address: 'addressLineOne',
      Zip: 'zip',
      City: 'city',
    });
    expect(recognised('Order name;Street')).toMatchObject({ 'Order name': null });
  });

  it.each<[string, Record<string, ImportField | null>]>([
    ['Name;Recipient', { Name: null, Recipient: 'recipientName' }],
    ['City;Shipping City;Billing City', { City: null, 'Shipping City': 'city', 'Billing City': null }],
    ['Date;Lieferdatum', { Date: null, Lieferdatum: 'expectedOn' }],
    ['Order date;Order number', { 'Order date': null, 'Order number': 'externalId' }],
    ['Order status;Your order number', { 'Order status': null, 'Your order number': 'externalId' }],
    ['Kundennummer;Nummer', { Kundennummer: 'recipientId', Nummer: 'externalId' }],
    ['Empfängerstraße;Empfänger PLZ', { Empfängerstraße: 'addressLineOne', 'Empfänger PLZ': 'zip' }],
    ['ship_to_name;shipToCity', { ship_to_name: 'recipientName', shipToCity: 'city' }],
    ['Name;Name', { Name: null }],
    // A term earlier in the list takes precedence over a later one.
    ['Your order id;Your order number', { 'Your order id': null, 'Your order number': 'externalId' }],
    ['Address town;Address city', { 'Address town': null, 'Address city': 'city' }],
    // A term as a separate word, at the end or in the middle, takes precedence over a general heading.
    ['Your order number;Number', { 'Your order number': 'externalId', Number: null }],
    ['Mein Hinweis;Notiz', { 'Mein Hinweis': 'notes', Notiz: null }],
    ['Mein Hinweis dort;Notiz', { 'Mein Hinweis dort': 'notes', Notiz: null }],
    ['Lieferhinweise;Notiz', { Lieferhinweise: 'notes', Notiz: null }],
    ['Ihreordernumbers;Nummer', { Ihreordernumbers: null, Nummer: 'externalId' }],
    ['Lieferhinweise;Bemerkungen', { Lieferhinweise: null, Bemerkungen: 'notes' }],
    ['Your order number;Belegnummer', { 'Your order number': null, Belegnummer: 'externalId' }],
    ['Bestellnummer;Order number', { Bestellnummer: null, 'Order number': 'externalId' }],
    ['Nummer;Auftrag', { Nummer: null, Auftrag: 'externalId' }],
    ['Your street;Straße und Hausnummer', { 'Your street': null, 'Straße und Hausnummer': 'addressLineOne' }],
    ['Delivery address;Street', { 'Delivery address': null, Street: 'addressLineOne' }],
    ['Lieferung Anschrift;Delivery address', { 'Lieferung Anschrift': null, 'Delivery address': 'addressLineOne' }],
    ['Street;Delivery street', { Street: null, 'Delivery street': 'addressLineOne' }],
    ['Lieferung Ort;Stadt', { 'Lieferung Ort': 'city', Stadt: null }],
    ['City;Destination City', { City: null, 'Destination City': 'city' }],
    ['Ville;Ville livraison', { Ville: null, 'Ville livraison': 'city' }],
    ['Città;Città consegna', { Città: null, 'Città consegna': 'city' }],
    ['Town of delivery;City of delivery', { 'Town of delivery': null, 'City of delivery': 'city' }],
    ['Kundenhinweise;Kundenbemerkungen', { Kundenhinweise: null, Kundenbemerkungen: 'notes' }],
    // What names the delivery takes precedence over the customer's, in every language.
    ['Ville;Ville de livraison', { Ville: null, 'Ville de livraison': 'city' }],
    ['Adresse;Adresse de la livraison', { Adresse: null, 'Adresse de la livraison': 'addressLineOne' }],
    ['Código postal;Código postal de entrega', { 'Código postal': null, 'Código postal de entrega': 'zip' }],
    ['Calle;Calle de entrega', { Calle: null, 'Calle de entrega': 'addressLineOne' }],
    ['CAP;CAP di consegna', { CAP: null, 'CAP di consegna': 'zip' }],
    ['Città;Città della consegna', { Città: null, 'Città della consegna': 'city' }],
    ['Plaats;Bezorgplaats', { Plaats: null, Bezorgplaats: 'city' }],
    ['Adres;Afleveradres', { Adres: null, Afleveradres: 'addressLineOne' }],
    ['Miasto;Miasto do dostawy', { Miasto: null, 'Miasto do dostawy': 'city' }],
    ['Ville;Ville pour la livraison', { Ville: null, 'Ville pour la livraison': 'city' }],
    ['Ciudad;Ciudad para la entrega', { Ciudad: null, 'Ciudad para la entrega': 'city' }],
    ['Plaats;Plaats aflevering', { Plaats: null, 'Plaats aflevering': 'city' }],
    ['Postcode;Postcode ontvanger', { Postcode: null, 'Postcode ontvanger': 'zip' }],
    // The language of a column is no word of the delivery, even if it is also a word that joins others.
    ['Stadt;Stadt (DE)', { Stadt: 'city', 'Stadt (DE)': null }],
    ['Adresse;Lieferadresse', { Adresse: null, Lieferadresse: 'addressLineOne' }],
    ['Adresse;Lieferanschrift', { Adresse: null, Lieferanschrift: 'addressLineOne' }],
    ['Land;Empfängerland', { Land: null, Empfängerland: 'country' }],
    [
      'Straße;PLZ;Ort;Lieferstraße;Liefer-PLZ;Lieferort',
      { Straße: null, PLZ: null, Ort: null, Lieferstraße: 'addressLineOne', 'Liefer-PLZ': 'zip', Lieferort: 'city' },
    ],
    ['Customer name;Ship to name', { 'Customer name': null, 'Ship to name': 'recipientName' }],
    ['Kundenname;Liefername', { Kundenname: null, Liefername: 'recipientName' }],
    ['Customer;Consignee', { Customer: null, Consignee: 'recipientName' }],
    // A name beside the last name is the first name.
    ['Name;Surname', { Name: 'firstName', Surname: 'lastName' }],
    ['Nombre;Apellidos', { Nombre: 'firstName', Apellidos: 'lastName' }],
    ['Name;Vorname;Nachname', { Name: 'recipientName', Vorname: 'firstName', Nachname: 'lastName' }],
    // So does the name of the recipient in two columns over the customer's in one.
    [
      'Client;delivery_firstname;delivery_lastname',
      { Client: null, delivery_firstname: 'firstName', delivery_lastname: 'lastName' },
    ],
    [
      'Empfänger;Lieferung Vorname;Lieferung Nachname',
      { Empfänger: 'recipientName', 'Lieferung Vorname': 'firstName', 'Lieferung Nachname': 'lastName' },
    ],
    ['Client;delivery_firstname', { Client: 'recipientName', delivery_firstname: 'firstName' }],
    ['Bill to City;Sold-to Zip', { 'Bill to City': null, 'Sold-to Zip': null }],
    ['Min delivery date;Maximum delivery date', { 'Min delivery date': null, 'Maximum delivery date': null }],
    ['Sendungsreferenz;Nummer', { Sendungsreferenz: 'externalId', Nummer: null }],
    // The house number of the customer does not belong to the street of the delivery.
    ['Straße;Hausnummer;Lieferstraße', { Straße: null, Hausnummer: null, Lieferstraße: 'addressLineOne' }],
    [
      'Street;House number;Shipping street',
      { Street: null, 'House number': null, 'Shipping street': 'addressLineOne' },
    ],
    [
      'Straße;Hausnummer;Ort;Lieferstraße;Lieferort',
      { Straße: null, Hausnummer: null, Ort: null, Lieferstraße: 'addressLineOne', Lieferort: 'city' },
    ],
    ['Straße;Nr.;Lieferstraße', { Straße: null, 'Nr.': null, Lieferstraße: 'addressLineOne' }],
    [
      'Straße;Nr.;Lieferstraße;Hausnummer',
      { Straße: null, 'Nr.': null, Lieferstraße: 'addressLineOne', Hausnummer: 'houseNumber' },
    ],
    // The house number comes before the street, as in an English address.
    ['House number;Delivery street', { 'House number': 'houseNumber', 'Delivery street': 'addressLineOne' }],
    ['Hausnummer;Straße;Lieferstraße', { Hausnummer: null, Straße: null, Lieferstraße: 'addressLineOne' }],
    [
      'Hausnummer;Straße;Ort;Lieferstraße;Nr.',
      { Hausnummer: null, Straße: null, Ort: 'city', Lieferstraße: 'addressLineOne', 'Nr.': 'houseNumber' },
    ],
    [
      'Lieferhausnummer;Straße;Lieferstraße',
      { Lieferhausnummer: 'houseNumber', Straße: null, Lieferstraße: 'addressLineOne' },
    ],
    // Between two streets it belongs to the one before it.
    ['Lieferstraße;Hausnummer;Straße', { Lieferstraße: 'addressLineOne', Hausnummer: 'houseNumber', Straße: null }],
    [
      'House number;Street;Delivery house number;Delivery street',
      {
        ...{ 'House number': null, Street: null },
        ...{ 'Delivery house number': 'houseNumber', 'Delivery street': 'addressLineOne' },
      },
    ],
  ])('%s', (headingRow, expected) => {
    expect(recognised(headingRow)).toEqual(expected);
  });

  it.each<[string, ImportField]>([
    ['Reference number', 'externalId'],
    ['Unsere Bestellnummer', 'externalId'],
    ['Artikelbezeichnung', 'products'],
    ['Artikelname', 'products'],
    ['Item Title', 'products'],
    ['Customer Note', 'notes'],
    ['Kundenkommentar', 'notes'],
    ['Kommentar', 'notes'],
    ['Empfänger Provinz', 'state'],
    ['Items', 'products'],
    ['Versand Ort', 'city'],
    ['Town of delivery', 'city'],
    ["Ville de l'adresse", 'city'],
    ['Your delivery date', 'expectedOn'],
  ])('recognises %s alone', (heading, field) => {
    expect(recognised(heading)).toEqual({ [heading]: field });
  });

  it.each([
    // They contain a known word but mean an invoice, a recipient, a date or a name.
    ...['Billing street', 'Rechnung PLZ', 'Delivery number', 'Recipient no.', 'Bestellnummer Datum'],
    // Who delivers, how, and with which paper.
    ...['Referenz der Lieferung', 'Lieferant', 'Lieferart', 'Lieferschein', 'Lieferregion', 'Type de livraison'],
    ...['Name Bestellnummer', 'Order number name'],
  ])('does not recognise %s', (heading) => {
    expect(recognised(heading)).toEqual({ [heading]: null });
  });

  it('takes no time to speak of for a heading with a book, and for very many headings', () => {
    const began = performance.now();
    const book = 'a '.repeat(300);
    expect(recognisedIn(orderSheet, [book, 'Order number', 'a '.repeat(100)])).toEqual([null, 'externalId', null]);
    const many = Array.from({ length: 150_000 }, () => '');
    expect(recognisedIn(orderSheet, [...many, 'Street']).at(-1)).toBe('addressLineOne');
    expect(performance.now() - began).toBeLessThan(2_000);
  });

  it('uses the first of two equal headings', () => {
    expect(columnsFor(orderSheet, ['Name', 'Name', 'Strasse', 'Strasse'], [])).toEqual([
      'recipientName',
      null,
      'addressLineOne',
      null,
    ]);
  });

  it('does not take a house number for an order number', () => {
    expect(recognised('Name;Street;Number;Zip')).toMatchObject({ Street: 'addressLineOne', Number: 'houseNumber' });
    expect(recognised('Number;Name;Street')).toMatchObject({ Number: 'externalId' });
  });
});

describe('remembered columns', () => {
  it('are those of the fifty latest formats', () => {
    const before = Array.from({ length: 50 }, (_, at) => ({ headings: [`Kopf ${at}`], columns: [null] }));
    const after = remember(orderSheet, before, ['Neu'], ['notes']);
    expect(after).toEqual([{ noun: 'orders', headings: ['Neu'], columns: ['notes'] }, ...before.slice(0, 49)]);
    const [, ...others] = before;
    expect(remember(orderSheet, before, ['kopf 0'], ['notes'])).toEqual([
      { noun: 'orders', headings: ['kopf 0'], columns: ['notes'] },
      ...others,
    ]);
  });

  const headings = ['Bestellnummer', 'Name', 'Strasse'];

  it('are ignored if an earlier version took a name for the order number', () => {
    const wrong = [{ headings, columns: [null, 'externalId', 'addressLineOne'] }];
    expect(columnsFor(orderSheet, headings, wrong)).toEqual(['externalId', 'recipientName', 'addressLineOne']);
    const alone = [{ headings: ['Name', 'Address'], columns: ['externalId', 'addressLineOne'] }];
    expect(columnsFor(orderSheet, ['Name', 'Address'], alone)).toEqual(['recipientName', 'addressLineOne']);
  });

  it('are used if the user chose another column for the recipient', () => {
    const shop = ['Name', 'Shipping Name', 'Shipping Street'];
    const columns = ['externalId', 'recipientName', 'addressLineOne'];
    expect(columnsFor(orderSheet, shop, [{ headings: shop, columns }])).toEqual(columns);
  });

  it('apply only to files with exactly the same headings', () => {
    const remembered = [{ headings, columns: ['externalId', null, 'notes'] }];
    expect(columnsFor(orderSheet, headings, remembered)).toEqual(['externalId', null, 'notes']);
    const other = ['Bestellnummer', 'Kunde', 'Strasse'];
    expect(columnsFor(orderSheet, other, remembered)).toEqual(['externalId', 'recipientName', 'addressLineOne']);
  });

  it('have each field once', () => {
    expect(columnsFor(orderSheet, headings, [{ headings, columns: ['externalId', 'notes', 'notes'] }])).toEqual([
      'externalId',
      null,
      'notes',
    ]);
  });
});
