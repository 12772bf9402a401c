import { describe, expect, it } from 'vitest';
import { coreInMemory } from '../../../fixtures/core-in-memory.ts';

/** The next groups by kind, with their sizes. @param typed the waiting entries in order: kind of change and plan */
function groupsOf(
  typed: readonly ['new' | 'edit', string][],
  wanted: { lanes: number; together: boolean; busy?: string },
) {
  const { intake, outbox } = coreInMemory();
  typed.forEach(([what, planId], number) => {
    if (what === 'new') intake.create('stops.create', planId, { address: { addressLineOne: `Quay ${number}` } });
    else intake.edit('stops.update', `${planId}/stops/s${number}`, planId, { notes: 'x' }, { notes: null });
  });
  const { lanes, together, busy } = wanted;
  const groups = outbox.groups({ lanes, together, isBusy: (lane) => lane === busy });
  return groups.map((group) => `${group[0]?.lane ?? ''} ${group.map(({ kind }) => kind).join('+')}`);
}

const [a, b] = ['plans/a', 'plans/b'];

describe('the next groups', () => {
  it('are of as many lanes as requested, without busy ones', () => {
    const typed = [a, b].flatMap((plan): ['new', string][] => [
      ['new', plan],
      ['new', plan],
    ]);
    expect(groupsOf(typed, { lanes: 1, together: true })).toEqual(['plans/a stops.create+stops.create']);
    expect(groupsOf(typed, { lanes: 1, together: true, busy: a })).toEqual(['plans/b stops.create+stops.create']);
  });

  it('skip imports when only single requests may be sent, and send a new stop if it is alone', () => {
    const alone = { lanes: 4, together: false };
    expect(
      groupsOf(
        [
          ['new', a],
          ['edit', a],
          ['new', a],
        ],
        alone,
      ),
    ).toEqual(['plans/a stops.update']);
    expect(
      groupsOf(
        [
          ['new', a],
          ['new', a],
          ['new', b],
        ],
        alone,
      ),
    ).toEqual(['plans/b stops.create']);
  });
});

describe('one request', () => {
  /** The kind and size of each next group. */
  const next = (core: ReturnType<typeof coreInMemory>) =>
    core.outbox.groups().map((group) => `${group.length} ${group[0]?.kind ?? ''}`);
  const loose = (core: ReturnType<typeof coreInMemory>, more: object = {}) =>
    core.intake.create('unassignedStops.create', '', { recipient: { name: 'Jette Harms' }, ...more });

  it('has at most a hundred entries, and the rest follows', () => {
    const core = coreInMemory();
    for (let number = 0; number < 101; number += 1) loose(core);
    expect(next(core)).toEqual(['100 unassignedStops.create']);
  });

  it('has a single entry of a kind that cannot be combined, in order', () => {
    const core = coreInMemory();
    for (const id of ['s1', 's2', 's3', 's4', 's5']) {
      core.intake.edit('stops.update', `plans/a/stops/${id}`, a, { notes: 'x' }, { notes: null });
    }
    expect(core.outbox.groups().map(([first]) => first?.serverId)).toEqual(['plans/a/stops/s1']);
    expect(core.outbox.groups({ lanes: 1, isBusy: () => false, together: false })).toHaveLength(1);
  });

  it('has no external id twice', () => {
    const core = coreInMemory();
    const numbered = (externalId: string) => loose(core, { recipient: { name: 'x', externalId } });
    for (const number of ['1', '2', '1', '3']) numbered(number);
    expect(next(core)).toEqual(['3 unassignedStops.create']);
  });

  it('has at most fifty drivers, none with the email or the phone of another', () => {
    const core = coreInMemory();
    const driver = (content: object) => core.intake.create('drivers.create', '', { ...content });
    for (let number = 0; number < 51; number += 1) driver({ name: 'Mia', email: `mia.${number}@depot.example` });
    expect(next(core)).toEqual(['50 drivers.create']);
    const other = coreInMemory();
    const make = (content: object) => other.intake.create('drivers.create', '', { ...content });
    make({ email: 'Mia@depot.example', phone: '0151 7700001' });
    make({ email: 'mia@DEPOT.example' });
    make({ phone: '+49 151 7700001' });
    make({ email: 'tom@depot.example' });
    expect(next(other)).toEqual(['2 drivers.create']);
  });

  it('has a driver alone who has neither email nor phone, because no answer could name the driver', () => {
    const core = coreInMemory();
    for (const name of ['Mia', 'Tom']) core.intake.create('drivers.create', '', { name });
    expect(core.outbox.groups().map((group) => group.map(({ content }) => content))).toEqual([
      ['{"name":"Mia"}'],
      ['{"name":"Tom"}'],
    ]);
  });

  it('has stops of one depot', () => {
    const core = coreInMemory();
    for (const depot of ['depots/1', 'depots/2', 'depots/1']) loose(core, { depot });
    loose(core);
    const depots = core.outbox
      .groups()
      .map((group) => group.map(({ content }) => /depots.\d/.exec(content)?.[0] ?? null));
    expect(depots).toEqual([['depots/1', 'depots/1'], ['depots/2'], [null]]);
  });

  it('has stops of one depot, whatever other fields are called', () => {
    const core = coreInMemory();
    const customProperties = { depot: 'North' };
    for (const depot of ['depots/1', 'depots/2']) loose(core, { customProperties, depot });
    loose(core, { customProperties: { depot: 'South' }, depot: 'depots/2' });
    loose(core, { customProperties });
    loose(core, { customProperties, depot: null });
    const depots = core.outbox.groups().map((group) => group.map(({ content }) => /depots.\d/.exec(content)?.[0]));
    expect(depots).toEqual([['depots/1'], ['depots/2', 'depots/2'], [undefined], [undefined]]);
  });

  it('goes on past a stop that cannot be read any more', () => {
    const core = coreInMemory();
    const { recordId } = loose(core);
    loose(core);
    core.storage.commit([{ do: 'change-record', id: recordId, set: { content: 'not JSON' } }]);
    expect(next(core)).toEqual(['2 unassignedStops.create']);
  });

  it('has orders of one courier', () => {
    const core = coreInMemory();
    for (const [number, courierId] of ['couriers/1', 'couriers/2', 'couriers/1'].entries()) {
      core.intake.command('orders.submit', `orders/o${number}`, { courierId });
    }
    expect(core.outbox.groups().map((group) => group.map(({ serverId }) => serverId))).toEqual([
      ['orders/o0', 'orders/o2'],
      ['orders/o1'],
    ]);
  });

  it('is not created for a service without a key', () => {
    const core = coreInMemory({ usable: (service) => service === 'orders' });
    loose(core);
    core.intake.create('orders.create', '', { reference: 'x' });
    expect(next(core)).toEqual(['1 orders.create']);
  });
});

