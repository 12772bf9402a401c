/** Mutations in what is sent, when, and in which order. */
import { mutation, type Mutation } from './mutation.ts';

const outbox = 'main/sending/sender.ts';
const ready = 'main/sending/readiness.ts';
const prepare = 'main/sending/prepare.ts';

const inTheOrder: readonly Mutation[] = [
  mutation(
    'child-overtakes-parent',
    "a child is sent without waiting for its parent's id",
    ready,
    "if (entry.parentId !== '' && !entry.parentId.includes('/')) {",
    'if (false) {',
  ),
  mutation(
    'delete-overtakes-create',
    'a record is deleted without waiting for its earlier edits',
    ready,
    `  const { action } = operationOf(entry.kind);
  if (before.state === 'refused'`,
    `  const { action } = operationOf(entry.kind);
  if (action === 'delete') return ready;
  if (before.state === 'refused'`,
  ),
  mutation(
    'edit-overtakes-edit',
    'an edit does not wait until an earlier one in doubt can no longer be applied',
    ready,
    'if (!matters || safe) return ready;',
    'return ready;',
  ),
  mutation(
    'move-deletes-first',
    'a move deletes before it creates',
    'main/outbox/entry-request.ts',
    "'created' ? 'delete' : 'create';",
    "'created' ? 'create' : 'delete';",
  ),
];

const inTheLoop: readonly Mutation[] = [
  mutation(
    'sending-is-queued',
    '`sending` becomes `queued` at start',
    outbox,
    `MAX_SAFE_INTEGER)].map((entry) =>
      set(entry, { ...doubted(this.core, entry), state: 'in-doubt', reason, notBefore: 0 }),`,
    `MAX_SAFE_INTEGER)].map((entry) =>
      set(entry, { state: 'queued', reason, notBefore: 0 }),`,
  ),
  mutation(
    'claim-after-send',
    'it is claimed after it was sent, not before',
    outbox,
    'changes.push(...claims.map(({ entry, claim }) => set(entry, claim)));',
    '',
  ),
  mutation(
    'wake-masked',
    'the loop does not wake for what rests while something else waits',
    outbox,
    'return this.core.storage.nextDue(since);',
    "return this.core.storage.due('queued', since, 0, 1).length > 0 ? null : this.core.storage.nextDue(since);",
  ),
  mutation(
    'wake-lost',
    'what falls due while the loop looks is counted from the end of the look, and nothing wakes it for that',
    outbox,
    'return this.core.storage.nextDue(since);',
    'return this.core.storage.nextDue(this.core.system.now());',
  ),
  {
    name: 'clock-is-trusted',
    mistake: 'waits are what the clock says, however it was set',
    replacements: [
      { file: outbox, text: 'const recounted = countedAgain(this.core);', becomes: 'const recounted = [];' },
      { file: outbox, text: 'const changes = carriedAlong(core, by);', becomes: 'const changes = [];' },
    ],
  },
];

const inWhatIsSent: readonly Mutation[] = [
  mutation(
    'marker-per-attempt',
    'every attempt has a marker of its own',
    outbox,
    'const outcomes = await perform(core, claimed);',
    `for (const { entry } of claimed) {
      if (entry.attempts < 2 || entry.marker === '') continue;
      const marker = entry.marker + entry.attempts;
      entry.content = entry.content.replace(entry.marker, marker);
      core.storage.commit([{ do: 'change-record', id: entry.recordId, set: { marker, content: entry.content } }]);
    }
    const outcomes = await perform(core, claimed);`,
  ),
  mutation(
    'marker-lost',
    'the marker is left out when the recipient is changed',
    prepare,
    "return isNumbered || !markerIsOurs || marker === '' ? body : { ...body, [name]: { ...holder, [number]: marker } };",
    'return { ...body, [name]: { ...holder, [number]: null } };',
  ),
  mutation(
    'number-back',
    'a number that the user took away is sent again with the next edit of the recipient',
    prepare,
    "return isNumbered || !markerIsOurs || marker === '' ?",
    "return isNumbered || marker === '' ?",
  ),
  mutation(
    'known-ids-again',
    'what was listed before the first attempt is listed again before the second',
    prepare,
    'if (entry.doubtUntil > 0) return entry.knownIds;',
    '',
  ),
  mutation(
    'no-base',
    'an edit overwrites what the service says meanwhile',
    prepare,
    'merge(base, mine, there,',
    'merge(Object.fromEntries(Object.keys(mine).map((name) => [name, there[name]])), mine, there,',
  ),
  mutation(
    'pending-forgotten',
    'a live edit is compared with what the service says, not with what is pending',
    prepare,
    'const theirs = withPending(core, beside, found);',
    'const theirs = found;',
  ),
];

const inGroups: readonly Mutation[] = [
  mutation(
    'failed-together',
    'what was in one request with a record that the service fails is sent with it again each time',
    'main/sending/groups.ts',
    'if ((entry.progress?.failures ?? 0) >= failuresTogether) return entry.id;',
    '',
  ),
];

export const inSending: readonly Mutation[] = [...inTheOrder, ...inTheLoop, ...inWhatIsSent, ...inGroups];
