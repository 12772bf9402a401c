/** Whether a queued entry may be sent now, and if not, what it waits for (outbox, Rules 6 and 8). */
import type { EntryReason } from '../../shared/outbox.ts';
import { operationOf } from '../../shared/outbox-kinds.ts';
import type { StoredEntry } from '../db/outbox-storage.ts';
import { isSettled, serverIdOf, type Core } from '../outbox/core.ts';
import { isLive } from './pending-changes.ts';

export type Readiness =
  | { kind: 'ready' }
  /** Waits for another entry, and is checked again when that one moves on. */
  | { kind: 'waits'; behind: StoredEntry }
  /** Waits until a point in time. */
  | { kind: 'rests'; until: number; reason: EntryReason }
  /** An entry that it depends on was rejected or discarded. `behind` is undefined if that entry never existed. */
  | { kind: 'blocked'; reason: EntryReason; behind: StoredEntry | undefined }
  /**
   * The record to delete was refused: there is nothing to delete, and the rejected entry is discarded as well. Null: a
   * person discarded it already.
   */
  | { kind: 'over'; refused: StoredEntry | null };

const ready: Readiness = { kind: 'ready' };
/** How long a paused entry rests before it is looked at again, in milliseconds: only its user continues it. */
export const pausedFor = 3_600_000;
const waits = (behind: StoredEntry): Readiness => ({ kind: 'waits', behind });
const blocked = (behind: StoredEntry | undefined): Readiness => ({
  kind: 'blocked',
  reason: { code: 'outbox.parent-refused', detail: {} },
  behind,
});

const waiting = new Set(['queued', 'sending', 'in-doubt', 'pending']);

/** For each lane the first waiting entry that has to go alone; cached for one round. */
export type Lanes = Map<string, StoredEntry | undefined>;

export function readiness(core: Core, entry: StoredEntry, lanes: Lanes): Readiness {
  if (entry.progress?.paused === true) {
    return { kind: 'rests', until: core.system.now() + pausedFor, reason: { code: 'outbox.paused', detail: {} } };
  }
  for (const other of core.storage.entriesOf(entry.recordId)) {
    if (other.sequence >= entry.sequence) break;
    const state = behind(core, entry, other);
    if (state.kind !== 'ready') return state;
  }
  if (entry.parentId !== '' && !entry.parentId.includes('/')) {
    const state = dependsOn(core, entry.parentId);
    if (state.kind !== 'ready') return state;
  }
  for (const needed of entry.progress?.needs ?? []) {
    // A delete that waits for a replacement does not use the replacement's id: its creation is enough.
    const isGoing = operationOf(entry.kind).action.endsWith('delete');
    const made = core.storage.entriesOf(needed)[0];
    // The replacement was deleted before it was sent. The old record is deleted too, because the stop is not wanted
    // anywhere.
    const isDeleted = made?.state === 'given-up' && made.progress?.takenBack !== undefined;
    if (isGoing && (made?.state === 'acknowledged' || isDeleted)) continue;
    if (isAcceptedDriver(core, needed)) continue;
    const state = dependsOn(core, needed);
    if (state.kind !== 'ready') return state;
  }
  const { old } = entry.progress ?? {};
  if (old !== undefined && !old.id.includes('/') && entry.progress?.moved === 'created') {
    const state = dependsOn(core, old.id);
    const [made] = core.storage.entriesOf(old.id);
    // Acknowledged without an id, it will be found by its marker. Refused, there is nothing to delete.
    if (state.kind === 'waits' && made?.state !== 'acknowledged') return state;
    // Earlier entries of the old stop must not find it gone.
    const before = core.storage
      .entriesOf(old.id)
      .find((one) => one.sequence < entry.sequence && waiting.has(one.state));
    if (before !== undefined) return waits(before);
  }
  return inLane(core, entry, lanes);
}

/** Earlier entries of the same record go first. */
function behind(core: Core, entry: StoredEntry, before: StoredEntry): Readiness {
  const { action } = operationOf(entry.kind);
  if (before.state === 'refused' || before.state === 'blocked') {
    // A refused edit does not hold up later entries; a refused create does.
    if (before.serverId !== null) return ready;
    return action === 'delete' ? { kind: 'over', refused: before } : blocked(before);
  }
  if (before.state === 'given-up') {
    if (before.serverId !== null || operationOf(before.kind).action !== 'create') return ready;
    // A copy of what a person discarded is still looked for. What went into a file may be sent from elsewhere.
    return action === 'delete' && before.reason === null ? { kind: 'over', refused: null } : blocked(before);
  }
  // Live changes may pile up on a pending one: all are applied together, or none is.
  const isPending = before.state === 'pending' && entry.serverId !== null && isLive(entry) && isLive(before);
  if (!isPending && !isSettled(before)) return waits(before);
  const { doubt } = operationOf(before.kind);
  // A request with a lost answer may still arrive and overwrite this change. A deletion is safe from a late edit.
  const matters = doubt === 're-read' || (doubt === 'repeat' && operationOf(before.kind).action === 'live-edit');
  const safe = action === 'delete' && operationOf(before.kind).action === 'edit';
  if (!matters || safe) return ready;
  const left = before.doubtUntil - core.system.now();
  if (left <= 0) return ready;
  return {
    kind: 'rests',
    until: before.doubtUntil,
    reason: { code: 'outbox.settling', detail: { waitMilliseconds: left } },
  };
}

