/** Exports of shops, market places and carriers with the headings and the habits of each; the people are invented. */
import { oneByte, utf8, type NastyFile } from './nasty-file.ts';

const latin = { ä: 0xe4, ö: 0xf6, ü: 0xfc, ß: 0xdf, Ü: 0xdc, Ö: 0xd6 };

/** The filled cells of a record by their headings. */
type Filled = Readonly<{ [heading: string]: string }>;

/** The lines of a file. Each record names the cells that are filled. */
const linesOf = (headings: string, records: readonly Filled[], delimiter: string): string[][] => {
  const names = headings.split(delimiter);
  return [names, ...records.map((record) => names.map((name) => record[name] ?? ''))];
};
const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
/** Each cell in quotation marks. */
const csv = (headings: string, records: readonly Filled[], end = '\n', delimiter = ',') =>
  linesOf(headings, records, delimiter)
    .map((cells) => cells.map(quoted).join(delimiter) + end)
    .join('');
/** No cell in quotation marks. */
const plain = (headings: string, records: readonly Filled[], delimiter: string, end = '\r\n') =>
  linesOf(headings, records, delimiter)
    .map((cells) => cells.join(delimiter) + end)
    .join('');

const shopify = csv(
  'Name,Email,Financial Status,Paid at,Fulfillment Status,Fulfilled at,Accepts Marketing,Currency,Subtotal,Shipping,' +
    'Taxes,Total,Discount Code,Discount Amount,Shipping Method,Created at,Lineitem quantity,Lineitem name,' +
    'Lineitem price,Lineitem sku,Lineitem requires shipping,Billing Name,Billing Street,Billing Address1,' +
    'Billing Company,Billing City,Billing Zip,Billing Country,Billing Phone,Shipping Name,Shipping Street,' +
    'Shipping Address1,Shipping Address2,Shipping Company,Shipping City,Shipping Zip,Shipping Province,' +
    'Shipping Country,Shipping Phone,Notes,Note Attributes,Payment Method,Payment Reference,Vendor,Id,Tags,Phone',
  [
    {
      ...{ Name: '#1001', Email: 'mia@example.org', 'Financial Status': 'paid', Currency: 'EUR', Total: '29.80' },
      ...{ 'Shipping Method': 'DHL', 'Created at': '2026-06-15 08:12:44 +0200', 'Lineitem name': 'Kerze, groß' },
      ...{ 'Lineitem quantity': '1', 'Billing Name': 'Blumenhaus Kern', 'Billing Street': 'Hauptweg 9' },
      ...{ 'Billing City': 'Hamburg', 'Billing Zip': "'20095", 'Shipping Name': 'Mia Kern' },
      ...{ 'Shipping Street': 'Lindenallee 4, Hinterhaus', 'Shipping Address1': 'Lindenallee 4' },
      ...{ 'Shipping Address2': 'Hinterhaus', 'Shipping City': 'Dresden', 'Shipping Zip': "'01067" },
      ...{ 'Shipping Country': 'DE', 'Shipping Phone': "'+49 351 123456", Notes: 'Bitte klingeln\nund warten' },
      ...{ 'Payment Reference': 'c1', Id: '5551234567001' },
    },
    { Name: '#1001', 'Lineitem quantity': '2', 'Lineitem name': 'Seife' },
    {
      ...{ Name: '#1002', Email: 'ben@example.org', Currency: 'EUR', 'Lineitem quantity': '1' },
      ...{ 'Lineitem name': 'Vase', 'Shipping Name': 'Ben Lang', 'Shipping Address1': 'Hafenweg 12 b' },
      ...{ 'Shipping City': 'Hamburg', 'Shipping Zip': "'20095", 'Shipping Country': 'DE', Id: '5551234567002' },
    },
  ],
);

