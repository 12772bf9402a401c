/** Entries discarded by a deletion or a move are recorded, and return when that is undone, regardless of the clock. */
import { describe, expect, it } from 'vitest';
import type { Core, ServiceClient } from '../../../../src/main/outbox/core.ts';
import { replace } from '../../../../src/main/outbox/replace.ts';
import { restore } from '../../../../src/main/outbox/restore.ts';
import { acknowledged } from '../../../../src/main/outbox/settle.ts';
import { Transfer } from '../../../../src/main/outbox/transfer.ts';
import { readTransferFile } from '../../../../src/main/outbox/transfer-file.ts';
import { readiness } from '../../../../src/main/sending/readiness.ts';
import { coreInMemory } from '../../../fixtures/core-in-memory.ts';
import { VirtualSystem } from '../../../fixtures/virtual-system.ts';

const planId = 'plans/p1';
const otherPlanId = 'plans/p2';
const id = `${planId}/stops/s1`;
const address = { addressLineOne: 'Quay 1' };
const hour = 3_600_000;

/** Accepts every deletion. */
const service = {
  read: () => Promise.reject(new Error('nothing is read')),
  write: () => Promise.resolve({ kind: 'answered', value: {} }),
} as unknown as ServiceClient;

function desk() {
  const all = coreInMemory({ service });
  const { intake, storage, choices, system } = all;
  return {
    ...all,
    edit: (notes: string) => intake.edit('stops.update', id, planId, { notes }, { notes: 'old' }),
    remove: () => intake.remove('stops.delete', id, planId),
    undo: (which = id) => restore({ storage, choices, now: system.now() }, which),
  };
}

describe('undoing a deletion', () => {
  it.each([0, -hour, hour, -400 * 24 * hour])('restores the edit with the clock set by %d ms', (by) => {
    const { edit, remove, undo, system, states, disk } = desk();
    edit('mine');
    system.setClock(by);
    remove();
    system.setClock(-2 * by);
    expect(undo()).not.toBeNull();
    expect(states()).toEqual(['stops.update queued', 'stops.delete given-up']);
    expect(disk.entries[0]?.body).toBe('{"notes":"mine"}');
  });

  it('restores an edit entered long before', () => {
    const { edit, remove, undo, system, states } = desk();
    edit('mine');
    system.setClock(5 * 24 * hour);
    remove();
    system.setClock(5 * 24 * hour);
    undo();
    expect(states()).toEqual(['stops.update queued', 'stops.delete given-up']);
  });

  it('does not restore an edit of an earlier deletion that was already undone', () => {
    const { edit, remove, undo, states, put, disk } = desk();
    edit('one');
    remove();
    undo();
    put(disk.entries[0]?.id ?? '', { state: 'acknowledged' });
    remove();
    undo();
    expect(states()).toEqual(['stops.update acknowledged', 'stops.delete given-up', 'stops.delete given-up']);
  });

  it('keeps a rejected edit rejected, with its reason', () => {
    const { edit, remove, undo, put, storage } = desk();
    const { entryId } = edit('mine');
    const reason = { code: 'service.refused', detail: { serviceMessage: 'too long' } } as const;
    put(entryId, { state: 'refused', reason });
    remove();
    undo();
    expect(storage.find(entryId ?? '')).toMatchObject({ state: 'refused', reason, settledAt: null });
  });

  it('restores a submission and the unsent order', () => {
    const { intake, undo, states } = desk();
    const { recordId } = intake.create('orders.create', '', { address });
    intake.command('orders.submit', recordId, { courierId: 'couriers/c1' });
    expect(intake.remove('orders.delete', recordId, '').entryId).toBeNull();
    expect(undo(recordId)).toBe(recordId);
    expect(states()).toEqual(['orders.create queued', 'orders.submit queued']);
  });

  it('restores a pending move of the stop and the entries that the move had discarded', () => {
    const { edit, intake, undo, states } = desk();
    edit('mine');
    const moved = intake.move(id, planId, otherPlanId, { address, notes: 'mine' });
    intake.remove('stops.delete', moved.recordId, otherPlanId);
    expect(states()).toEqual(['stops.update given-up', 'stops.move given-up', 'stops.delete queued']);
    expect(undo(moved.recordId)).toBe(moved.recordId);
    expect(states()).toEqual(['stops.update given-up', 'stops.move queued', 'stops.delete given-up']);
  });

  it('restores a stop before an optimisation of its plan that got its id meanwhile', () => {
    const { intake, storage, core, undo } = desk();
    const plan = intake.create('plans.create', '', { title: 'Tour', starts: { day: 16, month: 6, year: 2026 } });
    const stop = intake.create('stops.create', plan.recordId, { address });
    intake.remove('stops.delete', stop.recordId, plan.recordId);
    const made = storage.find(plan.entryId ?? '')!;
    storage.commit(acknowledged(core, made, 'plans/p9', { state: 'acknowledged' }));
    expect(undo(stop.recordId)).toBe(stop.recordId);
    const { entryId } = intake.command('plans.optimize', plan.recordId, {});
    const waits = { kind: 'waits', behind: { id: stop.entryId, lane: 'plans/p9' } };
    expect(readiness(core, storage.find(entryId ?? '')!, new Map())).toMatchObject(waits);
  });

  it('works the same when the deletion is discarded in the outbox', () => {
    const { edit, remove, choices, states } = desk();
    edit('mine');
    expect(choices.giveUp(remove().entryId ?? '')).toBe(true);
    expect(states()).toEqual(['stops.update queued', 'stops.delete given-up']);
  });

  it('works on the computer that imported the entries', async () => {
    const { edit, remove, core, storage } = desk();
    edit('mine');
    const deletion = remove();
    const from = new Transfer(core, () => [deletion.entryId ?? '']);
    const head = { writtenAt: 0, mode: 'connected', origin: 'https://depot.example', witnesses: [] } as const;
    let text = '';
    const count = await from.takeOut({ ...head, witnesses: [] }, (parts) => {
      text = [...parts].join('');
      return Promise.resolve();
    });
    expect([count, storage.find(deletion.entryId ?? '')?.state]).toEqual([1, 'given-up']);
    const there = desk();
    expect(new Transfer(there.core, () => []).takeIn(readTransferFile(text))).toEqual({ taken: 1, known: 0 });
    // It may have been sent meanwhile, so it is looked up and then waits.
    there.put(deletion.entryId, { state: 'queued', doubtUntil: 0 });
    expect(there.undo()).not.toBeNull();
    expect(there.states()).toEqual(['stops.update queued', 'stops.delete given-up']);
  });
});

