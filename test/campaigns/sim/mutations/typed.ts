/** Mutations in handling the user's input and choices. */
import { mutation, type Mutation } from './mutation.ts';

const intake = 'main/outbox/intake.ts';

export const inWhatIsTyped: readonly Mutation[] = [
  mutation(
    'merge-into-sent',
    'an edit is merged into a create that has left',
    intake,
    'if (last !== undefined && isUnsent(last, this.core.system.now())) {',
    "if (last !== undefined && last.state !== 'acknowledged') {",
  ),
  mutation(
    'forget-sent-create',
    'create and delete become nothing although the create has left',
    intake,
    `const takenBack = entries.filter((entry) => isIdle(entry) && !isStoodOn(entry, entries));
    const made = makerOf(entries);`,
    `const made = makerOf(entries);
    const takenBack = entries.filter((entry) => isIdle(entry) || (entry === made && entry.state !== 'acknowledged'));`,
  ),
  mutation(
    'give-up-without-sweep',
    'giving up an entry in doubt plans no search for copies',
    'main/outbox/choices.ts',
    'set(entry, { ...givenUp, reason, ...sweepOf(this.core, entry) }),',
    'set(entry, { ...givenUp, reason }),',
  ),
];
