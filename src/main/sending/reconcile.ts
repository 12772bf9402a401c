/** Finds out what became of an entry in doubt, and looks again at what the service has not carried out yet. */
import { AppError } from '../../shared/errors.ts';
import { afterLookUp, type LookUp, type Outcome } from '../../shared/outbox.ts';
import { operationOf } from '../../shared/outbox-kinds.ts';
import { isSame, type Fields } from '../../shared/outbox-merge.ts';
import type { StorageChange, StoredEntry } from '../db/outbox-storage.ts';
import { operationResult } from '../../shared/operations.ts';
import { bareId } from '../../shared/ids.ts';
import { reasonOf, restOf, serverIdOf, set, type Core } from '../outbox/core.ts';
import { byMarker, hitsFor, judge, oursOf, type View } from './service-matches.ts';
import { isLive, notTypedAgain, pendingBefore } from './pending-changes.ts';
import { readRecord } from './prepare.ts';
import { acknowledged, settled } from '../outbox/settle.ts';
import { bodyOf, saysSame, stepOf } from '../outbox/entry-request.ts';

/** @returns what is written of it */
export async function reconcile(core: Core, entry: StoredEntry): Promise<StorageChange[]> {
  try {
    if (entry.state === 'pending') return await lookAgain(core, entry);
    return await clear(core, entry);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return [set(entry, { reason: reasonOf(error), notBefore: core.system.now() + restOf(core, entry.attempts) })];
  }
}

async function clear(core: Core, entry: StoredEntry): Promise<StorageChange[]> {
  const step = stepOf(entry);
  switch (step) {
    case 'create':
    case 'operate':
    case 'live-create':
      return lookUp(core, entry, step);
    case 'submit':
    case 'withdraw':
      return byState(core, entry, step === 'submit');
    case 'edit':
      // Before it is sent it is read anyway, and what is done already is not sent again.
      return again(core, entry);
    case 'delete':
    case 'live-edit':
    case 'live-delete':
      return again(core, entry);
    case 'announce':
      return announced(core, entry);
  }
}

/** Sent again after a rest that grows. */
function again(core: Core, entry: StoredEntry): StorageChange[] {
  return [set(entry, { state: 'queued', notBefore: core.system.now() + restOf(core, entry.attempts) })];
}

async function lookUp(
  core: Core,
  entry: StoredEntry,
  step: 'create' | 'operate' | 'live-create',
): Promise<StorageChange[]> {
  // An absence was seen after this moment, not at the moment in which the answer arrived.
  const since = Math.max(0, core.system.now() - (entry.lastAttemptAt ?? 0));
  const hits = await hitsFor(core, entry);
  const now = core.storage.find(entry.id);
  if (now?.state !== 'in-doubt') return [];
  const found = judge(core, now, hits);
  if (found.kind === 'ours') return ours(core, now, found, hits);
  // What has no marker could not be told from a stranger's if it came late, and nobody may take a pending copy of a live
  // stop away: nothing is sent before none can come.
  const isLong = step === 'live-create';
  const wait = operationOf(now.kind).doubt === 'marker' && !isLong ? core.times.settle : core.times.late;
  const next = afterLookUp(found, since, wait);
  // An absence says something only where pending stops are known to be listed.
  if (step === 'live-create' && next.state === 'queued' && !core.pendingStopsShow) return [cannotTell(now)];
  const notBefore = next.waitMilliseconds === 0 ? 0 : core.system.now() + next.waitMilliseconds;
  // Of what came in from a file it was not known what was there before the first attempt: nothing that was not there now.
  // Where a person has to look and has it sent again, what is there now is none of it.
  const isKnownNow = next.state === 'queued' || found.kind === 'other-content';
  const known = now.knownIds === null && isKnownNow ? { knownIds: hits.map(({ id }) => id) } : {};
  return [set(now, { state: next.state, reason: next.reason, notBefore, ...known })];
}

const cannotTell = (entry: StoredEntry): StorageChange =>
  set(entry, { state: 'decision', reason: { code: 'outbox.cannot-tell', detail: {} }, notBefore: 0 });

