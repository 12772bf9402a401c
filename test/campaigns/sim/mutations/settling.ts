/** Mutations in handling answers, doubts, and late duplicates. */
import { mutation, type Mutation } from './mutation.ts';

const batches = 'main/sending/batch-answers.ts';
const perform = 'main/sending/perform.ts';
const settle = 'main/outbox/settle.ts';
const reconcile = 'main/sending/reconcile.ts';
const sweep = 'main/sending/sweep.ts';
const hits = 'main/sending/service-matches.ts';
/** The test for mutations that no schedule detects. */
const inDoubt = 'test/unit/main/sending/in-doubt.test.ts';

const inAnswers: readonly Mutation[] = [
  mutation(
    'match-by-position',
    "an import's success is taken in the order of what was sent",
    batches,
    `if (detail !== undefined) return { kind: 'refused', reason: { code: 'service.refused', detail } };
    return { kind: 'acknowledged', serverId: null };`,
    `if (detail !== undefined) return { kind: 'refused', reason: { code: 'service.refused', detail } };
    return { kind: 'acknowledged', serverId: result.success[entries.indexOf(entry)] ?? null };`,
  ),
  mutation(
    'counts-ignored',
    "an import's counts are not added up",
    batches,
    'if (!addsUp) return entries.map(() => inDoubt);',
    '',
  ),
  mutation(
    'refused-is-dropped',
    'what was refused is dropped',
    settle,
    "if (outcome.kind === 'acknowledged') return acknowledged(core, entry, serverId, fields);",
    `if (outcome.kind === 'refused') fields.state = 'given-up';
  if (outcome.kind === 'acknowledged') return acknowledged(core, entry, serverId, fields);`,
  ),
  mutation(
    'doubt-is-refused',
    'a request without an answer counts as refused',
    'main/sending/outcomes.ts',
    "return { kind: 'in-doubt', reason };",
    "return { kind: 'refused', reason };",
  ),
  {
    name: 'gone-is-refused',
    mistake: 'a record that is gone when it is deleted counts as refused',
    replacements: [
      {
        file: perform,
        text: "if (result.kind === 'answered' || gone) {",
        becomes: "if (result.kind === 'answered') {",
      },
      {
        file: perform,
        text: "if (result.error.code === 'service.not-found') return { kind: 'acknowledged', serverId: null };",
        becomes: "if (result.error.code === 'service.not-found') return outcomeOf(result);",
      },
    ],
  },
  {
    ...mutation(
      'lane-not-renamed',
      'the lane of a plan made here is not renamed when its id comes',
      settle,
      "changes.push({ do: 'change-lane', from: entry.recordId, to: serverId });",
      '{}',
    ),
    seenBy: inDoubt,
  },
  mutation(
    'pending-is-done',
    'a live change counts as done when the service took it',
    perform,
    'if (result.value.pending === true) return pending(serverId);',
    '',
  ),
];

const inDoubts: readonly Mutation[] = [
  mutation(
    'resend-at-once',
    'a doubt is sent again at once',
    reconcile,
    'async function clear(core: Core, entry: StoredEntry): Promise<StorageChange[]> {',
    `async function clear(core: Core, entry: StoredEntry): Promise<StorageChange[]> {
  return [set(entry, { state: 'queued', notBefore: core.system.now() })];`,
  ),
  mutation(
    'no-settle',
    'absent once is absent for good: it is sent again at once, also what no search for copies makes up for',
    reconcile,
    'const next = afterLookUp(found, since, wait);',
    'const next = afterLookUp(found, since, 0);',
  ),
  mutation(
    'short-settle-without-marker',
    'what has no marker is sent again after the short settle time',
    reconcile,
    "const wait = operationOf(now.kind).doubt === 'marker' && !isLong ? core.times.settle : late;",
    'const wait = core.times.settle;',
  ),
  {
    ...mutation(
      'absence-since-answer',
      'absence is counted from the answer instead of from the question',
      reconcile,
      `const since = Math.max(0, core.system.now() - (entry.lastAttemptAt ?? 0));
  const hits = await hitsFor(core, entry);`,
      `const hits = await hitsFor(core, entry);
  const since = Math.max(0, core.system.now() - (entry.lastAttemptAt ?? 0));`,
    ),
    seenBy: inDoubt,
  },
  mutation(
    'filter-is-trusted',
    "a look-up trusts the service's filter",
    hits,
    'return found.filter((view) => markerOf(noun, view) === marker);',
    'return found;',
  ),
];

const inSweeps: readonly Mutation[] = [
  mutation(
    'no-sweep',
    'sweeps are not planned after a doubt',
    settle,
    "if (operationOf(entry.kind).doubt !== 'marker') return {};",
    'return {};',
  ),
  mutation(
    'no-sweep-after-delete',
    'copies are not looked for when a record was deleted',
    sweep,
    'return { kept: null, extra: found.filter(({ id }) => id !== entry.serverId) };',
    'return { kept: null, extra: [] };',
  ),
  mutation(
    'sweep-keeps-copy',
    'a sweep keeps the copy and removes the record',
    sweep,
    'return { kept, extra: found.filter(({ id }) => id !== kept) };',
    `const copy = found.find(({ id }) => id !== kept);
  return { kept: copy?.id ?? kept, extra: copy === undefined ? [] : found.filter(({ id }) => id === kept) };`,
  ),
];

const inChoices: readonly Mutation[] = [
  mutation(
    'old-place-stays',
    'a stop that was deleted or moved on stays at its old place when its first move is discarded',
    'main/outbox/old-place.ts',
    'if (old === undefined || moved !== undefined)',
    'if (old === undefined || moved === undefined)',
  ),
];

export const inSettling: readonly Mutation[] = [...inAnswers, ...inDoubts, ...inSweeps, ...inChoices];
