import { beforeEach, describe, expect, it } from 'vitest';
import type { Core, ServiceClient } from '../../../../src/main/outbox/core.ts';
import { prepare, type Prepared } from '../../../../src/main/sending/prepare.ts';
import { AppError } from '../../../../src/shared/errors.ts';
import type { EntryFields, StoredEntry } from '../../../../src/main/db/outbox-storage.ts';
import { coreInMemory } from '../../../fixtures/core-in-memory.ts';

const content = { recipient: { name: 'Jette Harms' }, notes: 'first' };
const typed = { ...content, recipient: { ...content.recipient, externalId: '4711' } };
const stopId = 'plans/p1/stops/s1';
const gone = () => Promise.reject(new AppError('service.not-found'));

/** The service's answer to each read, and the reads made. */
let says: Record<string, () => unknown>;
let asked: string[];
let known: Core['cached'];
let all: ReturnType<typeof coreInMemory>;
let now: number;

beforeEach(() => {
  says = {};
  asked = [];
  known = {
    put: () => Promise.resolve(),
    forget: () => Promise.resolve(),
    idsByMarker: () => Promise.resolve(null),
    readList: (noun, parentId) => {
      asked.push(`read ${noun} of ${parentId}`);
      return Promise.resolve();
    },
    dayOf: () => Promise.resolve(null),
  };
  const read = (name: string) => {
    asked.push(name);
    return Promise.resolve().then(() => (says[name] ?? gone)());
  };
  all = coreInMemory({ service: { read } as unknown as ServiceClient });
  all.core.cached = known;
  now = all.system.now();
});

function entry(id: string | null, set: Partial<EntryFields> = {}): StoredEntry {
  all.put(id, set);
  const one = all.storage.find(id ?? '');
  if (one === undefined) throw new Error('it is not kept');
  return one;
}

const ready = (id: string | null, set: Partial<EntryFields> = {}, among = 1): Promise<Prepared> =>
  prepare(all.core, entry(id, set), among);
const stop = (of: object = content) => all.intake.create('stops.create', 'plans/p1', { ...of });
const listed = (id: string, of: object = typed) => ({ id, ...of });
const page = (...stops: object[]) => ({ stops, nextPageToken: null });
const send = (knownIds: string[] | null, body: object = {}) => ({ kind: 'send', knownIds, body });
const decision = (code: string) => ({ kind: 'settled', outcome: { kind: 'decision', reason: { code } } });
const acknowledged = { kind: 'settled', outcome: { kind: 'acknowledged', serverId: null } };
const notFound = { kind: 'settled', outcome: { kind: 'refused', reason: { code: 'service.not-found' } } };

function sentRecipient(prepared: Prepared): unknown {
  if (prepared.kind !== 'send') throw new Error(`nothing is sent: ${JSON.stringify(prepared)}`);
  return prepared.body['recipient'];
}

