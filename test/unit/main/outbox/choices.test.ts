import { describe, expect, it } from 'vitest';
import { entryChoice, type EntryChoice } from '../../../../src/shared/outbox-decisions.ts';
import { replace } from '../../../../src/main/outbox/replace.ts';
import type { EntryReasonCode } from '../../../../src/shared/outbox.ts';
import { coreInMemory } from '../../../fixtures/core-in-memory.ts';

const planId = 'plans/p1';
const stopId = 'plans/p1/stops/s1';
const address = { addressLineOne: 'Quay 1' };
const asks = (code: EntryReasonCode) => ({ state: 'decision', reason: { code, detail: {} } }) as const;
const start = () => {
  const core = coreInMemory();
  const stop = (content: object = {}) =>
    core.intake.create('stops.create', planId, { address, ...content }).entryId ?? '';
  return { ...core, stop };
};

describe('a plan that no longer accepts stops', () => {
  it('offers to add stops live, move them to another plan or keep them unassigned, each with its marker', () => {
    const { choices, put, disk, stop } = start();
    const ids = [1, 2, 3].map(() => stop({ allowedDrivers: [] }));
    for (const id of ids) put(id, asks('outbox.plan-not-writable'));
    const [live = '', other = '', none = ''] = ids;
    expect(choices.decision(live)?.ways).toEqual(['live', 'other-plan', 'unassigned', 'send-again', 'give-up']);
    expect(choices.decide([live], { way: 'live' })).toEqual([live]);
    expect(choices.decide([other], { way: 'other-plan', planId: 'plans/p2' })).toEqual([other]);
    expect(choices.decide([none], { way: 'unassigned', depot: 'depots/d1' })).toEqual([none]);
    expect(disk.entries.map(({ kind, state, lane, parentId }) => [kind, state, lane, parentId])).toEqual([
      ['stops.liveCreate', 'queued', planId, planId],
      ['stops.create', 'queued', 'plans/p2', 'plans/p2'],
      ['unassignedStops.create', 'queued', 'unassignedStops', ''],
    ]);
    expect(JSON.parse(disk.entries[2]?.content ?? '')).toMatchObject({ depot: 'depots/d1', address });
    expect(new Set(disk.entries.map(({ marker }) => marker)).size).toBe(3);
  });

  it('keeps of the drivers that may take a stop those who are in the other plan', () => {
    const { choices, put, disk, stop } = start();
    const ids = [stop({ allowedDrivers: ['drivers/a', 'drivers/b'] }), stop({ allowedDrivers: ['drivers/a'] })];
    for (const id of ids) put(id, asks('outbox.plan-not-writable'));
    const choice = { way: 'other-plan', planId: 'plans/p2' } as const;
    expect(choices.decide(ids, choice, new Set(['drivers/b']))).toEqual(ids);
    const kept = disk.entries.map(
      ({ content }) => (JSON.parse(content) as { allowedDrivers?: string[] }).allowedDrivers,
    );
    expect(kept).toEqual([['drivers/b'], undefined]);
  });

  it('applies one choice to many entries and leaves those without a decision unchanged', () => {
    const { choices, put, stop, states } = start();
    const ids = [1, 2, 3, 4].map(() => stop());
    for (const id of ids.slice(1)) put(id, asks('outbox.plan-not-writable'));
    expect(choices.decide([...ids, 'nobody', ids[1] ?? ''], { way: 'live' })).toEqual(ids.slice(1));
    expect(states()).toEqual(['stops.create queued', ...Array<string>(3).fill('stops.liveCreate queued')]);
  });

  it('keeps a stop in place while a copy of it may still arrive', () => {
    const { choices, put, stop, system } = start();
    const id = stop();
    put(id, { ...asks('outbox.plan-not-writable'), doubtUntil: system.now() + 1_000, sweepAt: system.now() + 2_000 });
    expect(choices.decision(id)?.ways).toEqual(['send-again', 'give-up']);
    expect(choices.decide([id], { way: 'other-plan', planId: 'plans/p2' })).toEqual([]);
  });

  it('takes later entries of the stop along: an edit and a deletion', () => {
    const { choices, put, stop, intake, disk, states } = start();
    const id = stop();
    put(id, asks('outbox.plan-not-writable'));
    const recordId = disk.entries[0]?.recordId ?? '';
    intake.edit('stops.update', recordId, planId, { notes: 'mine' }, { notes: null });
    choices.decide([id], { way: 'unassigned', depot: null });
    expect(states()).toEqual(['unassignedStops.create queued', 'unassignedStops.update queued']);
    expect(disk.entries[1]).toMatchObject({ lane: 'unassignedStops', noun: 'unassignedStops', parentId: '' });
  });

  it('allows live edits and deletions, and a live deletion as the second step of a move', () => {
    const { choices, put, intake, states, disk } = start();
    const edit = intake.edit('stops.update', stopId, planId, { notes: 'mine' }, { notes: null }).entryId ?? '';
    put(edit, asks('outbox.plan-not-writable'));
    expect(choices.decision(edit)?.ways).toEqual(['live', 'send-again', 'give-up']);
    choices.decide([edit], { way: 'live' });
    const move = intake.move('plans/p1/stops/s2', planId, 'plans/p2', { address }).entryId ?? '';
    const progress = { ...disk.entries.at(-1)?.progress, moved: 'created' } as const;
    put(move, { ...asks('outbox.plan-not-writable'), progress });
    // Discarded now, the stop would stay in both plans.
    expect(choices.decision(move)?.ways).toEqual(['live', 'send-again']);
    choices.decide([move], { way: 'live' });
    expect(states()).toEqual(['stops.liveUpdate queued', 'stops.move acknowledged', 'stops.liveDelete queued']);
  });
});

