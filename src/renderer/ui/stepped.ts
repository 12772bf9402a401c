/** Steps of a number field. */

/**
 * Adds a step without the digits that binary fractions bring: 2.2 − 1 is 1.2, not 1.2000000000000002.
 *
 * @param by the step, negative for down; the sum is rounded to nine decimals
 */
export const stepped = (from: number, by: number): number => Number((from + by).toFixed(9));