describe('the state before the first attempt', () => {
  it('is not read if the marker is ours', async () => {
    expect(await ready(stop().entryId)).toEqual(send(null));
    expect(asked).toEqual([]);
  });

  it('is the cached ids with the entered external id', async () => {
    known.idsByMarker = () => Promise.resolve([stopId]);
    expect(await ready(stop(typed).entryId)).toEqual(send([stopId]));
    expect(asked).toEqual([]);
  });

  it('is looked up if no list was read, and for ten entries the list is read instead', async () => {
    says['stops.list'] = () => page(listed(stopId), listed('plans/p1/stops/s2', content));
    const { entryId } = stop(typed);
    expect(await ready(entryId, {}, 9)).toEqual(send([stopId]));
    expect(asked).toEqual(['stops.list']);
    asked = [];
    known.readList = (noun, parentId) => {
      asked.push(`read ${noun} of ${parentId}`);
      known.idsByMarker = () => Promise.resolve([]);
      return Promise.resolve();
    };
    expect(await ready(entryId, {}, 10)).toEqual(send([]));
    expect(asked).toEqual(['read stops of plans/p1']);
  });

  it('is looked up if the list cannot be read for ten entries', async () => {
    says['stops.list'] = () => page(listed(stopId));
    expect(await ready(stop(typed).entryId, {}, 10)).toEqual(send([stopId]));
    expect(asked).toEqual(['read stops of plans/p1', 'stops.list']);
  });

  it('stays as at the first attempt, because a copy may have arrived since', async () => {
    known.idsByMarker = () => Promise.resolve([stopId]);
    expect(await ready(stop(typed).entryId, { doubtUntil: 1, knownIds: [] })).toEqual(send([]));
  });

  it('is the running operations for an operation', async () => {
    const metadata = { targetPlanId: 'plans/p1', startedBy: 'api' };
    says['operations.list'] = () => ({ operations: [{ id: 'operations/o1', type: 'plan_optimization', metadata }] });
    const { entryId } = all.intake.command('plans.reoptimize', 'plans/p1', { optimizationType: 'reorder_all_stops' });
    expect(await ready(entryId)).toEqual(send(['operations/o1'], { optimizationType: 'reorder_all_stops' }));
  });

  it('does not matter for a command that notifies drivers', async () => {
    expect(await ready(all.intake.command('plans.save', 'plans/p1', {}).entryId)).toEqual(send(null));
    expect(asked).toEqual([]);
  });
});

describe('a failed read', () => {
  it('keeps the entry queued for as long as the service says, or with increasing waits', async () => {
    const { entryId } = stop(typed);
    says['stops.list'] = () => Promise.reject(new AppError('service.busy', { detail: { waitMilliseconds: 7_000 } }));
    const reason = { code: 'service.busy', detail: { waitMilliseconds: 7_000 } };
    expect(await ready(entryId)).toEqual({
      kind: 'settled',
      outcome: { kind: 'later', reason, waitMilliseconds: 7_000 },
    });
    says['stops.list'] = () => Promise.reject(new AppError('line.timeout'));
    const settled = await ready(entryId, { attempts: 2 });
    const wait = settled.kind === 'settled' && settled.outcome.kind === 'later' ? settled.outcome.waitMilliseconds : 0;
    expect(wait).toBeGreaterThanOrEqual(4_000);
    expect(wait).toBeLessThanOrEqual(8_000);
  });

  it('throws on bugs', async () => {
    says['stops.list'] = () => Promise.reject(new TypeError('a mistake'));
    await expect(ready(stop(typed).entryId)).rejects.toThrow('a mistake');
  });
});

describe('a stop of a dated plan', () => {
  const day = 86_400_000;
  const at = (text: string, zone = 'Europe/Berlin') => {
    known.dayOf = (planId) => Promise.resolve(planId === 'plans/p1' ? { day: text, zone } : null);
  };

  it('needs a decision if its day passed while it waited', async () => {
    at('2026-06-14');
    const { entryId } = stop();
    expect(await ready(entryId)).toEqual(send(null));
    const waited = (set: Partial<StoredEntry> = {}) =>
      prepare(all.core, { ...entry(entryId), createdAt: now - day, ...set }, 1);
    expect(await waited()).toMatchObject(decision('outbox.day-passed'));
    expect(await waited({ progress: { dayConfirmed: true } })).toEqual(send(null));
    expect(await waited({ createdAt: now - 2 * day })).toMatchObject(decision('outbox.day-passed'));
    at('2026-06-15');
    expect(await waited()).toEqual(send(null));
    at('2026-06-13');
    expect(await waited()).toEqual(send(null));
  });

  it('counts the day at the depot of the plan', async () => {
    const { entryId } = stop();
    const waited = () => prepare(all.core, { ...entry(entryId), createdAt: now - day }, 1);
    at('2026-06-14');
    expect(await waited()).toMatchObject(decision('outbox.day-passed'));
    // It is still the evening of the 14th there.
    at('2026-06-14', 'Pacific/Pago_Pago');
    expect(await waited()).toEqual(send(null));
  });

  it('does not include unassigned stops, which have no day', async () => {
    known.dayOf = () => Promise.resolve({ day: '2026-06-14', zone: 'Europe/Berlin' });
    const { entryId } = all.intake.create('unassignedStops.create', '', content);
    const one = { ...entry(entryId), createdAt: now - day };
    expect(await prepare(all.core, one, 1)).toEqual(send(null));
  });
});