describe('a decision about a past day or a discarded live change', () => {
  it('sends the entry anyway if the user chooses so, and does not ask again', () => {
    const { choices, put, stop, storage } = start();
    const id = stop();
    put(id, asks('outbox.day-passed'));
    expect(choices.decision(id)?.ways).toEqual(['other-plan', 'unassigned', 'send-again', 'give-up']);
    choices.decide([id], { way: 'send-again' });
    expect(storage.find(id)).toMatchObject({ state: 'queued', reason: null, progress: { dayConfirmed: true } });
  });

  it('checks the day of another plan again', () => {
    const { choices, put, stop, storage } = start();
    const id = stop();
    put(id, { ...asks('outbox.plan-not-writable'), progress: { dayConfirmed: true } });
    choices.decide([id], { way: 'other-plan', planId: 'plans/p2' });
    expect(storage.find(id)?.progress).toEqual({});
  });

  it('creates a discarded stop again without the old id', () => {
    const { choices, put, intake, storage } = start();
    const { entryId, recordId } = intake.create('stops.liveCreate', planId, { address });
    storage.commit([{ do: 'change-record', id: recordId, set: { serverId: stopId } }]);
    put(entryId, asks('outbox.discarded'));
    expect(choices.decision(entryId ?? '')?.ways).toEqual(['send-again', 'give-up']);
    choices.decide([entryId ?? ''], { way: 'send-again' });
    expect(storage.find(entryId ?? '')).toMatchObject({ state: 'queued', serverId: null });
  });
});

