import { describe, expect, it } from 'vitest';
import { entryChoice, heldBy, liveKind, waysOf as waysHeld } from '../../../src/shared/outbox-decisions.ts';
import type { EntryKind } from '../../../src/shared/outbox-kinds.ts';
import type { EntryReason } from '../../../src/shared/outbox.ts';
import type { StoredEntry } from '../../../src/main/db/outbox-storage.ts';
import { coreInMemory } from '../../fixtures/core-in-memory.ts';

const now = Date.UTC(2026, 5, 15, 12);

/** A new stop's entry with the given fields. */
function entry(set: Partial<StoredEntry>): StoredEntry {
  const { intake, storage } = coreInMemory();
  const { entryId } = intake.create('stops.create', 'plans/p1', { address: { addressLineOne: 'Quay 1' } });
  const made = storage.find(entryId ?? '');
  if (made === undefined) throw new Error('it was not kept');
  return { ...made, ...set };
}

const waysOf = (one: StoredEntry, at: number) => waysHeld(one, at, null);

const asks = (code: EntryReason['code'], set: Partial<StoredEntry> = {}): StoredEntry =>
  entry({ state: 'decision', reason: { code, detail: {} }, ...set });

describe('the choices of an entry', () => {
  it('are empty without a decision or rejection', () => {
    for (const state of ['queued', 'sending', 'in-doubt', 'pending', 'acknowledged', 'given-up'] as const)
      expect(waysOf(entry({ state }), now)).toEqual([]);
  });

  it('are to discard only for an unreadable entry that needs a decision', () => {
    expect(waysOf(asks('outbox.unreadable', { intact: false }), now)).toEqual(['give-up']);
    expect(waysOf(entry({ state: 'refused', intact: false }), now)).toEqual([]);
    expect(waysOf(asks('outbox.unreadable'), now)).toEqual(['give-up']);
  });

  it('include another plan or no plan for a rejected or blocked stop', () => {
    expect(waysOf(entry({ state: 'refused' }), now)).toEqual(['send-again', 'other-plan', 'unassigned', 'give-up']);
    expect(waysOf(entry({ state: 'blocked' }), now)).toEqual(['other-plan', 'unassigned', 'give-up']);
    expect(waysOf(entry({ state: 'refused', noun: 'orders', kind: 'orders.create' }), now)).toEqual([
      'send-again',
      'give-up',
    ]);
    expect(waysOf(entry({ state: 'blocked', kind: 'stops.update' }), now)).toEqual(['give-up']);
  });

  it('include another plan for a move until its new stop is created', () => {
    const old = { id: 'plans/p2/stops/s1', planId: 'plans/p2' };
    const move = { kind: 'stops.move', state: 'refused', progress: { old } } as const;
    expect(waysOf(entry(move), now)).toEqual(['send-again', 'other-plan', 'give-up']);
    const moved = { ...move, progress: { old, moved: 'created' } } as const;
    expect(waysOf(entry(moved), now)).toEqual(['send-again', 'give-up']);
    expect(waysOf(asks('outbox.plan-not-writable', { ...moved, state: 'decision' }), now)).toEqual([
      'live',
      'send-again',
    ]);
  });

  it('exclude other places while a copy of the stop may arrive or is searched for', () => {
    const free = ['other-plan', 'unassigned', 'send-again', 'give-up'];
    const bound = ['send-again', 'give-up'];
    const day = (set: Partial<StoredEntry>) => waysOf(asks('outbox.day-passed', set), now);
    expect(day({})).toEqual(free);
    expect(day({ doubtUntil: now + 1, sweepAt: null })).toEqual(bound);
    // At this very moment a copy may still arrive.
    expect(day({ doubtUntil: now, sweepAt: null })).toEqual(bound);
    expect(day({ doubtUntil: now - 1, sweepAt: now })).toEqual(bound);
    expect(day({ doubtUntil: now - 1, sweepAt: null })).toEqual(free);
    expect(day({ doubtUntil: 1, sweepAt: now })).toEqual(bound);
    expect(day({ doubtUntil: 0, sweepAt: now })).toEqual(free);
  });

  it('include a live change if the plan accepts only those, unless it could create the stop twice', () => {
    const out = (set: Partial<StoredEntry>) => waysOf(asks('outbox.plan-not-writable', set), now);
    expect(out({})).toEqual(['live', 'other-plan', 'unassigned', 'send-again', 'give-up']);
    expect(out({ doubtUntil: now + 1 })).toEqual(['send-again', 'give-up']);
    expect(out({ kind: 'stops.update', doubtUntil: now + 1 })).toEqual(['live', 'send-again', 'give-up']);
    expect(out({ kind: 'plans.optimize', noun: 'plans' })).toEqual(['send-again', 'give-up']);
  });

  it('end with discarding, which comes first only if there is nothing else', () => {
    const codes = ['conflict', 'plan-not-writable', 'day-passed', 'discarded', 'several-found', 'cannot-tell'] as const;
    const all = [
      ...codes.map((code) => waysOf(asks(`outbox.${code}`), now)),
      ...(['refused', 'blocked'] as const).map((state) => waysOf(entry({ state }), now)),
    ];
    for (const ways of all) {
      expect(ways.at(-1)).toBe('give-up');
      expect(ways.indexOf('give-up')).toBeGreaterThan(0);
    }
  });

  it('depend on the reason', () => {
    expect(waysOf(asks('outbox.conflict'), now)).toEqual(['resolve', 'give-up']);
    expect(waysOf(asks('outbox.discarded'), now)).toEqual(['send-again', 'give-up']);
    expect(waysOf(asks('outbox.several-found'), now)).toEqual(['on-service', 'give-up']);
    expect(waysOf(asks('outbox.cannot-tell'), now)).toEqual(['on-service', 'send-again', 'give-up']);
  });
});