describe('undoing the deletion of a stop that was to replace an unassigned one', () => {
  const assigned = () => {
    const all = desk();
    const { storage, intake } = all;
    const create = { kind: 'stops.create', parentId: planId, content: { address } } as const;
    const remove = { kind: 'unassignedStops.delete', id: 'unassignedStops/u1', parentId: '' } as const;
    const { recordId } = replace(storage, intake, { create, remove });
    intake.remove('stops.delete', recordId, planId);
    return { ...all, recordId, deletionId: all.disk.entries[1]?.id ?? '' };
  };

  it('lets it replace that one again', () => {
    const { undo, recordId, states } = assigned();
    expect(undo(recordId)).toBe(recordId);
    expect(states()).toEqual(['stops.create queued', 'unassignedStops.delete queued']);
  });

  it.each([
    ['is under way', { state: 'sending' }],
    ['may have been sent', { state: 'queued', doubtUntil: 10 * hour }],
  ] as const)('does nothing while the deletion of that one %s', (_, fields) => {
    const { undo, recordId, put, deletionId, states } = assigned();
    put(deletionId, fields);
    const before = states();
    expect(undo(recordId)).toBeNull();
    expect(states()).toEqual(before);
  });
});

describe('a move', () => {
  it('discards the first edit of a stop of the service', () => {
    const { edit, intake, states, disk } = desk();
    const first = edit('mine');
    intake.move(id, planId, otherPlanId, { address, notes: 'mine' });
    expect(states()).toEqual(['stops.update given-up', 'stops.move queued']);
    expect(disk.entries[0]?.progress?.takenBack?.by).toBe(disk.entries[1]?.id);
    expect(disk.entries[1]?.progress?.took).toEqual([first.entryId]);
  });

  it('restores the edit when it is discarded, even after two moves an hour apart', () => {
    const { edit, intake, choices, system, states } = desk();
    edit('mine');
    const once = intake.move(id, planId, otherPlanId, { address, notes: 'mine' });
    system.setClock(hour);
    const twice = intake.move(once.recordId, otherPlanId, 'plans/p3', { address, notes: 'mine' });
    expect(choices.giveUp(twice.entryId ?? '')).toBe(true);
    expect(states()).toEqual(['stops.update queued', 'stops.move given-up', 'stops.move given-up']);
  });

  it('settles the open entries of the stop in the old plan when it is complete', async () => {
    const { edit, intake, outbox, put, states, storage } = desk();
    const first = edit('mine');
    put(first.entryId, { state: 'decision', reason: { code: 'outbox.conflict', detail: {} } });
    const moved = intake.move(id, planId, otherPlanId, { address, notes: 'mine' });
    put(moved.entryId, { progress: { old: { id: first.recordId, planId }, moved: 'created' } });
    expect(states()).toEqual(['stops.update decision', 'stops.move queued']);
    storage.commit([{ do: 'change-record', id: moved.recordId, set: { serverId: 'plans/p2/stops/s9' } }]);
    await outbox.send([storage.find(moved.entryId ?? '')!]);
    expect(states()).toEqual(['stops.update given-up', 'stops.move acknowledged']);
  });
});