describe('a conflict', () => {
  const edited = () => {
    const all = start();
    const mine = { notes: 'mine', recipient: { phone: '1', email: 'm@depot.example' } };
    const base = { notes: 'there', recipient: { phone: '0', email: null } };
    const { entryId } = all.intake.edit('stops.update', stopId, planId, mine, base);
    const conflicts = [
      { field: 'notes', base: 'there', mine: 'mine', theirs: 'theirs' },
      { field: 'recipient.phone', base: '0', mine: '1', theirs: '2' },
    ];
    all.put(entryId, { ...asks('outbox.conflict'), progress: { conflicts } });
    return { ...all, id: entryId ?? '', conflicts };
  };

  it('is shown with base, mine and theirs', () => {
    const { choices, id, conflicts } = edited();
    expect(choices.decision(id)).toEqual({
      entryId: id,
      kind: 'stops.update',
      reason: { code: 'outbox.conflict', detail: {} },
      conflicts,
      ways: ['resolve', 'give-up'],
    });
  });

  it('resolves to mine or theirs as chosen, with their value as the new base', () => {
    const { choices, id, storage } = edited();
    choices.decide([id], { way: 'resolve', fields: { 'recipient.phone': 'theirs' }, others: 'mine' });
    const entry = storage.find(id);
    expect(entry).toMatchObject({ state: 'queued', progress: {} });
    expect(JSON.parse(entry?.body ?? '')).toEqual({ notes: 'mine', recipient: { email: 'm@depot.example' } });
    expect(JSON.parse(entry?.base ?? '')).toEqual({ notes: 'theirs', recipient: { email: null } });
  });

  it.each(['mine', 'theirs'] as const)('resolves custom properties whose names hold dots to %s', (others) => {
    const { choices, intake, put, storage } = start();
    const mine = { customProperties: { 'Kd.-Nr.': '7', Kd: 'A' } };
    const { entryId } = intake.edit('stops.update', stopId, planId, mine, { customProperties: null });
    const conflicts = [
      { field: 'customProperties.Kd.-Nr.', base: null, mine: '7', theirs: '9' },
      { field: 'customProperties.Kd', base: null, mine: 'A', theirs: 'B' },
    ];
    put(entryId, { ...asks('outbox.conflict'), progress: { conflicts } });
    choices.decide([entryId ?? ''], { way: 'resolve', fields: {}, others });
    const entry = storage.find(entryId ?? '');
    const theirs = { customProperties: { 'Kd.-Nr.': '9', Kd: 'B' } };
    const left = { state: entry?.state, body: entry?.body, base: entry?.base };
    if (others === 'theirs') expect(left.state).toBe('given-up');
    else expect(left).toEqual({ state: 'queued', body: JSON.stringify(mine), base: JSON.stringify(theirs) });
  });

  it('is over for the fields that are theirs, and the others are sent at once', () => {
    const { choices, id, storage, put } = edited();
    put(id, { notBefore: 9 });
    choices.decide([id], { way: 'resolve', fields: {}, others: 'theirs' });
    const { state, reason, notBefore, progress, body } = storage.find(id)!;
    expect({ state, reason, notBefore, progress }).toEqual({
      state: 'queued',
      reason: null,
      notBefore: 0,
      progress: {},
    });
    expect(JSON.parse(body ?? '')).toEqual({ recipient: { email: 'm@depot.example' } });
  });

  it('of a day, which is one value, is over with theirs', () => {
    const { choices, intake, put, storage } = start();
    const [day, other] = [4, 5].map((number) => ({ day: number, month: 6, year: 2026 }));
    const { entryId } = intake.edit('plans.update', planId, '', { title: 'mine', starts: day }, { title: null });
    const conflicts = [{ field: 'starts', base: null, mine: day, theirs: other }];
    put(entryId, { ...asks('outbox.conflict'), progress: { conflicts } });
    choices.decide([entryId ?? ''], { way: 'resolve', fields: {}, others: 'theirs' });
    expect(storage.find(entryId ?? '')?.body).toBe('{"title":"mine"}');
  });

  it('leaves nothing to send when all fields are theirs', () => {
    const { choices, intake, put, states, storage, system } = start();
    const { entryId } = intake.edit('stops.update', stopId, planId, { notes: 'mine' }, { notes: 'there' });
    const conflicts = [{ field: 'notes', base: 'there', mine: 'mine', theirs: 'theirs' }];
    put(entryId, { ...asks('outbox.conflict'), progress: { conflicts }, notBefore: 9 });
    choices.decide([entryId ?? ''], { way: 'resolve', fields: {}, others: 'theirs' });
    expect(states()).toEqual(['stops.update given-up']);
    const { reason, notBefore, progress, settledAt } = storage.find(entryId ?? '')!;
    expect({ reason, notBefore, progress, settledAt }).toEqual({
      ...{ reason: null, notBefore: 0, progress: {} },
      settledAt: system.now(),
    });
  });
});

