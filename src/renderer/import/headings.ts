/**
 * Recognises the headings of a file. Every heading is scored against every field, and the best pairs win, regardless of
 * position: an exact match beats a partial one, and a specific term beats an ambiguous one ("Name", "Number").
 */
import type { Columns, ImportField } from './fields.ts';
import type { SheetNoun } from './noun.ts';

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
  ...['lieferung', 'lieferadresse', 'lieferanschrift', 'versand', 'versandadresse', 'empfanger', 'empfaenger'],
  ...['livraison', 'destinataire', 'bezorging', 'levering', 'verzending', 'ontvanger', 'envio', 'entrega'],
  ...['destinatario', 'spedizione', 'consegna', 'dostawa', 'dostawy', 'odbiorca', 'odbiorcy'],
]);

/** Words that join others, and what every address may be called. */
const idleWords = new Set([
  ...['de', 'du', 'des', 'la', 'le', 'del', 'di', 'van', 'of', 'the', 'der', 'do', 'dla', 'd', 'l'],
  ...['address', 'addr', 'adresse', 'adres', 'direccion', 'indirizzo', 'in', 'kg'],
]);

/** Headings with these words are not about the delivery. */
const elsewhere = new RegExp(
  [
    'billing|invoice|rechnung|sender|absender|shipper|pickup|abhol|return|status|marketing|consent|payment|zahlung',
    'tracking|facturation|factuur|facturacion|fatturazione|faktur|rozliczen|expediteur|afzender|remitente|mittente',
    'nadawc|paiement|betaling|zwrot|retour',
  ].join('|'),
);

const isName = (words: readonly string[]) => words.some((word) => /name\d?$/.test(word));

/** Score per kind of match; higher is better. */
const scores = { ofDelivery: 600, whole: 500, generalOfDelivery: 400, words: 300, general: 200, part: 100 } as const;

/** Position in the list, subtracted from the score; too small to change the kind of match. */
const placeIn = (list: readonly string[], term: string): number => list.indexOf(term);

/** @returns null when the heading does not match the field */
function scoreOf(noun: SheetNoun, heading: string, field: ImportField): number | null {
  const words = wordsOf(heading);
  const plain = words.join('');
  // Joining rows by a name would merge different orders, so a name column is never the order number.
  if (field === 'externalId' && isName(words)) return null;
  const { special, general = [], within = [] } = noun.terms[field] ?? { special: [] };
  if (special.includes(plain)) return scores.whole - placeIn(special, plain);
  if (general.includes(plain)) return scores.general - placeIn(general, plain);
  if (elsewhere.test(plain)) return null;
  // "Delivery number" and "Recipient no." are not order numbers.
  const rest = words.filter((word) => !deliveryWords.has(word)).join('');
  if (field !== 'externalId' && rest !== plain) {
    if (special.includes(rest)) return scores.ofDelivery - placeIn(special, rest);
    if (general.includes(rest)) return scores.generalOfDelivery - placeIn(general, rest);
  }
  const inner = words.filter((word) => !deliveryWords.has(word) && !idleWords.has(word)).join('');
  if (field !== 'externalId' && inner !== rest && special.includes(inner))
    return scores.words - placeIn(special, inner);
  if (field === 'externalId' && /dat(?:e|um)/.test(plain)) return null;
  const spoken = within.find((term) => hasWords(words, term));
  if (spoken !== undefined) return scores.words - placeIn(within, spoken);
  const part = within.find((term) => plain.includes(term));
  return part === undefined ? null : scores.part - placeIn(within, part);
}

/** Whether consecutive words form the term. */
const hasWords = (words: readonly string[], term: string): boolean =>
  words.some((_word, from) => words.some((_each, to) => to >= from && words.slice(from, to + 1).join('') === term));

/** After a street column, these headings mean the house number, which several records may share. */
const houseNumbers = new Set(['number', 'nummer', 'no', 'nr', 'numero', 'num', 'n', 'numer', 'house']);

/** Assigns each field and each column at most once, best score first. */
export function recognised(noun: SheetNoun, headingRow: readonly string[]): Columns {
  const isStreet = headingRow.map((heading) => scoreOf(noun, heading, 'addressLineOne') !== null);
  const pairs = headingRow.flatMap((heading, index) => {
    if (isStreet[index - 1] === true && houseNumbers.has(plainHeading(heading))) {
      return noun.targets.includes('houseNumber')
        ? [{ index, field: 'houseNumber' as const, score: scores.words }]
        : [];
    }
    return noun.targets.flatMap((field) => {
      const score = scoreOf(noun, heading, field);
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

/** Whether a heading says that its column is about somebody else: who pays or who sends. */
export const isAboutOthers = (heading: string): boolean => elsewhere.test(plainHeading(heading));

/** Whether a heading denotes a name; such a column is not recognised as order number. */
export const isNameHeading = (heading: string): boolean => isName(wordsOf(heading));
