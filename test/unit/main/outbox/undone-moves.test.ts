/** Moves of stops are undone until something of them was sent; the stop is then where it was, once. */
import { describe, expect, it } from 'vitest';
import type { ServiceClient } from '../../../../src/main/outbox/core.ts';
import { replace } from '../../../../src/main/outbox/replace.ts';
import { restore } from '../../../../src/main/outbox/restore.ts';
import { MovesUndone } from '../../../../src/main/outbox/undo-move.ts';
import { coreInMemory } from '../../../fixtures/core-in-memory.ts';

const planId = 'plans/p1';
const otherId = 'plans/p2';
const onService = `${planId}/stops/s1`;
const unassignedOnService = 'unassignedStops/u1';
const content = { address: { addressLineOne: 'Quay 1' }, recipient: { name: 'Ada' } };

function desk() {
  let noticed = 0;
  const all = coreInMemory({ service: {} as ServiceClient, noticeClock: () => (noticed += 1) });
  const { intake, storage, core, disk } = all;
  return {
    ...all,
    undo: (id: string) => new MovesUndone(core).undo(id),
    noticed: () => noticed,
    /** From a plan to the unassigned stops. */
    unassign: (id: string) =>
      replace(storage, intake, {
        create: { kind: 'unassignedStops.create', parentId: '', content },
        remove: { kind: 'stops.delete', id, parentId: planId },
      }),
    /** The other way round. */
    assign: (id: string) =>
      replace(storage, intake, {
        create: { kind: 'stops.create', parentId: planId, content },
        remove: { kind: 'unassignedStops.delete', id, parentId: '' },
      }),
    typed: (kind: 'stops.create' | 'unassignedStops.create') =>
      intake.create(kind, kind === 'stops.create' ? planId : '', content).recordId,
    /** Made here, and on the service since. */
    sent(kind: 'stops.create' | 'unassignedStops.create') {
      const recordId = this.typed(kind);
      const serverId = kind === 'stops.create' ? `${planId}/stops/s7` : 'unassignedStops/u7';
      const [made] = storage.entriesOf(recordId);
      storage.commit([
        { do: 'change-record', id: recordId, set: { serverId } },
        { do: 'change-entry', id: made?.id ?? '', set: { state: 'acknowledged' } },
      ]);
      return recordId;
    },
    /** What is still to be sent. */
    left: () => disk.entries.filter(({ state }) => state !== 'given-up').map(({ kind }) => kind),
  };
}

type Desk = ReturnType<typeof desk>;

/** Each move of a stop, on the service or not. */
const moves: Record<string, { stop: (of: Desk) => string; move: (of: Desk, id: string) => { recordId: string } }> = {
  'to another plan': {
    stop: () => onService,
    move: ({ intake }, id) => intake.move(id, planId, otherId, content),
  },
  'to another plan, never sent': {
    stop: ({ typed }) => typed('stops.create'),
    move: ({ intake }, id) => intake.move(id, planId, otherId, content),
  },
  'to another plan, made here': {
    stop: (of) => of.sent('stops.create'),
    move: ({ intake }, id) => intake.move(id, planId, otherId, content),
  },
  'to the unassigned stops, made here': {
    stop: (of) => of.sent('stops.create'),
    move: ({ unassign }, id) => unassign(id),
  },
  'to a plan, made here': {
    stop: (of) => of.sent('unassignedStops.create'),
    move: ({ assign }, id) => assign(id),
  },
  'to the unassigned stops': { stop: () => onService, move: ({ unassign }, id) => unassign(id) },
  'to the unassigned stops, never sent': {
    stop: ({ typed }) => typed('stops.create'),
    move: ({ unassign }, id) => unassign(id),
  },
  'to a plan': { stop: () => unassignedOnService, move: ({ assign }, id) => assign(id) },
  'to a plan, never sent': {
    stop: ({ typed }) => typed('unassignedStops.create'),
    move: ({ assign }, id) => assign(id),
  },
};