const wooOrder = {
  ...{ 'Order Number': '17', 'Order Status': 'processing', 'Order Date': '2026-06-15 09:00' },
  ...{ 'First Name (Billing)': 'Jörg', 'Last Name (Billing)': 'Weiß', 'City (Billing)': 'Hamburg' },
  ...{ 'Email (Billing)': 'joerg@example.org', 'Phone (Billing)': '040 555019' },
  ...{ 'First Name (Shipping)': 'Mia', 'Last Name (Shipping)': 'Kern' },
  ...{ 'Address 1&2 (Shipping)': 'Lindenallee 4, Hinterhaus', 'City (Shipping)': 'Dresden' },
  ...{ 'Postcode (Shipping)': '01067', 'Country Code (Shipping)': 'DE' },
};
const woocommerce = csv(
  'Order Number,Order Status,Order Date,Customer Note,First Name (Billing),Last Name (Billing),City (Billing),' +
    'Email (Billing),Phone (Billing),First Name (Shipping),Last Name (Shipping),Address 1&2 (Shipping),' +
    'City (Shipping),State Code (Shipping),Postcode (Shipping),Country Code (Shipping),Payment Method Title,' +
    'Order Total Amount,SKU,Item #,Item Name,Quantity (- Refund),Item Cost',
  [
    { ...wooOrder, SKU: 'TEE-1', 'Item #': '1', 'Item Name': 'Tee' },
    { ...wooOrder, SKU: 'HON-1', 'Item #': '2', 'Item Name': 'Honig' },
    {
      ...{ ...wooOrder, 'Order Number': '18', 'Customer Note': 'Bitte beim Nachbarn abgeben' },
      ...{ 'First Name (Shipping)': 'Ben', 'Last Name (Shipping)': 'Lang', 'Address 1&2 (Shipping)': 'Hafenweg 12 b' },
      ...{ 'City (Shipping)': 'Hamburg', 'Postcode (Shipping)': '20095', 'Item #': '1', 'Item Name': 'Vase' },
    },
  ],
  '\r\n',
);

const jtl = plain(
  'Auftragsnummer;Auftragsdatum;Kundennummer;Rechnungsadresse Firma;Rechnungsadresse Straße;Rechnungsadresse Ort;' +
    'Lieferadresse Firma;Lieferadresse Anrede;Lieferadresse Vorname;Lieferadresse Nachname;Lieferadresse Straße;' +
    'Lieferadresse Adresszusatz;Lieferadresse PLZ;Lieferadresse Ort;Lieferadresse Land;Lieferadresse Land (ISO);' +
    'Lieferadresse Telefon;Versandart;Artikelname;Menge;Gesamtgewicht;Anmerkung',
  [
    {
      ...{ Auftragsnummer: 'AU-7001', Auftragsdatum: '15.06.2026', Kundennummer: '10021' },
      ...{ 'Rechnungsadresse Firma': 'Blumenhaus', 'Rechnungsadresse Straße': 'Hauptweg 9' },
      ...{ 'Lieferadresse Anrede': 'Herr', 'Lieferadresse Vorname': 'Jörg', 'Lieferadresse Nachname': 'Weiß' },
      ...{ 'Lieferadresse Straße': 'Grüner Weg 4', 'Lieferadresse PLZ': '01067', 'Lieferadresse Ort': 'Dresden' },
      ...{ 'Lieferadresse Land': 'Deutschland', 'Lieferadresse Land (ISO)': 'DE', Artikelname: 'Kerze', Menge: '2' },
      ...{ Gesamtgewicht: '1,250', Anmerkung: 'Bitte klingeln' },
    },
    {
      ...{ Auftragsnummer: 'AU-7002', Kundennummer: '10022', 'Lieferadresse Vorname': 'Ünal' },
      ...{ 'Lieferadresse Nachname': 'Öz', 'Lieferadresse Straße': 'Am Käsemarkt 12', 'Lieferadresse PLZ': '50667' },
      ...{ 'Lieferadresse Ort': 'Köln', 'Lieferadresse Land': 'Deutschland', Artikelname: 'Vase', Menge: '1' },
      ...{ Gesamtgewicht: '0,800' },
    },
  ],
  ';',
);

