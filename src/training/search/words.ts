/** Splits text into searchable words, without case, accents and punctuation. */

/** Letters with a conventional substitute that have no separable accent. */
const spelled: Partial<Record<string, string>> = { ß: 'ss', ø: 'o', ł: 'l', ı: 'i', æ: 'ae', œ: 'oe', đ: 'd', þ: 'th' };

/** Most texts are plain ASCII, which only needs lowercasing. */
const isPlain = (text: string) => !/[^ -~]/.test(text);

/** Lowercases and removes accents: `Józef Weiß` and `jozef weiss` are the same. */
export function folded(text: string): string {
  if (isPlain(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{Mark}/gu, '')
    .replace(/[ßøłıæœđþ]/g, (letter) => spelled[letter] ?? letter);
}

/** The normalized words of a text in order, with letters and digits of every script. */
export function wordsOf(text: string): string[] {
  const plain = folded(text);
  return plain.match(isPlain(plain) ? /[a-z0-9]+/g : /[\p{Letter}\p{Number}]+/gu) ?? [];
}