describe('an entry that cannot be sent', () => {
  it('is recorded as blocked, settled, resting or unreadable', () => {
    const core = coreInMemory();
    const { intake, storage, put, system } = core;
    const now = system.now();
    const made = (set: object) => {
      const { recordId, entryId } = intake.create('stops.create', a, { recipient: { name: 'x' } });
      put(entryId, { state: 'sending', ...set });
      return { recordId, entryId };
    };
    const edit = (recordId: string) =>
      intake.edit('stops.update', recordId, a, { notes: 'x' }, { notes: null }).entryId ?? '';
    const refused = made({});
    const change = edit(refused.recordId);
    put(refused.entryId, { state: 'refused' });
    const gone = made({ state: 'acknowledged' });
    const deletion = intake.remove('stops.delete', gone.recordId, a).entryId ?? '';
    put(gone.entryId, { state: 'refused' });
    const doubtful = intake.edit('stops.update', 'plans/a/stops/s9', a, { notes: 'x' }, { notes: null }).entryId ?? '';
    put(doubtful, { state: 'acknowledged', doubtUntil: now + 60_000 });
    const later = intake.edit('stops.update', 'plans/a/stops/s9', a, { notes: 'y' }, { notes: 'x' }).entryId ?? '';
    const damaged = intake.create('stops.create', b, { recipient: { name: 'x' } }).entryId ?? '';
    const at = core.disk.entries.findIndex(({ id }) => id === damaged);
    const whole = core.disk.entries[at];
    if (whole !== undefined) core.disk.entries[at] = { ...whole, intact: false };
    expect(core.outbox.groups()).toEqual([]);
    expect(storage.find(change)).toMatchObject({ state: 'blocked', reason: { code: 'outbox.parent-refused' } });
    expect(storage.find(deletion)).toMatchObject({ state: 'acknowledged', reason: null, settledAt: now });
    expect(storage.find(gone.entryId ?? '')).toMatchObject({ state: 'given-up', settledAt: now });
    expect(storage.find(later)).toMatchObject({
      ...{ state: 'queued', notBefore: now + 60_000, reason: { code: 'outbox.settling' } },
    });
    expect(core.disk.entries[at]).toMatchObject({
      state: 'decision',
      reason: { code: 'outbox.unreadable' },
      sweepAt: null,
    });
  });
});
