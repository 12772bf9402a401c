/**
 * Transliterates text to the characters of the standard PDF fonts. No available font with more characters has a licence
 * that permits shipping it, so other letters are replaced by their usual substitutes: ł by l, Ж by Zh.
 */

/** Letters that are not accented forms of another letter; lowercase. */
const latin: Readonly<Record<string, string>> = {
  ł: 'l', ı: 'i', đ: 'd', ħ: 'h', ŧ: 't', ŋ: 'ng', ĸ: 'k', ŀ: 'l', ŉ: 'n', ſ: 's', ə: 'e', ƀ: 'b', ɨ: 'i', ø: 'o',
  æ: 'ae', œ: 'oe', ß: 'ss', þ: 'th', ð: 'd', ĳ: 'ij',
}; // prettier-ignore

const greek: Readonly<Record<string, string>> = {
  α: 'a', β: 'v', γ: 'g', δ: 'd', ε: 'e', ζ: 'z', η: 'i', θ: 'th', ι: 'i', κ: 'k', λ: 'l', μ: 'm', ν: 'n', ξ: 'x',
  ο: 'o', π: 'p', ρ: 'r', σ: 's', ς: 's', τ: 't', υ: 'y', φ: 'f', χ: 'ch', ψ: 'ps', ω: 'o',
}; // prettier-ignore

const cyrillic: Readonly<Record<string, string>> = {
  а: 'a', б: 'b', в: 'v', г: 'g', д: 'd', е: 'e', ж: 'zh', з: 'z', и: 'i', й: 'y', к: 'k', л: 'l', м: 'm', н: 'n',
  о: 'o', п: 'p', р: 'r', с: 's', т: 't', у: 'u', ф: 'f', х: 'kh', ц: 'ts', ч: 'ch', ш: 'sh', щ: 'shch', ъ: '',
  ы: 'y', ь: '', э: 'e', ю: 'yu', я: 'ya', ё: 'yo', є: 'ye', і: 'i', ї: 'yi', ґ: 'g', ў: 'u', ђ: 'dj', ј: 'j',
  љ: 'lj', њ: 'nj', ћ: 'c', џ: 'dz', ѓ: 'g', ќ: 'k', ѕ: 'dz',
}; // prettier-ignore

const spellings = new Map(Object.entries({ ...latin, ...greek, ...cyrillic }));

/** The usual substitute of a letter, in the same case; undefined if there is none. */
function spelt(letter: string): string | undefined {
  const lower = letter.toLowerCase();
  const found = spellings.get(lower);
  if (found === undefined || letter === lower) return found;
  return found.slice(0, 1).toUpperCase() + found.slice(1);
}

function written(letter: string, known: (letter: string) => boolean): string {
  if (known(letter)) return letter;
  const whole = spelt(letter);
  if (whole !== undefined) return whole;
  // Removes accents: ő, ş, Ǆ, and Greek letters with a stress mark.
  const bare = Array.from(letter.normalize('NFKD').replace(/\p{Mark}/gu, ''));
  const spelling = bare.map((each) => (known(each) ? each : (spelt(each) ?? '?'))).join('');
  return spelling === '' && !/\p{Mark}/u.test(letter) ? '?' : spelling;
}

/** @param known whether the font has a character; a question mark replaces what cannot be written */
export function writable(text: string, known: (letter: string) => boolean): string {
  return Array.from(text.normalize('NFC').replace(/\s/gu, ' '))
    .map((letter) => written(letter, known))
    .join('');
}