describe('a move that comes back from another computer, which had sent the stop', () => {
  const head = { writtenAt: 0, mode: 'connected', origin: 'https://depot.example', witnesses: [] } as const;
  const carried = async (from: Core, entryId: string | null, to: Core) => {
    let text = '';
    await new Transfer(from, () => [entryId ?? '']).takeOut({ ...head, witnesses: [] }, (parts) => {
      text = [...parts].join('');
      return Promise.resolve();
    });
    return new Transfer(to, () => []).takeIn(readTransferFile(text));
  };
  /** Typed here, sent there, and moved there while offline. */
  const sentThere = async () => {
    const deleted: unknown[] = [];
    const accepting = {
      read: (...given: Parameters<typeof service.read>) => service.read(...given),
      write: (name: string, { path }: { path: unknown }) => {
        deleted.push([name, path]);
        return Promise.resolve({ kind: 'answered', value: {} });
      },
    } as unknown as ServiceClient;
    const here = coreInMemory({ service: accepting });
    // Another computer draws other ids.
    const there = coreInMemory({ system: new VirtualSystem(Date.UTC(2026, 5, 15, 6), 2) });
    const made = here.intake.create('stops.create', planId, { address });
    await carried(here.core, made.entryId, there.core);
    there.put(made.entryId, { state: 'acknowledged', reason: null, doubtUntil: 0 });
    there.storage.commit([{ do: 'change-record', id: made.recordId, set: { serverId: id } }]);
    const move = there.intake.move(id, planId, otherPlanId, { address });
    return { here, there, made, move, deleted };
  };

  it('deletes the stop at its old place', async () => {
    const { here, there, made, move, deleted } = await sentThere();
    expect(await carried(there.core, move.entryId, here.core)).toEqual({ taken: 1, known: 0 });
    expect(here.storage.record(made.recordId)?.serverId).toBe(id);
    const progress = { ...here.storage.find(move.entryId ?? '')?.progress, moved: 'created' } as const;
    here.put(move.entryId, { state: 'queued', reason: null, doubtUntil: 0, progress });
    here.storage.commit([{ do: 'change-record', id: move.recordId, set: { serverId: 'plans/p2/stops/s9' } }]);
    await here.outbox.send([here.storage.find(move.entryId ?? '')!]);
    expect(deleted).toEqual([['stops.delete', { planId: 'p1', stopId: 's1' }]]);
    expect(here.states()).toEqual(['stops.create given-up', 'stops.move acknowledged']);
  });

  it('names the record that the stop has here since it was read', async () => {
    const { here, there, made, move } = await sentThere();
    const edit = here.intake.edit('stops.update', id, planId, { notes: 'mine' }, { notes: null });
    expect(edit.recordId).not.toBe(made.recordId);
    await carried(there.core, move.entryId, here.core);
    expect(here.storage.find(move.entryId ?? '')?.progress?.old).toEqual({ id: edit.recordId, planId });
    expect(here.storage.ownerOf(id)?.id).toBe(edit.recordId);
    expect(here.storage.record(made.recordId)?.serverId).toBeNull();
  });

  it('lets what waited for the stop be sent', async () => {
    const { here, there, made, move } = await sentThere();
    const edit = here.intake.edit('stops.update', made.recordId, planId, { notes: 'mine' }, { notes: null });
    here.put(edit.entryId, { state: 'blocked', reason: { code: 'outbox.parent-refused', detail: {} } });
    await carried(there.core, move.entryId, here.core);
    expect(here.storage.find(edit.entryId ?? '')).toMatchObject({ state: 'queued', reason: null, serverId: id });
  });
});

it('keeps an edit on which another edit that may have been sent is based', () => {
  const { intake, put, states, disk } = coreInMemory();
  const first = intake.edit('stops.update', 'plans/p1/stops/s1', 'plans/p1', { notes: 'One' }, { notes: null });
  put(first.entryId, { state: 'in-doubt', doubtUntil: 5 });
  const second = intake.edit('stops.update', 'plans/p1/stops/s1', 'plans/p1', { notes: 'Two' }, { notes: 'One' });
  put(second.entryId, { state: 'in-doubt', doubtUntil: 5 });
  // Both were imported: the first one was looked up and is sent again.
  put(first.entryId, { state: 'queued' });
  intake.remove('stops.delete', 'plans/p1/stops/s1', 'plans/p1');
  expect(states()).toEqual(['stops.update queued', 'stops.update in-doubt', 'stops.delete queued']);
  expect(disk.entries[2]?.progress).toBeNull();
});