describe('a change to a record with an unknown id', () => {
  /** An imported stop and an edit of it. */
  function imported(of: object = content) {
    const made = stop(of);
    all.put(made.entryId, { state: 'acknowledged', knownIds: [] });
    const change = all.intake.edit('stops.update', made.recordId, 'plans/p1', { notes: 'x' }, { notes: 'first' });
    const { marker } = entry(made.entryId);
    const there = (id: string) => listed(id, { ...of, recipient: { ...content.recipient, externalId: marker } });
    return { ...made, change: change.entryId, there };
  }

  it('finds the record by its marker', async () => {
    const { change, recordId, there } = imported();
    says['stops.list'] = () => page(there(stopId));
    expect(await ready(change)).toEqual({ kind: 'learnt', recordId, serverId: stopId });
    says['stops.list'] = () => page();
    expect(await ready(change)).toMatchObject(notFound);
  });

  it('waits while copies are searched for, and needs a decision otherwise', async () => {
    const { change, entryId, there } = imported();
    says['stops.list'] = () => page(there(stopId), there('plans/p1/stops/s2'));
    expect(await ready(change)).toMatchObject(decision('outbox.several-found'));
    all.put(entryId, { sweepAt: now });
    const waits = await ready(change, { attempts: 1 });
    expect(waits).toMatchObject({ kind: 'settled', outcome: { kind: 'later', reason: { code: 'outbox.waits' } } });
    const { waitMilliseconds } = (waits as { outcome: { waitMilliseconds: number } }).outcome;
    expect(waitMilliseconds).toBeGreaterThanOrEqual(2_000);
    expect(waitMilliseconds).toBeLessThanOrEqual(4_000);
  });

  it('reads the list once for ten entries, and again if the first read began too early', async () => {
    const { change, recordId, there } = imported();
    const learnt = { kind: 'learnt', recordId, serverId: stopId };
    let reads = 0;
    known.readList = () => {
      reads += 1;
      if (reads === 2) all.storage.commit([{ do: 'change-record', id: recordId, set: { serverId: stopId } }]);
      return Promise.resolve();
    };
    const before = entry(change);
    expect(await prepare(all.core, before, 10)).toEqual(learnt);
    expect({ reads, asked }).toEqual({ reads: 2, asked: [] });
    all.storage.commit([{ do: 'change-record', id: recordId, set: { serverId: null } }]);
    says['stops.list'] = () => page(there(stopId));
    expect(await prepare(all.core, before, 10)).toEqual(learnt);
    expect({ reads, asked }).toEqual({ reads: 4, asked: ['stops.list'] });
    expect(await prepare(all.core, before, 9)).toEqual(learnt);
    expect(reads).toBe(4);
  });

  it('needs a decision if nothing identifies its record', async () => {
    const plan = all.intake.create('plans.create', '', { title: 'Tour', starts: { day: 16, month: 6, year: 2026 } });
    all.put(plan.entryId, { state: 'acknowledged' });
    const { entryId } = all.intake.edit('plans.update', plan.recordId, '', { title: 'Tour 2' }, { title: 'Tour' });
    expect(await ready(entryId)).toMatchObject(decision('outbox.several-found'));
  });

  it('submits an order when its id is known', async () => {
    const order = all.intake.create('orders.create', '', { packageInfo: { externalId: '4711' } });
    all.put(order.entryId, { state: 'acknowledged', knownIds: [] });
    const { entryId } = all.intake.command('orders.submit', order.recordId, { courierId: 'couriers/1' });
    says['orders.list'] = () => ({ orders: [{ id: 'orders/o1', packageInfo: { externalId: '4711' } }] });
    expect(await ready(entryId)).toEqual({ kind: 'learnt', recordId: order.recordId, serverId: 'orders/o1' });
    all.storage.commit([{ do: 'change-record', id: order.recordId, set: { serverId: 'orders/o1' } }]);
    expect(await ready(entryId)).toEqual(send(null, { courierId: 'couriers/1' }));
  });

  it('finds an order whose create stayed on another computer by its marker', async () => {
    const there = coreInMemory();
    const made = there.intake.create('orders.create', '', { ...content });
    const record = there.storage.record(made.recordId)!;
    all.storage.commit([{ do: 'add-record', record }]);
    const { entryId } = all.intake.command('orders.submit', record.id, { courierId: 'couriers/1' });
    const order = { id: 'orders/o1', packageInfo: { externalId: record.marker } };
    says['orders.list'] = () => ({ orders: [order], nextPageToken: null });
    expect(await ready(entryId)).toEqual({ kind: 'learnt', recordId: record.id, serverId: 'orders/o1' });
  });

  it('deletes nothing after a stop was deleted with its plan', async () => {
    const { recordId } = imported();
    const removal = all.intake.remove('stops.delete', recordId, 'plans/p1').entryId;
    says['stops.list'] = () => page();
    says['plans.get'] = () => ({ id: 'plans/p1' });
    expect(await ready(removal)).toMatchObject(notFound);
    says['plans.get'] = gone;
    expect(await ready(removal)).toEqual(acknowledged);
    says['plans.get'] = () => Promise.reject(new AppError('line.timeout'));
    expect(await ready(removal)).toMatchObject({ outcome: { kind: 'later', reason: { code: 'line.timeout' } } });
  });

  it('is rejected for a missing order, which belongs to no plan', async () => {
    const order = all.intake.create('orders.create', '', { packageInfo: { externalId: '4711' } });
    all.put(order.entryId, { state: 'acknowledged', knownIds: [] });
    says['orders.list'] = () => ({ orders: [] });
    expect(await ready(all.intake.remove('orders.delete', order.recordId, '').entryId)).toMatchObject(notFound);
    expect(asked).toEqual(['orders.list']);
  });
});

