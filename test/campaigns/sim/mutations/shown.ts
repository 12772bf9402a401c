/** Mutations in cache updates and in related entries: what a form shows, and what an undo restores. */
import { mutation, type Mutation } from './mutation.ts';

const remember = 'main/sending/answers-to-cache.ts';
const restore = 'main/outbox/restore.ts';
const replace = 'main/outbox/replace.ts';
const intake = 'main/outbox/intake.ts';

export const inWhatIsShown: readonly Mutation[] = [
  mutation(
    'look-up-not-remembered',
    'what was read while settling is not put into the cache',
    remember,
    'if (versions.isCurrent(reading, view.id)) await known.put(named.noun, parentOf(call), view);',
    'if (reading < 0) await known.put(named.noun, parentOf(call), view);',
  ),
  mutation(
    'answer-not-remembered',
    'what a write was answered is not put into the cache',
    remember,
    `if (saysAll(call.body, view)) {
    await known.put(noun, parentOf(call), view);`,
    `if (saysAll(call.body, view)) {`,
  ),
  mutation(
    'old-answer-over-new',
    'a look-up that is answered late undoes what was written since',
    remember,
    'return (this.writtenAt.get(id) ?? 0) < reading;',
    'return id !== String(reading);',
  ),
  mutation(
    'undo-gives-nothing-back',
    'what a deletion took back stays taken when it is undone',
    restore,
    'if (!isCreate(taker.kind)) return takenBy(storage, taker).flatMap((entry) => again(storage, entry, taker.id));',
    'if (!isCreate(taker.kind)) return [];',
  ),
  mutation(
    'discarded-move-keeps-edits',
    'the edits that a move took over are gone when it is discarded',
    restore,
    'return stays === undefined ? [] : takenOf(storage, taker, stays.id);',
    'return [];',
  ),
  {
    ...mutation(
      'first-entry-is-the-maker',
      'the first entry of a record of the service counts as the one that made it',
      intake,
      'return entries.find(({ kind }) => isCreate(kind));',
      'return entries[0];',
    ),
    seenBy: 'test/unit/main/outbox/taken-back.test.ts',
  },
  {
    ...mutation(
      'replaced-twice-waits',
      'what was put elsewhere twice before it left waits for what was taken back',
      replace,
      'if (!before.includes(removed.recordId)) continue;',
      "if (id !== '') continue;",
    ),
    seenBy: 'test/unit/main/outbox/meanwhile.test.ts',
  },
  mutation(
    'key-refused-is-refused',
    'a request with a key that is not good any more counts as refused',
    'main/sending/outcomes.ts',
    "return { kind: 'key-refused', reason };",
    "return { kind: 'refused', reason };",
  ),
];
