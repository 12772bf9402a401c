/** The data of a barcode, whatever characters mark its structure. */

/**
 * What two readings of a code have in common. GS1-128 puts function characters between its fields, a decoder shows the
 * field names in brackets, and a scanner may send a prefix that names the symbology (ISO/IEC 15424): `(00)34…`,
 * `]C10034…` and `0034…` are the same code.
 *
 * @param text as a decoder, a scanner or the service gives it
 */
export function codeData(text: string): string {
  return text
    .replace(/^\]C[0-4]/, '')
    .replaceAll('\u001d', '')
    .replaceAll('<GS>', '')
    .replaceAll(/\((\d{2,4})\)/g, '$1');
}
