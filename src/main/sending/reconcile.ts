/** Finds out what happened to entries in doubt, and polls changes that the service accepted but has not applied. */
import { AppError } from '../../shared/errors.ts';
import { afterLookUp, type LookUp, type Outcome } from '../../shared/outbox.ts';
import { operationOf } from '../../shared/outbox-kinds.ts';
import type { EntryFields, StorageChange, StoredEntry } from '../db/outbox-storage.ts';
import { operationResult } from '../../shared/operations.ts';
import { bareId } from '../../shared/ids.ts';
import { reasonOf, recordWith, restOf, serverIdOf, set, type Core } from '../outbox/core.ts';
import { byMarker, hitsFor, judge, oursOf, type View } from './service-matches.ts';
import { untilNextPoll } from './operation-polls.ts';
import { isCarriedOut, type Known } from './carried-out.ts';
import { isRefusedRead } from './outcomes.ts';
import { besideTwins } from './twins.ts';
import { learnDriverIds, listedDrivers, readingDriversOnce } from './driver-ids.ts';
import { isLive, pendingBefore } from './pending-changes.ts';
import { listedFrom, readRecord } from './prepare.ts';
import { acknowledged, failuresMost, settled, sweepOf } from '../outbox/settle.ts';
import { stepOf } from '../outbox/entry-request.ts';

/** @returns the changes to commit */
export async function reconcile(core: Core, entry: StoredEntry): Promise<StorageChange[]> {
  try {
    if (entry.state === 'pending') return await lookAgain(core, entry);
    return await clear(core, entry);
  } catch (error) {
    return notRead(core, entry, error);
  }
}

/**
 * The entry is looked up again after a backoff. What the service refuses to show does not come by itself: then the user
 * decides, once nothing is in flight any more.
 *
 * @throws errors of the program
 */
function notRead(core: Core, entry: StoredEntry, error: unknown): StorageChange[] {
  if (!(error instanceof AppError)) throw error;
  const now = core.storage.find(entry.id);
  // The user may have exported or discarded it during the look-up, and another look-up may have settled it.
  if (now?.state !== entry.state || now.attemptId !== entry.attemptId) return [];
  const isInFlight = core.system.now() - (now.lastAttemptAt ?? 0) < core.times.settle;
  if (isRefusedRead(error) && !isInFlight) {
    const reason = { code: 'outbox.cannot-look', detail: error.detail } as const;
    return [set(now, { ...unknown, reason, ...sweepOf(core, now) })];
  }
  return [set(entry, { reason: reasonOf(error), notBefore: core.system.now() + restOf(core, entry.attempts) })];
}

async function clear(core: Core, entry: StoredEntry): Promise<StorageChange[]> {
  const step = stepOf(entry);
  switch (step) {
    case 'create':
    case 'operate':
    case 'live-create':
      return entry.noun === 'drivers' ? lookUpDrivers(core, entry) : lookUp(core, entry, step);
    case 'submit':
    case 'withdraw':
      return byState(core, entry, step === 'submit');
    case 'edit':
      // Its preparation reads the record, and what was already applied is not sent again.
      return again(core, entry);
    case 'delete':
    case 'live-edit':
    case 'live-delete':
      return again(core, entry);
    case 'announce':
      return announced(core, entry);
  }
}

/** Queues the entry again after a backoff. */
function again(core: Core, entry: StoredEntry): StorageChange[] {
  return [set(entry, { state: 'queued', notBefore: core.system.now() + restOf(core, entry.attempts) })];
}

/** Drivers in doubt that are looked up with one list: as many as an import has. */
const driversAtOnce = 50;

/**
 * No filter of the list finds one driver, so one reading of it serves all that are in doubt and due. Two that take the
 * same record for their own are told apart by the next look.
 */
