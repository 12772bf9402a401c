/**
 * The computer's clock is not trusted (outbox, Rule 13): it is set forward and back, it stands still while the computer
 * sleeps, and it may be anything at the next start. What is written in moments is brought along when it moves.
 */
import type { StorageChange, EntryFields, StoredEntry } from '../db/outbox-storage.ts';
import { set, type Core } from '../outbox/core.ts';
import { nextSweep, sweepMargin } from '../outbox/settle.ts';

/** Less is the clock's own correction, and small beside every wait that matters. */
const noticed = 2_000;

export class ClockWatch {
  private readonly core: Core;
  private offset: number;

  constructor(core: Core) {
    this.core = core;
    this.offset = this.measured();
  }

  /** How far the clock went beside the time that passed since it was asked last, in milliseconds; 0: it did not. */
  moved(): number {
    const measured = this.measured();
    // Whole milliseconds, as all written moments are.
    const by = Math.round(measured - this.offset);
    if (Math.abs(by) < noticed) return 0;
    this.offset = measured;
    return by;
  }

  private measured(): number {
    const { system } = this.core;
    return system.now() - system.elapsed();
  }
}

/** While the app runs: all waits end when they would have ended. What was over before it moved is over still. */
export function carriedAlong(core: Core, by: number): StorageChange[] {
  const now = core.system.now();
  // Set back, the clock would make what is over a wait again.
  const over = Math.min(now - by, now);
  const moved = (at: number) => (at > over ? at + by : at);
  const open = core.storage.open(over);
  return [
    ...open.map((entry) =>
      set(entry, {
        notBefore: moved(entry.notBefore),
        doubtUntil: moved(entry.doubtUntil),
        // Written between the clock's move and this moment, it would be moved twice: the last search has its end.
        sweepAt: entry.sweepAt === null ? null : Math.min(entry.sweepAt + by, moved(entry.doubtUntil) + sweepMargin),
        lastAttemptAt: entry.lastAttemptAt === null ? null : entry.lastAttemptAt + by,
      }),
    ),
    ...notAhead(core, new Set(open.map(({ id }) => id))),
  ];
}

/**
 * What was written by a clock that went ahead would be the last moment for ever, and every doubt that came after it would
 * seem to be over at the next start.
 *
 * @param except entries whose last attempt was brought along
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
 * At start nobody knows how much time passed: every doubt that was open counts anew from now, and nothing rests: what has
 * to wait on is told so when it is looked at.
 */
export function countedAnew(core: Core): StorageChange[] {
  const { storage, system } = core;
  const now = system.now();
  const latest = Math.min(now, storage.latest());
  const open = storage.open(latest);
  return [...open.map((entry) => set(entry, anew(core, entry, now, latest))), ...notAhead(core)];
}

function anew(core: Core, entry: StoredEntry, now: number, latest: number): Partial<EntryFields> {
  const isOpen = entry.doubtUntil > latest || entry.sweepAt !== null || entry.state === 'in-doubt';
  if (!isOpen || entry.doubtUntil === 0) return { notBefore: 0 };
  const doubtUntil = now + core.times.late;
  const sweepAt = entry.sweepAt === null ? null : nextSweep(core, doubtUntil, null);
  return { notBefore: 0, doubtUntil, sweepAt, ...(entry.state === 'in-doubt' ? { lastAttemptAt: now } : {}) };
}
