/** The first rows of a large file, which are shown while the others are read. */

/** How many, below the headings. */
export const firstCount = 200;

/** A smaller file is read before anybody has looked at its first rows. In bytes, unpacked. */
export const fewestBytes = 1_000_000;

/** Gets the first rows, the headings first, as they stand in the file. Nothing is known of the others yet. */
export type TakeFirst = (rows: string[][]) => void;
