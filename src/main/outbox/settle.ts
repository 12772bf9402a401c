/**
 * From an outcome to the changes it causes: the entry's next state, its doubt, its sweeps, and the entries it unblocks.
 */
import { afterOutcome, type EntryReason, type NextStep, type Outcome } from '../../shared/outbox.ts';
import { isCreate, operationOf } from '../../shared/outbox-kinds.ts';
import type { StorageChange, EntryFields, StoredEntry } from '../db/outbox-storage.ts';
import type { Progress } from '../outbox-json.ts';
import { isSettled, recordWith, restOf, set, type Core } from './core.ts';
import { stepOf } from './entry-request.ts';

/** The first sweep runs soon after a request's outcome became unknown, the last when no late request can arrive. */
export const sweepEvery = 180_000;

/** The last sweep runs slightly after the time in which a request may still be applied. */
export const sweepMargin = 1_000;

/**
 * A search for late copies that cannot be made until this long after the last of them can have arrived is over, in
 * milliseconds.
 */
export const searchMost = 3_600_000;

/** After this many attempts that the service itself failed, a create or an operation needs a decision. */
export const failuresMost = 5;

/** Reasons of doubts that the service gave in an answer. A line that breaks says nothing about the request. */
const serviceFaults: ReadonlySet<EntryReason['code']> = new Set<EntryReason['code']>([
  'service.failed',
  'line.odd-answer',
  'outbox.counts-disagree',
]);

/** @returns when the next sweep is due, or null after the last one */
export function nextSweep(core: Core, doubtUntil: number, sweptAt: number | null): number | null {
  const last = doubtUntil + sweepMargin;
  if (sweptAt !== null && sweptAt >= last) return null;
  const now = core.system.now();
  return Math.max(now, Math.min(last, now + sweepEvery));
}

/** The fields to write when the outcome of a request is unknown. */
export function doubted(core: Core, entry: Pick<StoredEntry, 'progress'>): Partial<EntryFields> {
  const now = core.system.now();
  const progress = { ...entry.progress, doubts: (entry.progress?.doubts ?? 0) + 1 };
  // The time starts now, not when the request was sent: a request may still be applied for a while after it was
  // abandoned.
  return { lastAttemptAt: now, doubtUntil: now + core.times.late, progress };
}

/** The entry with one failure more, if the service failed it. */
function counted({ progress }: StoredEntry, { code }: EntryReason): Pick<StoredEntry, 'progress'> {
  if (!serviceFaults.has(code)) return { progress };
  return { progress: { ...progress, failures: (progress?.failures ?? 0) + 1 } };
}

/** @param progress replaces the entry's progress when given */
export function settled(core: Core, entry: StoredEntry, outcome: Outcome, progress?: Progress): StorageChange[] {
  const step = afterOutcome(outcome);
  const fields: Partial<EntryFields> = {
    ...written(core, step),
    ...(progress === undefined ? {} : { progress }),
  };
  if (outcome.kind === 'in-doubt') Object.assign(fields, doubted(core, counted(entry, outcome.reason)));
  if (outcome.kind === 'later' && outcome.waitMilliseconds === 0) {
    fields.notBefore = core.system.now() + restOf(core, entry.attempts);
  }
  if (outcome.kind === 'pending' && outcome.operationId !== null) {
    fields.progress = { ...entry.progress, operationId: outcome.operationId };
  }
  const serverId = outcome.kind === 'acknowledged' || outcome.kind === 'pending' ? outcome.serverId : null;
  if (outcome.kind === 'acknowledged') return acknowledged(core, entry, serverId, fields);
  if (outcome.kind === 'refused' || outcome.kind === 'decision') Object.assign(fields, sweepOf(core, entry));
  return [...learnt(entry, serverId), set(entry, fields)];
}