describe('a discarded entry', () => {
  it('discards later changes to a record that was never created, and nothing else', () => {
    const { choices, put, stop, intake, disk, states } = start();
    const id = stop();
    put(id, asks('outbox.several-found'));
    intake.edit('stops.update', disk.entries[0]?.recordId ?? '', planId, { notes: 'mine' }, { notes: null });
    stop();
    choices.decide([id], { way: 'give-up' });
    expect(states()).toEqual(['stops.create given-up', 'stops.update given-up', 'stops.create queued']);
  });

  it('needs and offers no decision', () => {
    const { choices, put, stop } = start();
    const id = stop();
    expect(choices.decision(id)).toBeNull();
    put(id, asks('outbox.other-content'));
    expect(choices.decide([id], { way: 'give-up' })).toEqual([id]);
    expect(choices.decision(id)).toBeNull();
    expect(choices.decide([id], { way: 'send-again' })).toEqual([]);
  });
});

describe('one half of a move', () => {
  /** An unassigned stop that was assigned to a plan, of which nothing was sent yet. */
  const assigned = () => {
    const all = start();
    const create = { kind: 'stops.create', parentId: planId, content: { address } } as const;
    const remove = { kind: 'unassignedStops.delete', id: 'unassignedStops/u1', parentId: '' } as const;
    const { entryId } = replace(all.storage, all.intake, { create, remove });
    const deletion = all.disk.entries.find(({ kind }) => kind === 'unassignedStops.delete')?.id ?? '';
    return { ...all, made: entryId ?? '', deletion };
  };

  it('is not discarded while the other half may still be sent', () => {
    const { choices, put, states, made, deletion } = assigned();
    expect(choices.giveUp(deletion)).toBe(false);
    put(made, { state: 'refused' });
    put(deletion, { state: 'blocked' });
    expect(choices.giveUp(deletion)).toBe(false);
    expect(choices.decision(deletion)).toBeNull();
    expect(choices.decide([deletion], { way: 'give-up' })).toEqual([]);
    expect(choices.correct(made, { address, notes: 'good' })).toBe(true);
    expect(states()).toEqual(['stops.create queued', 'unassignedStops.delete blocked']);
  });

  it('is discarded after the other half, so that the stop stays where it was', () => {
    const { choices, states, made, deletion } = assigned();
    expect(choices.giveUp(made)).toBe(true);
    expect(choices.giveUp(deletion)).toBe(true);
    expect(states()).toEqual(['stops.create given-up', 'unassignedStops.delete given-up']);
  });

  it('is not discarded once the new stop exists', () => {
    const { choices, put, intake, storage, states, made, deletion } = assigned();
    put(made, { state: 'acknowledged' });
    expect(choices.giveUp(deletion)).toBe(false);
    const move = intake.move(stopId, planId, 'plans/p2', { address }).entryId ?? '';
    put(move, { progress: { ...storage.find(move)?.progress, moved: 'created' } });
    expect(choices.giveUp(move)).toBe(false);
    put(move, { state: 'refused', reason: { code: 'service.refused', detail: {} } });
    expect(choices.giveUp(move)).toBe(false);
    expect(choices.decision(move)?.ways).toEqual(['send-again']);
    expect(states().at(-1)).toBe('stops.move refused');
  });

  it('is discarded when nothing is left to delete at the old place', () => {
    const { choices, put, deletion } = assigned();
    put(deletion, { state: 'refused', reason: { code: 'service.not-found', detail: {} } });
    expect(choices.decide([deletion], { way: 'give-up' })).toEqual([deletion]);
  });
});

it('validates a choice from outside strictly', () => {
  const good: EntryChoice[] = [
    { way: 'live' },
    { way: 'other-plan', planId },
    { way: 'unassigned', depot: null },
    { way: 'resolve', fields: { notes: 'mine' }, others: 'theirs' },
  ];
  for (const choice of good) expect(entryChoice.parse(choice)).toEqual(choice);
  for (const bad of [{ way: 'live', more: 1 }, { way: 'other-plan' }, { way: 'resolve', fields: { a: 'both' } }, {}])
    expect(entryChoice.safeParse(bad).success).toBe(false);
});

