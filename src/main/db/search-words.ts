/** Words of a record for the full-text index, and a person's text as a query of it: both are folded in the same way. */

/** Letters that lose their mark only by being spelt out; everything else is folded by decomposing it. */
const spelt: Readonly<Record<string, string>> = { ß: 'ss', ø: 'o', ł: 'l', đ: 'd', æ: 'ae', œ: 'oe', ı: 'i', þ: 'th' };

const plainLetters = /^[ -~]*$/;

/** Words in small letters without marks, one blank between them. */
function folded(text: string): string {
  const small = text.toLowerCase();
  // Most texts have nothing to fold, and lists of thousands pass here.
  const plain = plainLetters.test(small)
    ? small
    : small
        .replaceAll(/[ßøłđæœıþ]/g, (letter) => spelt[letter] ?? letter)
        .normalize('NFD')
        .replaceAll(/\p{Mark}/gu, '');
  return plain.replaceAll(/[^\p{Letter}\p{Number}]+/gu, ' ').trim();
}

/**
 * What a record can be found by, as one line of words with a blank before each.
 * @param parts texts of the record; what is no text is left out, as the service may say anything
 */
export function searchWords(parts: readonly unknown[]): string {
  const texts = parts.filter((part): part is string => typeof part === 'string' && part !== '');
  return ` ${folded(texts.join(' '))}`;
}

/** A telephone number in one piece, so that it is found however it is grouped. */
export function phoneWord(phone: unknown): string | null {
  return typeof phone === 'string' ? phone.replaceAll(/\D/g, '') : null;
}

/** @returns the words a person looks for, each to be found where it begins a word; a number in groups is one word */
export function wordsSought(text: string): string[] {
  const words = folded(text.replaceAll(/(?<=\d)[\s/-]+(?=\d)/g, ''));
  return words === '' ? [] : words.split(' ');
}
