/**
 * Mutants of which nobody could see the difference, each with the reason. A line is what `npm run mutate` prints of a
 * survivor with `--keys`; it fails when no mutant has it any more.
 */
export const accepted: readonly { mutant: string; why: string }[] = [
  {
    mutant:
      'shared/outbox-merge.ts | and and or exchanged | if (isEmpty(one) || isEmpty(other)) return isEmpty(one) && isEmpty(other); | isEmpty(one) || isEmpty(other) | isEmpty(one) && isEmpty(other)',
    why: 'A short cut: what is empty and what is not differ in the lines below too, leaf by leaf.',
  },
];
