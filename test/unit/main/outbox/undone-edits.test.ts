/** Edits of a stop are undone until they are sent. */
import { expect, it } from 'vitest';
import type { ServiceClient } from '../../../../src/main/outbox/core.ts';
import { coreInMemory } from '../../../fixtures/core-in-memory.ts';

const planId = 'plans/p1';
const id = `${planId}/stops/s1`;
const at = (hour: number) => ({ hour, minute: 0 });
const timing = { estimatedAttemptDuration: 60, earliestAttemptTime: at(8), latestAttemptTime: null };

function desk() {
  const all = coreInMemory({ service: {} as ServiceClient });
  const edit = (mine: object, base: object) => all.intake.edit('stops.update', id, planId, { ...mine }, { ...base });
  const undo = (edited: object, before: object, which = id) => all.intake.undoEdit(which, { ...edited }, { ...before });
  return { ...all, edit, undo };
}

it('discards an edit with nothing left to change', () => {
  const { edit, undo, states, disk } = desk();
  const mine = { notes: 'mine', timing: { latestAttemptTime: at(12) } };
  edit(mine, { notes: null, timing });
  expect(undo(mine, { notes: null, timing: { latestAttemptTime: null } })).toBe(true);
  expect(states()).toEqual(['stops.update given-up']);
  expect(disk.entries[0]?.reason?.code).toBe('outbox.taken-back');
});

it('keeps a doubt that ends by the old clock when the clock was set before the undo', () => {
  const { edit, undo, disk, core, outbox, put, system } = desk();
  core.noticeClock = () => outbox.watchClock();
  edit({ notes: 'mine' }, { notes: null });
  const doubtUntil = system.now() + 600_000;
  put(disk.entries[0]?.id ?? '', { state: 'acknowledged', lastAttemptAt: system.now(), doubtUntil });
  edit({ packageCount: 2 }, { packageCount: 1 });
  outbox.watchClock();
  system.setClock(3 * 86_400_000);
  undo({ packageCount: 2 }, { packageCount: 1 });
  expect(disk.entries[0]?.doubtUntil).toBe(doubtUntil + 3 * 86_400_000);
});

it('keeps what was edited besides, and what was entered before', () => {
  const { edit, undo, states, disk } = desk();
  edit({ notes: 'first' }, { notes: null });
  edit({ notes: 'second', packageCount: 4 }, { notes: 'first', packageCount: 1 });
  expect(undo({ notes: 'second', packageCount: 4 }, { notes: 'first', packageCount: 1 })).toBe(true);
  expect(disk.entries[0]?.body).toBe('{"notes":"first"}');
  expect(states()).toEqual(['stops.update queued']);
});

it('keeps the other times of a window', () => {
  const { edit, undo, disk } = desk();
  edit({ timing: { earliestAttemptTime: at(9), latestAttemptTime: at(12) } }, { timing });
  undo({ timing: { latestAttemptTime: at(12) } }, { timing: { latestAttemptTime: null } });
  expect(JSON.parse(disk.entries[0]?.body ?? '')).toEqual({
    timing: { earliestAttemptTime: at(9), latestAttemptTime: null },
  });
});

it('changes the content of a stop that is not on the service yet', () => {
  const { intake, undo, storage, states } = desk();
  const content = { address: { addressLineOne: 'Quay 1' } };
  const { recordId } = intake.create('stops.create', planId, content);
  intake.edit('stops.update', recordId, planId, { notes: 'mine', packageCount: 2 }, {});
  expect(undo({ notes: 'mine' }, { notes: null }, recordId)).toBe(true);
  const left = storage.record(recordId)?.content ?? '';
  expect(JSON.parse(left)).toMatchObject({ ...content, packageCount: 2 });
  expect(left).not.toContain('notes');
  expect(states()).toEqual(['stops.create queued']);
});

