/** What happens to an entry while its request is in flight, or right after the clock was set. */
import { describe, expect, it } from 'vitest';
import type { WriteOutcome } from '../../../../src/main/api/client.ts';
import type { Core, ServiceClient } from '../../../../src/main/outbox/core.ts';
import { replace } from '../../../../src/main/outbox/replace.ts';
import { restore } from '../../../../src/main/outbox/restore.ts';
import { Transfer } from '../../../../src/main/outbox/transfer.ts';
import { readTransferFile, transferFile } from '../../../../src/main/outbox/transfer-file.ts';
import { coreInMemory } from '../../../fixtures/core-in-memory.ts';

const planId = 'plans/p1';
const oldId = `${planId}/stops/s1`;
const address = { addressLineOne: 'Quay 1' };
const head = { writtenAt: 0, mode: 'connected' as const, origin: 'https://depot.example', witnesses: [] };

/** Exports everything open. @returns the file */
async function takenOut(core: Core, ids: readonly (string | null)[]): Promise<string> {
  let text = '';
  await new Transfer(core, () => ids.filter((id) => id !== null)).takeOut(head, (parts) => {
    text = [...parts].join('');
    return Promise.resolve();
  });
  return text;
}

describe('a late answer', () => {
  const office = () => {
    const answers: ((outcome: WriteOutcome<unknown>) => void)[] = [];
    let sent: () => void = () => undefined;
    const onItsWay = new Promise<void>((resolve) => (sent = resolve));
    const service = {
      read: () => Promise.resolve({ stops: [], nextPageToken: null }),
      write: () => {
        sent();
        return new Promise((resolve) => answers.push(resolve));
      },
    } as unknown as ServiceClient;
    const all = coreInMemory({ service });
    const { entryId } = all.intake.move(oldId, planId, 'plans/p2', { address });
    const sending = all.outbox.send([all.storage.find(entryId ?? '')!]);
    const answer = async () => {
      answers[0]?.({ kind: 'answered', value: { id: 'plans/p2/stops/s9', address } });
      await sending;
    };
    return { ...all, entryId, onItsWay, answer, entry: () => all.storage.find(entryId ?? '')! };
  };

  it('is recorded while the entry still waits for it', async () => {
    const { onItsWay, answer, entry } = office();
    await onItsWay;
    await answer();
    expect(entry()).toMatchObject({ state: 'queued', progress: { moved: 'created' } });
  });

  it('does not change an entry that was exported meanwhile', async () => {
    const { core, onItsWay, answer, entry, entryId } = office();
    await onItsWay;
    expect(entry().state).toBe('sending');
    await takenOut(core, [entryId]);
    await answer();
    expect(entry()).toMatchObject({ state: 'given-up', reason: { code: 'outbox.exported' } });
  });

  it('does not end a move that was imported again, found, and still has to delete its old stop', async () => {
    const { core, storage, onItsWay, answer, entry, entryId, put } = office();
    await onItsWay;
    const file = readTransferFile(await takenOut(core, [entryId]));
    new Transfer(core, () => []).takeIn(file);
    expect(entry().state).toBe('in-doubt');
    storage.commit([{ do: 'change-record', id: entry().recordId, set: { serverId: 'plans/p2/stops/s9' } }]);
    put(entryId, { state: 'queued', progress: { ...entry().progress, moved: 'created' } });
    await answer();
    expect(entry().state).toBe('queued');
  });
});

