/** Cells of files that spreadsheets open: none of them may be run as a formula (CSV injection). */

/** `12`, `-3.5`, `+49`: a spreadsheet only reads these as numbers. */
const plainNumber = /^[+-]?\d+(?:[.,]\d+)?$/;

/** Puts an apostrophe before a text that a spreadsheet would run as a formula. */
export const escapedCell = (text: string): string =>
  /^[=+\-@\t\r\n]/.test(text) && !plainNumber.test(text) ? `'${text}` : text;

/** Removes that apostrophe. */
export const unescapedCell = (text: string): string => (/^'[=+\-@\t\r\n]/.test(text) ? text.slice(1) : text);