it('goes back to what the create was corrected to since', () => {
  const { intake, choices, undo, put, disk, states } = desk();
  const content = { address: { addressLineOne: 'Quay 1' }, notes: 'bad', packageCount: 1 };
  const { recordId, entryId } = intake.create('stops.create', planId, content);
  put(entryId, { state: 'sending' });
  intake.edit('stops.update', recordId, planId, { notes: 'mine' }, { notes: 'bad' });
  put(entryId, { state: 'refused' });
  expect(choices.correct(entryId ?? '', { ...content, notes: 'still bad' })).toBe(true);
  put(entryId, { state: 'refused' });
  expect(choices.correct(entryId ?? '', { ...content, notes: 'good' })).toBe(true);
  put(entryId, { state: 'sending' });
  intake.edit('stops.update', recordId, planId, { packageCount: 3 }, { packageCount: 1 });
  expect(undo({ notes: 'mine' }, { notes: 'bad' }, recordId)).toBe(true);
  expect(disk.entries[1]?.body).toBe('{"packageCount":3}');
  expect(undo({ packageCount: 3 }, { packageCount: 1 }, recordId)).toBe(true);
  expect(states()).toEqual(['stops.create sending', 'stops.update given-up']);
});

it.each(['sending', 'in-doubt', 'acknowledged'] as const)('leaves an edit that is %s as it is', (state) => {
  const { edit, undo, put, disk, states } = desk();
  edit({ notes: 'mine' }, { notes: null });
  put(disk.entries[0]?.id ?? '', { state });
  expect(undo({ notes: 'mine' }, { notes: null })).toBe(false);
  expect(states()).toEqual([`stops.update ${state}`]);
});

it('has nothing to undo for a deletion, or for a stop that was not edited', () => {
  const { intake, undo } = desk();
  expect(undo({ notes: 'mine' }, { notes: null })).toBe(false);
  intake.remove('stops.delete', id, planId);
  expect(undo({ notes: 'mine' }, { notes: null })).toBe(false);
});

it('leaves a field that was edited again since', () => {
  const { edit, undo, disk } = desk();
  edit({ notes: 'of all', packageCount: 4 }, { notes: 'before', packageCount: 1 });
  edit({ notes: 'of this one' }, { notes: 'of all' });
  expect(undo({ notes: 'of all', packageCount: 4 }, { notes: 'before', packageCount: 1 })).toBe(true);
  expect(disk.entries[0]?.body).toBe('{"notes":"of this one"}');
  expect(undo({ notes: 'of all' }, { notes: 'before' })).toBe(false);
  expect(disk.entries[0]?.body).toBe('{"notes":"of this one"}');
});

it('leaves a cleared field that was sent', () => {
  const { edit, undo, put, disk, states } = desk();
  const { entryId } = edit({ packageCount: null }, { packageCount: 3 });
  put(entryId, { state: 'acknowledged' });
  edit({ notes: 'mine' }, { notes: null });
  expect(undo({ packageCount: null }, { packageCount: 3 })).toBe(false);
  expect(disk.entries[1]?.body).toBe('{"notes":"mine"}');
  expect(states()).toEqual(['stops.update acknowledged', 'stops.update queued']);
});

it.each([
  ['a field', { packageCount: 4 }, { packageCount: 1 }],
  ['a time', { timing: { earliestAttemptTime: at(9) } }, { timing: { earliestAttemptTime: null } }],
])('leaves the whole edit as it is when %s of it was sent', (_what, sent, there) => {
  const { edit, undo, put, disk, states } = desk();
  const { entryId } = edit({ notes: 'of all', ...sent }, { notes: 'before', ...there });
  put(entryId, { state: 'acknowledged' });
  // One field is typed to and fro, and the other one stands beside it.
  edit({ notes: 'else', timing: { latestAttemptTime: at(12) } }, { notes: 'of all', timing });
  edit({ notes: 'of all' }, { notes: 'else' });
  const { body } = disk.entries[1]!;
  expect(undo({ notes: 'of all', ...sent }, { notes: 'before', ...there })).toBe(false);
  expect(disk.entries[1]?.body).toBe(body);
  expect(states()).toEqual(['stops.update acknowledged', 'stops.update queued']);
});

it('undoes one edit after the other, also where one had cleared a field', () => {
  const { edit, undo, disk, states } = desk();
  edit({ packageCount: 4 }, { packageCount: null });
  edit({ packageCount: null }, { packageCount: 4 });
  edit({ notes: 'mine' }, { notes: null });
  expect(undo({ notes: 'mine' }, { notes: null })).toBe(true);
  expect(undo({ packageCount: null }, { packageCount: 4 })).toBe(true);
  expect(disk.entries[0]?.body).toBe('{"packageCount":4}');
  expect(undo({ packageCount: 4 }, { packageCount: null })).toBe(true);
  expect(states()).toEqual(['stops.update given-up']);
});

