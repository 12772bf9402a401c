import { beforeEach, describe, expect, it } from 'vitest';
import { doubted, nextSweep, settled } from '../../../../src/main/outbox/settle.ts';
import type { CreateKind } from '../../../../src/main/outbox/intake.ts';
import type { EntryReason, Outcome } from '../../../../src/shared/outbox.ts';
import type { EntryFields, StoredEntry } from '../../../../src/main/db/outbox-storage.ts';
import { coreInMemory } from '../../../fixtures/core-in-memory.ts';

const reason: EntryReason = { code: 'line.timeout', detail: {} };
const stopId = 'plans/p1/stops/s1';

let all: ReturnType<typeof coreInMemory>;
let now: number;

beforeEach(() => {
  all = coreInMemory();
  now = all.system.now();
});

/** An entry that was sent, with the given fields. */
function entry(set: Partial<EntryFields> = {}, kind: CreateKind = 'stops.create'): StoredEntry {
  const { entryId } = all.intake.create(kind, kind.startsWith('stops.') ? 'plans/p1' : '', { notes: 'x' });
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
  it('runs every three minutes, and last a second after no copy can arrive any more', () => {
    expect(nextSweep(all.core, now + 600_000, null)).toBe(now + 180_000);
    expect(nextSweep(all.core, now + 60_000, null)).toBe(now + 61_000);
    expect(nextSweep(all.core, now + 60_000, now)).toBe(now + 61_000);
  });

  it('runs immediately when overdue, and never again after the last one', () => {
    expect(nextSweep(all.core, now - 5_000, null)).toBe(now);
    expect(nextSweep(all.core, now - 5_000, now - 4_001)).toBe(now);
    expect(nextSweep(all.core, now - 5_000, now - 4_000)).toBeNull();
    expect(nextSweep(all.core, now - 5_000, now)).toBeNull();
  });
});

describe('a doubt', () => {
  it('lasts ten minutes from the moment it arose, and is counted', () => {
    const first = doubted(all.core, entry({ lastAttemptAt: now - 60_000 }));
    expect(first).toEqual({ lastAttemptAt: now, doubtUntil: now + 600_000, progress: { doubts: 1 } });
    const second = entry({ progress: { doubts: 1, dayConfirmed: true } });
    expect(doubted(all.core, second).progress).toEqual({ doubts: 2, dayConfirmed: true });
  });

  it('begins immediately after an attempt without an answer', () => {
    expect(after(entry(), { kind: 'in-doubt', reason })).toMatchObject({
      ...{ state: 'in-doubt', reason, notBefore: 0, settledAt: null },
      ...{ lastAttemptAt: now, doubtUntil: now + 600_000, progress: { doubts: 1 } },
    });
  });
});

describe('a doubt with an answer of the service', () => {
  const codes = ['service.failed', 'line.odd-answer', 'outbox.counts-disagree'] as const;

  it.each(codes)('counts as a failure: %s', (code) => {
    const failed = { kind: 'in-doubt', reason: { code, detail: {} } } as const;
    const once = after(entry(), failed);
    expect(once.progress).toEqual({ doubts: 1, failures: 1 });
    expect(after(once, failed).progress).toEqual({ doubts: 2, failures: 2 });
    expect(after(once, { kind: 'in-doubt', reason }).progress).toEqual({ doubts: 2, failures: 1 });
  });
});

