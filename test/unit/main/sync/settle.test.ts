import { beforeEach, describe, expect, it } from 'vitest';
import { doubted, nextSweep, settled } from '../../../../src/main/sync/settle.ts';
import type { CreateKind } from '../../../../src/main/sync/intake.ts';
import type { EntryReason, Outcome } from '../../../../src/shared/outbox.ts';
import type { EntryFields, StoredEntry } from '../../../../src/shared/outbox-storage.ts';
import { coreInMemory } from '../../../fixtures/core-in-memory.ts';

const reason: EntryReason = { code: 'line.timeout', detail: {} };
const stopId = 'plans/p1/stops/s1';

let all: ReturnType<typeof coreInMemory>;
let now: number;

beforeEach(() => {
  all = coreInMemory();
  now = all.system.now();
});

/** One that was sent, with what is said of it. */
function entry(set: Partial<EntryFields> = {}, kind: CreateKind = 'stops.create'): StoredEntry {
  const { entryId } = all.intake.create(kind, kind === 'stops.create' ? 'plans/p1' : '', { notes: 'x' });
  all.put(entryId, { state: 'sending', attempts: 1, lastAttemptAt: now, ...set });
  return found(entryId ?? '');
}

function found(id: string): StoredEntry {
  const one = all.storage.find(id);
  if (one === undefined) throw new Error('it is not kept');
  return one;
}

/** The entry after an outcome. */
function after(one: StoredEntry, outcome: Outcome): StoredEntry {
  all.storage.commit(settled(all.core, one, outcome));
  return found(one.id);
}

describe('the next search for copies after a doubt', () => {
  it('is made every three minutes, last a second after nothing can come any more', () => {
    expect(nextSweep(all.core, now + 600_000, null)).toBe(now + 180_000);
    expect(nextSweep(all.core, now + 60_000, null)).toBe(now + 61_000);
    expect(nextSweep(all.core, now + 60_000, now)).toBe(now + 61_000);
  });

  it('is made at once when the last one is overdue, and never again once it was made', () => {
    expect(nextSweep(all.core, now - 5_000, null)).toBe(now);
    expect(nextSweep(all.core, now - 5_000, now - 4_001)).toBe(now);
    expect(nextSweep(all.core, now - 5_000, now - 4_000)).toBeNull();
    expect(nextSweep(all.core, now - 5_000, now)).toBeNull();
  });
});

describe('a doubt', () => {
  it('counts from the moment it arose, for ten minutes, and is counted', () => {
    const first = doubted(all.core, entry({ lastAttemptAt: now - 60_000 }));
    expect(first).toEqual({ lastAttemptAt: now, doubtUntil: now + 600_000, progress: { doubts: 1 } });
    const second = entry({ progress: { doubts: 1, dayConfirmed: true } });
    expect(doubted(all.core, second).progress).toEqual({ doubts: 2, dayConfirmed: true });
  });

  it('is what an attempt without an answer leads to, at once', () => {
    expect(after(entry(), { kind: 'in-doubt', reason })).toMatchObject({
      ...{ state: 'in-doubt', reason, notBefore: 0, settledAt: null },
      ...{ lastAttemptAt: now, doubtUntil: now + 600_000, progress: { doubts: 1 } },
    });
  });
});

describe('what the service put off', () => {
  it('rests for as long as it said', () => {
    const later = after(entry(), { kind: 'later', reason, waitMilliseconds: 5_000 });
    expect(later).toMatchObject({ state: 'queued', reason, notBefore: now + 5_000, settledAt: null });
    expect(after(entry(), { kind: 'later', reason, waitMilliseconds: 1 }).notBefore).toBe(now + 1);
  });

  it('rests for a while that grows with the attempts when it did not say how long', () => {
    const rest = (attempts: number) =>
      after(entry({ attempts }), { kind: 'later', reason, waitMilliseconds: 0 }).notBefore - now;
    for (const [attempts, most] of [
      [1, 4_000],
      [3, 16_000],
      [9, 60_000],
    ] as const) {
      const rested = rest(attempts);
      expect(rested).toBeGreaterThanOrEqual(most / 2);
      expect(rested).toBeLessThanOrEqual(most);
    }
  });
});

describe('what the service has taken', () => {
  it('is settled now, and known by its id', () => {
    const made = after(entry(), { kind: 'acknowledged', serverId: stopId });
    expect(made).toMatchObject({
      state: 'acknowledged',
      reason: null,
      settledAt: now,
      serverId: stopId,
      sweepAt: null,
    });
  });

  it('keeps the id that it has when the answer brings none', () => {
    const made = after(entry(), { kind: 'acknowledged', serverId: stopId });
    expect(after(made, { kind: 'acknowledged', serverId: null }).serverId).toBe(stopId);
  });

  it('is looked at again when it is carried out later: the operation is kept beside what was known', () => {
    const one = entry({ progress: { dayConfirmed: true } });
    const pending = { kind: 'pending', serverId: null, operationId: 'operations/o1', waitMilliseconds: 3_000 } as const;
    expect(after(one, pending)).toMatchObject({
      ...{ state: 'pending', reason: { code: 'outbox.pending' }, notBefore: now + 3_000, settledAt: null },
      progress: { dayConfirmed: true, operationId: 'operations/o1' },
    });
    const live = { ...pending, operationId: null, serverId: stopId };
    const made = after(entry({ progress: { dayConfirmed: true } }), live);
    expect(made).toMatchObject({ serverId: stopId, progress: { dayConfirmed: true } });
    expect(made.progress).not.toHaveProperty('operationId');
  });

  it('is searched for copies when a request of it was in doubt, and so is what was refused or asks', () => {
    const doubt = { doubtUntil: now + 60_000 };
    const last = now + 61_000;
    expect(after(entry(doubt), { kind: 'acknowledged', serverId: stopId }).sweepAt).toBe(last);
    expect(after(entry(doubt), { kind: 'refused', reason }).sweepAt).toBe(last);
    expect(after(entry(doubt), { kind: 'decision', reason }).sweepAt).toBe(last);
    expect(after(entry(doubt), { kind: 'later', reason, waitMilliseconds: 0 }).sweepAt).toBeNull();
    expect(after(entry(), { kind: 'refused', reason }).sweepAt).toBeNull();
    // A driver has no marker by which a copy could be told from a stranger's.
    expect(after(entry(doubt, 'drivers.create'), { kind: 'refused', reason }).sweepAt).toBeNull();
  });
});

it('what was blocked by a plan waits again when the plan is there, and nothing else does', () => {
  const plan = entry({}, 'plans.create');
  const { entryId } = all.intake.create('stops.create', plan.recordId, { notes: 'x' });
  const other = all.intake.create('stops.create', 'plans/p9', { notes: 'x' }).entryId;
  const blocked = { code: 'outbox.parent-refused', detail: {} } as const;
  for (const id of [entryId, other]) all.put(id, { state: 'blocked', reason: blocked, notBefore: now + 1 });
  after(plan, { kind: 'acknowledged', serverId: 'plans/p2' });
  expect(found(entryId ?? '')).toMatchObject({ state: 'queued', reason: null, notBefore: 0, lane: 'plans/p2' });
  expect(found(other ?? '')).toMatchObject({ state: 'blocked', reason: blocked });
});