describe('the second step of a move', () => {
  /** A stop whose first step to the new place is done. */
  function halfMoved(oldId: string) {
    const { entryId } = all.intake.move(oldId, 'plans/p1', 'plans/p2', content);
    const { progress } = entry(entryId);
    return entry(entryId, { knownIds: [stopId], progress: { ...progress, moved: 'created' } });
  }

  it('deletes a stop with an id, with the known ids from before the first step', async () => {
    expect(await prepare(all.core, halfMoved(stopId), 1)).toEqual(send([stopId]));
  });

  it.each(['refused', 'blocked', 'given-up'] as const)(
    'is done if the stop never existed at the old place: %s',
    async (state) => {
      const made = stop();
      all.put(made.entryId, { state: 'acknowledged' });
      const move = halfMoved(made.recordId);
      all.put(made.entryId, { state });
      expect(await prepare(all.core, move, 1)).toEqual(acknowledged);
      expect(asked).toEqual([]);
    },
  );

  it.each<[string, Partial<EntryFields>]>([
    ['sent from here', { state: 'acknowledged', knownIds: [] }],
    ['taken out to a file', { state: 'given-up', reason: { code: 'outbox.exported', detail: {} } }],
  ])('learns the id at the old place of a stop that was %s', async (_, fields) => {
    const made = stop();
    all.put(made.entryId, { state: 'acknowledged' });
    const move = halfMoved(made.recordId);
    all.put(made.entryId, fields);
    const { marker } = entry(made.entryId);
    says['stops.list'] = () => page(listed(stopId, { ...content, recipient: { externalId: marker } }));
    expect(await prepare(all.core, move, 1)).toEqual({ kind: 'learnt', recordId: made.recordId, serverId: stopId });
  });
});