/** An entry that cannot be sent, or looked up, before an earlier live change of its record was applied. */
function isBehindPending(core: Core, entry: StoredEntry): boolean {
  const before = core.storage.entriesOf(entry.recordId).filter(({ sequence }) => sequence < entry.sequence);
  if (entry.state === 'queued') return before.some((one) => one.state === 'pending' && isLive(one));
  // It was taken in from a file, and its turn comes after an edit that waits for the live change, be it a live one that
  // the service does not take for a pending stop. By then nothing of it can still arrive.
  const isOverdue = entry.state === 'in-doubt' && entry.doubtUntil <= core.system.now();
  const isHeldUp = (one: StoredEntry) => !isLive(one) || one.reason?.code === 'outbox.waits';
  return isOverdue && before.some((one) => one.state === 'queued' && isHeldUp(one) && isBehindPending(core, one));
}

/**
 * Whether an import of this driver was acknowledged, which does not say the driver's id. It is looked up when an entry
 * that names the driver is prepared: the list may not show the driver, and to wait for that might never end.
 *
 * @param recordId the local id of any record
 */
export function isAcceptedDriver(core: Core, recordId: string): boolean {
  const record = core.storage.record(recordId);
  if (record?.noun !== 'drivers' || record.serverId !== null) return false;
  return core.storage.entriesOf(recordId)[0]?.state === 'acknowledged';
}

/** A record that must exist on the service first. */
function dependsOn(core: Core, recordId: string): Readiness {
  const record = core.storage.record(recordId);
  if (record?.serverId != null) return ready;
  const [made] = core.storage.entriesOf(recordId);
  if (made === undefined) return blocked(undefined);
  const isOver = made.state === 'refused' || made.state === 'blocked' || made.state === 'given-up';
  return isOver ? blocked(made) : waits(made);
}

/**
 * An earlier move of a stop away from this plan; its entry is in the lane of the target plan. The move may itself wait
 * behind a live change for this plan's re-optimisation.
 */
function leaving(core: Core, { recordId, serverId, sequence }: StoredEntry): StoredEntry | undefined {
  return core.storage.moves().find((move) => {
    const from = move.progress?.old?.planId;
    if (from === undefined || move.sequence > sequence || !waiting.has(move.state)) return false;
    return from === recordId || (serverId !== null && serverIdOf(core, from) === serverId);
  });
}

/**
 * Whether all that an entry about a whole plan waits for are deletions that wait for this record to be created. A stop
 * that was taken out of a plan and put back behind an optimisation would wait for it forever.
 *
 * @param seen the entries about whole plans that were looked at, for plans whose stops were exchanged
 */
function isAwaited(core: Core, recordId: string, alone: StoredEntry, seen = new Set<string>()): boolean {
  seen.add(alone.id);
  const next = (after: number) => core.storage.firstInLane(alone.lane, false, 'waiting', after);
  for (let before = next(0); before !== undefined && before.sequence < alone.sequence; before = next(before.sequence)) {
    const needs = before.progress?.needs ?? [];
    // Anything else goes first, and then this is asked again.
    if (needs.length === 0 || !operationOf(before.kind).action.endsWith('delete')) return false;
    if (needs.includes(recordId)) return true;
    for (const needed of needs) {
      const [made] = core.storage.entriesOf(needed);
      const first = made === undefined ? undefined : core.storage.firstInLane(made.lane, true, 'waiting');
      if (made === undefined || first === undefined || first.sequence > made.sequence || seen.has(first.id)) continue;
      if (isAwaited(core, recordId, first, seen)) return true;
    }
  }
  return false;
}

/**
 * An entry about a whole plan is sent alone: after all earlier entries, including their possible late duplicates, and
 * before all later ones.
 */
function inLane(core: Core, entry: StoredEntry, lanes: Lanes): Readiness {
  const { lane } = entry;
  const { storage } = core;
  if (!operationOf(entry.kind).alone) {
    if (!lanes.has(lane)) lanes.set(lane, storage.firstInLane(lane, true, 'waiting'));
    const first = lanes.get(lane);
    if (first === undefined || first.sequence > entry.sequence || isAwaited(core, entry.recordId, first)) return ready;
    return waits(first);
  }
  let first = storage.firstInLane(lane, false, 'waiting');
  // An entry that waits for a live change to be applied waits for this entry.
  while (first !== undefined && first.sequence < entry.sequence && isBehindPending(core, first))
    first = storage.firstInLane(lane, false, 'waiting', first.sequence);
  if (first !== undefined && first.sequence < entry.sequence) return waits(first);
  const move = entry.kind === 'plans.optimize' ? leaving(core, entry) : undefined;
  if (move !== undefined) return waits(move);
  const swept = entry.kind === 'plans.delete' ? undefined : storage.firstInLane(lane, false, 'swept');
  if (swept === undefined || swept.sequence > entry.sequence) return ready;
  return {
    kind: 'rests',
    until: Math.max(core.system.now() + 1, swept.doubtUntil, swept.sweepAt ?? swept.doubtUntil),
    reason: { code: 'outbox.settling', detail: {} },
  };
}