async function lookUpDrivers(core: Core, entry: StoredEntry): Promise<StorageChange[]> {
  const once = readingDriversOnce(core.service);
  // Drivers of an earlier import get their ids first: they are not this one under another name.
  const learnt = listedDrivers({ service: once }).then((listed) => learnDriverIds(core, listed));
  learnt.catch(() => undefined);
  const looking: Core = {
    ...core,
    service: { ...once, read: (name, call) => learnt.then(() => once.read(name, call)) },
  };
  const due = core.storage.due('in-doubt', core.system.now(), 0, driversAtOnce, entry.lane);
  const others = due.filter(({ id, kind, intact }) => id !== entry.id && kind === entry.kind && intact);
  const looks = [entry, ...others].map(async (each) => ({
    each,
    changes: await lookUp(looking, each, 'create').catch((error: unknown) => notRead(core, each, error)),
  }));
  const taken = new Set<string>();
  const found = (await Promise.all(looks)).flatMap(({ each, changes }) => {
    // The user may have exported or discarded it while another one was looked up.
    if (core.storage.find(each.id)?.state !== 'in-doubt') return [];
    const ids = changes.flatMap((change) => (change.do === 'change-record' ? (change.set.serverId ?? []) : []));
    if (ids.some((id) => taken.has(id))) return [];
    for (const id of ids) taken.add(id);
    return changes;
  });
  return dueTogether(found);
}

/** Milliseconds since the epoch; 0: at once. */
const dueAt = (change: StorageChange): number => (change.do === 'change-entry' ? (change.set.notBefore ?? 0) : 0);

/**
 * Whoever is looked up again is so at one time, the latest: some milliseconds between two would make two imports of what
 * is missing, and each import waits for its minute.
 */
function dueTogether(changes: readonly StorageChange[]): StorageChange[] {
  const latest = Math.max(...changes.map(dueAt));
  return changes.map((change) => {
    const isLater = change.do === 'change-entry' && dueAt(change) > 0;
    return isLater ? { ...change, set: { ...change.set, notBefore: latest } } : change;
  });
}

async function lookUp(
  core: Core,
  entry: StoredEntry,
  step: 'create' | 'operate' | 'live-create',
): Promise<StorageChange[]> {
  // Measured before the read: the answer shows the state at some time during the read, not at its end.
  const since = Math.max(0, core.system.now() - (entry.lastAttemptAt ?? 0));
  const hits = await hitsFor(core, entry);
  const now = core.storage.find(entry.id);
  if (now?.state !== 'in-doubt') return [];
  const found = besideTwins(core, now, judge(core, now, hits), hits);
  if (found.kind === 'unknown') {
    const pause = found.reason.detail.waitMilliseconds ?? 0;
    return [set(now, { reason: found.reason, notBefore: core.system.now() + pause })];
  }
  if (found.kind === 'ours') return ours(core, now, found, hits);
  // A late duplicate without a marker looks like a foreign record, and a pending duplicate of a live stop cannot be
  // deleted. Such entries are not sent again until no late request can arrive.
  const isLong = step === 'live-create';
  // The request of an entry that came back from a file may have been in flight all the time: its doubt lasts longer.
  const late = Math.max(core.times.late, now.doubtUntil - (now.lastAttemptAt ?? now.doubtUntil));
  const wait = operationOf(now.kind).doubt === 'marker' && !isLong ? core.times.settle : late;
  const next = afterLookUp(found, since, wait);
  const notBefore = next.waitMilliseconds === 0 ? 0 : core.system.now() + next.waitMilliseconds;
  // An entry from a file does not know what existed before its first attempt: at least nothing that is missing now. If
  // a user has to look and sends it again, none of the current records is its own.
  const isKnownNow = next.state === 'queued' || found.kind === 'other-content';
  const known = now.knownIds === null && isKnownNow ? { knownIds: hits.map(({ id }) => id) } : {};
  // The record's absence means something only if pending stops are known to be listed.
  const isUnseen = step === 'live-create' && next.state === 'queued' && !core.pendingStopsShow;
  if (isUnseen) return [set(now, { ...unknown, ...known })];
  // Sent once more, it would most likely fail once more, and whatever waits for it would wait for ever (Rule 10).
  const failsEachTime = next.state === 'queued' && (now.progress?.failures ?? 0) >= failuresMost;
  if (failsEachTime) return [set(now, { ...unknown, reason: failed, ...known, ...sweepOf(core, now) })];
  return [set(now, { state: next.state, reason: next.reason, notBefore, ...known })];
}

const unknown = {
  state: 'decision',
  reason: { code: 'outbox.cannot-tell', detail: {} },
  notBefore: 0,
} as const satisfies Partial<EntryFields>;