describe('an edit', () => {
  const edit = (mine: object, base: object, kind: 'stops.update' | 'stops.liveUpdate' = 'stops.update') =>
    all.intake.edit(kind, stopId, 'plans/p1', { ...mine }, { ...base }).entryId;
  const there = (more: object) => {
    says['stops.get'] = () => ({ id: stopId, ...typed, ...more });
  };

  it('sends the fields that still differ, and nothing if all match already', async () => {
    there({ notes: 'mine', packageCount: 2 });
    const id = edit({ notes: 'mine', packageCount: 3 }, { notes: 'first', packageCount: 2 });
    expect(await ready(id)).toEqual(send(null, { packageCount: 3 }));
    there({ notes: 'mine', packageCount: 3 });
    expect(await ready(id)).toEqual({ kind: 'settled', outcome: { kind: 'acknowledged', serverId: stopId } });
  });

  it('sent after a later one leaves out what that one changed, and not what it left as it was', async () => {
    says['stops.get'] = () => ({ id: stopId, notes: 'first', packageCount: 5 });
    const refused = edit({ notes: 'mine', packageCount: 3 }, { notes: 'first', packageCount: 2 });
    all.put(refused, { state: 'sending' });
    // Its notes were typed to and fro before it was sent.
    const later = edit({ notes: 'mine', packageCount: 5 }, { notes: 'mine', packageCount: 3 });
    all.put(later, { state: 'acknowledged' });
    expect(await ready(refused, { state: 'queued' })).toEqual(send(null, { notes: 'mine' }));
  });

  it('is rejected if the stop is gone, and waits if it cannot be read', async () => {
    const id = edit({ notes: 'mine' }, { notes: 'first' });
    expect(await ready(id)).toMatchObject(notFound);
    says['stops.get'] = () => Promise.reject(new AppError('line.timeout'));
    expect(await ready(id)).toMatchObject({ outcome: { kind: 'later', reason: { code: 'line.timeout' } } });
  });

  it('needs a decision if both sides changed a field', async () => {
    there({ notes: 'theirs' });
    const id = edit({ notes: 'mine' }, { notes: 'first' });
    expect(await ready(id, { progress: { doubts: 1 } })).toEqual({
      kind: 'settled',
      outcome: { kind: 'decision', reason: { code: 'outbox.conflict', detail: { field: 'notes' } } },
      progress: { doubts: 1, conflicts: [{ field: 'notes', base: 'first', mine: 'mine', theirs: 'theirs' }] },
    });
  });

  it('includes the external id that the stop has', async () => {
    there({});
    const phone = edit({ recipient: { name: 'Jette Harms', phone: '+49 1' } }, { recipient: { name: 'Jette Harms' } });
    expect(await ready(phone)).toMatchObject({ body: { recipient: { phone: '+49 1', externalId: '4711' } } });
  });

  it('includes the entered external id, else the current one, else the one it was created with', async () => {
    const made = stop();
    all.put(made.entryId, { state: 'acknowledged' });
    all.storage.commit([{ do: 'change-record', id: made.recordId, set: { serverId: stopId } }]);
    const { marker } = entry(made.entryId);
    const numbered = async (recipient: object | null) => {
      const mine = { recipient: recipient && { name: 'Jette Harms', ...recipient } };
      const base = { recipient: (says['stops.get']?.() as { recipient: object | null }).recipient };
      const { entryId } = all.intake.edit('stops.update', made.recordId, 'plans/p1', mine, base);
      const prepared = await ready(entryId);
      all.put(entryId, { state: 'given-up' });
      return sentRecipient(prepared);
    };
    there({});
    expect(await numbered({ phone: '+49 1' })).toMatchObject({ externalId: '4711' });
    expect(await numbered({ phone: '+49 2', externalId: '4712' })).toMatchObject({ externalId: '4712' });
    there(content);
    expect(await numbered({ phone: '+49 3' })).toEqual({ name: 'Jette Harms', phone: '+49 3', externalId: marker });
    there({ recipient: null });
    expect(await numbered({ phone: '+49 4' })).toMatchObject({ externalId: marker });
  });

  it('clears the number of a stop, and gives one that was made here its own back', async () => {
    there({});
    const recipient = { name: 'Jette Harms', externalId: '4711' };
    const cleared = edit({ recipient: { externalId: null } }, { recipient });
    expect(await ready(cleared)).toEqual(send(null, { recipient: { name: 'Jette Harms', externalId: null } }));

    for (const [of, kept] of [
      [content, true],
      [typed, false],
    ] as const) {
      const made = stop(of);
      all.put(made.entryId, { state: 'acknowledged' });
      all.storage.commit([{ do: 'change-record', id: made.recordId, set: { serverId: stopId } }]);
      const { marker } = entry(made.entryId);
      const change = { recipient: { externalId: null } };
      const { entryId } = all.intake.edit('stops.update', made.recordId, 'plans/p1', change, { recipient });
      expect(sentRecipient(await ready(entryId))).toMatchObject({ externalId: kept ? marker : null });
      all.storage.commit([{ do: 'change-record', id: made.recordId, set: { serverId: null } }]);
    }
  });

  it('of several fields includes our marker in the recipient, and the other fields as they are', async () => {
    const made = stop();
    all.put(made.entryId, { state: 'acknowledged' });
    all.storage.commit([{ do: 'change-record', id: made.recordId, set: { serverId: stopId } }]);
    there(content);
    const change = { notes: 'mine', recipient: { phone: '+49 1' } };
    const base = { notes: 'first', recipient: {} };
    const { entryId } = all.intake.edit('stops.update', made.recordId, 'plans/p1', change, base);
    const recipient = { name: 'Jette Harms', phone: '+49 1', externalId: entry(made.entryId).marker };
    expect(await ready(entryId)).toEqual(send(null, { notes: 'mine', recipient }));
  });

  it('of an order includes no marker, because its fields are merged one by one', async () => {
    const made = all.intake.create('orders.create', '', {});
    all.put(made.entryId, { state: 'acknowledged' });
    all.storage.commit([{ do: 'change-record', id: made.recordId, set: { serverId: 'orders/o1' } }]);
    says['orders.get'] = () => ({ id: 'orders/o1', packageInfo: { weight: 1 } });
    const [change, base] = [{ packageInfo: { weight: 2 } }, { packageInfo: { weight: 1 } }];
    const { entryId } = all.intake.edit('orders.update', made.recordId, '', change, base);
    expect(await ready(entryId)).toEqual(send(null, change));
  });

  it('leaves a number cleared that a colleague has cleared', async () => {
    const made = stop(typed);
    all.put(made.entryId, { state: 'acknowledged' });
    all.storage.commit([{ do: 'change-record', id: made.recordId, set: { serverId: stopId } }]);
    there(content);
    const change = { recipient: { phone: '+49 1' } };
    const { entryId } = all.intake.edit('stops.update', made.recordId, 'plans/p1', change, { recipient: {} });
    expect(sentRecipient(await ready(entryId))).toEqual({ name: 'Jette Harms', phone: '+49 1' });
  });

  it('of a plan sends its overrides whole, compared as they are sent', async () => {
    const unknown = { objective: 'an objective of tomorrow', subObjective: null };
    const overrides = { maxStops: 20, drivingSpeed: 'slower', vehicleType: null, optimizationSettings: unknown };
    const plan = { id: 'plans/p3', title: 'Tour 1', routeOverrides: overrides };
    says['plans.get'] = () => plan;
    const base = { routeOverrides: plan.routeOverrides };
    const change = { routeOverrides: { maxStops: 30 } };
    const { entryId } = all.intake.edit('plans.update', 'plans/p3', '', change, base);
    expect(await ready(entryId)).toEqual(send(null, { routeOverrides: { maxStops: 30, drivingSpeed: 'slower' } }));
  });

  describe('of the address of an order', () => {
    const typedAddress = (house: number) => ({ addressLineOne: `Quay ${house}`, zip: '41720', city: 'Aldermünde' });
    const readAddress = (house: number) => ({
      address: `Quay ${house}, 41720 Aldermünde, Germany`,
      addressLineOne: `Quay ${house}`,
      addressLineTwo: '41720 Aldermünde, Germany',
      ...{ latitude: 52 + house, longitude: 13.4, placeId: `place-${house}`, placeTypes: ['street_address'] },
    });
    const change = (mine: object, base: object, there: object) => {
      says['orders.get'] = () => ({ id: 'orders/o1', address: there });
      const { entryId } = all.intake.edit('orders.update', 'orders/o1', '', { address: mine }, { address: base });
      return ready(entryId);
    };

    it('is done if the service has geocoded the new one: the answer was lost', async () => {
      const done = await change(typedAddress(2), readAddress(1), readAddress(2));
      expect(done).toEqual({ kind: 'settled', outcome: { kind: 'acknowledged', serverId: 'orders/o1' } });
    });

    it('is sent if the service has geocoded the one that it builds on', async () => {
      const sent = await change(typedAddress(3), typedAddress(2), readAddress(2));
      expect(sent).toEqual(send(null, { address: typedAddress(3) }));
    });

    it('needs a decision if the service has another one', async () => {
      const asks = await change(typedAddress(3), typedAddress(2), readAddress(4));
      expect(asks).toMatchObject({ ...decision('outbox.conflict'), progress: { conflicts: [{ field: 'address' }] } });
    });

    it('compares the other fields with those of the order, whose address is only geocoded', async () => {
      const recipient = { name: 'Jette Harms', phone: '+49 2' };
      says['orders.get'] = () => ({ id: 'orders/o1', recipient, address: readAddress(2) });
      const mine = { recipient: { name: 'Jette Harms', phone: '+49 2' }, address: typedAddress(3) };
      const base = { recipient: { name: 'Jette Harms', phone: '+49 1' }, address: typedAddress(2) };
      const { entryId } = all.intake.edit('orders.update', 'orders/o1', '', mine, base);
      expect(await ready(entryId)).toEqual(send(null, { address: typedAddress(3) }));
    });
  });

  it('includes no external id if there is none or the record has no such field', async () => {
    there(content);
    const recipient = { name: 'Jette Harms' };
    const id = edit({ recipient: { ...recipient, phone: '+49 1' } }, { recipient });
    expect(sentRecipient(await ready(id))).not.toHaveProperty('externalId');
    says['plans.get'] = () => ({ id: 'plans/p3', title: 'Tour 1' });
    const plan = all.intake.edit('plans.update', 'plans/p3', '', { title: 'Tour 2' }, { title: 'Tour 1' }).entryId;
    expect(await ready(plan)).toEqual(send(null, { title: 'Tour 2' }));
    says['orders.get'] = () => ({ id: 'orders/o1', packageInfo: { externalId: '4711', weight: 1 } });
    const info = { packageInfo: { weight: 2 } };
    const order = all.intake.edit('orders.update', 'orders/o1', '', info, { packageInfo: { weight: 1 } }).entryId;
    expect(await ready(order)).toEqual(send(null, info));
  });

  it('that removes the recipient includes no external id', async () => {
    there({});
    const id = edit({ recipient: null }, { recipient: typed.recipient });
    expect(await ready(id)).toEqual(send(null, { recipient: null }));
  });

  it('is sent while another of the same stop is pending, and waits if that one ends during the read', async () => {
    there({ notes: 'first' });
    const before = edit({ notes: 'pending' }, { notes: 'first' }, 'stops.liveUpdate');
    all.put(before, { state: 'pending' });
    const id = edit({ notes: 'mine' }, { notes: 'pending' }, 'stops.liveUpdate');
    expect(await ready(id)).toEqual(send(null, { notes: 'mine' }));
    says['stops.get'] = () => {
      all.put(before, { state: 'acknowledged' });
      return { id: stopId, ...typed };
    };
    expect(await ready(id)).toMatchObject({ outcome: { kind: 'later', reason: { code: 'outbox.waits' } } });
  });
});