it('leaves a field that was only typed to and fro while the edit of it needs a decision', () => {
  const { edit, undo, put, disk, states } = desk();
  const { entryId } = edit({ notes: 'of all' }, { notes: 'before' });
  put(entryId, { state: 'decision', reason: { code: 'outbox.conflict', detail: { field: 'notes' } } });
  edit({ notes: 'else' }, { notes: 'of all' });
  edit({ notes: 'of all' }, { notes: 'else' });
  expect(undo({ notes: 'of all' }, { notes: 'before' })).toBe(false);
  expect(states()).toEqual(['stops.update decision', 'stops.update queued']);
  expect(disk.entries[1]?.body).toBe('{"notes":"of all"}');
});

it('leaves a value that was kept against the change of a colleague', () => {
  const { edit, undo, put, choices, disk } = desk();
  const mine = { notes: 'mine', packageCount: 4 };
  const before = { notes: 'before', packageCount: 1 };
  const { entryId } = edit(mine, before);
  const conflicts = [{ field: 'notes', base: 'before', mine: 'mine', theirs: 'a colleague' }];
  const reason = { code: 'outbox.conflict', detail: { field: 'notes' } } as const;
  put(entryId, { state: 'decision', reason, progress: { conflicts } });
  choices.decide([entryId ?? ''], { way: 'resolve', fields: {}, others: 'mine' });
  edit({ earliest: 'later' }, { earliest: null });
  expect(undo(mine, before)).toBe(true);
  const left = { notes: 'mine', earliest: 'later' };
  expect(JSON.parse(disk.entries[0]?.body ?? '')).toEqual(left);
  expect(undo(mine, before)).toBe(false);
  // Also when it was sent and typed to and fro since.
  put(entryId, { state: 'acknowledged' });
  edit({ ...mine, notes: 'else' }, { ...before, notes: 'mine' });
  edit({ notes: 'mine' }, { notes: 'else' });
  expect(undo({ notes: 'mine' }, { notes: 'before' })).toBe(false);
  // Edited once more, the value is an edit like any other.
  edit({ notes: 'later' }, { notes: 'mine' });
  expect(undo({ notes: 'later' }, { notes: 'mine' })).toBe(true);
  expect(JSON.parse(disk.entries[0]?.body ?? '')).toEqual(left);
});

it('compares a field that is edited again with what the user saw then', () => {
  const { edit, undo, disk } = desk();
  edit({ notes: 'mine', packageCount: 4 }, { notes: 'before', packageCount: 1 });
  undo({ notes: 'mine' }, { notes: 'before' });
  edit({ notes: 'mine again' }, { notes: 'a colleague' });
  expect(JSON.parse(disk.entries[0]?.base ?? '')).toEqual({ notes: 'a colleague', packageCount: 1 });
});

it('sends a new stop again that was refused with the edit', () => {
  const { intake, undo, put, states } = desk();
  const { recordId, entryId } = intake.create('stops.create', planId, { address: {} });
  intake.edit('stops.update', recordId, planId, { packageCount: -1 }, { packageCount: null });
  put(entryId, { state: 'refused', reason: { code: 'service.refused', detail: {} } });
  expect(undo({ packageCount: -1 }, { packageCount: null }, recordId)).toBe(true);
  expect(states()).toEqual(['stops.create queued']);
});

it('makes a new stop wait for the new driver that an edit allows, until that is undone', () => {
  const { intake, undo, disk } = desk();
  const driver = intake.create('drivers.create', '', { displayName: 'Jonas', email: 'jonas@depot.example' });
  const { recordId, entryId } = intake.create('stops.create', planId, { address: {} });
  const mine = { allowedDrivers: [driver.recordId] };
  intake.edit('stops.update', recordId, planId, mine, { allowedDrivers: null });
  const progress = () => disk.byId.get(entryId ?? '')?.progress;
  expect(progress()?.needs).toEqual([driver.recordId]);
  expect(undo(mine, { allowedDrivers: null }, recordId)).toBe(true);
  expect(progress()).toBeNull();
});