const failed = { code: 'outbox.fails-each-time', detail: {} } as const;

const cannotTell = (entry: StoredEntry): StorageChange => set(entry, unknown);

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
  // A list read as a whole is not cached yet: store the one record that is ours. A look-up by marker has stored it
  // already.
  if (view !== undefined) await core.cached.put(entry.noun, entry.parentId, view);
  const now = core.storage.find(entry.id);
  if (now?.state !== 'in-doubt') return [];
  if (action === 'live-create') return settled(core, now, pending(null));
  return settled(core, now, { kind: 'acknowledged', serverId: found.serverId });
}

/** Submitted or withdrawn: the order itself tells. */
async function byState(core: Core, entry: StoredEntry, wanted: boolean): Promise<StorageChange[]> {
  const order = (await readRecord(core, entry)) as { submitted?: unknown } | null;
  if (order === null)
    return settled(core, entry, { kind: 'refused', reason: { code: 'service.not-found', detail: {} } });
  if ((order.submitted === true) !== wanted) return again(core, entry);
  return settled(core, entry, { kind: 'acknowledged', serverId: null });
}

/** An announcement notifies people, so unless the plan shows its effect, the user decides (outbox, By operation). */
async function announced(core: Core, entry: StoredEntry): Promise<StorageChange[]> {
  const plan = (await readRecord(core, entry)) as { distributed?: unknown; optimization?: unknown } | null;
  // Only a first distribution leaves a trace that was not there before.
  if (entry.kind === 'plans.distribute' && plan?.distributed === true) {
    return settled(core, entry, { kind: 'acknowledged', serverId: null });
  }
  // A request in flight may still arrive; asked now, the user would look too early. The entry is read again because the
  // clock may have been set while the plan was read.
  const { lastAttemptAt } = core.storage.find(entry.id) ?? entry;
  const left = (lastAttemptAt ?? 0) + core.times.settle - core.system.now();
  if (left <= 0) return [cannotTell(entry)];
  const reason = { code: 'outbox.settling', detail: { waitMilliseconds: left } } as const;
  return [set(entry, { reason, notBefore: core.system.now() + Math.min(left, core.times.settle) })];
}

/** Follows up on an accepted change: polls an operation, reads a live change back. */
async function lookAgain(core: Core, entry: StoredEntry): Promise<StorageChange[]> {
  const { operationId } = entry.progress ?? {};
  const before = pendingBefore(core, entry);
  if (operationId !== undefined) {
    const path = { operationId: bareId(operationId) };
    const operation = await orNull(core.service.read('operations.get', { path, priority: 'outbox' }));
    // The operation is gone with its plan, so its result cannot be known.
    if (operation === null) return [cannotTell(entry)];
    if (operation.done !== true) {
      const now = core.system.now();
      return [set(entry, { notBefore: now + untilNextPoll(now - (entry.lastAttemptAt ?? now)) })];
    }
    const result = operationResult(operation);
    if (result?.kind !== 'failed') return acknowledgedNow(core, entry);
    const detail = { serviceCode: result.code ?? '', serviceMessage: result.message ?? '' };
    return settled(core, entry, { kind: 'refused', reason: { code: 'service.refused', detail } });
  }
  const path = { planId: bareId(serverIdOf(core, entry.parentId) ?? '') };
  const plan = await orNull(core.service.read('plans.get', { path, priority: 'outbox' }));
  // While the plan is being edited, optimised or previewed, the change may still be applied.
  if (plan !== null && inSession.has(plan.optimization ?? '')) return allWait(core, entry);
  if (entry.serverId === null && plan !== null && stepOf(entry) === 'live-create') return byItsMarker(core, entry);
  const there = plan === null || entry.serverId === null ? null : await readRecord(core, entry);
  const carriedOut = isCarriedOut(core, entry, there);
  if (carriedOut === 'later') return [waits(core, entry)];
  if (carriedOut) return [...acknowledgedNow(core, entry), ...discardedBefore(core, before, there, entry)];
  return [...discarded(core, entry), ...discardedBefore(core, before, there)];
}

/**
 * Computed when it is written, because the clock may be set during a read. The backoff grows, so that many pending
 * entries do not crowd out the service or each other.
 */