const magentoStore = 'Main Website\nMain Website Store\n   Default Store View';
const magento = csv(
  'ID,Purchase Point,Purchase Date,Bill-to Name,Ship-to Name,Grand Total (Base),Grand Total (Purchased),Status,' +
    'Billing Address,Shipping Address,Shipping Information,Customer Email,Customer Group,Subtotal,' +
    'Shipping and Handling,Customer Name,Payment Method,Total Refunded',
  [
    ['000000042', 'Mia Kern', 'Lindenallee 4,Dresden,01067'],
    ['000000043', 'Ben Lang', 'Hafenweg 12 b,Hamburg,20095'],
    ['000000044', 'Cla Roth', 'Am Ring 3,Bautzen,Sachsen,02625'],
  ].map(([id = '', name = '', address = '']) => ({
    ...{ ID: id, 'Purchase Point': magentoStore, 'Purchase Date': 'Jun 15, 2026, 9:14:02 AM' },
    ...{ 'Bill-to Name': 'Blumenhaus', 'Ship-to Name': name, 'Grand Total (Base)': '49.90', Status: 'Processing' },
    ...{ 'Billing Address': 'Hauptweg 9,Hamburg,20095', 'Shipping Address': address },
    ...{ 'Shipping Information': 'Flat Rate - Fixed', 'Customer Email': 'kunde@example.org' },
    ...{ 'Customer Group': 'General', 'Customer Name': 'Blumenhaus', 'Payment Method': 'checkmo' },
  })),
);

const billbeeOrder = {
  ...{ Bestelldatum: '15.06.2026 08:12', Shop: 'Kerzenladen', 'E-Mail': 'kunde@example.org' },
  ...{ 'Lieferung Land': 'Deutschland', Anzahl: '2', Summe: '24,90', Währung: 'EUR' },
};
const billbee = plain(
  'Bestellnr;Bestelldatum;Shop;Käufer Benutzername;E-Mail;Lieferung Name;Lieferung Firma;Lieferung Straße;' +
    'Lieferung Hausnummer;Lieferung Adresszusatz;Lieferung PLZ;Lieferung Ort;Lieferung Land;Telefon;Artikel;Anzahl;' +
    'SKU;Summe;Währung;Kundenkommentar',
  [
    {
      ...{ ...billbeeOrder, Bestellnr: 'BB-1001', 'Lieferung Name': 'Mia Kern', 'Lieferung Straße': 'Lindenallee' },
      ...{ 'Lieferung Hausnummer': '4', 'Lieferung Adresszusatz': 'Hinterhaus', 'Lieferung PLZ': '01067' },
      ...{ 'Lieferung Ort': 'Dresden', Artikel: 'Kerze', SKU: 'KRZ-1', Kundenkommentar: 'Bitte klingeln' },
    },
    {
      ...{ ...billbeeOrder, Bestellnr: 'BB-1002', 'Lieferung Name': 'Ben Lang', 'Lieferung Straße': 'Hafenweg' },
      ...{ 'Lieferung Hausnummer': '12 b', 'Lieferung PLZ': '20095', 'Lieferung Ort': 'Hamburg', Artikel: 'Vase' },
    },
    {
      ...{ ...billbeeOrder, Bestellnr: 'BB-1003', 'Lieferung Name': 'Cla Roth', 'Lieferung Straße': 'Am Hafen' },
      ...{ 'Lieferung PLZ': '20095', 'Lieferung Ort': 'Hamburg', Artikel: 'Seife' },
    },
  ],
  ';',
);

const fromSender = {
  ...{ Abrechnungsnummer: '22222222220101', 'Absender Name 1': 'Blumenhaus Kern', 'Absender Straße': 'Hauptweg' },
  ...{ 'Absender Hausnummer': '9', 'Absender PLZ': '20095', 'Absender Ort': 'Hamburg', 'Empfänger Land': 'DEU' },
};
const dhl = csv(
  'Sendungsnummer;Sendungsreferenz;Abrechnungsnummer;Service;Absender Name 1;Absender Straße;Absender Hausnummer;' +
    'Absender PLZ;Absender Ort;Empfänger Name 1;Empfänger Name 2 / Postnummer;Empfänger Straße;' +
    'Empfänger Hausnummer;Empfänger PLZ;Empfänger Ort;Empfänger Land;Empfänger E-Mail-Adresse;' +
    'Empfänger Telefonnummer;Gewicht;Sendungsdatum',
  [
    {
      ...{ ...fromSender, Sendungsnummer: '003404341610000011', Sendungsreferenz: 'R-77' },
      ...{ 'Empfänger Name 1': 'Mia Kern', 'Empfänger Straße': 'Lindenallee', 'Empfänger Hausnummer': '4' },
      ...{ 'Empfänger PLZ': '01067', 'Empfänger Ort': 'Dresden', 'Empfänger Telefonnummer': '+49351123456' },
      ...{ Gewicht: '1.5', Sendungsdatum: '2026-06-16' },
    },
    {
      ...{ ...fromSender, Sendungsnummer: '003404341610000028', Sendungsreferenz: 'R-78' },
      ...{ 'Empfänger Name 1': 'Ben Lang', 'Empfänger Name 2 / Postnummer': '12345678' },
      ...{ 'Empfänger Straße': 'Packstation', 'Empfänger Hausnummer': '145', 'Empfänger PLZ': '20095' },
      ...{ 'Empfänger Ort': 'Hamburg', Gewicht: '0.8', Sendungsdatum: '2026-06-16' },
    },
  ],
  '\r\n',
  ';',
);