describe('the file of unsent entries', () => {
  it('keeps the ids known before the first attempt, which identify a record without a marker', async () => {
    const { core, intake, put } = coreInMemory();
    const { entryId } = intake.create('plans.create', '', {
      title: 'Monday',
      starts: { day: 1, month: 6, year: 2026 },
    });
    put(entryId, { state: 'in-doubt', knownIds: ['plans/p7'] });
    const text = await takenOut(core, [entryId]);
    const there = coreInMemory();
    new Transfer(there.core, () => []).takeIn(readTransferFile(text));
    expect(there.storage.find(entryId ?? '')).toMatchObject({ state: 'in-doubt', knownIds: ['plans/p7'] });
  });

  it('is looked up entry by entry, in the original order of each record', async () => {
    const { core, intake } = coreInMemory();
    const submit = intake.command('orders.submit', 'orders/o1', { courierId: 'couriers/c1' });
    const edit = intake.edit('orders.update', 'orders/o1', '', { recipient: { name: 'New' } }, {});
    const text = await takenOut(core, [submit.entryId, edit.entryId]);
    const there = coreInMemory();
    new Transfer(there.core, () => []).takeIn(readTransferFile(text));
    const looked = () => there.outbox.doubtful().map(({ id }) => id);
    expect(there.states()).toEqual(['orders.submit in-doubt', 'orders.update in-doubt']);
    expect(looked()).toEqual([submit.entryId]);
    there.put(submit.entryId, { state: 'queued' });
    expect(looked()).toEqual([]);
    there.put(submit.entryId, { state: 'acknowledged' });
    expect(looked()).toEqual([edit.entryId]);
  });

  it('does not restore a deletion that was undone after the export', async () => {
    const { core, intake, choices, states } = coreInMemory();
    const { entryId } = intake.remove('orders.delete', 'orders/o1', '');
    let text = '';
    await new Transfer(core, () => [entryId ?? '']).copyOut(head, (parts) => {
      text = [...parts].join('');
      return Promise.resolve();
    });
    choices.giveUp(entryId ?? '');
    expect(new Transfer(core, () => []).takeIn(readTransferFile(text))).toEqual({ taken: 0, known: 1 });
    expect(states()).toEqual(['orders.delete given-up']);
  });

  it('brings back what was corrected and edited at another computer', async () => {
    const here = coreInMemory();
    const made = here.intake.create('stops.create', planId, { address, notes: 'bad' });
    here.put(made.entryId, { state: 'refused' });
    const edit = here.intake.edit('stops.update', oldId, planId, { notes: 'mine' }, { notes: 'old' });
    const there = coreInMemory();
    const file = await takenOut(here.core, [made.entryId, edit.entryId]);
    new Transfer(there.core, () => []).takeIn(readTransferFile(file));
    const corrected = { address, notes: 'good', recipient: { externalId: 'A-1' } };
    expect(there.choices.correct(made.entryId ?? '', corrected)).toBe(true);
    there.put(edit.entryId, { state: 'queued', doubtUntil: 0 });
    there.intake.edit('stops.update', oldId, planId, { packageCount: 2 }, { packageCount: 1 });
    const back = await takenOut(there.core, [made.entryId, edit.entryId]);
    expect(new Transfer(here.core, () => []).takeIn(readTransferFile(back))).toEqual({ taken: 2, known: 0 });
    const [stop, change] = [made, edit].map(({ entryId }) => here.storage.find(entryId ?? ''));
    expect(stop).toMatchObject({ marker: 'A-1', markerIsOurs: false, content: JSON.stringify(corrected) });
    expect(change?.body).toBe('{"notes":"mine","packageCount":2}');
    expect(change?.base).toBe('{"packageCount":1,"notes":"old"}');
  });

  it('brings back a stop that was sent to another plan, or kept without one, at another computer', async () => {
    const here = coreInMemory();
    const stops = ['one', 'two'].map((notes) => here.intake.create('stops.create', planId, { address, notes }));
    const ids = stops.map(({ entryId }) => entryId ?? '');
    const reason = { code: 'outbox.plan-not-writable', detail: {} } as const;
    for (const id of ids) here.put(id, { state: 'decision', reason });
    const there = coreInMemory();
    new Transfer(there.core, () => []).takeIn(readTransferFile(await takenOut(here.core, ids)));
    expect(there.choices.decide([ids[0] ?? ''], { way: 'other-plan', planId: 'plans/p2' })).toHaveLength(1);
    expect(there.choices.decide([ids[1] ?? ''], { way: 'unassigned', depot: null })).toHaveLength(1);
    const back = readTransferFile(await takenOut(there.core, ids));
    new Transfer(here.core, () => []).takeIn(back);
    expect(ids.map((id) => here.storage.find(id))).toMatchObject([
      { kind: 'stops.create', noun: 'stops', parentId: 'plans/p2', lane: 'plans/p2' },
      { kind: 'unassignedStops.create', noun: 'unassignedStops', parentId: '', lane: 'unassignedStops' },
    ]);
  });

  it('brings back an edit with the deletion that took it at another computer', async () => {
    const here = coreInMemory();
    const { entryId } = here.intake.edit('stops.update', oldId, planId, { notes: 'mine' }, { notes: 'old' });
    const there = coreInMemory();
    new Transfer(there.core, () => []).takeIn(readTransferFile(await takenOut(here.core, [entryId])));
    there.put(entryId, { state: 'queued', doubtUntil: 0 });
    const deletion = there.intake.remove('stops.delete', oldId, planId);
    const back = readTransferFile(await takenOut(there.core, [deletion.entryId]));
    expect(new Transfer(here.core, () => []).takeIn(back)).toEqual({ taken: 1, known: 0 });
    expect(here.states()).toEqual(['stops.update given-up', 'stops.delete in-doubt']);
    here.put(deletion.entryId, { state: 'queued', doubtUntil: 0 });
    const { storage, choices, system } = here;
    restore({ storage, choices, now: system.now() }, oldId);
    expect(here.states()).toEqual(['stops.update queued', 'stops.delete given-up']);
  });

  it('keeps the search for late copies of a half-done move and of an entry that needs a decision', async () => {
    const { core, intake, put, storage } = coreInMemory();
    const move = intake.move(oldId, planId, 'plans/p2', { address });
    put(move.entryId, {
      doubtUntil: 5,
      sweepAt: 5,
      progress: { ...storage.find(move.entryId ?? '')?.progress, moved: 'created' },
    });
    const asks = intake.create('stops.create', planId, { address });
    put(asks.entryId, { state: 'decision', doubtUntil: 5, sweepAt: 5, progress: { doubts: 1 } });
    const sure = intake.create('stops.create', planId, { address });
    put(sure.entryId, { state: 'refused' });
    const text = await takenOut(core, [move.entryId, asks.entryId, sure.entryId]);
    const there = coreInMemory();
    new Transfer(there.core, () => []).takeIn(readTransferFile(text));
    const doubtUntil = there.system.now() + 60_000 + there.core.times.late;
    for (const { entryId } of [move, asks])
      expect(there.storage.find(entryId ?? '')).toMatchObject({ doubtUntil, sweepAt: expect.any(Number) as number });
    expect(there.storage.find(sure.entryId ?? '')).toMatchObject({ doubtUntil: 0, sweepAt: null });
  });

  it('is not written when it would be too long to be read, and nothing leaves', async () => {
    const { core, intake, states } = coreInMemory();
    const notes = 'x'.repeat(900_000);
    const ids = Array.from({ length: 80 }, () => intake.create('stops.create', planId, { address, notes }).entryId);
    await expect(takenOut(core, ids)).rejects.toMatchObject({ code: 'transfer.too-large' });
    expect(new Set(states())).toEqual(new Set(['stops.create queued']));
  });

  it('ends at the last byte that is read', () => {
    const parts = { entries: [], records: [] };
    const whole = [...transferFile(head, parts)].join('');
    const bytes = Buffer.byteLength(whole);
    expect([...transferFile(head, parts, bytes)].join('')).toBe(whole);
    expect(() => [...transferFile(head, parts, bytes - 1)]).toThrow('transfer.too-large');
  });

  it('can be read if the previous version wrote it', async () => {
    const { core, intake } = coreInMemory();
    const { entryId } = intake.create('stops.create', planId, { address });
    const text = await takenOut(core, [entryId]);
    expect(JSON.parse(text)).toMatchObject({ version: 2 });
    const entry = readTransferFile(text).entries[0];
    expect(entry).toMatchObject({ id: entryId, knownIds: null });
  });
});

