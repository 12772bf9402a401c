/** Error values of spreadsheets, in the languages in which they write them into a csv. */

const english = 'N/A|REF!|VALUE!|DIV/0!|NAME\\?|NULL!|NUM!|SPILL!|CALC!|FIELD!|BUSY!|BLOCKED!|CONNECT!|GETTING_DATA';
const others =
  'NV|BEZUG!|WERT!|ZAHL!|VALEUR!|NOM\\?|NOMBRE!|N/B|WAARDE!|VERW!|GETAL!|VALOR!|VALORE!|RIF!|ARG!|ADR!|LICZBA!';

/** `FORMULA!` stands for a formula that was never calculated (xlsx-file.ts). */
const cellErrors = new RegExp(`^#(?:${english}|${others}|FORMULA!)$`);

/** Whether a cell holds an error value, such as `#N/A`. */
export const isCellError = (cell: string): boolean => cellErrors.test(cell);