const amazon = plain(
  'order-id\torder-item-id\tpurchase-date\tpayments-date\tbuyer-email\tbuyer-name\tbuyer-phone-number\tsku\t' +
    'product-name\tquantity-purchased\tship-service-level\trecipient-name\tship-address-1\tship-address-2\t' +
    'ship-address-3\tship-city\tship-state\tship-postal-code\tship-country\tdelivery-Instructions\tis-business-order',
  [
    {
      ...{ 'order-id': '302-1234567-0000001', 'order-item-id': '12345678901234' },
      ...{ 'purchase-date': '2026-06-15T08:00:00+00:00', 'buyer-email': 'x1@marketplace.example' },
      ...{ 'buyer-name': 'Mia Kern', 'buyer-phone-number': '0351 123456', sku: 'KRZ-1' },
      ...{ 'product-name': 'Kerze 24" hoch', 'quantity-purchased': '1', 'recipient-name': 'Mia Kern' },
      ...{ 'ship-address-1': 'Lindenallee 4', 'ship-address-2': 'Hinterhaus', 'ship-city': 'Dresden' },
      ...{ 'ship-state': 'Sachsen', 'ship-postal-code': '01067', 'ship-country': 'DE' },
    },
    {
      ...{ 'order-id': '302-1234567-0000002', 'order-item-id': '12345678901235', 'buyer-name': 'Blumenhaus' },
      ...{ 'buyer-email': 'x2@marketplace.example', sku: 'SF-2', 'product-name': 'Seife, 3er', 'ship-city': 'Hamburg' },
      ...{ 'recipient-name': 'Ben Lang', 'ship-address-1': 'Hafenweg 12 b', 'ship-postal-code': '20095' },
      ...{ 'ship-country': 'DE', 'delivery-Instructions': 'Bitte beim Nachbarn', 'is-business-order': 'true' },
    },
  ],
  '\t',
);

const etsy = csv(
  'Sale Date,Order ID,Buyer User ID,Full Name,First Name,Last Name,Number of Items,Payment Method,Date Shipped,' +
    'Street 1,Street 2,Ship City,Ship State,Ship Zipcode,Ship Country,Currency,Order Value,Coupon Code,' +
    'Discount Amount,Shipping,Order Total,Status,Buyer,Order Type,SKU',
  [
    {
      ...{ 'Sale Date': '06/14/26', 'Order ID': '3201234567', 'Full Name': 'Mia Kern', 'First Name': 'Mia' },
      ...{ 'Last Name': 'Kern', 'Number of Items': '2', 'Payment Method': 'Online', 'Street 1': 'Lindenallee 4' },
      ...{ 'Street 2': 'Hinterhaus', 'Ship City': 'Dresden', 'Ship Zipcode': '01067', 'Ship Country': 'Germany' },
      ...{ Currency: 'EUR', 'Order Total': '29.80', Buyer: 'Mia (miak)', 'Order Type': 'online', SKU: 'KRZ-1' },
    },
    {
      ...{ 'Sale Date': '06/15/26', 'Order ID': '3201234568', 'Full Name': 'Anna O&#39;Brien', 'First Name': 'Anna' },
      ...{ 'Last Name': 'O&#39;Brien', 'Number of Items': '1', 'Street 1': '12 High Street', 'Street 2': 'Flat 2' },
      ...{ 'Ship City': 'London', 'Ship Zipcode': 'SW1A 1AA', 'Ship Country': 'United Kingdom', Currency: 'GBP' },
      ...{ 'Order Total': '18.00', Buyer: 'Anna (annob)', 'Order Type': 'online', SKU: 'VAS-2' },
    },
  ],
);

