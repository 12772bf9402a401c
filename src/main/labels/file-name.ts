/** File names that are valid on every file system. Windows, which depots use, is the strictest. */
import { createHash } from 'node:crypto';

/**
 * The length limit of a name without its extension: a character takes up to four bytes in UTF-8, and a name has 255
 * bytes.
 */
const mostLetters = 55;

/** Windows reserves these with any extension, and treats superscript digits as digits. */
const reserved = /^(con|prn|aux|nul|conin\$|conout\$|com[\d¹²³]|lpt[\d¹²³])\s*(\.|$)/i;

/**
 * Removes separators, control characters and leading or trailing dots and blanks, and avoids reserved names (attack 7).
 * A truncated name ends with a hash of the full title, so that two long names stay distinct.
 * @param title from the service, or from a file
 */
export function cleanFileName(title: string): string {
  const trimmed = (name: string) => name.replaceAll(/^[.\s-]+|[.\s-]+$/g, '');
  const clean = trimmed(title.normalize('NFC').replaceAll(/[\p{Cc}\p{Cf}\p{Cs}<>:"/\\|?*]+/gu, '-'));
  const allowed = clean === '' || reserved.test(clean) ? `label-${clean}`.replace(/-$/, '') : clean;
  const letters = Array.from(allowed);
  if (letters.length > mostLetters) {
    const trace = createHash('sha256').update(title).digest('hex').slice(0, 8);
    return `${trimmed(letters.slice(0, mostLetters - 9).join(''))}-${trace}`;
  }
  return allowed;
}

/** A name made of ids: short and as unique as they are. */
export const fileNameOfIds = (...ids: readonly (string | number)[]): string =>
  ids.map((id) => String(id).replaceAll(/[^\w-]/g, '-')).join('-');
