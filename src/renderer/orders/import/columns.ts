/** Which column of a file holds what of an order: recognised by its heading, corrected by a person, remembered. */
import type { OrderFieldName } from '../order-fields.ts';

/** Fields that a file can bring, in the order in which they are offered. */
export const importFields = [
  'externalId',
  'recipientName',
  'phone',
  'email',
  'recipientId',
  'addressLineOne',
  'addressLineTwo',
  'zip',
  'city',
  'state',
  'country',
  'addressName',
  'latitude',
  'longitude',
  'packageCount',
  'products',
  'weightAmount',
  'weightUnit',
  'notes',
  'expectedOn',
] as const satisfies OrderFieldName[];
export type ImportField = (typeof importFields)[number];

/** The field of each column of a file; null: the column is not taken. */
export type Columns = readonly (ImportField | null)[];

/** Headings as shops and other systems write them, without blanks, signs and accents. */
const headings: Readonly<Record<ImportField, readonly string[]>> = {
  externalId: [
    ...['ordernumber', 'orderno', 'orderid', 'order', 'externalid', 'reference', 'ref', 'orderreference', 'name'],
    ...['bestellnummer', 'auftragsnummer', 'bestellnr', 'auftragsnr', 'referenz', 'belegnummer', 'number'],
  ],
  recipientName: [
    ...[
      'recipient',
      'recipientname',
      'customer',
      'customername',
      'shippingname',
      'fullname',
      'deliveryname',
      'contact',
    ],
    ...['empfanger', 'empfaenger', 'kunde', 'kundenname', 'liefername', 'nachname', 'name', 'shiptoname'],
  ],
  phone: ['phone', 'telephone', 'mobile', 'phonenumber', 'shippingphone', 'telefon', 'tel', 'handy', 'mobil'],
  email: ['email', 'mail', 'emailaddress', 'emailadresse'],
  recipientId: [
    'recipientid',
    'customerid',
    'customernumber',
    'customerno',
    'kundennummer',
    'kundennr',
    'recipientsid',
  ],
  addressLineOne: [
    ...['addresslineone', 'address', 'address1', 'addressline1', 'street', 'streetaddress', 'shippingaddress1'],
    ...['shippingstreet', 'strasse', 'straße', 'adresse', 'anschrift', 'strassehausnummer', 'streetandnumber'],
  ],
  addressLineTwo: [
    ...['addresslinetwo', 'address2', 'addressline2', 'shippingaddress2', 'apartment', 'floor'],
    ...['adresszusatz', 'zusatz'],
  ],
  zip: ['zip', 'zipcode', 'postcode', 'postalcode', 'shippingzip', 'plz', 'postleitzahl'],
  city: ['city', 'town', 'shippingcity', 'ort', 'stadt'],
  state: ['state', 'province', 'region', 'shippingprovince', 'bundesland'],
  country: ['country', 'shippingcountry', 'land', 'countrycode'],
  addressName: ['addressname', 'nameoftheplace', 'company', 'shippingcompany', 'firma'],
  latitude: ['latitude', 'lat'],
  longitude: ['longitude', 'lng', 'lon', 'long'],
  packageCount: ['packages', 'packagecount', 'parcels', 'boxes', 'pakete', 'paketanzahl', 'anzahlpakete', 'colli'],
  products: [
    ...['products', 'product', 'item', 'items', 'lineitemname', 'productname', 'article', 'sku', 'description'],
    ...['artikel', 'produkt', 'produkte', 'bezeichnung'],
  ],
  weightAmount: ['weight', 'weightkg', 'totalweight', 'gewicht', 'gewichtkg', 'weightamount'],
  weightUnit: ['weightunit', 'unit', 'gewichtseinheit', 'einheit'],
  notes: [
    'notes',
    'note',
    'comment',
    'instructions',
    'deliverynotes',
    'notesforthedriver',
    'bemerkung',
    'hinweis',
    'notiz',
  ],
  expectedOn: ['expectedon', 'deliverydate', 'expecteddeliverydate', 'date', 'lieferdatum', 'liefertag', 'datum'],
};

/** A heading without what people write differently: blanks, signs, accents, upper case. */
export const plainHeading = (heading: string): string =>
  heading
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '');

/** Columns that were remembered for files with the same headings. */
export interface RememberedColumns {
  headings: string[];
  columns: (string | null)[];
}

const isField = (value: string | null | undefined): value is ImportField =>
  importFields.some((field) => field === value);

const sameHeadings = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length &&
  one.every((heading, index) => plainHeading(heading) === plainHeading(other[index] ?? ''));

/** As they were corrected for the last file with these headings, else as the headings say. */
export function columnsFor(headingRow: readonly string[], remembered: readonly RememberedColumns[]): Columns {
  const known = remembered.find((each) => sameHeadings(each.headings, headingRow));
  return known === undefined ? recognised(headingRow) : keptColumns(headingRow, known.columns);
}

/** Columns as they were kept; what another version wrote is not believed. */
export function keptColumns(headingRow: readonly string[], kept: readonly (string | null)[]): Columns {
  return headingRow.map((_heading, index) => (isField(kept[index]) ? kept[index] : null));
}

/** Each field is taken once, by the column whose heading is nearest to the beginning of its list; products by several. */
export function recognised(headingRow: readonly string[]): Columns {
  const columns: (ImportField | null)[] = headingRow.map(() => null);
  const plain = headingRow.map(plainHeading);
  for (const field of importFields) {
    for (const heading of headings[field]) {
      const index = plain.findIndex((each, at) => each === heading && columns[at] === null);
      if (index < 0) continue;
      columns[index] = field;
      break;
    }
  }
  return columns;
}

/** What is remembered after a file was taken: the newest first, fifty senders. */
export function remember(
  before: readonly RememberedColumns[],
  headingRow: readonly string[],
  columns: Columns,
): RememberedColumns[] {
  const others = before.filter((each) => !sameHeadings(each.headings, headingRow));
  return [{ headings: [...headingRow], columns: [...columns] }, ...others].slice(0, 50);
}