describe('one half of a move', () => {
  const old = { id: 'plans/p2/stops/s1', planId: 'plans/p2' };
  const moved = { kind: 'stops.move', progress: { old, moved: 'created' } } as const;
  const deletion: Partial<StoredEntry> = {
    kind: 'unassignedStops.delete',
    noun: 'unassignedStops',
    progress: { needs: ['new'] },
  };
  const held = (set: Partial<StoredEntry>, made?: Partial<StoredEntry>, serverId: string | null = null) =>
    heldBy(entry(set), () => ({ serverId, made: made === undefined ? undefined : entry(made) }));

  it('is not discarded alone while the other half is still to be done, or is done', () => {
    for (const state of ['queued', 'refused', 'blocked', 'decision'] as const) {
      expect(held({ ...moved, state })).toBe('done');
      expect(held({ ...deletion, state }, { state: 'refused' })).toBe('waiting');
    }
    const halves = (['queued', 'sending', 'in-doubt', 'blocked', 'decision'] as const).map((state) => ({ state }));
    expect(halves.map((made) => held(deletion, made))).toEqual(halves.map(() => 'waiting'));
    expect([held(deletion, { state: 'acknowledged' }), held(deletion, { state: 'pending' })]).toEqual(['done', 'done']);
    expect(held(deletion, { ...moved, state: 'queued' })).toBe('done');
    // From a file, the record alone may have come.
    expect(held(deletion, undefined, 'plans/p1/stops/s9')).toBe('done');
  });

  it('may be discarded when the other half was, and when nothing is left to delete', () => {
    expect(held(deletion, { state: 'given-up' })).toBeNull();
    expect(held(deletion)).toBeNull();
    const gone = { state: 'refused', reason: { code: 'service.not-found', detail: {} } } as const;
    expect(held({ ...moved, ...gone })).toBeNull();
    expect(held({ ...deletion, ...gone }, { state: 'acknowledged' })).toBeNull();
    expect(held({ ...moved, intact: false })).toBeNull();
    // A create names the drivers of its body.
    expect(held({ progress: { needs: ['driver'] } }, { state: 'queued' })).toBeNull();
  });

  it('has no choice to discard', () => {
    expect(waysHeld(entry({ ...moved, state: 'refused' }), now, 'done')).toEqual(['send-again']);
    expect(waysHeld(entry({ ...deletion, state: 'blocked' }), now, 'waiting')).toEqual([]);
    expect(waysHeld(asks('outbox.several-found', moved), now, 'done')).toEqual(['on-service']);
  });
});

it('has a live kind for stops of plans only', () => {
  const kinds: EntryKind[] = ['stops.create', 'stops.update', 'stops.delete', 'stops.move', 'orders.create'];
  expect(kinds.map(liveKind)).toEqual(['stops.liveCreate', 'stops.liveUpdate', 'stops.liveDelete', null, null]);
});

it('accepts ids of one to 120 characters in a choice', () => {
  const isRead = (choice: unknown) => entryChoice.safeParse(choice).success;
  for (const [length, reads] of [
    [0, false],
    [1, true],
    [120, true],
    [121, false],
  ] as const) {
    const id = 'p'.repeat(length);
    expect(isRead({ way: 'other-plan', planId: id })).toBe(reads);
    expect(isRead({ way: 'unassigned', depot: id })).toBe(reads);
  }
  expect(isRead({ way: 'unassigned', depot: null })).toBe(true);
  const resolved = (name: string) => isRead({ way: 'resolve', fields: { [name]: 'mine' }, others: 'theirs' });
  expect([resolved('n'.repeat(300)), resolved('n'.repeat(301))]).toEqual([true, false]);
});
