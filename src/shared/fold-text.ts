/** Texts made comparable across spellings: accents, umlauts, case and punctuation no longer differ. */

/** Letters that do not decompose into a base letter and an accent. */
const letters: Readonly<Record<string, string>> = { ß: 'ss', ø: 'o', æ: 'a', œ: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th' };

/**
 * Folds a text: `Große Müllerstr.` and `GROSSE MUELLERSTR` become equal up to their punctuation. The e that stands for an
 * umlaut is dropped inside a word, and so is any other e there behind a, o or u: both sides are folded in the same way.
 */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll(/[ßøæœłđðþ]/g, (letter) => letters[letter] ?? letter)
    .replaceAll(/(?<=[aou])e(?=\p{L})/gu, '');
}

/** Words of a folded text, split at everything that is neither a letter nor a digit. */
export const wordsOf = (text: string): string[] => foldText(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** Whether two texts differ by at most one letter: replaced, missing, or swapped with its neighbour. */
export function withinOneEdit(one: string, other: string): boolean {
  if (one === other) return true;
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (long.length - short.length > 1) return false;
  let start = 0;
  while (start < short.length && short[start] === long[start]) start += 1;
  if (short.length < long.length) return short.slice(start) === long.slice(start + 1);
  if (short.slice(start + 1) === long.slice(start + 1)) return true;
  const isSwapped = short[start] === long[start + 1] && short[start + 1] === long[start];
  return isSwapped && short.slice(start + 2) === long.slice(start + 2);
}