describe.each(Object.entries(moves))('a move %s', (_what, { stop, move }) => {
  it('is undone once, and leaves what there was', () => {
    const of = desk();
    const id = stop(of);
    const before = of.left();
    move(of, id);
    expect(of.undo(id)).toBe(true);
    expect(of.left()).toEqual(before);
    expect(of.undo(id), 'undone twice').toBe(false);
    move(of, id);
    expect(of.undo(id), 'moved again').toBe(true);
    expect(of.left()).toEqual(before);
  });

  it.each(['sending', 'in-doubt', 'acknowledged', 'decision'] as const)('stays once it is %s', (state) => {
    const of = desk();
    const id = stop(of);
    const { recordId } = move(of, id);
    const [made] = of.storage.entriesOf(recordId);
    of.put(made?.id ?? '', { state });
    const before = of.states();
    expect(of.undo(id)).toBe(false);
    expect(of.states()).toEqual(before);
  });

  it('is undone in one commit by the current clock, and no file brings it back', () => {
    const of = desk();
    const id = stop(of);
    move(of, id);
    const soon = of.system.now() + 5_000;
    for (const entry of of.disk.entries) if (entry.state !== 'given-up') of.put(entry.id, { notBefore: soon });
    const before = new Map(of.disk.entries.map((entry) => [entry.id, entry.state]));
    const noticed = of.noticed();
    let commits = 0;
    const commit = of.disk.commit.bind(of.disk);
    of.disk.commit = (changes) => {
      commits += 1;
      commit(changes);
    };
    expect(of.undo(id)).toBe(true);
    expect(commits).toBe(1);
    expect(of.noticed()).toBe(noticed + 1);
    const ended = of.disk.entries.filter((one) => one.state === 'given-up' && before.get(one.id) !== 'given-up');
    expect(ended.length).toBeGreaterThan(0);
    for (const entry of ended) {
      expect(entry).toMatchObject({
        ...{ notBefore: 0, settledAt: of.system.now() },
        reason: { code: 'outbox.taken-back', detail: {} },
      });
    }
  });

  it('stays when the stop was changed at its new place', () => {
    const of = desk();
    const id = stop(of);
    const { recordId } = move(of, id);
    const kind = of.storage.record(recordId)?.noun === 'stops' ? 'stops.update' : 'unassignedStops.update';
    of.intake.edit(kind, recordId, '', { notes: 'there' }, { notes: null });
    const before = of.left();
    expect(of.undo(id)).toBe(false);
    expect(of.left()).toEqual(before);
  });

  it.each([
    ['queued', false],
    ['decision', false],
    ['given-up', true],
    ['acknowledged', true],
  ] as const)('stays while something else is to be done at its new place: %s', (state, isUndone) => {
    const of = desk();
    const id = stop(of);
    const { recordId } = move(of, id);
    const lane = of.storage.entriesOf(recordId)[0]?.lane ?? '';
    const edit = { kind: 'stops.update', lane, body: '{}', base: null, progress: null } as const;
    of.storage.commit([
      { do: 'add-entry', entry: { ...edit, id: 'edit', recordId, createdAt: of.system.now() } },
      { do: 'change-entry', id: 'edit', set: { state } },
    ]);
    expect(of.undo(id)).toBe(isUndone);
  });

  it('stays when the stop was corrected at its new place', () => {
    const of = desk();
    const id = stop(of);
    const { entryId } = move(of, id) as { recordId: string; entryId: string };
    expect(of.choices.correct(entryId, { ...content, notes: 'there' })).toBe(true);
    expect(of.undo(id)).toBe(false);
  });

  it('cannot be restored as a deletion, which would double the stop', () => {
    const of = desk();
    const id = stop(of);
    move(of, id);
    const before = of.states();
    const { storage, choices, system } = of;
    expect(restore({ storage, choices, now: system.now() }, id)).toBeNull();
    expect(of.states()).toEqual(before);
  });
});

it('gives back the edits that a move took', () => {
  for (const { move } of [moves['to another plan']!, moves['to the unassigned stops']!]) {
    const of = desk();
    of.intake.edit('stops.update', onService, planId, { notes: 'mine' }, { notes: null });
    move(of, onService);
    expect(of.left()).not.toContain('stops.update');
    expect(of.undo(onService)).toBe(true);
    expect(of.left()).toEqual(['stops.update']);
  }
});

