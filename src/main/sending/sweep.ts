/**
 * Finds late duplicates of a record and deletes them when that is safe: same marker and content, both ours, the plan
 * writable and not distributed. Anything else needs a decision (outbox, Why the obvious ways fail).
 */
import { AppError } from '../../shared/errors.ts';
import { operationOf } from '../../shared/outbox-kinds.ts';
import type { StorageChange, StoredEntry } from '../db/outbox-storage.ts';
import { bareId } from '../../shared/ids.ts';
import { restOf, serverIdOf, set, type Core } from '../outbox/core.ts';
import { byMarker, mayAllBeOurs, oursOf, type View } from './service-matches.ts';
import { isLive } from './pending-changes.ts';
import { isRefusedRead } from './outcomes.ts';
import { twinsOf } from './twins.ts';
import { acknowledged, nextSweep, searchMost, settled, sweepEvery, sweepMargin } from '../outbox/settle.ts';
import { contentOf, recordPath, saysSame } from '../outbox/entry-request.ts';

/** @returns the changes to commit */
export async function sweep(core: Core, entry: StoredEntry): Promise<StorageChange[]> {
  const began = core.system.elapsed();
  try {
    const hits = await byMarker(core, entry);
    // The start of the search by the current clock, which may have been set meanwhile.
    const at = core.system.now() - (core.system.elapsed() - began);
    const now = core.storage.find(entry.id);
    if (now === undefined || now.sweepAt === null || now.state === 'sending') return [];
    const found = oursOf(core, now, hits);
    // What another record may own is neither taken nor deleted. Its id is usually known with the next list.
    if (twinsOf(core, now, found).length > 0) {
      const isOver = core.system.now() > now.doubtUntil + sweepMargin + core.times.late;
      return [isOver ? asks(now, found.length) : set(now, { sweepAt: core.system.now() + pauseOf(core) })];
    }
    const wanted = isWanted(core, now);
    const { kept, extra } = divide(now, found, wanted);
    const changes: StorageChange[] = [];
    if (wanted && kept !== null && now.serverId === null)
      changes.push({ do: 'change-record', id: now.recordId, set: { serverId: kept } });
    // For a move, the sweep concerns only the first step; a decision about the second step stays open.
    const asksForIt = (now.state === 'refused' || now.state === 'decision') && now.progress?.moved === undefined;
    // A record known only by an id that no longer exists was not found.
    const there = found.find(({ id }) => id === kept);
    if (wanted && asksForIt && there !== undefined) changes.push(...foundAgain(core, now, there.id));
    // Committed before duplicates are deleted: the user may decide meanwhile, and needs current facts.
    if (changes.length > 0 && extra.length > 0) return [...changes, set(now, { sweepAt: core.system.now() })];
    // One more than the requests without an answer: the one that was answered.
    if (!mayAllBeOurs(now, found.length - 1)) return [asks(now, found.length)];
    for (const view of extra) {
      const outcome = await remove(core, now, view);
      // The entry changed meanwhile, for example was discarded. The next sweep starts over.
      if (isOtherwise(core, now)) return [];
      if (outcome === 'unsafe') return [asks(now, extra.length + 1)];
      if (outcome === 'later') return [set(now, { sweepAt: core.system.now() + restOf(core, 1) })];
    }
    return [...changes, set(now, { sweepAt: nextSweep(core, now.doubtUntil, at) })];
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const now = core.storage.find(entry.id);
    if (now === undefined || now.sweepAt === null) return [];
    return [set(now, { sweepAt: triedAgain(core, now, error) })];
  }
}

/** When a search that failed comes again; null: never, because the service refuses it for good. */
function triedAgain(core: Core, { doubtUntil }: StoredEntry, error: AppError): number | null {
  const now = core.system.now();
  const isRefused = isRefusedRead(error);
  if (isRefused && now > doubtUntil + searchMost) return null;
  // What the service answers does not change within seconds, and each search takes a read from everything else.
  const isAnswer = isRefused || error.code === 'service.failed';
  return now + (error.detail.waitMilliseconds ?? (isAnswer ? pauseOf(core) : restOf(core, 1)));
}

const pauseOf = (core: Core): number => Math.min(sweepEvery, core.times.late);

function isOtherwise(core: Core, before: StoredEntry): boolean {
  const now = core.storage.find(before.id);
  return now?.state !== before.state || now.sweepAt !== before.sweepAt;
}

/** Settles a refused or undecided entry whose record turned up on the service after all. */
function foundAgain(core: Core, entry: StoredEntry, serverId: string): StorageChange[] {
  // A listed live stop may be pending or applied: it is read back.
  if (isLive(entry)) {
    return settled(core, entry, { kind: 'pending', serverId, operationId: null, waitMilliseconds: restOf(core, 0) });
  }
  const settledAt = core.system.now();
  return acknowledged(core, entry, serverId, { state: 'acknowledged', reason: null, notBefore: 0, settledAt });
}

const asks = (entry: StoredEntry, count: number): StorageChange =>
  set(entry, { state: 'decision', reason: { code: 'outbox.several-found', detail: { count } }, sweepAt: null });

/** Whether the record should exist: not if its entry was discarded or its deletion was acknowledged. */
function isWanted(core: Core, entry: StoredEntry): boolean {
  if (entry.state === 'given-up' || entry.progress?.movedAway === true) return false;
  return !core.storage
    .entriesOf(entry.recordId)
    .some(({ kind, state }) => operationOf(kind).action === 'delete' && state === 'acknowledged');
}

/** Splits the matches into the record that stays and the duplicates to delete. */
function divide(entry: StoredEntry, found: readonly View[], wanted: boolean): { kept: string | null; extra: View[] } {
  if (!wanted) {
    // The record itself was deleted by its id, but a list read just before may still show it.
    return { kept: null, extra: found.filter(({ id }) => id !== entry.serverId) };
  }
  // Keep the record with the known id, which later edits changed. If it is missing, it was deleted, and its duplicates
  // go too. While none is known, the first in the order of ids, whatever the order of the answer.
  const [first = null] = found.map(({ id }) => id).sort();
  const kept = entry.serverId ?? first;
  return { kept, extra: found.filter(({ id }) => id !== kept) };
}

/** Deletes one duplicate. One that is already gone counts as deleted. */
async function remove(core: Core, entry: StoredEntry, copy: View): Promise<'removed' | 'later' | 'unsafe'> {
  if (!saysSame(contentOf(core, entry), copy)) return 'unsafe';
  const safe = await isSafe(core, entry, copy);
  if (safe !== 'safe') return safe;
  const path = recordPath(core, entry.noun, entry.parentId, copy.id);
  const result = await core.service.write(`${entry.noun}.delete`, { path, priority: 'outbox' });
  if (result.kind === 'answered') return 'removed';
  if (result.kind !== 'refused') return 'later';
  return result.error.code === 'service.not-found' ? 'removed' : 'unsafe';
}

/** Safe: no one works with the duplicate yet. Later: its plan is being optimised and becomes writable again soon. */
async function isSafe(core: Core, entry: StoredEntry, copy: View): Promise<'safe' | 'later' | 'unsafe'> {
  if (entry.noun === 'orders') return (copy as { submitted?: unknown }).submitted === true ? 'unsafe' : 'safe';
  if (entry.noun !== 'stops') return 'safe';
  const planId = bareId(serverIdOf(core, entry.parentId) ?? '');
  const plan = await core.service.read('plans.get', { path: { planId }, priority: 'outbox' });
  if (plan.writable === true && plan.distributed !== true) return 'safe';
  return plan.optimization === 'optimizing' ? 'later' : 'unsafe';
}
