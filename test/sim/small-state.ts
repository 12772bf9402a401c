/**
 * One state of the small scope as a name: everything that what follows depends on, and nothing else. Moments are told from
 * now, ids in the order in which they appear, and what is over is left out.
 */
import { createHash } from 'node:crypto';
import type { StoredEntry } from '../../src/shared/outbox-storage.ts';
import type { Disk } from './memory-storage.ts';
import type { ServiceModel } from './service-model.ts';

/** Something that is under way in the core: what it began with, and what it was answered since. */
export interface UnderWay {
  what: string;
  log: string[];
}

export interface SmallState {
  now: number;
  disk: Disk;
  model: ServiceModel;
  underWay: Iterable<UnderWay>;
  /** What will happen, each with its moment. */
  events: Iterable<{ what: string; at: number }>;
  /** What is still to be typed, what is being chosen. */
  more: unknown;
}

export function nameOf({ now, disk, model, underWay, events, more }: SmallState): string {
  const parts = [
    disk.entries.map((entry) => entryPart(entry, now)),
    [...disk.records.values()],
    [model.plans, model.stops, model.unassignedStops, model.orders, model.drivers, model.operations].map((held) =>
      [...held.values()].map(({ madeAt: _when, ...record }) => record),
    ),
    [...underWay].map(({ what, log }) => `${what} ${log.join(' ')}`).sort(),
    [...events].map(({ what, at }) => `${what} ${at - now}`).sort(),
    more,
  ];
  return createHash('sha1')
    .update(canonical(JSON.stringify(parts), now))
    .digest('base64');
}

/** What follows depends on: of moments that are over, that they are. */
function entryPart(entry: StoredEntry, now: number): unknown {
  const { createdAt: _typed, settledAt: _done, attemptId: _attempt, ...rest } = entry;
  return {
    ...rest,
    attempts: Math.min(entry.attempts, 6),
    lastAttemptAt: entry.state === 'in-doubt' ? entry.lastAttemptAt : null,
    notBefore: entry.notBefore > now ? entry.notBefore : 0,
    doubtUntil: entry.doubtUntil > now ? entry.doubtUntil : Math.min(1, entry.doubtUntil),
  };
}

const ids = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}|dd-[a-z2-9]{12}|\b(?:[spoud])\d+\b/g;
const moments = /\b1[78]\d{11}(?:\.\d+)?\b/g;

function canonical(text: string, now: number): string {
  const names = new Map<string, string>();
  return text
    .replace(moments, (moment) => `T${Math.round(Number(moment) - now)}`)
    .replace(ids, (id) => {
      const known = names.get(id);
      if (known !== undefined) return known;
      const name = `#${names.size}`;
      names.set(id, name);
      return name;
    });
}
