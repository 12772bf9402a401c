/** How text becomes words that can be looked up: without case, accents and punctuation. */

/** Letters that are written with another one although they carry no mark that could be taken off. */
const spelled: Partial<Record<string, string>> = { ß: 'ss', ø: 'o', ł: 'l', ı: 'i', æ: 'ae', œ: 'oe', đ: 'd', þ: 'th' };

/** Most texts need no more than lower case, and there are many of them. */
const isPlain = (text: string) => !/[^ -~]/.test(text);

/** Lower case and without accents: `Józef Weiß` and `jozef weiss` are the same. */
export function folded(text: string): string {
  if (isPlain(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{Mark}/gu, '')
    .replace(/[ßøłıæœđþ]/g, (letter) => spelled[letter] ?? letter);
}

/** The words of a text in their order, folded; every script's letters and digits count. */
export function wordsOf(text: string): string[] {
  const plain = folded(text);
  return plain.match(isPlain(plain) ? /[a-z0-9]+/g : /[\p{Letter}\p{Number}]+/gu) ?? [];
}