const ebayDays = {
  'Sale Date': 'Jun-15-26',
  'Minimum Estimated Delivery Date': 'Jun-17-26',
  'Maximum Estimated Delivery Date': 'Jun-18-26',
};
const ebay = csv(
  'Sales Record Number,Order Number,Buyer Username,Buyer Name,Buyer Email,Buyer Note,Buyer Address 1,' +
    'Buyer Address 2,Buyer City,Buyer State,Buyer Zip,Buyer Country,Ship To Name,Ship To Phone,Ship To Address 1,' +
    'Ship To Address 2,Ship To City,Ship To State,Ship To Zip,Ship To Country,Item Number,Item Title,Custom Label,' +
    'Quantity,Sold For,Payment Method,Sale Date,Minimum Estimated Delivery Date,Maximum Estimated Delivery Date,' +
    'Shipping Service,Tracking Number',
  [
    {
      ...{ ...ebayDays, 'Sales Record Number': '101', 'Order Number': '12-11111-22222', 'Buyer Username': 'miak' },
      ...{ 'Buyer Name': 'Blumenhaus', 'Buyer Email': 'mia@example.org', 'Buyer Note': 'Bitte klingeln' },
      ...{ 'Buyer Address 1': 'Hauptweg 9', 'Buyer City': 'Hamburg', 'Buyer Zip': '20095' },
      ...{ 'Ship To Name': 'Mia Kern', 'Ship To Phone': '+49 351 123456', 'Ship To Address 1': 'Lindenallee 4' },
      ...{ 'Ship To City': 'Dresden', 'Ship To Zip': '01067', 'Ship To Country': 'Germany' },
      ...{ 'Item Number': '110551234567', 'Item Title': 'Kerze "groß" 24 cm', Quantity: '1', 'Sold For': 'EUR 9,90' },
    },
    {
      ...{ ...ebayDays, 'Sales Record Number': '102', 'Order Number': '12-11111-33333', 'Buyer Username': 'benl' },
      ...{ 'Buyer Name': 'Ben Lang', 'Buyer Email': 'ben@example.org', 'Ship To Name': 'Ben Lang' },
      ...{ 'Ship To Address 1': 'Hafenweg 12 b', 'Ship To City': 'Hamburg', 'Ship To Zip': '20095' },
      ...{ 'Ship To Country': 'Germany', 'Item Number': '110551234568', 'Item Title': 'Vase', Quantity: '2' },
    },
  ],
);
/** A blank line above and below the headings, and two lines about the file at its end. */
const ebayFile =
  `\n${ebay.replace('\n', '\n\n')}\n` +
  '"2","record(s) downloaded","from","Jun-01-26 00:00:00","to","Jun-16-26 23:59:59"\n"Seller ID : blumenhaus"\n';

const frenchOrder = {
  ...{ delivery_country: 'France', product_quantity: '1', total_paid: '49.900000', payment: 'Chèque' },
  ...{ date_add: '2026-06-15 10:12:00', delivery_date: '0000-00-00 00:00:00' },
};
const prestashop = plain(
  'id_order;reference;client;delivery_firstname;delivery_lastname;delivery_company;delivery_address1;' +
    'delivery_address2;delivery_postcode;delivery_city;delivery_country;delivery_phone;delivery_phone_mobile;' +
    'product_name;product_quantity;total_paid;payment;date_add;delivery_date',
  [
    {
      ...{ ...frenchOrder, id_order: '41', reference: 'XKBKNABJK', client: 'Fleurs du Port' },
      ...{ delivery_firstname: 'Camille', delivery_lastname: 'Petit', delivery_address1: '12, rue des Fleurs' },
      ...{ delivery_postcode: '75011', delivery_city: 'Paris', delivery_phone_mobile: '06 12 34 56 78' },
      ...{ product_name: 'Bougie' },
    },
    {
      ...{ ...frenchOrder, id_order: '42', reference: 'OHSATSERP', client: 'Louis Moreau' },
      ...{ delivery_firstname: 'Louis', delivery_lastname: 'Moreau', delivery_address1: '3 bis avenue du Lac' },
      ...{ delivery_address2: '2e étage', delivery_postcode: '69003', delivery_city: 'Lyon', product_name: 'Vase' },
    },
  ],
  ';',
);