describe('a clock change right before an action', () => {
  it('does not shift the times written by the action', async () => {
    const { core, outbox, intake, storage, system, put } = coreInMemory();
    core.noticeClock = () => outbox.watchClock();
    const { entryId } = intake.create('stops.create', planId, { address });
    put(entryId, { state: 'in-doubt', lastAttemptAt: system.now(), doubtUntil: system.now() + 600_000 });
    const text = await takenOut(core, [entryId]);
    outbox.watchClock();
    system.setClock(5 * 86_400_000);
    new Transfer(core, () => []).takeIn(readTransferFile(text));
    outbox.watchClock();
    expect(storage.find(entryId ?? '')).toMatchObject({
      lastAttemptAt: system.now(),
      doubtUntil: system.now() + 60_000 + core.times.late,
    });
  });
});

describe('an unassigned stop that is relocated twice before anything was sent', () => {
  const office = () => {
    const all = coreInMemory();
    const { intake, storage } = all;
    const remove = { kind: 'unassignedStops.delete', id: 'unassignedStops/u1', parentId: '' } as const;
    const create = { kind: 'unassignedStops.create', parentId: '', content: { address } } as const;
    const first = replace(storage, intake, { create, remove });
    return { ...all, remove, create, first };
  };

  it('is deleted at its old place once the newest one exists', () => {
    const { intake, storage, remove, create, first, disk, states } = office();
    const second = replace(storage, intake, { create, remove: { ...remove, id: first.recordId } });
    expect(states()).toEqual([
      'unassignedStops.create given-up',
      'unassignedStops.delete queued',
      'unassignedStops.create queued',
    ]);
    expect(disk.entries[1]?.progress?.needs).toEqual([second.recordId]);
  });

  it('is deleted with the new one instead of waiting forever', () => {
    const { intake, outbox, first, states } = office();
    intake.remove('unassignedStops.delete', first.recordId, '');
    expect(outbox.groups().flat()).toMatchObject([{ kind: 'unassignedStops.delete', serverId: 'unassignedStops/u1' }]);
    expect(states()).toEqual(['unassignedStops.create given-up', 'unassignedStops.delete queued']);
  });
});
