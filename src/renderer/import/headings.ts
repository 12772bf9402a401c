/**
 * Recognises the headings of a file. Every heading is scored against every field, and the best pairs win, regardless of
 * position: an exact match beats a partial one, and a specific term beats an ambiguous one ("Name", "Number").
 */
import type { Columns, ImportField } from './fields.ts';
import type { Terms } from './item.ts';
import type { SheetNoun } from './noun.ts';
import { markedProperty } from './property-columns.ts';

/** The normal form of a heading: lower case, without blanks, punctuation and accents. */
export const plainHeading = (heading: string): string => wordsOf(heading).join('');

/** Letters that are no letter with an accent. */
const foldedLetters: Readonly<Record<string, string>> = { ß: 'ss', ł: 'l', ø: 'o', æ: 'ae', œ: 'oe' };

/** Splits a heading into words: `ship_to-Name` and `shipToName` have three. */
const wordsOf = (heading: string): string[] =>
  heading
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[ßłøæœ]/g, (letter) => foldedLetters[letter] ?? letter)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** Words in a heading that mark the delivery address. */
const deliveryWords = new Set([
  ...['shipping', 'delivery', 'ship', 'deliver', 'to', 'recipient', 'recipients', 'dropoff', 'drop', 'off'],
  ...['destination', 'consignee'],
  ...['lieferung', 'lieferadresse', 'lieferanschrift', 'versand', 'versandadresse', 'versandanschrift', 'zustellung'],
  ...['zustelladresse', 'empfanger', 'empfaenger', 'livraison', 'destinataire', 'bezorging', 'bezorgadres', 'levering'],
  ...['leveradres', 'aflevering', 'afleveradres', 'verzending', 'verzendadres', 'bestemming', 'ontvanger'],
  ...['envio', 'entrega', 'destino', 'destinatario', 'spedizione', 'consegna', 'destinazione'],
  ...['dostawa', 'dostawy', 'odbiorca', 'odbiorcy'],
]);

/** Beginnings of compounds that name the delivery: `Lieferort`, `Empfängerland`, `Bezorgpostcode`. */
const deliveryBeginnings = ['liefer', 'zustell', 'empfanger', 'empfaenger', 'bezorg', 'aflever', 'lever', 'ontvanger'];

/** Words that join others. */
const joiningWords = new Set([
  ...['de', 'du', 'des', 'la', 'le', 'del', 'della', 'di', 'van', 'of', 'the', 'der', 'do', 'dla', 'd', 'l'],
  ...['for', 'per', 'para', 'pour'],
]);

/** These, and what every address may be called. */
const idleWords = new Set([
  ...joiningWords,
  ...['address', 'addr', 'adresse', 'adres', 'direccion', 'indirizzo', 'in', 'kg'],
]);

/** What a file may have twice: of the delivery, and of the customer or the invoice. */
const deliveredFields: ReadonlySet<ImportField> = new Set<ImportField>([
  ...(['recipientName', 'firstName', 'lastName', 'phone', 'email', 'addressLineOne', 'houseNumber'] as const),
  ...(['addressLineTwo', 'place', 'zip', 'city', 'state', 'country', 'expectedOn'] as const),
]);

/** Headings with these words are not about the delivery. */
const elsewhere = new RegExp(
  [
    'billing|billto|soldto|invoice|rechnung|sender|absender|shipper|pickup|abhol|return|status|marketing|consent',
    'payment|zahlung|tracking|facturation|factuur|facturacion|fatturazione|faktur|rozliczen|expediteur|afzender',
    'remitente|mittente|nadawc|paiement|betaling|zwrot|retour',
  ].join('|'),
);

/** An estimate of the first or the last day is no day on which a delivery is due: `Minimum Estimated Delivery Date`. */
const estimates = new Set(['min', 'max', 'minimum', 'maximum']);

const isName = (words: readonly string[]) => words.some((word) => /name\d?$/.test(word));

/** Score per kind of match; higher is better. */
const scores = { ofDelivery: 600, whole: 500, generalOfDelivery: 400, words: 300, general: 200, part: 100 } as const;

/** Position in the list, subtracted from the score; too small to change the kind of match. */
const placeIn = (list: readonly string[], term: string): number => list.indexOf(term);

/** The words besides those of the delivery and what joins them: `Code postal` of `Code postal de la livraison`. */
function besidesDelivery(words: readonly string[]): string[] {
  let isLeft = false;
  const others = words.toReversed().filter((word) => {
    isLeft = deliveryWords.has(word) || (isLeft && joiningWords.has(word));
    return !isLeft;
  });
  return others.reverse();
}

/** What follows the beginning that names the delivery: `ort` of `lieferort`; empty: it does not begin so. */
function behindBeginning(plain: string): string {
  const beginning = deliveryBeginnings.find((each) => plain.startsWith(each)) ?? plain;
  return plain.slice(beginning.length);
}

/** Whether a heading names the delivery: `Shipping street`, `Lieferstraße`. */
function namesDelivery(heading: string): boolean {
  const words = wordsOf(heading);
  return words.some((word) => deliveryWords.has(word)) || behindBeginning(words.join('')) !== '';
}

/** The score of a heading for a field of the delivery: `Delivery city`, `Ville de livraison`, `Lieferort`. */
function scoreOfDelivery(
  words: readonly string[],
  field: ImportField,
  { special, general = [] }: Terms,
): number | null {
  const plain = words.join('');
  const rests = [words.filter((word) => !deliveryWords.has(word)).join('')];
  if (deliveredFields.has(field)) rests.push(besidesDelivery(words).join(''));
  // A `Lieferregion` is rather a part of the depot's area.
  if (deliveredFields.has(field) && field !== 'state') rests.push(behindBeginning(plain));
  for (const rest of rests) {
    if (special.includes(rest)) return scores.ofDelivery - placeIn(special, rest);
    if (general.includes(rest)) return scores.generalOfDelivery - placeIn(general, rest);
  }
  return null;
}