function written(core: Core, step: NextStep): Partial<EntryFields> {
  const now = core.system.now();
  return {
    state: step.state,
    reason: step.reason,
    notBefore: step.waitMilliseconds === 0 ? 0 : now + step.waitMilliseconds,
    settledAt: step.state === 'acknowledged' || step.state === 'given-up' ? now : null,
  };
}

/**
 * The service has the record. A move continues with its second step; entries that waited for this one are unblocked.
 */
export function acknowledged(
  core: Core,
  entry: StoredEntry,
  serverId: string | null,
  fields: Partial<EntryFields>,
): StorageChange[] {
  const changes: StorageChange[] = learnt(entry, serverId);
  const step = stepOf(entry);
  if (entry.progress?.old !== undefined && entry.progress.moved !== 'created') {
    const progress: Progress = { ...entry.progress, moved: 'created' };
    const sweeps = sweepOf(core, entry);
    return [...changes, set(entry, { ...fields, ...sweeps, progress, state: 'queued', settledAt: null })];
  }
  changes.push(...movedAway(core, entry));
  const sweeps = step === 'create' || step === 'live-create' ? sweepOf(core, entry) : {};
  changes.push(set(entry, { ...fields, ...sweeps }));
  if (isCreate(entry.kind)) changes.push(...unblocked(core, entry, serverId));
  return changes;
}

/** The stop has left its old place, so open entries that would change it there are discarded. */
function movedAway(core: Core, { id, sequence, progress }: StoredEntry): StorageChange[] {
  const { old } = progress ?? {};
  const record = old === undefined ? undefined : recordWith(core, old.id);
  if (record === undefined) return [];
  const entries = core.storage.entriesOf(record.id).filter((entry) => entry.sequence < sequence);
  return entries.flatMap((entry) => {
    const isMaker = isCreate(entry.kind);
    // A stop moved twice may still have to be deleted where it came from.
    const isOver = isSettled(entry) || entry.progress?.moved === 'created';
    if (isOver && !isMaker) return [];
    const { state, reason } = entry;
    const away: Progress = { ...entry.progress, ...(isMaker ? { movedAway: true } : {}) };
    if (isOver) return [set(entry, { progress: away })];
    const takenBack = { by: id, state, reason };
    const gone = { state: 'given-up', reason: null, settledAt: core.system.now() } as const;
    return [set(entry, { ...gone, progress: { ...away, takenBack } })];
  });
}

/** After an unknown outcome of a create with a marker, the service is searched for a late duplicate. */
export function sweepOf(core: Core, entry: Pick<StoredEntry, 'kind' | 'doubtUntil'>): Partial<EntryFields> {
  if (operationOf(entry.kind).doubt !== 'marker') return {};
  return entry.doubtUntil > 0 ? { sweepAt: nextSweep(core, entry.doubtUntil, null) } : {};
}

function learnt(entry: StoredEntry, serverId: string | null): StorageChange[] {
  if (serverId === null || serverId === entry.serverId || !isCreate(entry.kind)) return [];
  return [{ do: 'change-record', id: entry.recordId, set: { serverId } }];
}

/**
 * Queues entries that waited for a record which is on the service now. The lane of a local plan becomes the lane of the
 * service's plan.
 *
 * @param entry it stays as it is itself
 */
export function unblocked(
  core: Core,
  entry: Pick<StoredEntry, 'id' | 'recordId' | 'noun'>,
  serverId: string | null,
): StorageChange[] {
  // Usually nothing is blocked. Then a queue of thousands need not be scanned for each entry that was sent.
  const changes: StorageChange[] = (core.storage.isAny('blocked') ? core.storage.dependants(entry.recordId) : [])
    .filter((other) => other.state === 'blocked' && other.id !== entry.id)
    .map((other) => set(other, { state: 'queued', reason: null, notBefore: 0 }));
  if (entry.noun === 'plans' && serverId !== null)
    changes.push({ do: 'change-lane', from: entry.recordId, to: serverId });
  return changes;
}
