/** Names of files that every file system takes: Windows is the strictest, and depots have it. */
import { createHash } from 'node:crypto';

/** Letters of a name, without what ends it; in UTF-8 four bytes each at most, and a name has 255. */
const mostLetters = 55;

/** With whatever follows a dot, as Windows reads it; it takes the raised digits for digits too. */
const reserved = /^(con|prn|aux|nul|conin\$|conout\$|com[\d¹²³]|lpt[\d¹²³])\s*(\.|$)/i;

/**
 * A name without separators, reserved names, control characters, and dots and blanks at its ends (attack 7). What is cut
 * carries a trace of the whole, so that two long names do not become one.
 * @param title from the service, or from a file
 */
export function cleanFileName(title: string): string {
  const trimmed = (name: string) => name.replaceAll(/^[.\s-]+|[.\s-]+$/g, '');
  const clean = trimmed(title.normalize('NFC').replaceAll(/[\p{Cc}\p{Cf}\p{Cs}<>:"/\\|?*]+/gu, '-'));
  const letters = Array.from(clean);
  if (letters.length > mostLetters) {
    const trace = createHash('sha256').update(title).digest('hex').slice(0, 8);
    return `${trimmed(letters.slice(0, mostLetters - 9).join(''))}-${trace}`;
  }
  return clean === '' || reserved.test(clean) ? `label-${clean}`.replace(/-$/, '') : clean;
}

/** A name of parts that are ids: short, and as distinct as these. */
export const fileNameOfIds = (...ids: readonly (string | number)[]): string =>
  ids.map((id) => String(id).replaceAll(/[^\w-]/g, '-')).join('-');