/** No heading is longer, and the first row of a file may hold a book. */
const mostLetters = 200;

/** The words to score a heading by; none if it is too long for one. */
const scoredWords = (heading: string): string[] => (heading.length > mostLetters ? [] : wordsOf(heading));

/** @param words of the heading @returns null when it does not match the field */
function scoreOf(noun: SheetNoun, words: readonly string[], field: ImportField): number | null {
  if (words.length === 0) return null;
  const plain = words.join('');
  // Joining rows by a name would merge different orders, so a name column is never the order number.
  if (field === 'externalId' && isName(words)) return null;
  if (field === 'expectedOn' && words.some((word) => estimates.has(word))) return null;
  const terms: Terms = noun.terms[field] ?? { special: [] };
  const { special, general = [], within = [] } = terms;
  if (special.includes(plain)) return scores.whole - placeIn(special, plain);
  if (general.includes(plain)) return scores.general - placeIn(general, plain);
  if (elsewhere.test(plain)) return null;
  // "Delivery number" and "Recipient no." are not order numbers.
  const ofDelivery = field === 'externalId' ? null : scoreOfDelivery(words, field, terms);
  if (ofDelivery !== null) return ofDelivery;
  const inner = words.filter((word) => !deliveryWords.has(word) && !idleWords.has(word)).join('');
  if (field !== 'externalId' && special.includes(inner)) return scores.words - placeIn(special, inner);
  if (field === 'externalId' && /dat(?:e|um)/.test(plain)) return null;
  const spoken = within.find((term) => hasWords(words, term));
  if (spoken !== undefined) return scores.words - placeIn(within, spoken);
  const part = within.find((term) => plain.includes(term));
  return part === undefined ? null : scores.part - placeIn(within, part);
}

/** Whether consecutive words form the term. */
const hasWords = (words: readonly string[], term: string): boolean =>
  words.some((_word, from) => {
    let joined = '';
    for (let to = from; to < words.length && joined.length < term.length; to += 1) joined += words[to] ?? '';
    return joined === term;
  });

/** After a street column, these headings mean the house number, which several records may share. */
const houseNumbers = new Set(['number', 'nummer', 'no', 'nr', 'numero', 'num', 'n', 'numer', 'house']);

/** Beside a last name alone, these headings mean the first name: `Name;Surname`, `Nombre;Apellidos`. */
const givenNames = new Set(['name', 'nombre', 'naam']);

/** Whether the first and the last name are those of the delivery and the whole name is not: that is the customer's. */
function hasOtherName(headingRow: readonly string[], columns: Columns): boolean {
  const isOfDelivery = (field: ImportField) => namesDelivery(headingRow[columns.indexOf(field)] ?? '');
  return isOfDelivery('firstName') && isOfDelivery('lastName') && !isOfDelivery('recipientName');
}

/** Assigns each field and each column at most once, best score first. */
export function recognised(noun: SheetNoun, headingRow: readonly string[]): Columns {
  const words = headingRow.map(scoredWords);
  const streets = words.map((each) => scoreOf(noun, each, 'addressLineOne') ?? 0);
  const street = streets.indexOf(streets.reduce((most, score) => Math.max(most, score), 0));
  const isStreet = (index: number) => Boolean(streets[index]);
  const isBehindStreet = (index: number) => isStreet(index - 1);
  /**
   * The number beside the street of the customer is none of the delivery's street. A number that follows no street
   * belongs to the one before which it stands.
   */
  const isOfOther = (index: number) => {
    const beside = isBehindStreet(index) ? index - 1 : index + 1;
    return (
      isStreet(beside) &&
      namesDelivery(headingRow[street] ?? '') &&
      !namesDelivery(headingRow[beside] ?? '') &&
      !namesDelivery(headingRow[index] ?? '')
    );
  };
  const pairs = headingRow.flatMap((heading, index) => {
    if (isBehindStreet(index) && houseNumbers.has(plainHeading(heading))) {
      return noun.targets.includes('houseNumber') && !isOfOther(index)
        ? [{ index, field: 'houseNumber' as const, score: scores.words }]
        : [];
    }
    const property = markedProperty(noun, heading);
    if (property !== null) return [{ index, field: property, score: scores.whole }];
    return noun.targets.flatMap((field) => {
      if (field === 'houseNumber' && isOfOther(index)) return [];
      const score = scoreOf(noun, words[index] ?? [], field);
      return score === null ? [] : [{ index, field, score }];
    });
  });
  // The sort is stable, so that the leftmost of two equal matches wins.
  pairs.sort((one, other) => other.score - one.score);
  const columns: (ImportField | null)[] = headingRow.map(() => null);
  for (const { index, field } of pairs) {
    if (columns[index] === null && !columns.includes(field)) columns[index] = field;
  }
  const name = columns.indexOf('recipientName');
  if (name >= 0 && hasOtherName(headingRow, columns)) columns[name] = null;
  const isHalf = columns.includes('lastName') && !columns.includes('firstName');
  if (isHalf && givenNames.has(plainHeading(headingRow[name] ?? ''))) columns[name] = 'firstName';
  return columns;
}

/** Whether a heading says that its column is about somebody else: who pays or who sends. */
export const isAboutOthers = (heading: string): boolean => elsewhere.test(plainHeading(heading));

/** Whether a heading denotes a name; such a column is not recognised as order number. */
export const isNameHeading = (heading: string): boolean => isName(wordsOf(heading));