function waits(core: Core, entry: StoredEntry): StorageChange {
  const attempts = entry.attempts + 1;
  return set(entry, { attempts, notBefore: core.system.now() + restOf(core, attempts) });
}

/** One look at the plan is enough for all its live changes that are due: after an import there may be hundreds. */
function allWait(core: Core, entry: StoredEntry): StorageChange[] {
  const due = core.storage.due('pending', core.system.now(), 0, lookedAtOnce, entry.lane);
  const all = new Map([entry, ...due.filter(isLive)].map((each) => [each.id, each]));
  return [...all.values()].map((each) => waits(core, each));
}

const discarded = (core: Core, entry: StoredEntry): StorageChange[] =>
  wentWithPlan(core, entry)
    ? givenUp(core, entry)
    : settled(core, entry, { kind: 'decision', reason: { code: 'outbox.discarded', detail: {} } });

/** The user deleted the plan here, and with it whatever was changed in it: there is nothing to ask. */
function wentWithPlan(core: Core, { parentId }: StoredEntry): boolean {
  const plan = recordWith(core, parentId);
  const entries = plan === undefined ? [] : core.storage.entriesOf(plan.id);
  return entries.some(({ kind, state }) => kind === 'plans.delete' && state === 'acknowledged');
}

/** Later changes of a stop that was created live go with it. */
function givenUp(core: Core, entry: StoredEntry): StorageChange[] {
  const over = { state: 'given-up', reason: null, settledAt: core.system.now() } as const;
  const waiting = core.storage.entriesOf(entry.recordId).filter(({ state }) => state === 'queued');
  return [entry, ...(stepOf(entry) === 'live-create' ? waiting : [])].map((one) => set(one, over));
}

/**
 * Earlier changes that were pending when the plan was read are pending no longer: those that do not show were dropped.
 * All are decided at once. Sending one again opens a new session, in which it is not visible that the earlier ones are
 * not part of it, and a later edit must not build on what was dropped.
 *
 * @param applied the change that was read back, if it was applied
 */
function discardedBefore(
  core: Core,
  before: readonly StoredEntry[],
  there: object | null,
  applied?: StoredEntry,
): StorageChange[] {
  const known: Known = new Map(applied === undefined ? [] : [[applied.id, 'acknowledged']]);
  // Whether an earlier one shows depends on the later ones.
  return before.toReversed().flatMap((earlier) => {
    const now = core.storage.find(earlier.id);
    if (now?.state !== 'pending' || now.attemptId !== earlier.attemptId) return [];
    const carriedOut = isCarriedOut(core, now, there, known);
    if (carriedOut === true) known.set(now.id, 'acknowledged');
    if (carriedOut === true || (carriedOut === 'later' && applied !== undefined)) return [];
    known.set(now.id, 'decision');
    return discarded(core, now);
  });
}

/**
 * A live create of an import, or one that the user confirmed as pending, has no id yet. Many of them are found with the
 * whole list, which gives each its id.
 */
async function byItsMarker(core: Core, entry: StoredEntry): Promise<StorageChange[]> {
  if (core.storage.withoutId(entry.parentId).length >= listedFrom) {
    await core.cached.readList(entry.noun, entry.parentId);
    const serverId = core.storage.find(entry.id)?.serverId ?? null;
    if (serverId !== null) return settled(core, entry, { kind: 'acknowledged', serverId });
  }
  const [first] = oursOf(core, entry, await byMarker(core, entry));
  if (first === undefined) return discarded(core, entry);
  return settled(core, entry, { kind: 'acknowledged', serverId: first.id });
}

/** The value, or null when the record is gone. */
async function orNull<Value>(reading: Promise<Value>): Promise<Value | null> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof AppError && error.code === 'service.not-found') return null;
    throw error;
  }
}

/** Live changes of a plan that are looked at together. */
const lookedAtOnce = 500;

/** States of a plan in which live changes are pending (planning-api, States). */
const inSession = new Set(['editing', 'optimizing', 'preview']);

const acknowledgedNow = (core: Core, entry: StoredEntry): StorageChange[] =>
  acknowledged(core, entry, null, {
    state: 'acknowledged',
    reason: null,
    notBefore: 0,
    settledAt: core.system.now(),
  });
