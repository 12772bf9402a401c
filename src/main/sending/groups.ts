/**
 * Entries to send, grouped so that each group is one request: creates of one parent travel together (outbox, Rule 8). Of a
 * queue of many thousands only what could be sent next is read.
 */
import { operationOf } from '../../shared/outbox-kinds.ts';
import type { StorageChange, StoredEntry } from '../db/outbox-storage.ts';
import { set, type Core } from '../outbox/core.ts';
import { readiness, type Lanes } from './readiness.ts';
import type { Wanted } from './send-loop.ts';

/** Lanes that are looked into in one round. */
const lanesMost = 8;
/** Entries of a lane that are looked through after its first group was begun: what lies further back goes another time. */
const lookedThrough = 400;
/** The same while nothing but what goes by itself is looked for: a little of many lanes, as those of imports come first. */
const lookedThroughAlone = 4;
const lanesAlone = 64;
const pageMost = 500;

export interface Groups {
  groups: StoredEntry[][];
  /** What has to be written of entries that are not sent. */
  changes: StorageChange[];
}

const anything: Wanted = { lanes: lanesMost, isBusy: () => false, together: true };

/** @param wanted what could be begun now; left out: of several lanes whatever there is */
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

/** One request of a lane is under way at a time: when its first group is full, nothing more is looked for. */
function groupsOf(core: Core, lane: string, open: Lanes, changes: StorageChange[]): StoredEntry[][] {
  const groups = new Map<string, StoredEntry[]>();
  let seen = 0;
  for (const entry of eachOf(core, lane)) {
    const operation = operationOf(entry.kind);
    // A lane is one parent's, and with it one service's.
    if (!core.usable(operation.service)) break;
    if (groups.size > 0 && (seen += 1) > lookedThrough) break;
    const key = groupKey(entry);
    const group = groups.get(key);
    if (group !== undefined && group.length >= operation.together) continue;
    if (!isReady(core, entry, open, changes)) continue;
    if (group === undefined) groups.set(key, [entry]);
    // No marker stands twice in one batch: the second waits for the next.
    else if (entry.marker === '' || !group.some((other) => other.marker === entry.marker)) group.push(entry);
    const [first] = groups.values();
    if (first !== undefined && first.length >= operation.together) break;
  }
  return [...groups.values()];
}

/** Whether it may be sent now; what has to be written of one that may not is added. */
function isReady(core: Core, entry: StoredEntry, open: Lanes, changes: StorageChange[]): boolean {
  if (!entry.intact) {
    changes.push(unreadable(entry));
    return false;
  }
  const state = readiness(core, entry, open);
  if (state.kind === 'blocked') changes.push(set(entry, { state: 'blocked', reason: state.reason }));
  if (state.kind === 'over') {
    const settledAt = core.system.now();
    changes.push(set(state.refused, { state: 'given-up', settledAt }));
    changes.push(set(entry, { state: 'acknowledged', reason: null, settledAt }));
  }
  if (state.kind === 'rests') changes.push(set(entry, { notBefore: state.until, reason: state.reason }));
  return state.kind === 'ready';
}

/**
 * What goes by itself, found near the beginning of a lane: a new stop only where no other is to go with it. It is looked
 * for while imports wait for their minute.
 */
function firstAlone(core: Core, lane: string, open: Lanes, changes: StorageChange[]): StoredEntry[][] {
  const [now, most] = [core.system.now(), lookedThroughAlone + 1];
  const kinds = core.storage.dueKinds('queued', now, most, lane);
  // Mostly there is nothing but what goes together, in one lane after the other: whole entries take thirty times as long.
  if (kinds.length === most && kinds.every((kind) => operationOf(kind).together > 1)) return [];
  const creates: StoredEntry[] = [];
  let seen = 0;
  for (const entry of eachOf(core, lane)) {
    const operation = operationOf(entry.kind);
    if (!core.usable(operation.service)) break;
    if ((seen += 1) > lookedThroughAlone) return [];
    const isTogether = operation.together > 1;
    if (isTogether && creates.length > 1) continue;
    if (!isReady(core, entry, open, changes)) continue;
    if (!isTogether) return [[entry]];
    creates.push(entry);
  }
  return creates.length === 1 ? [creates] : [];
}

/** Page by page, few at first: mostly the first few are all that is needed. */
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

/** Entries with the same key may be one request. */
function groupKey(entry: StoredEntry): string {
  const { together, action } = operationOf(entry.kind);
  if (together === 1) return entry.id;
  const key = `${entry.lane} ${entry.kind}`;
  if (action === 'submit') return `${key} ${entry.body ?? ''}`;
  // One depot applies to the whole batch (planning-api, Unassigned stops).
  const depot = entry.noun === 'unassignedStops' ? /"depot":("[^"]*"|null)/.exec(entry.content)?.[1] : undefined;
  return depot === undefined ? key : `${key} ${depot}`;
}

export function unreadable(entry: StoredEntry): StorageChange {
  return set(entry, { state: 'decision', reason: { code: 'outbox.unreadable', detail: {} }, sweepAt: null });
}
