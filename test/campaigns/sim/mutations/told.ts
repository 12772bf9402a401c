import { mutation, type Mutation } from './mutation.ts';

const transfer = 'main/outbox/transfer.ts';
const hits = 'main/sending/service-matches.ts';
const reconcile = 'main/sending/reconcile.ts';
const choices = 'main/outbox/choices.ts';

const inFiles: readonly Mutation[] = [
  mutation(
    'file-is-believed',
    'what comes in from a file counts as never sent',
    transfer,
    'if (!mayHaveLeft(this.core, entry, record)) return',
    'if (entry.sequence !== null) return',
  ),
  mutation(
    'file-taken-in-twice',
    'what is here already is taken in again',
    transfer,
    'if ((here !== undefined && !came) || record === undefined) {',
    'if ((here !== undefined && !came && !isTaken && here.state !== entry.state) || record === undefined) {',
  ),
  mutation(
    'file-without-known-ids',
    'what fitted before the first attempt is not in the file',
    transfer,
    'knownIds: entry.knownIds,',
    'knownIds: null,',
  ),
  {
    ...mutation(
      'file-ends-the-search',
      'a move that comes from a file is not searched for late copies',
      transfer,
      "const ofFirst = progress?.moved === 'created' ? this.searched(entry) : {};",
      'const ofFirst = {};',
    ),
    seenBy: 'test/unit/main/outbox/meanwhile.test.ts',
  },
  mutation(
    'left-stays',
    'what was put into a file is sent from here as well',
    transfer,
    "const gone = { state: 'given-up', notBefore: 0, settledAt, sweepAt: null, doubtUntil: 0 } as const;",
    "const gone = { state: to === 'file' ? 'queued' : 'given-up', notBefore: 0, settledAt, sweepAt: null, doubtUntil: 0 } as const;",
  ),
];

const inNumbers: readonly Mutation[] = [
  {
    ...mutation(
      'operation-of-another',
      'the operation that another entry has started is taken for the own one',
      hits,
      'return free.filter(({ id }) => !knownIds.includes(id) && !others.has(id));',
      'return free.filter(({ id }) => !knownIds.includes(id));',
    ),
    seenBy: 'test/unit/main/sending/in-doubt.test.ts',
  },
  mutation(
    'number-is-enough',
    'what carries the same number is taken for the own record, whatever it says',
    hits,
    'return free.filter((hit) => hit.id === entry.serverId || (!knownIds.includes(hit.id) && saysSame(sent, hit)));',
    'return free.filter((hit) => hit.id === entry.serverId || !knownIds.includes(hit.id) || sent === null);',
  ),
  mutation(
    'known-is-ours',
    'what carried the number before the first attempt is taken for the own record',
    hits,
    'return free.filter((hit) => hit.id === entry.serverId || (!knownIds.includes(hit.id) && saysSame(sent, hit)));',
    'return free.filter((hit) => hit.id === entry.serverId || hit.id !== null || saysSame(sent, hit));',
  ),
  {
    ...mutation(
      'sent-again-knows-nothing',
      'what a person has sent again does not remember what was there before',
      reconcile,
      "const isKnownNow = next.state === 'queued' || found.kind === 'other-content';",
      "const isKnownNow = next.state === 'queued';",
    ),
    seenBy: 'test/unit/main/sending/in-doubt.test.ts',
  },
];

const inChoices: readonly Mutation[] = [
  mutation(
    'nowhere-keeps-followers',
    'what was typed after a record that is given up is still sent',
    choices,
    'const followers = (isNowhere ? this.core.storage.entriesOf(entry.recordId) : []).filter(',
    'const followers = (isNowhere ? [] : this.core.storage.entriesOf(entry.recordId)).filter(',
  ),
  mutation(
    'elsewhere-while-it-may-come',
    'a stop goes elsewhere while a copy may still come where it was',
    'shared/outbox-decisions.ts',
    'if (!isFree(entry, now)) return [];',
    '',
  ),
];

const inHands: readonly Mutation[] = [
  mutation(
    'submitted-order-stays',
    'an order that has to be withdrawn before it is deleted is left submitted',
    'main/sending/perform.ts',
    `  if (result.error.detail.serviceCode === 'order_read_only') return outcomeOf(result);
  const withdrawal`,
    `  if (result.error.detail.serviceCode !== '') return outcomeOf(result);
  const withdrawal`,
  ),
  {
    ...mutation(
      'withdrawn-is-unsent',
      'a deletion that has withdrawn its order already is undone',
      'main/sending/perform.ts',
      "return hasNotLeft ? { kind: 'in-doubt', reason: reasonOf(again.error) } : outcomeOf(again);",
      'return outcomeOf(again);',
    ),
    seenBy: 'test/unit/main/outbox/withdrawn.test.ts',
  },
  mutation(
    'doubt-is-tried-again',
    'trying again sends what is in doubt without a look-up',
    'main/outbox/choices.ts',
    "const state = entry.state === 'refused' ? 'queued' : entry.state;",
    "const state = entry.state === 'pending' ? entry.state : 'queued';",
  ),
  mutation(
    'busy-is-refused',
    'a plan that is being optimised refuses a live change for good',
    'main/sending/perform.ts',
    "if (isBusy(result)) return { kind: 'later', reason: reasonOf(result.error), waitMilliseconds: 0 };",
    'if (isBusy) return outcomeOf(result);',
  ),
  mutation(
    'undo-after-it-left',
    'a deletion that has left is undone',
    'main/outbox/restore.ts',
    'if (isElsewhere || !isOpenDeletion(deletion) || !isUnsent(deletion, now)) return null;',
    "if (isElsewhere || !isOpenDeletion(deletion) || !['queued', 'refused', 'blocked'].includes(deletion.state)) return null;",
  ),
  mutation(
    'given-back-is-queued',
    'what a deletion took back is not as it was before when it is undone',
    'main/outbox/restore.ts',
    'return [set(entry, { lane, state, reason, notBefore: 0, settledAt: null, sweepAt: null, progress: left })];',
    "return [set(entry, { lane, state: state === 'refused' ? 'acknowledged' : state, reason, notBefore: 0, settledAt: null, sweepAt: null, progress: left })];",
  ),
  mutation(
    'blocked-stays',
    'what waited for a record goes on waiting when it is there',
    'main/outbox/settle.ts',
    'if (isCreate(entry.kind)) changes.push(...unblocked(core, entry, serverId));',
    "if (entry.noun === 'plans' && isCreate(entry.kind)) changes.push(...unblocked(core, { ...entry, recordId: '' }, null));",
  ),
  mutation(
    'choice-for-all-unchecked',
    'one choice for several is made also for those for which it is not open',
    'main/outbox/choices.ts',
    'waysOf(entry, now).includes(choice.way) ? [entry] : [];',
    'waysOf(entry, now).length > 0 ? [entry] : [];',
  ),
];

/** Mutations in imported files, shared external ids, choices and commands. */
export const inWhatIsTold: readonly Mutation[] = [...inFiles, ...inNumbers, ...inChoices, ...inHands];
