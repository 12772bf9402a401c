import { describe, expect, it } from 'vitest';
import { afterLookUp, afterOutcome, isOurMarker, openCount, type EntryReason } from '../../../src/shared/outbox.ts';
import { newId, newMarker } from '../../../src/main/system.ts';
import { VirtualSystem } from '../../fixtures/virtual-system.ts';

const reason: EntryReason = { code: 'line.timeout', detail: {} };

describe('the state after an outcome', () => {
  it.each([
    ['acknowledged', { kind: 'acknowledged', serverId: 'plans/a/stops/b' }, 'acknowledged'],
    ['not sent', { kind: 'later', reason, waitMilliseconds: 0 }, 'queued'],
    ['a refused key', { kind: 'key-refused', reason }, 'queued'],
    ['no answer', { kind: 'in-doubt', reason }, 'in-doubt'],
    ['a refusal', { kind: 'refused', reason }, 'refused'],
    ['a choice', { kind: 'decision', reason }, 'decision'],
  ] as const)('%s', (_name, outcome, state) => {
    const why = 'reason' in outcome ? outcome.reason : null;
    expect(afterOutcome(outcome)).toEqual({ state, reason: why, waitMilliseconds: 0 });
  });
});

it('checks an entry that the service applies later again after the wait, and says so', () => {
  const pending = { kind: 'pending', serverId: null, operationId: null, waitMilliseconds: 3_000 } as const;
  expect(afterOutcome(pending)).toEqual({
    state: 'pending',
    reason: { code: 'outbox.pending', detail: {} },
    waitMilliseconds: 3_000,
  });
});

describe('the state after a lookup', () => {
  it('stays in doubt until a record has been absent for the settle time', () => {
    expect(afterLookUp({ kind: 'absent' }, 0, 120_000)).toMatchObject({ state: 'in-doubt', waitMilliseconds: 120_000 });
    expect(afterLookUp({ kind: 'absent' }, 50_000, 120_000)).toEqual({
      state: 'in-doubt',
      reason: { code: 'outbox.settling', detail: { waitMilliseconds: 70_000 } },
      waitMilliseconds: 70_000,
    });
    const again = { state: 'queued', reason: null, waitMilliseconds: 0 };
    expect(afterLookUp({ kind: 'absent' }, 120_000, 120_000)).toEqual(again);
  });

  it('is settled without a wait if the record was found', () => {
    const ours = { kind: 'ours', serverId: 'plans/a/stops/b' } as const;
    expect(afterLookUp(ours, 0, 120_000)).toEqual({ state: 'acknowledged', reason: null, waitMilliseconds: 0 });
  });

  it('stays in doubt after an unanswered lookup of any age', () => {
    expect(afterLookUp({ kind: 'unknown', reason }, 10_000_000, 120_000)).toEqual({
      state: 'in-doubt',
      reason,
      waitMilliseconds: 5_000,
    });
  });

  it('needs a decision if the records cannot be told apart', () => {
    const several = { code: 'outbox.several-found', detail: { count: 2 } };
    const decision = { state: 'decision', waitMilliseconds: 0 };
    expect(afterLookUp({ kind: 'several', count: 2 }, 0, 120_000)).toEqual({ ...decision, reason: several });
    const other = { code: 'outbox.other-content', detail: {} };
    expect(afterLookUp({ kind: 'other-content' }, 0, 120_000)).toEqual({ ...decision, reason: other });
  });
});

describe('markers and ids', () => {
  it('distinguishes our markers from entered ids', () => {
    const system = new VirtualSystem();
    const markers = Array.from({ length: 1_000 }, () => newMarker(system));
    expect(markers.every(isOurMarker)).toBe(true);
    expect(new Set(markers).size).toBe(1_000);
    expect(['4711', 'dd-1', 'DD-abcdefghjkmn', 'WEB-10699'].some(isOurMarker)).toBe(false);
  });

  it('creates local ids of version 7 that sort by time', async () => {
    const system = new VirtualSystem();
    const first = newId(system);
    await system.advance(1);
    const second = newId(system);
    expect(first).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(first < second).toBe(true);
  });
});

it('counts what waits, what is pending and what needs a decision as open', () => {
  const summary = { waiting: 5, inDoubt: 2, pending: 30, asking: 400, waitingOf: { stops: 5 }, oldestAt: null };
  expect(openCount(summary)).toBe(435);
});
