/**
 * Groups the entries to send so that each group is one request: creates with the same parent go together (outbox, Rule
 * 8). From a queue of many thousands, only what could be sent next is read.
 */
import { reachKeys } from '../../shared/driver-reach.ts';
import { operationOf, type EntryKind } from '../../shared/outbox-kinds.ts';
import type { StorageChange, StoredEntry } from '../db/outbox-storage.ts';
import { set, type Core } from '../outbox/core.ts';
import { readiness, type Lanes } from './readiness.ts';
import { fields, fromStoredOr } from '../stored-json.ts';
import type { Wanted } from './send-loop.ts';

/** Lanes to look into per round. */
const lanesMost = 8;
/** Entries of a lane to scan once its first group has an entry; the rest is left to a later round. */
const lookedThrough = 400;
/**
 * The same limits when only single requests are wanted: a few entries in many lanes, because the lanes of imports come
 * first.
 */
const lookedThroughAlone = 4;
const lanesAlone = 64;
const pageMost = 500;
/**
 * What the service has failed so often goes alone: it may have been the only one of its request that the service cannot
 * take, and the others are not to wait for it, nor to need a decision with it (Rule 10).
 */
const failuresTogether = 2;

export interface Groups {
  groups: StoredEntry[][];
  /** Changes to entries that are not sent. */
  changes: StorageChange[];
}

const anything: Wanted = { lanes: lanesMost, isBusy: () => false, together: true };

/** @param wanted what can start now; by default anything, from several lanes */
export function groupsToSend(core: Core, wanted: Wanted = anything): Groups {
  const found: Groups = { groups: [], changes: [] };
  const open: Lanes = new Map();
  let [looked, lanes] = [0, 0];
  for (const lane of core.storage.lanes('queued')) {
    if (wanted.isBusy(lane)) continue;
    const groups = wanted.together
      ? groupsOf(core, lane, open, found.changes)
      : firstAlone(core, lane, open, found.changes);
    found.groups.push(...groups);
    if (groups.length > 0) lanes += 1;
    looked += 1;
    if (lanes === wanted.lanes || (!wanted.together && looked === lanesAlone)) break;
  }
  return found;
}

interface Group {
  entries: StoredEntry[];
  /** What may be in it once only. */
  once: Set<string>;
}

/** A lane has one request in flight at a time, so the scan ends when its first group is full. */
function groupsOf(core: Core, lane: string, open: Lanes, changes: StorageChange[]): StoredEntry[][] {
  const groups = new Map<string, Group>();
  let seen = 0;
  for (const entry of eachOf(core, lane)) {
    const operation = operationOf(entry.kind);
    // A lane belongs to one parent, and so to one service.
    if (!core.usable(operation.service)) break;
    if (groups.size > 0 && (seen += 1) > lookedThrough) break;
    const once = onceOnly(entry);
    const key = groupKey(entry, once);
    const group = groups.get(key) ?? { entries: [], once: new Set<string>() };
    if (group.entries.length >= operation.together) continue;
    if (!isReady(core, entry, open, changes)) continue;
    // The second entry with the same waits for the next batch.
    if (once.some((each) => group.once.has(each))) continue;
    groups.set(key, group);
    group.entries.push(entry);
    for (const each of once) group.once.add(each);
    const [first] = groups.values();
    if (first !== undefined && first.entries.length >= operation.together) break;
  }
  return [...groups.values()].map(({ entries }) => batchOrFirst(entries));
}

/** Too few for a batch are sent one by one. */
function batchOrFirst(group: StoredEntry[]): StoredEntry[] {
  const [first] = group;
  const isBatch = first === undefined || group.length >= (operationOf(first.kind).togetherFrom ?? 1);
  return isBatch ? group : group.slice(0, 1);
}

/** Whether entries of this kind wait for others to go with, however few there are. */
const isBatchable = (kind: EntryKind): boolean => {
  const { together, togetherFrom = 2 } = operationOf(kind);
  return together > 1 && togetherFrom <= lookedThroughAlone;
};

