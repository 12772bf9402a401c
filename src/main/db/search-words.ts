/** Words of a record for the full-text index, and search text as a query for it. Both are folded the same way. */

/** Letters without a Unicode decomposition, spelled out. All others are folded by decomposing them. */
const spelt: Readonly<Record<string, string>> = { ß: 'ss', ø: 'o', ł: 'l', đ: 'd', æ: 'ae', œ: 'oe', ı: 'i', þ: 'th' };

const plainLetters = /^[ -~]*$/;

/** Lowercase words without diacritics, separated by one space. */
function folded(text: string): string {
  const small = text.toLowerCase();
  // Fast path: most texts are ASCII, and lists of thousands go through here.
  const plain = plainLetters.test(small)
    ? small
    : small
        .replaceAll(/[ßøłđæœıþ]/g, (letter) => spelt[letter] ?? letter)
        .normalize('NFD')
        .replaceAll(/\p{Mark}/gu, '');
  return plain.replaceAll(/[^\p{Letter}\p{Number}]+/gu, ' ').trim();
}

/**
 * The searchable words of a record on one line, with a space before each.
 * @param parts texts of the record; values that are not strings are skipped, because the service may send anything
 */
export function searchWords(parts: readonly unknown[]): string {
  const texts = parts.filter((part): part is string => typeof part === 'string' && part !== '');
  return ` ${folded(texts.join(' '))}`;
}

/** A phone number's digits as one word, so that a search finds it however it is grouped. */
export function phoneWord(phone: unknown): string | null {
  return typeof phone === 'string' ? phone.replaceAll(/\D/g, '') : null;
}

/** @returns the words of a search, each to match as a prefix; grouped digits become one word */
export function wordsSought(text: string): string[] {
  const words = folded(text.replaceAll(/(?<=\d)[\s/-]+(?=\d)/g, ''));
  return words === '' ? [] : words.split(' ');
}