describe('a stop with an unsent move', () => {
  /** Created here, sent, then edited, then moved together with the edit. */
  const move = (core: ReturnType<typeof start>) => {
    const { recordId, entryId } = core.intake.create('stops.create', planId, { address });
    core.put(entryId, { state: 'acknowledged', settledAt: 0 });
    core.storage.commit([{ do: 'change-record', id: recordId, set: { serverId: stopId } }]);
    core.intake.edit('stops.update', stopId, planId, { notes: 'Back door' }, { notes: null });
    const moved = core.intake.move(stopId, planId, 'plans/p2', { address, notes: 'Back door' }).entryId ?? '';
    expect(core.states()).toEqual(['stops.create acknowledged', 'stops.update given-up', 'stops.move queued']);
    return moved;
  };

  it('keeps its edits when the move is discarded', () => {
    const core = start();
    expect(core.choices.giveUp(move(core))).toBe(true);
    expect(core.states()).toEqual(['stops.create acknowledged', 'stops.update queued', 'stops.move given-up']);
  });

  it('is deleted where it was when it was to be deleted and the move is discarded', () => {
    const core = start();
    const moving = move(core);
    const { recordId } = core.storage.find(moving) ?? {};
    core.put(moving, { state: 'in-doubt' });
    core.intake.remove('stops.delete', recordId ?? '', 'plans/p2');
    core.put(moving, asks('outbox.fails-each-time'));
    expect(core.choices.decide([moving], { way: 'give-up' })).toEqual([moving]);
    const [made] = core.disk.entries;
    expect(core.disk.entries.filter(({ state }) => state === 'queued')).toMatchObject([
      { kind: 'stops.delete', recordId: made?.recordId, serverId: stopId, lane: planId },
    ]);
  });

  it('leaves the old place for the next move when it was moved on and the first move is discarded', () => {
    const core = start();
    const moving = move(core);
    const { recordId, progress } = core.storage.find(moving)!;
    core.put(moving, { state: 'in-doubt' });
    const onward = core.intake.move(recordId, 'plans/p2', 'plans/p3', { address }).entryId ?? '';
    expect(core.storage.find(onward)?.progress?.old).toEqual({ id: recordId, planId: 'plans/p2' });
    core.put(moving, asks('outbox.fails-each-time'));
    core.choices.decide([moving], { way: 'give-up' });
    expect(core.storage.find(onward)).toMatchObject({ state: 'queued', progress: { old: progress?.old } });
    expect(core.states()).toEqual([
      'stops.create acknowledged',
      'stops.update given-up',
      'stops.move given-up',
      'stops.move queued',
    ]);
    // Discarded as well, it gives back the edit that the first move took.
    expect(core.choices.giveUp(onward)).toBe(true);
    expect(core.states().slice(1)).toEqual(['stops.update queued', 'stops.move given-up', 'stops.move given-up']);
  });

  it('stays until the one without a plan exists when that was to replace it and the move is discarded', () => {
    const core = start();
    const moving = move(core);
    const { recordId } = core.storage.find(moving)!;
    core.put(moving, { state: 'in-doubt' });
    const loose = replace(core.storage, core.intake, {
      create: { kind: 'unassignedStops.create', parentId: '', content: { address } },
      remove: { kind: 'stops.delete', id: recordId, parentId: 'plans/p2' },
    });
    core.put(moving, asks('outbox.fails-each-time'));
    core.choices.decide([moving], { way: 'give-up' });
    const deletion = core.disk.entries.find(({ kind, state }) => kind === 'stops.delete' && state === 'queued');
    expect(deletion).toMatchObject({ serverId: stopId, progress: { needs: [loose.recordId] } });
  });

  it('leaves its plan before the plan is optimised', () => {
    const core = start();
    const moving = move(core);
    core.intake.command('plans.optimize', planId, {});
    const next = () => core.outbox.groups().flatMap((group) => group.map(({ kind }) => kind));
    expect(next()).toEqual(['stops.move']);
    core.put(moving, { state: 'acknowledged' });
    expect(next()).toEqual(['plans.optimize']);
  });
});