/** Whether the entry may be sent now; if not, adds the changes that its state calls for. */
function isReady(core: Core, entry: StoredEntry, open: Lanes, changes: StorageChange[]): boolean {
  if (!entry.intact) {
    changes.push(unreadable(entry));
    return false;
  }
  const state = readiness(core, entry, open);
  if (state.kind === 'blocked') changes.push(set(entry, { state: 'blocked', reason: state.reason }));
  if (state.kind === 'over') {
    const settledAt = core.system.now();
    if (state.refused !== null) changes.push(set(state.refused, { state: 'given-up', settledAt }));
    changes.push(set(entry, { state: 'acknowledged', reason: null, settledAt }));
  }
  if (state.kind === 'rests') changes.push(set(entry, { notBefore: state.until, reason: state.reason }));
  return state.kind === 'ready';
}

/**
 * Finds a single request near the head of a lane while imports wait for their minute; a new stop only when no other
 * could go with it.
 */
function firstAlone(core: Core, lane: string, open: Lanes, changes: StorageChange[]): StoredEntry[][] {
  const [now, most] = [core.system.now(), lookedThroughAlone + 1];
  const kinds = core.storage.dueKinds('queued', now, most, lane);
  // Usually a lane holds nothing but batchable entries. Reading whole entries to find that out takes thirty times as
  // long.
  if (kinds.length === most && kinds.every(isBatchable)) return [];
  const creates: StoredEntry[] = [];
  let seen = 0;
  for (const entry of eachOf(core, lane)) {
    const operation = operationOf(entry.kind);
    if (!core.usable(operation.service)) break;
    if ((seen += 1) > lookedThroughAlone) return [];
    const isTogether = isBatchable(entry.kind);
    if (isTogether && creates.length > 1) continue;
    if (!isReady(core, entry, open, changes)) continue;
    if (!isTogether) return [[entry]];
    creates.push(entry);
  }
  return creates.length === 1 ? [creates] : [];
}

/** Page by page, starting small: usually the first few entries are enough. */
function* eachOf(core: Core, lane: string): Generator<StoredEntry> {
  const now = core.system.now();
  for (let [after, most] = [0, 4]; ; most = Math.min(2 * most, pageMost)) {
    const page = core.storage.due('queued', now, after, most, lane);
    yield* page;
    const last = page.at(-1);
    if (last === undefined || page.length < most) return;
    after = last.sequence;
  }
}

/**
 * What tells an entry from the others in an answer, and may be in a batch once only (outbox, Rule 4): its marker, or
 * the email and the phone of a new driver.
 */
function onceOnly({ kind, marker, content }: StoredEntry): string[] {
  if (kind === 'drivers.create') return reachKeys(fromStoredOr(fields, content, {}));
  return marker === '' ? [] : [marker];
}

/** Entries with the same key may share a request. @param once of the entry, see {@link onceOnly} */
function groupKey(entry: StoredEntry, once: readonly string[]): string {
  const { together, action } = operationOf(entry.kind);
  // A driver without email and phone could not be told from the others.
  if (together === 1 || (entry.kind === 'drivers.create' && once.length === 0)) return entry.id;
  if ((entry.progress?.failures ?? 0) >= failuresTogether) return entry.id;
  const key = `${entry.lane} ${entry.kind}`;
  if (action === 'submit') return `${key} ${entry.body ?? ''}`;
  // One depot applies to the whole batch (planning-api, Unassigned stops).
  const content = entry.noun === 'unassignedStops' ? fromStoredOr(fields, entry.content, null) : null;
  return content?.['depot'] === undefined ? key : `${key} ${JSON.stringify(content['depot'])}`;
}

export function unreadable(entry: StoredEntry): StorageChange {
  return set(entry, { state: 'decision', reason: { code: 'outbox.unreadable', detail: {} }, sweepAt: null });
}
