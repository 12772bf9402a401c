/** From an outcome to what is written of it: the entry's next state, its doubt, its sweeps, and those who waited for it. */
import { afterOutcome, type NextStep, type Outcome } from '../../shared/outbox.ts';
import { isCreate, operationOf } from '../../shared/outbox-kinds.ts';
import type { StorageChange, EntryFields, Progress, StoredEntry } from '../db/outbox-storage.ts';
import { isSettled, recordWith, restOf, set, type Core } from './core.ts';
import { stepOf } from './entry-request.ts';

/** A sweep is made soon after a doubt, then from time to time, and last when nothing can come any more. */
const sweepEvery = 180_000;

/** The last one lies a little beyond the time in which a request may still be applied. */
export const sweepMargin = 1_000;

/** @returns when the next sweep of a doubt is due, or null when the last one was made */
export function nextSweep(core: Core, doubtUntil: number, sweptAt: number | null): number | null {
  const last = doubtUntil + sweepMargin;
  if (sweptAt !== null && sweptAt >= last) return null;
  const now = core.system.now();
  return Math.max(now, Math.min(last, now + sweepEvery));
}

/** What is written when nothing is known of what was sent. */
export function doubted(core: Core, entry: Pick<StoredEntry, 'progress'>): Partial<EntryFields> {
  const now = core.system.now();
  const progress = { ...entry.progress, doubts: (entry.progress?.doubts ?? 0) + 1 };
  // A doubt counts from the moment it arose: a request may still be applied for a while after it was given up.
  return { lastAttemptAt: now, doubtUntil: now + core.times.late, progress };
}

/** @param progress what the entry has to remember from now on, when that changes */
export function settled(core: Core, entry: StoredEntry, outcome: Outcome, progress?: Progress): StorageChange[] {
  const step = afterOutcome(outcome);
  const fields: Partial<EntryFields> = {
    ...written(core, step),
    ...(progress === undefined ? {} : { progress }),
  };
  if (outcome.kind === 'in-doubt') Object.assign(fields, doubted(core, entry));
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

/** The service has it. A move goes on with its second step; who waited for it goes on. */
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

/** The stop is gone from where it was: what was still open of it there has nothing left to be done to. */
function movedAway(core: Core, { id, sequence, progress }: StoredEntry): StorageChange[] {
  const { old } = progress ?? {};
  const record = old === undefined ? undefined : recordWith(core, old.id);
  if (record === undefined) return [];
  const entries = core.storage.entriesOf(record.id).filter((entry) => entry.sequence < sequence);
  return entries.flatMap((entry) => {
    const isMaker = isCreate(entry.kind);
    // One that was moved twice has still to go where it came from.
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

/** After a doubt about something with a marker, the service is searched for a copy that came late. */
export function sweepOf(core: Core, entry: Pick<StoredEntry, 'kind' | 'doubtUntil'>): Partial<EntryFields> {
  if (operationOf(entry.kind).doubt !== 'marker') return {};
  return entry.doubtUntil > 0 ? { sweepAt: nextSweep(core, entry.doubtUntil, null) } : {};
}

function learnt(entry: StoredEntry, serverId: string | null): StorageChange[] {
  if (serverId === null || serverId === entry.serverId || !isCreate(entry.kind)) return [];
  return [{ do: 'change-record', id: entry.recordId, set: { serverId } }];
}

/** What was blocked by this one waits again; the lane of a plan of ours becomes that of the service's plan. */
function unblocked(core: Core, entry: StoredEntry, serverId: string | null): StorageChange[] {
  // Mostly nothing is blocked; then a queue of thousands need not be looked through for each that went out.
  const changes: StorageChange[] = (core.storage.isAny('blocked') ? core.storage.dependants(entry.recordId) : [])
    .filter((other) => other.state === 'blocked' && other.id !== entry.id)
    .map((other) => set(other, { state: 'queued', reason: null, notBefore: 0 }));
  if (entry.noun === 'plans' && serverId !== null)
    changes.push({ do: 'change-lane', from: entry.recordId, to: serverId });
  return changes;
}
