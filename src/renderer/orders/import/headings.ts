/**
 * Recognises the headings of a file. Every heading is scored against every field, and the best pairs win, regardless of
 * position: an exact match beats a partial one, and a specific term beats an ambiguous one ("Name", "Number").
 */
import { importFields, type Columns, type ImportField } from './import-fields.ts';

interface Terms {
  /** Terms specific to this field, best first. In normal form: without blanks, punctuation and accents. */
  special: readonly string[];
  /** Ambiguous terms, used when no heading is clearer. */
  general?: readonly string[];
  /** Specific terms that also count inside a longer heading ("Your order number", "Empfängerstraße"). */
  within?: readonly string[];
}

const terms: Readonly<Record<ImportField, Terms>> = {
  externalId: {
    special: [
      ...['ordernumber', 'orderno', 'ordernr', 'orderid', 'externalid', 'orderreference', 'referencenumber'],
      ...['bestellnummer', 'auftragsnummer', 'bestellnr', 'auftragsnr', 'belegnummer', 'referenznummer'],
      ...['referenz', 'reference'],
    ],
    general: ['order', 'auftrag', 'bestellung', 'ref', 'number', 'nummer'],
    within: [
      ...['ordernumber', 'orderno', 'ordernr', 'orderid', 'externalid', 'orderreference'],
      ...['bestellnummer', 'auftragsnummer', 'bestellnr', 'auftragsnr', 'belegnummer', 'referenznummer'],
    ],
  },
  recipientName: {
    special: [
      ...['recipient', 'recipientname', 'customer', 'customername', 'fullname', 'shiptoname', 'empfanger'],
      ...['empfaenger', 'empfangername', 'empfaengername', 'kunde', 'kundenname', 'liefername'],
    ],
    general: ['name', 'name1', 'nachname', 'lastname', 'contact'],
    within: ['recipientname', 'customername', 'empfangername', 'empfaengername', 'kundenname'],
  },
  phone: {
    special: ['phone', 'telephone', 'mobile', 'phonenumber', 'telefon', 'telefonnummer', 'handy', 'mobil'],
    general: ['tel'],
    within: ['phone', 'telefon'],
  },
  email: { special: ['email', 'emailaddress', 'emailadresse'], general: ['mail'], within: ['email'] },
  recipientId: {
    special: [
      ...['recipientid', 'recipientsid', 'customerid', 'customernumber', 'customerno', 'kundennummer', 'kundennr'],
    ],
    within: ['customerid', 'customernumber', 'kundennummer', 'kundennr'],
  },
  addressLineOne: {
    special: [
      ...['addresslineone', 'address1', 'addressline1', 'address12', 'street', 'streetaddress', 'streetname'],
      ...['streetandnumber', 'strasse', 'strassehausnummer', 'strasseundhausnummer'],
    ],
    general: ['address', 'adresse', 'anschrift'],
    within: ['street', 'strasse', 'address1', 'addressline1'],
  },
  addressLineTwo: {
    special: ['addresslinetwo', 'address2', 'addressline2', 'apartment', 'floor', 'adresszusatz'],
    general: ['zusatz'],
    within: ['address2', 'addressline2', 'adresszusatz'],
  },
  zip: {
    special: ['zip', 'zipcode', 'postcode', 'postalcode', 'plz', 'postleitzahl'],
    within: ['zipcode', 'postcode', 'postalcode', 'plz', 'postleitzahl'],
  },
  city: { special: ['city', 'town', 'stadt', 'ort'], within: ['city'] },
  state: { special: ['province', 'bundesland', 'statecode'], general: ['state', 'region'] },
  country: { special: ['country', 'countrycode'], general: ['land'] },
  addressName: { special: ['addressname', 'placename', 'nameoftheplace', 'company', 'companyname', 'firma'] },
  latitude: { special: ['latitude', 'lat'] },
  longitude: { special: ['longitude', 'lng', 'lon'], general: ['long'] },
  packageCount: {
    special: ['packages', 'packagecount', 'parcels', 'boxes', 'pakete', 'paketanzahl', 'anzahlpakete', 'colli'],
  },
  products: {
    special: [
      ...['products', 'product', 'productname', 'lineitemname', 'itemname', 'artikel', 'produkt', 'produkte'],
      ...['artikelbezeichnung', 'items', 'article'],
    ],
    general: ['item', 'sku', 'description', 'bezeichnung'],
  },
  weightAmount: {
    special: ['weight', 'weightkg', 'weightamount', 'totalweight', 'gewicht', 'gewichtkg'],
  },
  weightUnit: { special: ['weightunit', 'gewichtseinheit'], general: ['unit', 'einheit'] },
  notes: {
    special: [
      'deliverynotes',
      'deliveryinstructions',
      'notesforthedriver',
      'notes',
      'instructions',
      'bemerkung',
      'hinweis',
    ],
    general: ['note', 'comment', 'notiz'],
    within: ['deliverynotes', 'deliveryinstructions', 'bemerkung', 'hinweis'],
  },
  expectedOn: {
    special: ['expectedon', 'deliverydate', 'expecteddeliverydate', 'lieferdatum', 'liefertag'],
    general: ['date', 'datum'],
    within: ['deliverydate', 'lieferdatum'],
  },
};

