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
    'marker-of-old-number',
    'a create whose number was edited is searched for by the number before',
    intake,
    'set: markedAgain(core, made, content) } as const',
    'set: { content: JSON.stringify(content) } } as const',
  ),
  mutation(
    'marker-not-back',
    'clearing a number clears it for the service and not for the entry, which is compared with what is read back',
    intake,
    'const mine = markedEdit(record, typed);',
    'const mine = typed;',
  ),
  mutation(
    'give-up-without-sweep',
    'giving up an entry in doubt plans no search for copies',
    'main/outbox/choices.ts',
    'set(entry, { ...givenUp, reason, ...sweepOf(this.core, entry) }),',
    'set(entry, { ...givenUp, reason }),',
  ),
  mutation(
    'undo-takes-later-edit',
    'undoing an edit takes back a field that was edited again since',
    intake,
    'isAsBefore(edited[name] ?? null, now[name] ?? null) && !this.isKept',
    '!this.isKept',
  ),
  mutation(
    'undo-takes-other-fields',
    'undoing one of several edits that leave together takes back the others',
    intake,
    'Object.keys(body).length === 0\n        ? this.takenBack',
    'Object.keys(body).length < 99\n        ? this.takenBack',
  ),
  mutation(
    'undo-of-sent-edit',
    'an edit that may have been applied already is undone as if it had not left',
    intake,
    '|| last === undefined || !isUnsent(last, this.core.system.now())) return false;',
    "|| last === undefined || last.state === 'acknowledged') return false;",
  ),
  mutation(
    'undo-forgets-choice',
    'undoing an edit takes back a value that the user kept against the change of a colleague',
    intake,
    'if (progress?.kept?.includes(name) !== true) return false;',
    "if (name !== '') return false;",
  ),
  mutation(
    'undo-sends-what-was-sent',
    'undoing an edit of which a part was sent undoes the rest',
    intake,
    'if (!isMade && names.some(isElsewhere)) return false;',
    '',
  ),
];
