/**
 * The computer's clock is not trusted (outbox, Rule 13): it is set forward and back, stops while the computer sleeps,
 * and may show anything at the next start. When it moves, stored timestamps are shifted with it.
 */
import type { StorageChange, EntryFields, StoredEntry } from '../db/outbox-storage.ts';
import { set, type Core } from '../outbox/core.ts';
import { nextSweep, sweepMargin } from '../outbox/settle.ts';

/** Smaller jumps are the clock's own corrections, and short compared to every wait that matters. */
const noticed = 2_000;

export class ClockWatch {
  private readonly core: Core;
  private offset: number;

  constructor(core: Core) {
    this.core = core;
    this.offset = this.measured();
  }

  /** How far the clock jumped, compared to the elapsed time, in milliseconds; 0: it did not. */
  moved(): number {
    // Whole milliseconds, like all stored timestamps.
    const by = Math.round(this.measured() - this.offset);
    return Math.abs(by) < noticed ? 0 : by;
  }

  /** Ends a jump whose consequences are stored. Until then it is reported again. */
  accept(by: number): void {
    this.offset += by;
  }

  private measured(): number {
    const { system } = this.core;
    return system.now() - system.elapsed();
  }
}

/** While the app runs, every wait keeps its length, and a wait that was over before the clock moved stays over. */
export function carriedAlong(core: Core, by: number): StorageChange[] {
  const now = core.system.now();
  // After the clock was set back, a wait that is over would otherwise start again.
  const over = Math.min(now - by, now);
  const moved = (at: number) => (at > over ? at + by : at);
  const open = core.storage.open(over);
  return [
    ...open.map((entry) =>
      set(entry, {
        notBefore: moved(entry.notBefore),
        doubtUntil: moved(entry.doubtUntil),
        // A value written between the jump and now must not be shifted twice, so the last sweep caps it.
        sweepAt: entry.sweepAt === null ? null : Math.min(entry.sweepAt + by, moved(entry.doubtUntil) + sweepMargin),
        lastAttemptAt: entry.lastAttemptAt === null ? null : entry.lastAttemptAt + by,
      }),
    ),
    ...notAhead(core, new Set(open.map(({ id }) => id))),
  ];
}

/**
 * Pulls back timestamps written while the clock was ahead. Otherwise they stay the latest ones for ever, and every
 * later doubt seems to be over at the next start.
 *
 * @param except entries whose last attempt was already shifted
 */
function notAhead(core: Core, except: ReadonlySet<string> = new Set()): StorageChange[] {
  const now = core.system.now();
  const before = (at: number | null) => (at === null ? null : Math.min(at, now));
  return core.storage.ahead(now).map((entry) => {
    const settledAt = before(entry.settledAt);
    return set(entry, except.has(entry.id) ? { settledAt } : { settledAt, lastAttemptAt: before(entry.lastAttemptAt) });
  });
}

/**
 * At start the elapsed time is unknown: every open doubt starts again from now, and no entry waits. An entry that has
 * to keep waiting gets a new wait when the loop looks at it.
 */
export function countedAgain(core: Core): StorageChange[] {
  const { storage, system } = core;
  const now = system.now();
  const latest = Math.min(now, storage.latest());
  const open = storage.open(latest);
  return [...open.map((entry) => set(entry, recounted(core, entry, now, latest))), ...notAhead(core)];
}

function recounted(core: Core, entry: StoredEntry, now: number, latest: number): Partial<EntryFields> {
  const isOpen = entry.doubtUntil > latest || entry.sweepAt !== null || entry.state === 'in-doubt';
  if (!isOpen || entry.doubtUntil === 0) return { notBefore: 0 };
  const doubtUntil = now + core.times.late;
  const sweepAt = entry.sweepAt === null ? null : nextSweep(core, doubtUntil, null);
  return { notBefore: 0, doubtUntil, sweepAt, ...(entry.state === 'in-doubt' ? { lastAttemptAt: now } : {}) };
}