async function ours(
  core: Core,
  entry: StoredEntry,
  found: Extract<LookUp, { kind: 'ours' }>,
  hits: readonly View[],
): Promise<StorageChange[]> {
  const view = hits.find((hit) => hit.id === found.serverId);
  const { action } = operationOf(entry.kind);
  const pending = (operationId: string | null): Outcome => ({
    kind: 'pending',
    serverId: operationId === null ? found.serverId : null,
    operationId,
    waitMilliseconds: restOf(core, 0),
  });
  if (action === 'operate') return settled(core, entry, pending(found.serverId));
  // Of a list that was read whole, the one record that is ours; what was asked for by its marker is there already.
  if (view !== undefined) await core.cached.put(entry.noun, entry.parentId, view);
  const now = core.storage.find(entry.id);
  if (now?.state !== 'in-doubt') return [];
  if (action === 'live-create') return settled(core, now, pending(null));
  return settled(core, now, { kind: 'acknowledged', serverId: found.serverId });
}

/** Submitted or not: the order says so itself. */
async function byState(core: Core, entry: StoredEntry, wanted: boolean): Promise<StorageChange[]> {
  const order = (await readRecord(core, entry)) as { submitted?: unknown } | null;
  if (order === null)
    return settled(core, entry, { kind: 'refused', reason: { code: 'service.not-found', detail: {} } });
  if ((order.submitted === true) !== wanted) return again(core, entry);
  return settled(core, entry, { kind: 'acknowledged', serverId: null });
}

/** People get notified: what the plan does not show is asked (outbox, By operation). */
async function announced(core: Core, entry: StoredEntry): Promise<StorageChange[]> {
  const plan = (await readRecord(core, entry)) as { distributed?: unknown; optimization?: unknown } | null;
  // Only a first distribution leaves a mark that was not there before.
  if (entry.kind === 'plans.distribute' && plan?.distributed === true) {
    return settled(core, entry, { kind: 'acknowledged', serverId: null });
  }
  // What is under way may still arrive; asked before, the person would look too early.
  // Read anew: the clock may have been set while the plan was awaited.
  const { lastAttemptAt } = core.storage.find(entry.id) ?? entry;
  const left = (lastAttemptAt ?? 0) + core.times.settle - core.system.now();
  if (left <= 0) return [cannotTell(entry)];
  const reason = { code: 'outbox.settling', detail: { waitMilliseconds: left } } as const;
  return [set(entry, { reason, notBefore: core.system.now() + Math.min(left, core.times.settle) })];
}

/** What was taken and not carried out: an operation is polled, a live change is read back. */
async function lookAgain(core: Core, entry: StoredEntry): Promise<StorageChange[]> {
  // Reckoned when it is written: the clock may be set while something is read. Each look is later than the one before, so
  // that many that are pending leave the service, and each other, their turns.
  const wait = () => {
    const attempts = entry.attempts + 1;
    return set(entry, { attempts, notBefore: core.system.now() + restOf(core, attempts) });
  };
  const { operationId } = entry.progress ?? {};
  const before = pendingBefore(core, entry);
  if (operationId !== undefined) {
    const path = { operationId: bareId(operationId) };
    const operation = await orNull(core.service.read('operations.get', { path, priority: 'outbox' }));
    // Gone with its plan: what it came to cannot be seen any more.
    if (operation === null) return [cannotTell(entry)];
    if (operation.done !== true) return [wait()];
    const result = operationResult(operation);
    if (result?.kind !== 'failed') return acknowledgedNow(core, entry);
    const detail = { serviceCode: result.code ?? '', serviceMessage: result.message ?? '' };
    return settled(core, entry, { kind: 'refused', reason: { code: 'service.refused', detail } });
  }
  const path = { planId: bareId(serverIdOf(core, entry.parentId) ?? '') };
  const plan = await orNull(core.service.read('plans.get', { path, priority: 'outbox' }));
  // While the plan is edited, works, or shows what it would become, the change may still be carried out.
  if (plan !== null && inSession.has(plan.optimization ?? '')) return [wait()];
  if (entry.serverId === null && plan !== null && stepOf(entry) === 'live-create') return byItsMarker(core, entry);
  const there = plan === null || entry.serverId === null ? null : await readRecord(core, entry);
  const carriedOut = isCarriedOut(core, entry, there);
  if (carriedOut === 'later') return [wait()];
  if (carriedOut) return acknowledgedNow(core, entry);
  return [...discarded(core, entry), ...discardedBefore(core, before, there)];
}

