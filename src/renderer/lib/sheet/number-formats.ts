/**
 * Formats numbers as a spreadsheet displays them: with the leading zeros and signs of the cell's format (postcodes,
 * order numbers, barcodes stored as numbers), and long numbers in full.
 */
/** A number without exponent, fractions rounded to the fifteen digits that spreadsheets display. */
export function plainNumber(text: string): string {
  // Most numbers are whole, and a sheet has very many.
  if (/^(?:-?[1-9]\d*|0)$/.test(text)) return text;
  const parts = /^(-?)(\d+)(?:\.(\d*))?(?:E([+-]?\d{1,3}))?$/i.exec(text.trim());
  if (parts === null) return text;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = parts;
  const shift = Number(exponent);
  const digits = whole + fraction;
  const point = whole.length + shift;
  const padded = point <= 0 ? '0'.repeat(1 - point) + digits : digits.padEnd(point, '0');
  const at = Math.max(point, 1);
  const before = padded.slice(0, at).replace(/^0+(?=\d)/, '');
  const after = padded.slice(at).replace(/0+$/, '');
  if (after === '') return sign + before;
  const shown = `${sign}${before}.${after}`;
  const significant = (before + after).replace(/^0+/, '').length;
  // The rounding error of a fraction is in its sixteenth and seventeenth digit: 2.2999999999999998 is 2.3.
  return significant > 15 ? plainNumber(String(Number(Number(shown).toPrecision(15)))) : shown;
}

/** A spreadsheet keeps this many digits of a number; other programs keep up to seventeen. */
const keptDigits = 15;
const endsWithZeros = /^\d{15,17}0+$/;
const onlyKeptDigits = /^\d{15}0+$/;

/**
 * Whether a whole number may have lost its last digits, because it is longer than what programs keep of a number:
 * nobody knows whether the zeros at its end are digits of it. One that is written in full, and would be rounded if it
 * were calculated with, has all of them.
 *
 * @param text as it is stored, `340434161094042123` or `3.40434161094042E+17`
 */
export function mayLackDigits(text: string): boolean {
  // Most numbers are short, and a sheet has very many.
  if (text.length <= keptDigits && !/e/i.test(text)) return false;
  const number = plainNumber(text);
  if (!endsWithZeros.test(number)) return false;
  return number !== text.trim() || onlyKeptDigits.test(number) || String(Number(number)) === number;
}

/** `3.40434161094042E+17`, as a spreadsheet shows a long number. @param text of a whole number of more digits */
export function withExponent(text: string): string {
  const number = plainNumber(text);
  const digits = number.replace(/0+$/, '').padEnd(keptDigits, '0');
  return `${digits.charAt(0)}.${digits.slice(1)}E+${number.length - 1}`;
}

/** A piece of a format: a mandatory digit, an optional digit, or a literal. */
type Piece = { kind: 'zero' } | { kind: 'digit' } | { kind: 'sign'; text: string };

/** Parses formats that pad whole numbers; null for every other format. */
function piecesOf(section: string): Piece[] | null {
  const pieces: Piece[] = [];
  const tokens = /"([^"]*)"|\\(.)|_.|\*.|\[(?:[A-Za-z]+\d*)\]|(0)|(#)|([-()+ ])/gy;
  let read = 0;
  for (const match of section.matchAll(tokens)) {
    read = match.index + match[0].length;
    const [, quoted, escaped, zero, digit, sign] = match;
    const text = quoted ?? escaped ?? sign;
    if (zero !== undefined) pieces.push({ kind: 'zero' });
    else if (digit !== undefined) pieces.push({ kind: 'digit' });
    else if (text !== undefined) pieces.push({ kind: 'sign', text });
  }
  const zeros = pieces.filter(({ kind }) => kind === 'zero').length;
  const isPadded = zeros > 1 || (zeros > 0 && pieces.some(({ kind }) => kind === 'sign'));
  return read === section.length && isPadded ? pieces : null;
}

/** Fills the digits into their places from the right; excess digits go before the first. */
function filled(pieces: readonly Piece[], digits: string): string {
  let left = digits.replace(/^0+(?=\d)/, '');
  const out: string[] = [];
  const places = pieces.filter(({ kind }) => kind !== 'sign').length;
  let place = places;
  for (const piece of pieces.toReversed()) {
    if (piece.kind === 'sign') {
      out.unshift(piece.text);
      continue;
    }
    place -= 1;
    const taken = place === 0 ? left : left.slice(-1);
    left = left.slice(0, left.length - taken.length);
    out.unshift(taken === '' && piece.kind === 'zero' ? '0' : taken);
  }
  return out.join('');
}

/**
 * A function that displays whole numbers in a padding format.
 * @param format as stored in the sheet: `00000`, `"W-"0000`, `[<=99999]00000;00000\-0000`
 * @returns null for a format that does not pad
 */
export function paddedBy(format: string): ((number: string) => string) | null {
  const [first = '', second] = format.split(';');
  const condition = /^\[(<=?)(\d+)\]/.exec(first);
  const pieces = piecesOf(first.slice(condition?.[0].length ?? 0));
  const others = condition === null ? pieces : piecesOf(second ?? first.slice(condition[0].length));
  if (pieces === null || others === null) return null;
  return (text) => {
    const number = plainNumber(text);
    if (!/^\d+$/.test(number)) return number;
    const limit = Number(condition?.[2] ?? 0);
    const fits = condition === null || (condition[1] === '<' ? Number(number) < limit : Number(number) <= limit);
    return filled(fits ? pieces : others, number);
  };
}