it('undoes two moves of a stop one after the other, the last first', () => {
  const of = desk();
  const first = of.intake.move(onService, planId, otherId, content);
  of.intake.move(first.recordId, otherId, 'plans/p3', content);
  expect(of.undo(onService), 'it was moved on').toBe(false);
  expect(of.undo(first.recordId)).toBe(true);
  expect(of.left()).toEqual(['stops.move']);
  expect(of.undo(onService)).toBe(true);
  expect(of.left()).toEqual([]);
});

it('undoes a way to another plan and out of it, the last first', () => {
  const of = desk();
  const first = of.intake.move(onService, planId, otherId, content);
  of.unassign(first.recordId);
  const before = of.states();
  expect(of.undo(onService), 'it was moved on').toBe(false);
  expect(of.states()).toEqual(before);
  expect(of.undo(first.recordId)).toBe(true);
  expect(of.left()).toEqual(['stops.move']);
  expect(of.undo(onService)).toBe(true);
  expect(of.left()).toEqual([]);
});

it('undoes a way to a plan and back, and the deletion waits for the right stop', () => {
  const of = desk();
  const first = of.assign(unassignedOnService);
  of.unassign(first.recordId);
  expect(of.undo(unassignedOnService), 'it was moved on').toBe(false);
  expect(of.undo(first.recordId)).toBe(true);
  expect(of.left().toSorted()).toEqual(['stops.create', 'unassignedStops.delete']);
  const remove = of.disk.entries.find(({ kind }) => kind === 'unassignedStops.delete');
  expect(remove?.progress?.needs).toEqual([first.recordId]);
  expect(of.undo(unassignedOnService)).toBe(true);
  expect(of.left()).toEqual([]);
});

it('lets the deletion of a stop without a plan wait for the place where the stop ends', () => {
  const of = desk();
  const needs = () => of.disk.entries.find(({ kind }) => kind === 'unassignedStops.delete')?.progress?.needs;
  const first = of.assign(unassignedOnService);
  const second = of.intake.move(first.recordId, planId, otherId, content);
  expect(needs()).toEqual([second.recordId]);
  expect(of.undo(unassignedOnService), 'it was moved on').toBe(false);
  expect(of.undo(first.recordId)).toBe(true);
  expect(needs()).toEqual([first.recordId]);
  expect(of.undo(unassignedOnService)).toBe(true);
  expect(of.left()).toEqual([]);
});

it('leaves a stop whose first request may still arrive', () => {
  const of = desk();
  const id = of.typed('stops.create');
  const [made] = of.storage.entriesOf(id);
  of.put(made?.id ?? '', { state: 'refused', doubtUntil: of.system.now() + 600_000 });
  of.intake.move(id, planId, otherId, content);
  expect(of.undo(id)).toBe(false);
  expect(of.left()).toEqual(['stops.create']);
});

it('leaves a move whose stop was discarded at its old place, because nothing of the stop would be left', () => {
  const of = desk();
  const id = of.typed('stops.create');
  const [made] = of.storage.entriesOf(id);
  of.put(made?.id ?? '', { state: 'in-doubt', doubtUntil: of.system.now() + 600_000 });
  of.intake.move(id, planId, otherId, content);
  of.put(made?.id ?? '', { state: 'refused' });
  expect(of.choices.giveUp(made?.id ?? '')).toBe(true);
  expect(of.undo(id)).toBe(false);
  expect(of.left()).toEqual(['stops.move']);
});

it('leaves a deletion alone', () => {
  const of = desk();
  const typed = of.typed('stops.create');
  of.intake.remove('stops.delete', typed, planId);
  of.intake.remove('stops.delete', onService, planId);
  expect([of.undo(typed), of.undo(onService), of.undo('plans/p1/stops/none')]).toEqual([false, false, false]);
  expect(of.left()).toEqual(['stops.delete']);
});
