/**
 * Barcodes in SQL, without the marks that readings of the same code differ in. It finds the few candidates whose data
 * is then compared (shared/code-data.ts).
 */

/** @param column an SQL expression @returns an expression for its value without marks */
export const bareCode = (column: string): string =>
  `replace(replace(replace(replace(replace(${column}, ']C1', ''), '<GS>', ''), char(29), ''), '(', ''), ')', '')`;

/** @param data of a code */
export const withoutMarks = (data: string): string =>
  data
    .replaceAll(']C1', '')
    .replaceAll('<GS>', '')
    .replaceAll(/[\u001d()]/g, '');