describe('a postponed entry', () => {
  it('rests as long as the service said', () => {
    const later = after(entry(), { kind: 'later', reason, waitMilliseconds: 5_000 });
    expect(later).toMatchObject({ state: 'queued', reason, notBefore: now + 5_000, settledAt: null });
    expect(after(entry(), { kind: 'later', reason, waitMilliseconds: 1 }).notBefore).toBe(now + 1);
  });

  it('rests longer with each attempt if the service did not say how long', () => {
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

describe('an accepted entry', () => {
  it('is settled and has its id', () => {
    const made = after(entry(), { kind: 'acknowledged', serverId: stopId });
    expect(made).toMatchObject({
      state: 'acknowledged',
      reason: null,
      settledAt: now,
      serverId: stopId,
      sweepAt: null,
    });
  });

  it('keeps its id when the answer has none', () => {
    const made = after(entry(), { kind: 'acknowledged', serverId: stopId });
    expect(after(made, { kind: 'acknowledged', serverId: null }).serverId).toBe(stopId);
  });

  it('is checked again if it is applied later, with its operation saved beside the known state', () => {
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

  it('is searched for copies after a doubt, as are rejected entries and those that need a decision', () => {
    const doubt = { doubtUntil: now + 60_000 };
    const last = now + 61_000;
    expect(after(entry(doubt), { kind: 'acknowledged', serverId: stopId }).sweepAt).toBe(last);
    expect(after(entry(doubt, 'stops.liveCreate'), { kind: 'acknowledged', serverId: stopId }).sweepAt).toBe(last);
    expect(after(entry(doubt), { kind: 'refused', reason }).sweepAt).toBe(last);
    expect(after(entry(doubt), { kind: 'decision', reason }).sweepAt).toBe(last);
    expect(after(entry(doubt), { kind: 'later', reason, waitMilliseconds: 0 }).sweepAt).toBeNull();
    expect(after(entry(), { kind: 'refused', reason }).sweepAt).toBeNull();
    // A driver has no marker that would tell a copy from another record.
    expect(after(entry(doubt, 'drivers.create'), { kind: 'refused', reason }).sweepAt).toBeNull();
  });
});

it('queues the entries that a plan blocked once the plan exists, and no others', () => {
  const plan = entry({}, 'plans.create');
  const { entryId } = all.intake.create('stops.create', plan.recordId, { notes: 'x' });
  const other = all.intake.create('stops.create', 'plans/p9', { notes: 'x' }).entryId;
  const blocked = { code: 'outbox.parent-refused', detail: {} } as const;
  for (const id of [entryId, other]) all.put(id, { state: 'blocked', reason: blocked, notBefore: now + 1 });
  after(plan, { kind: 'acknowledged', serverId: 'plans/p2' });
  expect(found(entryId ?? '')).toMatchObject({ state: 'queued', reason: null, notBefore: 0, lane: 'plans/p2' });
  expect(found(other ?? '')).toMatchObject({ state: 'blocked', reason: blocked });
});

it('keeps a rejected entry of a plan rejected when the plan is created', () => {
  const plan = entry({}, 'plans.create');
  const { entryId } = all.intake.create('stops.create', plan.recordId, { notes: 'x' });
  const blocked = all.intake.create('stops.create', plan.recordId, { notes: 'y' }).entryId;
  all.put(entryId, { state: 'refused', reason });
  all.put(blocked, { state: 'blocked', reason: { code: 'outbox.parent-refused', detail: {} } });
  after(plan, { kind: 'acknowledged', serverId: 'plans/p2' });
  expect(found(entryId ?? '')).toMatchObject({ state: 'refused', reason });
  expect(found(blocked ?? '').state).toBe('queued');
});

it('keeps the lane of a plan when the answer has no id', () => {
  const plan = entry({}, 'plans.create');
  const { entryId } = all.intake.create('stops.create', plan.recordId, { notes: 'x' });
  after(plan, { kind: 'acknowledged', serverId: null });
  expect(found(entryId ?? '').lane).toBe(plan.recordId);
});

it('does not change the id of a record by an edit', () => {
  const { entryId } = all.intake.edit('stops.update', stopId, 'plans/p1', { notes: 'mine' }, { notes: 'x' });
  after(found(entryId ?? ''), { kind: 'acknowledged', serverId: 'plans/p1/stops/s9' });
  expect(found(entryId ?? '').serverId).toBe(stopId);
});

it('continues a move with the old stop after the new one is created and has its id', () => {
  const made = after(entry(), { kind: 'acknowledged', serverId: stopId });
  const move = found(all.intake.move(made.recordId, 'plans/p1', 'plans/p2', { notes: 'x' }).entryId ?? '');
  all.put(move.id, { state: 'sending', reason, attempts: 1, lastAttemptAt: now, notBefore: now + 1, settledAt: now });
  const halfDone = after(found(move.id), { kind: 'acknowledged', serverId: 'plans/p2/stops/s2' });
  expect(halfDone).toMatchObject({
    ...{ state: 'queued', reason: null, notBefore: 0, settledAt: null },
    ...{ serverId: 'plans/p2/stops/s2', progress: { ...move.progress, moved: 'created' } },
  });
});

describe('an entry at the place that a stop has moved away from', () => {
  /** A stop on the service with one sent and one rejected edit, and its move half done. */
  function moving() {
    const made = after(entry(), { kind: 'acknowledged', serverId: stopId });
    all.put(made.id, { progress: { doubts: 2 } });
    const edit = (notes: string) =>
      all.intake.edit('stops.update', made.recordId, 'plans/p1', { notes }, { notes: 'x' }).entryId ?? '';
    const sent = edit('sent');
    all.put(sent, { state: 'acknowledged', settledAt: now });
    const refused = edit('refused');
    all.put(refused, { state: 'refused', reason, progress: { doubts: 1 } });
    const move = all.intake.move(made.recordId, 'plans/p1', 'plans/p2', { notes: 'x' }).entryId ?? '';
    all.put(refused, { state: 'refused', reason, progress: { doubts: 1 }, settledAt: null });
    all.put(move, { state: 'sending', progress: { ...found(move).progress, moved: 'created' } });
    return { made: made.id, sent, refused, move };
  }

  it('is discarded by the move, which records its previous state', () => {
    const { refused, move } = moving();
    after(found(move), { kind: 'acknowledged', serverId: null });
    expect(found(refused)).toMatchObject({ state: 'given-up', reason: null, settledAt: now });
    expect(found(refused).progress).toEqual({ doubts: 1, takenBack: { by: move, state: 'refused', reason } });
  });

  it('stays settled, and the creation of the stop is marked as moved away', () => {
    const { made, sent, move } = moving();
    const before = [found(made), found(sent)];
    after(found(move), { kind: 'acknowledged', serverId: null });
    expect(found(sent)).toEqual(before[1]);
    expect(found(made)).toEqual({ ...before[0], progress: { ...before[0]?.progress, movedAway: true } });
  });
});
