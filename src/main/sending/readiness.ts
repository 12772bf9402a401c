/** Whether a queued entry may be sent now, and if not, what it waits for (outbox, Rules 6 and 8). */
import type { EntryReason } from '../../shared/outbox.ts';
import { operationOf } from '../../shared/outbox-kinds.ts';
import type { StoredEntry } from '../db/outbox-storage.ts';
import { isSettled, serverIdOf, type Core } from '../outbox/core.ts';
import { isLive } from './pending-changes.ts';

export type Readiness =
  | { kind: 'ready' }
  /** For another entry: it is looked at again when that one moves on. */
  | { kind: 'waits'; behind: StoredEntry }
  /** For a moment. */
  | { kind: 'rests'; until: number; reason: EntryReason }
  /** What it depends on was refused or given up; undefined: it was never made. */
  | { kind: 'blocked'; reason: EntryReason; behind: StoredEntry | undefined }
  /** What was to be deleted was refused: there is nothing to delete, and it is not to be made any more. */
  | { kind: 'over'; refused: StoredEntry };

const ready: Readiness = { kind: 'ready' };
const waits = (behind: StoredEntry): Readiness => ({ kind: 'waits', behind });
const blocked = (behind: StoredEntry | undefined): Readiness => ({
  kind: 'blocked',
  reason: { code: 'outbox.parent-refused', detail: {} },
  behind,
});

const waiting = new Set(['queued', 'sending', 'in-doubt', 'pending']);

/** The first entry of each lane, of those that go alone, that still waits; kept for one round. */
export type Lanes = Map<string, StoredEntry | undefined>;

export function readiness(core: Core, entry: StoredEntry, lanes: Lanes): Readiness {
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
    // What goes when another is there does not name it: that it was made is enough, before its id is known.
    const isGoing = operationOf(entry.kind).action.endsWith('delete');
    const made = core.storage.entriesOf(needed)[0];
    // Deleted before it left, the new one takes the old one along: the stop is not wanted anywhere.
    const isDeleted = made?.state === 'given-up' && made.progress?.takenBack !== undefined;
    if (isGoing && (made?.state === 'acknowledged' || isDeleted)) continue;
    const state = dependsOn(core, needed);
    if (state.kind !== 'ready') return state;
  }
  const { old } = entry.progress ?? {};
  if (old !== undefined && !old.id.includes('/') && entry.progress?.moved === 'created') {
    const state = dependsOn(core, old.id);
    const [made] = core.storage.entriesOf(old.id);
    // Acknowledged without its id, it is found by its marker when its turn comes; refused, there is nothing to delete.
    if (state.kind === 'waits' && made?.state !== 'acknowledged') return state;
    // What was typed before of the old one is not to find it gone.
    const before = core.storage
      .entriesOf(old.id)
      .find((one) => one.sequence < entry.sequence && waiting.has(one.state));
    if (before !== undefined) return waits(before);
  }
  return inLane(core, entry, lanes);
}

/** What was typed before of the same record comes first. */
function behind(core: Core, entry: StoredEntry, before: StoredEntry): Readiness {
  const { action } = operationOf(entry.kind);
  if (before.state === 'refused' || before.state === 'blocked') {
    // An edit that was refused does not hold what comes after it; a create without which there is nothing does.
    if (before.serverId !== null) return ready;
    return action === 'delete' ? { kind: 'over', refused: before } : blocked(before);
  }
  if (before.state === 'given-up') {
    return before.serverId === null && operationOf(before.kind).action === 'create' ? blocked(before) : ready;
  }
  // A pending live change may be changed live again: both are carried out together, or neither is.
  const isPending = before.state === 'pending' && entry.serverId !== null && isLive(entry) && isLive(before);
  if (!isPending && !isSettled(before)) return waits(before);
  const { doubt } = operationOf(before.kind);
  // A request that was not answered may still come and put back what this one changes. A record that is gone is safe.
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

function isBehindPending(core: Core, entry: StoredEntry): boolean {
  return (
    entry.state === 'queued' &&
    core.storage
      .entriesOf(entry.recordId)
      .some((before) => before.sequence < entry.sequence && before.state === 'pending' && isLive(before))
  );
}

/** A record that has to be on the service first. */
function dependsOn(core: Core, recordId: string): Readiness {
  const record = core.storage.record(recordId);
  if (record?.serverId != null) return ready;
  const [made] = core.storage.entriesOf(recordId);
  if (made === undefined) return blocked(undefined);
  const isOver = made.state === 'refused' || made.state === 'blocked' || made.state === 'given-up';
  return isOver ? blocked(made) : waits(made);
}

/**
 * The move of a stop that was to leave the plan before: it stands in the lane of the plan that it goes to. Of a plan that is
 * optimised anew it may wait itself for that, behind a live change.
 */
function leaving(core: Core, { recordId, serverId, sequence }: StoredEntry): StoredEntry | undefined {
  return core.storage.moves().find((move) => {
    const from = move.progress?.old?.planId;
    if (from === undefined || move.sequence > sequence || !waiting.has(move.state)) return false;
    return from === recordId || (serverId !== null && serverIdOf(core, from) === serverId);
  });
}

/**
 * What concerns a whole plan goes alone: after everything typed before it, copies of which could still come included,
 * and before everything typed after it.
 */
function inLane(core: Core, entry: StoredEntry, lanes: Lanes): Readiness {
  const { lane } = entry;
  const { storage } = core;
  if (!operationOf(entry.kind).alone) {
    if (!lanes.has(lane)) lanes.set(lane, storage.firstInLane(lane, true, 'waiting'));
    const first = lanes.get(lane);
    return first !== undefined && first.sequence < entry.sequence ? waits(first) : ready;
  }
  let first = storage.firstInLane(lane, false, 'waiting');
  // What waits for a live change to be carried out waits for this one.
  while (first !== undefined && first.sequence < entry.sequence && isBehindPending(core, first))
    first = storage.firstInLane(lane, false, 'waiting', first.sequence);
  if (first !== undefined && first.sequence < entry.sequence) return waits(first);
  const move = entry.kind === 'plans.optimize' ? leaving(core, entry) : undefined;
  if (move !== undefined) return waits(move);
  const swept = entry.kind === 'plans.delete' ? undefined : storage.firstInLane(lane, false, 'swept');
  if (swept === undefined || swept.sequence > entry.sequence) return ready;
  return {
    kind: 'rests',
    until: Math.max(core.system.now() + 1, swept.doubtUntil, swept.sweepAt ?? 0),
    reason: { code: 'outbox.settling', detail: {} },
  };
}
