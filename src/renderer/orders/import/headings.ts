/**
 * What a heading of a file may mean. Every heading is compared with every field, and the pairs that fit best are taken
 * first, wherever they stand: a heading that says it all before one that only contains it, a special one before one that
 * stands for many things ("Name", "Number").
 */
import { importFields, type Columns, type ImportField } from './import-fields.ts';

interface Terms {
  /** They mean this field and nothing else; the best first. Without blanks, signs and accents. */
  special: readonly string[];
  /** They mean it where no heading is clearer. */
  general?: readonly string[];
  /** Special ones that mean it inside a longer heading too ("Your order number", "Empfängerstraße"). */
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

/** A heading without what people write differently: blanks, signs, accents, upper case. */
export const plainHeading = (heading: string): string => wordsOf(heading).join('');

/** `ship_to-Name` and `shipToName` are three words. */
const wordsOf = (heading: string): string[] =>
  heading
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** Words before or behind a field that say that it is where the delivery goes. */
const deliveryWords = new Set([
  ...['shipping', 'delivery', 'ship', 'deliver', 'to', 'recipient', 'recipients'],
  ...['lieferung', 'lieferadresse', 'lieferanschrift', 'versand', 'versandadresse', 'empfanger', 'empfaenger'],
]);

/** What such a heading speaks of is not the delivery. */
const elsewhere =
  /billing|invoice|rechnung|sender|absender|shipper|pickup|abhol|return|status|marketing|consent|payment|zahlung|tracking/;

const isName = (words: readonly string[]) => words.some((word) => /name\d?$/.test(word));

/** More is better. */
const scores = { ofDelivery: 600, whole: 500, generalOfDelivery: 400, words: 300, general: 200, part: 100 } as const;

/** Better ones of a list are better by less than a kind of match is. */
const placeIn = (list: readonly string[], term: string): number => list.indexOf(term);

/** @returns null where the heading does not mean the field */
function scoreOf(heading: string, field: ImportField): number | null {
  const words = wordsOf(heading);
  const plain = words.join('');
  // A name never makes two orders one, whatever else its heading says.
  if (field === 'externalId' && isName(words)) return null;
  const { special, general = [], within = [] } = terms[field];
  if (special.includes(plain)) return scores.whole - placeIn(special, plain);
  if (general.includes(plain)) return scores.general - placeIn(general, plain);
  if (elsewhere.test(plain)) return null;
  // "Delivery number" and "Recipient no." are numbers of something else.
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

/** Whether words that stand together make the term. */
const hasWords = (words: readonly string[], term: string): boolean =>
  words.some((_word, from) => words.some((_each, to) => to >= from && words.slice(from, to + 1).join('') === term));

/** Beside a street it is the number of the house, which several orders have. */
const houseNumbers = new Set(['number', 'nummer', 'no', 'nr']);

/** Each field is taken once, and each column; the pair that fits best goes first. */
export function recognised(headingRow: readonly string[]): Columns {
  const isStreet = headingRow.map((heading) => scoreOf(heading, 'addressLineOne') !== null);
  const pairs = headingRow.flatMap((heading, index) => {
    if (isStreet[index - 1] === true && houseNumbers.has(plainHeading(heading))) return [];
    return importFields.flatMap((field) => {
      const score = scoreOf(heading, field);
      return score === null ? [] : [{ index, field, score }];
    });
  });
  // Of two that fit alike, the one that stands first stays first.
  pairs.sort((one, other) => other.score - one.score);
  const columns: (ImportField | null)[] = headingRow.map(() => null);
  for (const { index, field } of pairs) {
    if (columns[index] === null && !columns.includes(field)) columns[index] = field;
  }
  return columns;
}

/** Whether a heading speaks of a name: such a column is no order number by itself. */
export const isNameHeading = (heading: string): boolean => isName(wordsOf(heading));