const discarded = (core: Core, entry: StoredEntry): StorageChange[] =>
  settled(core, entry, { kind: 'decision', reason: { code: 'outbox.discarded', detail: {} } });

/**
 * What was pending of the same record when its plan was read was discarded too: all is asked at once, because what is sent
 * again opens a new session, in which nobody can see that the earlier ones are not of it.
 */
function discardedBefore(core: Core, before: readonly StoredEntry[], there: object | null): StorageChange[] {
  return before.flatMap((earlier) => {
    const now = core.storage.find(earlier.id);
    const isStill = now?.state === 'pending' && now.attemptId === earlier.attemptId;
    return isStill && isCarriedOut(core, now, there) !== true ? discarded(core, now) : [];
  });
}

/** A live create of which a person said that it is pending has no id yet. */
async function byItsMarker(core: Core, entry: StoredEntry): Promise<StorageChange[]> {
  const [first] = oursOf(core, entry, await byMarker(core, entry));
  if (first === undefined) return discarded(core, entry);
  return settled(core, entry, { kind: 'acknowledged', serverId: first.id });
}

/** What was read, or null when it is gone. */
async function orNull<Value>(reading: Promise<Value>): Promise<Value | null> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof AppError && error.code === 'service.not-found') return null;
    throw error;
  }
}

/** States of a plan in which live changes are pending (planning-api, States). */
const inSession = new Set(['editing', 'optimizing', 'preview']);

/**
 * Whether what was read back says what a live change wanted. Where a later live change of the same stop says otherwise,
 * that one is looked at first: carried out, this one was too; discarded, so was this one.
 */
function isCarriedOut(core: Core, entry: StoredEntry, there: object | null): boolean | 'later' {
  const step = stepOf(entry);
  if (step === 'live-delete') return there === null;
  const later = core.storage
    .entriesOf(entry.recordId)
    .filter((other) => other.sequence > entry.sequence && isLive(other));
  if (saysWhat(core, entry, there, later)) return true;
  return later.some((other) => isUnderWay.has(other.state) || isPerhapsTaken(other, there)) ? 'later' : false;
}

/** Taken, or perhaps taken: what it came to is seen first. */
const isUnderWay = new Set(['sending', 'in-doubt', 'pending']);

/**
 * It waits to be sent again, and may have been taken before; so may a deletion that asks, and have carried all away. Of what
 * is not there, a deletion alone: a change waits itself for what becomes of the stop that it is refused for.
 */
const isPerhapsTaken = ({ kind, state, progress }: StoredEntry, there: object | null): boolean => {
  const isDeletion = operationOf(kind).action === 'live-delete' && state !== 'given-up';
  return (progress?.doubts ?? 0) > 0 && (isDeletion || (state === 'queued' && there !== null));
};

function saysWhat(core: Core, entry: StoredEntry, there: object | null, later: readonly StoredEntry[]): boolean {
  const done = later.filter(({ state }) => state === 'acknowledged');
  if (done.some((other) => operationOf(other.kind).action === 'live-delete')) return true;
  if (there === null || stepOf(entry) === 'live-create') return there !== null;
  // Taken back while it was in doubt, a later edit may have been applied over this one.
  const perhaps = later.filter(({ kind, state, progress }) => {
    const isEdit = operationOf(kind).action === 'live-edit';
    return isEdit && state === 'given-up' && (progress?.doubts ?? 0) > 0;
  });
  const written = perhaps.map((other) => bodyOf(core, other));
  return Object.entries(notTypedAgain(core, entry, done)).every(
    ([name, value]) =>
      isThere(there, name, value) || written.some((edit) => name in edit && isThere(there, name, edit[name])),
  );
}

const isThere = (there: object, name: string, value: unknown): boolean =>
  value === null ? isSame(null, (there as Fields)[name]) : saysSame({ [name]: value }, there);

const acknowledgedNow = (core: Core, entry: StoredEntry): StorageChange[] =>
  acknowledged(core, entry, null, {
    state: 'acknowledged',
    reason: null,
    notBefore: 0,
    settledAt: core.system.now(),
  });
