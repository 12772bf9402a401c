/**
 * Mutants of which nobody could see the difference, each with the reason. A line is what `npm run mutate` prints of a
 * survivor with `--keys`; it fails when no mutant has it any more.
 */
export const accepted: readonly { mutant: string; why: string }[] = [];
