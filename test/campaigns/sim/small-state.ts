/**
 * A state of the small scope with nothing in flight: the start of a run, and a name that identifies exactly what the
 * continuation depends on. Times are relative to now, ids are numbered in order of appearance, and expired values are
 * omitted.
 */
import { hash } from 'node:crypto';
import type { CallOptions } from '../../../src/main/api/client.ts';
import { safeTimes } from '../../../src/main/outbox/core.ts';
import type { EndpointName } from '../../../src/shared/endpoints.ts';
import { isLive } from '../../../src/main/sending/pending-changes.ts';
import { operationOf } from '../../../src/shared/outbox-kinds.ts';
import type { StoredEntry } from '../../../src/main/db/outbox-storage.ts';
import type { Item } from './items.ts';
import type { Disk } from './memory-storage.ts';
import { collections, type ServiceModel } from './service-model.ts';

export interface Bounds {
  crashes: number;
  faults: number;
}

/** A scheduled event. */
export type Ahead = { at: number } & (
  | { what: 'type'; index: 0 | 1 }
  | { what: 'start' }
  | { what: 'loop' }
  /** A colleague applies pending changes. */
  | { what: 'colleague' }
  /** A request without a waiting client is applied. */
  | { what: 'late'; name: EndpointName; call: CallOptions }
);

export interface Standing {
  now: number;
  /** Time of the last fault or input. */
  quietSince: number;
  /** The remaining crashes and faults. */
  left: Bounds;
  isRunning: boolean;
  disk: Disk;
  model: ServiceModel;
  items: Item[];
  /** Ids of records that existed on the service initially. */
  there: readonly string[];
  /** Sorted by time, and simultaneous events in order of execution. */
  ahead: Ahead[];
  /** The choices that led here, one digit each. */
  choices: string;
}

export function nameOf({ now, isRunning, disk, model, ahead }: Standing): string {
  const latest = disk.entries.reduce((moment, entry) => {
    return Math.max(moment, entry.lastAttemptAt ?? 0, entry.settledAt ?? 0);
  }, 0);
  const parts = [
    isRunning,
    disk.entries.map((entry) => entryPart(entry, now, latest)),
    [...disk.records.values()].map(Object.values),
    collections.map((noun) => [...model[noun].values()].map(withoutMoments)),
    // Duplicates are distinguished by the order of their ids as text.
    [
      ...model.stops.keys(),
      ...[...model.plans.keys()].flatMap((id) => model.live.pending(id).map((one) => one.id)),
    ].sort(),
    model.live.remembered(now),
    ahead.map(({ at, ...what }) => [at - now, what]),
  ];
  return hash('sha1', canonical(JSON.stringify(parts)), 'base64');
}

/** Creation times are only informative. */
function withoutMoments({ madeAt: _when, metadata, ...record }: Record<string, unknown>): unknown {
  if (metadata === undefined) return record;
  const { startedAt: _started, ...others } = metadata as Record<string, unknown>;
  return { ...record, metadata: others };
}

const waiting = new Set(['queued', 'sending', 'in-doubt', 'pending']);
/** From this many attempts on the backoff no longer grows. */
const mostAttempts = 8;

/** @param latest the latest time in any entry, from which a start determines open doubts */
function entryPart(entry: StoredEntry, now: number, latest: number): unknown {
  const { id, recordId, kind, lane, state, knownIds, sweepAt, body, base, doubtUntil, notBefore } = entry;
  // No walk has as many faults as failures that make an entry need a decision.
  const { doubts, failures: _failures, ...progress } = entry.progress ?? {};
  // With a user's marker, up to as many duplicates may be ours as requests had no answer.
  const countsDoubts = operationOf(kind).doubt === 'marker' && !entry.markerIsOurs;
  const isPerhapsTaken = isLive(entry) && (doubts ?? 0) > 0;
  const isSettled = state === 'acknowledged' || state === 'given-up';
  const doubt = doubtUntil > now ? doubtUntil - now : doubtUntil === 0 ? 'none' : doubtUntil > latest ? 'open' : 'over';
  const since = Math.min(now - (entry.lastAttemptAt ?? 0), safeTimes.late + 1);
  return [
    ...[id, recordId, kind, lane, state, knownIds, body, base, progress, doubt],
    countsDoubts ? doubts : isPerhapsTaken,
    waiting.has(state) ? null : entry.reason?.code,
    isSettled ? null : Math.min(entry.attempts, mostAttempts),
    state === 'in-doubt' ? since : null,
    Math.max(0, notBefore - now),
    sweepAt === null ? null : Math.max(0, sweepAt - now),
  ];
}

const ids = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}|dd-[a-z2-9]{12}|\b(?:[spoud])\d+\b/g;

function canonical(text: string): string {
  const names = new Map<string, string>();
  return text.replace(ids, (id) => {
    const known = names.get(id);
    if (known !== undefined) return known;
    const name = `#${names.size}`;
    names.set(id, name);
    return name;
  });
}