export const shopFiles: readonly NastyFile[] = [
  {
    name: 'shopify.csv',
    about: 'Shopify: the order is called Name, apostrophes before numbers, a second row for another item',
    bytes: utf8(shopify),
    rows: 3,
    cells: [
      [0, 'zip', '01067'],
      [0, 'phone', '+49 351 123456'],
      [2, 'addressLineOne', 'Hafenweg 12 b'],
    ],
  },
  {
    name: 'woocommerce.csv',
    about: 'WooCommerce: the delivery in brackets, a row for each item, the customer’s note',
    bytes: utf8(woocommerce),
    rows: 3,
    cells: [
      [0, 'recipientName', 'Mia Kern'],
      [0, 'products', 'Tee\nHonig'],
      [1, 'notes', 'Bitte beim Nachbarn abgeben'],
    ],
  },
  {
    name: 'jtl.csv',
    about: 'JTL-Wawi: Windows letters, invoice and delivery, weights with three decimals',
    bytes: oneByte(jtl, latin),
    rows: 2,
    cells: [
      [0, 'addressLineOne', 'Grüner Weg 4'],
      [0, 'products', 'Kerze'],
      [1, 'weightAmount', '0.800'],
    ],
  },
  {
    name: 'magento.csv',
    about: 'Magento: the address in one cell, in one row with a region, numbers filled up with zeros',
    bytes: utf8(magento),
    rows: 3,
    cells: [
      [0, 'city', 'Dresden'],
      [1, 'zip', '20095'],
      [2, 'addressLineOne', 'Am Ring 3,Bautzen,Sachsen,02625'],
    ],
  },
  {
    name: 'billbee.csv',
    about: 'Billbee: the house number in a column of its own, in one row missing',
    bytes: utf8(`\uFEFF${billbee}`),
    rows: 3,
    cells: [
      [0, 'addressLineOne', 'Lindenallee 4'],
      [1, 'addressLineOne', 'Hafenweg 12 b'],
      [0, 'notes', 'Bitte klingeln'],
    ],
  },
  {
    name: 'dhl.csv',
    about: 'DHL: sender beside recipient, countries with three letters, a locker',
    bytes: utf8(dhl),
    rows: 2,
    cells: [
      [0, 'externalId', 'R-77'],
      [0, 'barcodes', '003404341610000011'],
      [1, 'addressLineOne', 'Packstation 145'],
    ],
  },
  {
    name: 'amazon.txt',
    about: 'Amazon: tabs, inches in a cell without quotation marks, the buyer beside the recipient',
    bytes: utf8(amazon),
    rows: 2,
    cells: [
      [0, 'products', 'Kerze 24" hoch'],
      [0, 'zip', '01067'],
      [1, 'notes', 'Bitte beim Nachbarn'],
    ],
  },
  {
    name: 'etsy.csv',
    about: 'Etsy: the whole name beside its parts, an apostrophe as a web page has it',
    bytes: utf8(etsy),
    rows: 2,
    cells: [
      [0, 'addressLineTwo', 'Hinterhaus'],
      [1, 'recipientName', "Anna O'Brien"],
      [1, 'zip', 'SW1A 1AA'],
    ],
  },
  {
    name: 'ebay.csv',
    about: 'eBay: blank lines around the headings, estimated days, two lines about the file at its end',
    bytes: utf8(ebayFile),
    rows: 4,
    cells: [
      [0, 'externalId', '12-11111-22222'],
      [0, 'notes', 'Bitte klingeln'],
      [1, 'city', 'Hamburg'],
    ],
  },
  {
    name: 'prestashop.csv',
    about: 'PrestaShop: a day of zeros, the customer beside the recipient, the house number first',
    bytes: utf8(prestashop),
    rows: 2,
    cells: [
      [0, 'recipientName', 'Camille Petit'],
      [0, 'expectedOn', ''],
      [1, 'addressLineTwo', '2e étage'],
    ],
  },
];