/** The normal form of a heading: lower case, without blanks, punctuation and accents. */
export const plainHeading = (heading: string): string => wordsOf(heading).join('');

/** Splits a heading into words: `ship_to-Name` and `shipToName` have three. */
const wordsOf = (heading: string): string[] =>
  heading
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** Words in a heading that mark the delivery address. */
const deliveryWords = new Set([
  ...['shipping', 'delivery', 'ship', 'deliver', 'to', 'recipient', 'recipients'],
  ...['lieferung', 'lieferadresse', 'lieferanschrift', 'versand', 'versandadresse', 'empfanger', 'empfaenger'],
]);

/** Headings with these words are not about the delivery. */
const elsewhere =
  /billing|invoice|rechnung|sender|absender|shipper|pickup|abhol|return|status|marketing|consent|payment|zahlung|tracking/;

const isName = (words: readonly string[]) => words.some((word) => /name\d?$/.test(word));

/** Score per kind of match; higher is better. */
const scores = { ofDelivery: 600, whole: 500, generalOfDelivery: 400, words: 300, general: 200, part: 100 } as const;

/** Position in the list, subtracted from the score; too small to change the kind of match. */
const placeIn = (list: readonly string[], term: string): number => list.indexOf(term);

/** @returns null when the heading does not match the field */
function scoreOf(heading: string, field: ImportField): number | null {
  const words = wordsOf(heading);
  const plain = words.join('');
  // Joining rows by a name would merge different orders, so a name column is never the order number.
  if (field === 'externalId' && isName(words)) return null;
  const { special, general = [], within = [] } = terms[field];
  if (special.includes(plain)) return scores.whole - placeIn(special, plain);
  if (general.includes(plain)) return scores.general - placeIn(general, plain);
  if (elsewhere.test(plain)) return null;
  // "Delivery number" and "Recipient no." are not order numbers.
  const rest = words.filter((word) => !deliveryWords.has(word)).join('');
  if (field !== 'externalId' && rest !== plain) {
    if (special.includes(rest)) return scores.ofDelivery - placeIn(special, rest);
    if (general.includes(rest)) return scores.generalOfDelivery - placeIn(general, rest);
  }
  if (field === 'externalId' && /dat(?:e|um)/.test(plain)) return null;
  const spoken = within.find((term) => hasWords(words, term));
  if (spoken !== undefined) return scores.words - placeIn(within, spoken);
  const part = within.find((term) => plain.includes(term));
  return part === undefined ? null : scores.part - placeIn(within, part);
}

/** Whether consecutive words form the term. */
const hasWords = (words: readonly string[], term: string): boolean =>
  words.some((_word, from) => words.some((_each, to) => to >= from && words.slice(from, to + 1).join('') === term));

/** After a street column, these headings mean the house number, which several orders may share. */
const houseNumbers = new Set(['number', 'nummer', 'no', 'nr']);

/** Assigns each field and each column at most once, best score first. */
export function recognised(headingRow: readonly string[]): Columns {
  const isStreet = headingRow.map((heading) => scoreOf(heading, 'addressLineOne') !== null);
  const pairs = headingRow.flatMap((heading, index) => {
    if (isStreet[index - 1] === true && houseNumbers.has(plainHeading(heading))) return [];
    return importFields.flatMap((field) => {
      const score = scoreOf(heading, field);
      return score === null ? [] : [{ index, field, score }];
    });
  });
  // The sort is stable, so that the leftmost of two equal matches wins.
  pairs.sort((one, other) => other.score - one.score);
  const columns: (ImportField | null)[] = headingRow.map(() => null);
  for (const { index, field } of pairs) {
    if (columns[index] === null && !columns.includes(field)) columns[index] = field;
  }
  return columns;
}

/** Whether a heading denotes a name; such a column is not recognised as order number. */
export const isNameHeading = (heading: string): boolean => isName(wordsOf(heading));
