/** Cells of files that spreadsheets open: none of them may be run as a formula (CSV injection). */

/** `12`, `-3.5`, `+4`: a spreadsheet only reads these as numbers (docs/decisions/exported-cells.md). */
const plainNumber = /^[+-]?\d+(?:[.,]\d+)?$/;

/**
 * Puts an apostrophe before a text that a spreadsheet would run as a formula.
 *
 * @param isPhone the text is a phone number: `+493055501` read as a number would lose its plus
 */
export const escapedCell = (text: string, isPhone = false): string =>
  /^[=+\-@\t\r\n]/.test(text) && (isPhone || !plainNumber.test(text)) ? `'${text}` : text;

/** Removes that apostrophe. */
export const unescapedCell = (text: string): string => (/^'[=+\-@\t\r\n]/.test(text) ? text.slice(1) : text);
