/**
 * What stands above the headings: titles of the sender, `sep=;`, empty lines. It is found by the number of filled cells: a
 * title fills one or two, the headings and the rows fill many.
 */

/** Rows that are looked through to find out how many cells a row fills. */
const looked = 60;
/** A file with more lines above its headings is not recognised as such. */
const mostAbove = 20;
/** Rows with fewer filled cells could be titles themselves. */
const fewestFilled = 3;

const filledIn = (cells: readonly string[]) => cells.filter((cell) => cell.trim() !== '').length;

/**
 * How many rows at the beginning are no headings and no records.
 *
 * @param rows the first rows of a file, blank ones included
 */
export function countAbove(rows: readonly (readonly string[])[]): number {
  const filled = rows.slice(0, looked).map(filledIn);
  const sorted = filled.filter((count) => count > 0).toSorted((one, other) => one - other);
  const usual = sorted[Math.floor(sorted.length / 2)] ?? 0;
  if (usual < fewestFilled) return 0;
  const first = filled.findIndex((count) => count > Math.max(2, usual / 3));
  const above = filled.slice(0, Math.max(0, first));
  // Empty rows alone are no title; the reader skips and counts them.
  return above.length > mostAbove || above.every((count) => count === 0) ? 0 : above.length;
}

/** The delimiter that the first line of a file names for spreadsheets, `sep=;`. */
export const namedDelimiter = (text: string): string | undefined => /^"?sep=(.)"?\r?(?:\n|$)/i.exec(text)?.[1];
