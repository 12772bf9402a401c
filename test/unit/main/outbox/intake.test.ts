import { describe, expect, it } from 'vitest';
import { isOurMarker } from '../../../../src/shared/outbox.ts';
import { coreInMemory } from '../../../fixtures/core-in-memory.ts';

const planId = 'plans/p1';
const address = { addressLineOne: 'Quay 1' };
const start = () => coreInMemory();

describe('a new entry', () => {
  it('gets a marker of ours, or keeps an external id that was entered', () => {
    const { intake, storage } = start();
    const ours = intake.create('stops.create', planId, { address });
    const typed = intake.create('orders.create', '', { address, packageInfo: { externalId: 'WEB-1' } });
    const [first, second] = [storage.record(ours.recordId), storage.record(typed.recordId)];
    expect(isOurMarker(first?.marker ?? '')).toBe(true);
    expect(JSON.parse(first?.content ?? '')).toEqual({ address, recipient: { externalId: first?.marker } });
    expect(second).toMatchObject({ marker: 'WEB-1', markerIsOurs: false });
  });

  it('is merged with an edit made before it was sent', () => {
    const { intake, storage, states } = start();
    const { recordId } = intake.create('stops.create', planId, { address, notes: 'first' });
    intake.edit('stops.update', recordId, planId, { notes: null, packageCount: 2 }, { notes: 'first' });
    expect(states()).toEqual(['stops.create queued']);
    const content = JSON.parse(storage.record(recordId)?.content ?? '') as Record<string, unknown>;
    expect(content).toMatchObject({ address, packageCount: 2 });
    expect(content).not.toHaveProperty('notes');
  });

  it('takes no nulls from an edit, not even in an object that it did not have', () => {
    const { intake, storage } = start();
    const { recordId } = intake.create('stops.create', planId, { address });
    const nine = { hour: 9, minute: 0 };
    const edited = (mine: object) => {
      intake.edit('stops.update', recordId, planId, { ...mine }, {});
      return JSON.parse(storage.record(recordId)?.content ?? '') as Record<string, unknown>;
    };
    expect(edited({ timing: { earliestAttemptTime: null, latestAttemptTime: null } })).not.toHaveProperty('timing');
    const open = { earliestAttemptTime: nine, latestAttemptTime: null };
    expect(edited({ timing: open })['timing']).toEqual({ earliestAttemptTime: nine });
    expect(edited({ timing: null, notes: 'mine' })).not.toHaveProperty('timing');
    expect(edited({ timing: open })['timing']).toEqual({ earliestAttemptTime: nine });
    const order = intake.create('orders.create', '', { address });
    const handOffInfo = { handOffType: 'pickup_by_courier', pickupLocationId: null };
    const instructions = { notes: null, handOffInfo, proofOfAttemptRequirements: { enabled: null } };
    intake.edit('orders.update', order.recordId, '', { deliveryInstructions: instructions }, {});
    const content = JSON.parse(storage.record(order.recordId)?.content ?? '') as Record<string, unknown>;
    expect(content['deliveryInstructions']).toEqual({ handOffInfo: { handOffType: 'pickup_by_courier' } });
  });

  it('keeps the nulls of an edit of what the service has, because they clear its fields', () => {
    const { intake, storage } = start();
    const timing = { earliestAttemptTime: { hour: 9, minute: 0 }, latestAttemptTime: null };
    const edit = (mine: object) => intake.edit('stops.update', 'plans/p1/stops/s1', planId, { ...mine }, {});
    edit({ notes: 'mine' });
    const { entryId } = edit({ timing });
    expect(JSON.parse(storage.find(entryId ?? '')?.body ?? '')).toEqual({ notes: 'mine', timing });
  });

  it.each([
    ['stops.create', 'stops.update', 'recipient'],
    ['unassignedStops.create', 'unassignedStops.update', 'recipient'],
    ['orders.create', 'orders.update', 'packageInfo'],
  ] as const)('has the marker that it is sent with after its number was typed, changed or cleared: %s', (...row) => {
    const [make, change, holder] = row;
    const { intake, storage } = start();
    const parent = make === 'stops.create' ? planId : '';
    const { recordId } = intake.create(make, parent, { address, [holder]: { name: 'Ada' } });
    const numbered = (externalId: string | null) =>
      intake.edit(change, recordId, parent, { [holder]: { externalId } }, { [holder]: null });
    const kept = () => {
      const { marker, markerIsOurs, content } = storage.record(recordId)!;
      const sent = (JSON.parse(content) as Record<string, Record<string, unknown>>)[holder];
      expect(sent?.['externalId']).toBe(marker);
      return { marker, markerIsOurs };
    };
    const first = kept();
    expect(first.markerIsOurs).toBe(true);
    intake.edit(change, recordId, parent, { notes: 'mine' }, { notes: null });
    expect(kept()).toEqual(first);
    numbered('A-1');
    expect(kept()).toEqual({ marker: 'A-1', markerIsOurs: false });
    intake.edit(change, recordId, parent, { notes: 'yours' }, { notes: 'mine' });
    numbered('A-2');
    expect(kept()).toEqual({ marker: 'A-2', markerIsOurs: false });
    numbered(null);
    expect(isOurMarker(kept().marker)).toBe(true);
    expect(kept().markerIsOurs).toBe(true);
    const again = kept();
    intake.edit(change, recordId, parent, { [holder]: null }, { [holder]: null });
    expect(kept()).toEqual(again);
  });

  it.each([
    ['stops.create', 'stops.update', 'recipient', undefined, 'its marker'],
    ['unassignedStops.create', 'unassignedStops.update', 'recipient', undefined, 'its marker'],
    ['stops.create', 'stops.update', 'recipient', 'A-1', null],
    ['orders.create', 'orders.update', 'packageInfo', undefined, null],
  ] as const)('puts its marker where a number is cleared later: %s %s %s %s', (make, change, holder, first, then) => {
    const { intake, storage, put, disk } = start();
    const parent = make === 'stops.create' ? planId : '';
    const content = { address, [holder]: { ...(first === undefined ? {} : { externalId: first }) } };
    const { recordId, entryId } = intake.create(make, parent, content);
    put(entryId, { state: 'acknowledged' });
    const numbered = (externalId: string | null) =>
      intake.edit(change, recordId, parent, { [holder]: { phone: '1', externalId } }, {});
    numbered('A-2');
    expect(disk.entries[1]?.body).toBe(`{"${holder}":{"phone":"1","externalId":"A-2"}}`);
    numbered(null);
    const externalId = then === null ? null : storage.record(recordId)?.marker;
    expect(JSON.parse(disk.entries[1]?.body ?? '')).toEqual({ [holder]: { phone: '1', externalId } });
    intake.edit(change, recordId, parent, { notes: null, [holder]: null }, {});
    expect(JSON.parse(disk.entries[1]?.body ?? '')).toMatchObject({ notes: null, [holder]: null });
  });

  it('has the marker that it is sent with after a typed number was taken back', () => {
    const { intake, storage, put } = start();
    const { recordId, entryId } = intake.create('stops.create', planId, { address, recipient: { name: 'Ada' } });
    const before = { recipient: { name: 'Ada', externalId: null } };
    const edited = { recipient: { name: 'Ada', externalId: 'A-1' } };
    intake.edit('stops.update', recordId, planId, { recipient: { externalId: 'A-1' } }, before);
    put(entryId, { state: 'refused', doubtUntil: 1 });
    expect(intake.undoEdit(recordId, edited, before)).toBe(true);
    const { marker, markerIsOurs, content } = storage.record(recordId)!;
    expect([isOurMarker(marker), markerIsOurs]).toEqual([true, true]);
    expect(JSON.parse(content)).toMatchObject({ recipient: { name: 'Ada', externalId: marker } });
    // What was there before the first attempt is looked up again.
    expect(storage.find(entryId ?? '')).toMatchObject({ state: 'queued', doubtUntil: 0 });
  });

  it('to delete an order keeps what the user agreed to, also when it takes back what waited', () => {
    const { intake, storage } = start();
    const kept = (id: string | null) => storage.find(id ?? '')?.progress;
    expect(kept(intake.remove('orders.delete', 'orders/o1', '').entryId)).toBeNull();
    const submission = intake.command('orders.submit', 'orders/o2', { courierId: 'couriers/c1' }).entryId;
    const { entryId } = intake.remove('orders.delete', 'orders/o2', '', undefined, { withdraws: true });
    expect(kept(entryId)).toEqual({ withdraws: true, took: [submission] });
  });

  it('is discarded by a deletion made before it was sent', () => {
    const { intake, states } = start();
    const { recordId } = intake.create('stops.create', planId, { address });
    expect(intake.remove('stops.delete', recordId, planId).entryId).toBeNull();
    expect(states()).toEqual(['stops.create given-up']);
  });

  it.each(['sending', 'in-doubt'] as const)('is not merged while it is %s: edits and deletions follow it', (state) => {
    const { intake, put, states } = start();
    const { recordId, entryId } = intake.create('stops.create', planId, { address });
    put(entryId, { state });
    intake.edit('stops.update', recordId, planId, { notes: 'mine' }, { notes: null });
    expect(states()).toEqual([`stops.create ${state}`, 'stops.update queued']);
    intake.remove('stops.delete', recordId, planId);
    expect(states()).toEqual([`stops.create ${state}`, 'stops.update given-up', 'stops.delete queued']);
  });

  it('is not merged while it waits for a retry, because a copy of the first may still arrive', () => {
    const { intake, put, states, system, storage } = start();
    const { recordId, entryId } = intake.create('stops.create', planId, { address });
    put(entryId, { doubtUntil: system.now() + 600_000 });
    intake.edit('stops.update', recordId, planId, { notes: 'mine' }, { notes: null });
    expect(states()).toEqual(['stops.create queued', 'stops.update queued']);
    intake.remove('stops.delete', recordId, planId);
    // Discarded, and searched for from then on.
    expect(storage.find(entryId ?? '')).toMatchObject({ state: 'given-up', sweepAt: expect.any(Number) as number });
  });

  it('is merged with an earlier edit of the record and keeps the base of the first', () => {
    const { intake, disk } = start();
    const edit = (mine: object, base: object) =>
      intake.edit('stops.update', 'plans/p1/stops/s1', planId, { ...mine }, { ...base });
    edit({ notes: 'one' }, { notes: 'there' });
    edit({ notes: 'two', packageCount: null }, { notes: 'one', packageCount: 3 });
    expect(disk.entries).toHaveLength(1);
    expect(JSON.parse(disk.entries[0]?.body ?? '')).toEqual({ notes: 'two', packageCount: null });
    expect(JSON.parse(disk.entries[0]?.base ?? '')).toEqual({ notes: 'there', packageCount: 3 });
  });

  it('takes an address as a whole, whether the order is new or was edited before', () => {
    const { intake, storage } = start();
    const first = { addressLineOne: 'Quay 1', addressLineTwo: 'Door 2', country: 'DE', latitude: 54, longitude: 10 };
    const then = { addressLineOne: 'Lane 3', city: 'Ulm' };
    const { recordId } = intake.create('orders.create', '', { address: first });
    intake.edit('orders.update', recordId, '', { address: then }, { address: first });
    expect((JSON.parse(storage.record(recordId)?.content ?? '') as { address: object }).address).toEqual(then);
    const edit = (address: object) => intake.edit('orders.update', 'orders/o1', '', { address }, { address: null });
    edit(first);
    const { entryId } = edit({ zip: '89073', city: 'Ulm' });
    expect(JSON.parse(storage.find(entryId ?? '')?.body ?? '')).toEqual({ address: { zip: '89073', city: 'Ulm' } });
  });

  it('keeps how an order is handed over when only the place changes, and no place of what is shipped', () => {
    const { intake, storage } = start();
    const edit = (id: string, handOffInfo: object) =>
      intake.edit('orders.update', id, '', { deliveryInstructions: { handOffInfo } }, { deliveryInstructions: null });
    const pickup = { handOffType: 'pickup_by_courier', pickupLocationId: 'A' };
    const handOffIn = (text: string | null | undefined) =>
      (JSON.parse(text ?? '') as { deliveryInstructions: { handOffInfo: unknown } }).deliveryInstructions.handOffInfo;
    edit('orders/o1', pickup);
    const { entryId } = edit('orders/o1', { pickupLocationId: 'B' });
    const body = () => handOffIn(storage.find(entryId ?? '')?.body);
    expect(body()).toEqual({ ...pickup, pickupLocationId: 'B' });
    edit('orders/o1', { handOffType: 'ship_to_courier' });
    expect(body()).toEqual({ handOffType: 'ship_to_courier' });
    const { recordId } = intake.create('orders.create', '', { address, deliveryInstructions: { handOffInfo: pickup } });
    const content = () => handOffIn(storage.record(recordId)?.content);
    edit(recordId, { pickupLocationId: 'B' });
    expect(content()).toEqual({ ...pickup, pickupLocationId: 'B' });
    edit(recordId, { pickupLocationId: null });
    expect(content()).toEqual({ handOffType: 'pickup_by_courier' });
  });

  it('remembers the records that it needs by their local ids', () => {
    const { intake, storage } = start();
    const driver = intake.create('drivers.create', '', { email: 'a@depot.example' });
    const plan = intake.create('plans.create', '', { title: 'Monday', drivers: [driver.recordId] });
    expect(storage.find(plan.entryId ?? '')?.progress).toEqual({ needs: [driver.recordId] });
    expect(storage.dependants(driver.recordId).map(({ kind }) => kind)).toEqual(['drivers.create', 'plans.create']);
  });

  it('cancels a submission when it withdraws the order before that was sent', () => {
    const { intake, states } = start();
    intake.command('orders.submit', 'orders/o1', { courierId: 'couriers/c1' });
    expect(intake.command('orders.withdraw', 'orders/o1', {}).entryId).toBeNull();
    expect(states()).toEqual(['orders.submit given-up']);
  });

  it('is created directly in the other plan if moved before sending, and keeps its origin if moved twice', () => {
    const { intake, disk, states } = start();
    const { recordId } = intake.create('stops.create', planId, { address });
    intake.move(recordId, planId, 'plans/p2', { address });
    expect(states()).toEqual(['stops.create given-up', 'stops.create queued']);
    const first = intake.move('plans/p1/stops/s9', planId, 'plans/p2', { address });
    intake.move(first.recordId, 'plans/p2', 'plans/p3', { address });
    expect(states().slice(2)).toEqual(['stops.move given-up', 'stops.move queued']);
    expect(disk.entries.at(-1)?.progress?.old).toEqual({ id: 'plans/p1/stops/s9', planId });
  });
});

describe('a decision of the user', () => {
  it('cannot correct or discard what may be on the service', () => {
    const { intake, choices, put } = start();
    const { entryId } = intake.create('stops.create', planId, { address });
    for (const state of ['sending', 'in-doubt', 'acknowledged'] as const) {
      put(entryId, { state });
      expect(choices.correct(entryId ?? '', { address })).toBe(false);
      expect(choices.giveUp(entryId ?? '')).toBe(false);
    }
  });

  it('can correct a rejected entry after a doubt only when no copy can arrive any more', () => {
    const { intake, choices, put, system } = start();
    const { entryId } = intake.create('stops.create', planId, { address });
    put(entryId, { state: 'refused', doubtUntil: system.now() + 1_000, sweepAt: system.now() + 2_000 });
    expect(choices.correct(entryId ?? '', { address })).toBe(false);
    put(entryId, { doubtUntil: system.now() - 1, sweepAt: null });
    expect(choices.correct(entryId ?? '', { address })).toBe(true);
  });
});
