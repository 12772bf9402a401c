import { describe, expect, it } from 'vitest';
import { factsOf } from '../../../../src/renderer/stops/stop-facts.ts';
import { deliveryWords } from '../../../../src/messages/delivery-words.ts';
import {
  changeExplained,
  stopFits,
  stopState,
  typedExternalId,
  unsentEntry,
} from '../../../../src/renderer/stops/stop-words.ts';
import { entryStates, type EntryState } from '../../../../src/shared/outbox.ts';
import { deliveryResult, stop, stopShape } from '../../../../src/shared/stops.ts';
import { standInNow, standInState } from '../../../fixtures/backend-stand-in.ts';

const [row] = standInState().stops;
if (!row) throw new Error('the stand-in has no stop');

describe('a stop’s state', () => {
  it('is that of its entry until it is on the service', () => {
    const planned = { ...row, deliveryState: null, result: 'open' } as const;
    const states = entryStates.map((entryState) => stopState({ ...planned, entryState }));
    expect(states.map(({ text, symbol }) => `${text}: ${symbol}`)).toEqual([
      'Waiting to send: clock',
      'Sending: clock',
      'Planned: planned',
      'Unconfirmed (checking): clock',
      'Pending on service: clock',
      'Rejected: ask',
      'Waiting for another entry: ask',
      'Needs decision: ask',
      'Discarded: failed',
    ]);
  });

  it('then shows the result of the delivery, verbatim if unknown', () => {
    const of = (deliveryState: string | null) =>
      stopState({ ...row, entryState: null, deliveryState, result: deliveryResult({ state: deliveryState }) });
    expect(of('delivered_to_mailbox')).toMatchObject({ text: 'Delivered to mailbox', tone: 'neutral' });
    expect(of('failed_no_parking')).toMatchObject({ text: 'Failed: no parking', tone: 'danger' });
    expect(of('failed_by_dragon')).toMatchObject({ text: 'failed_by_dragon', tone: 'danger' });
    expect(of(null).text).toBe('Planned');
    const failed = { ...row, entryState: null, result: 'failed' } as const;
    for (const deliveryState of [null, 'unattempted'])
      expect(stopState({ ...failed, deliveryState })).toMatchObject({ text: 'Failed', tone: 'danger' });
    expect(stopState({ ...failed, deliveryState: null, result: 'done' })).toMatchObject({ text: 'Delivered' });
    expect(deliveryWords('beamed_up')).toBe('beamed_up');
  });
});

describe('what happens next to a change', () => {
  it('is never that a rejected change will be sent, or that a pending one still has to be', () => {
    for (const change of ['create', 'edit', 'delete', 'move'] as const) {
      for (const online of [true, false]) {
        const of = (entryState: EntryState) => changeExplained({ change, entryState }, online);
        for (const state of ['refused', 'blocked', 'decision', 'pending', 'in-doubt'] as const) {
          expect(of(state), `${change} ${state}`).not.toMatch(/as soon as|is being sent/);
        }
        expect(of('refused')).toMatch(/rejected/);
        expect(of('pending')).toMatch(/The service has it/);
      }
    }
    expect(changeExplained({ change: 'delete', entryState: 'refused' }, true)).toMatch(/the stop stays/);
  });
});

describe('a new stop of a paused import', () => {
  it('is called paused, and nothing says that it is sent', () => {
    const row = {
      change: 'create',
      entryState: 'queued',
      isPaused: true,
      deliveryState: null,
      result: 'open',
      type: 'stop',
    } as const;
    expect(stopState(row).text).toBe('Paused');
    for (const online of [true, false]) expect(changeExplained(row, online)).toMatch(/paused/);
  });
});

describe('the entry to correct', () => {
  it('is that of an unsent stop created here, or of a move at its new place', () => {
    const of = (change: 'create' | 'move' | 'delete', entryState: (typeof entryStates)[number]) =>
      unsentEntry({ origin: 'outbox', change, entryState, entryId: 'e-1' });
    for (const state of ['queued', 'refused', 'blocked'] as const)
      expect([of('create', state), of('move', state)]).toEqual(['e-1', 'e-1']);
    for (const state of ['sending', 'in-doubt', 'pending', 'decision'] as const) expect(of('create', state)).toBeNull();
    expect(of('delete', 'queued')).toBeNull();
    // At its old place the stop is as the service has it.
    expect(unsentEntry({ origin: 'service', change: 'move', entryState: 'refused', entryId: 'e-1' })).toBeNull();
  });
});

describe('filter and marker', () => {
  it('finds a stop by the text in the table', () => {
    for (const filter of ['anna', 'linden 1', 'A-4700', 'mia', '5550000', 'delivered']) {
      expect(stopFits(row, filter), filter).toBe(true);
    }
    expect(stopFits(row, 'anna elsewhere')).toBe(false);
  });

  it('hides a marker of the app on screen and from the filter', () => {
    expect(typedExternalId('dd-abcdefgh2345')).toBeNull();
    expect(typedExternalId('A-1')).toBe('A-1');
    expect(stopFits({ ...row, externalId: 'dd-abcdefgh2345' }, 'dd-abc')).toBe(false);
  });
});

describe('the facts of a stop', () => {
  const shown = (read: unknown) =>
    Object.fromEntries(
      factsOf(
        { row, stop: stop.parse(read), draft: null, changed: [] },
        { 'drivers/d1': 'Mia Kern' },
        standInNow,
        'Europe/Berlin',
      ).flatMap(({ facts }) => facts.flatMap(({ name, value }) => (value === null ? [] : [[name, value]]))),
    ) as Record<string, string>;

  it.each([
    ['41731 Aldermünde, Germany', { 'Postcode and city': '41731 Aldermünde, Germany' }],
    ['Floor 2, 41731 Aldermünde', { 'Address line 2': 'Floor 2', 'Postcode and city': '41731 Aldermünde' }],
    ['Denver, CO 80202, USA', { 'Postcode and city': '80202 Denver, CO, USA' }],
    ['behind the mill', { 'Address line 2': 'behind the mill' }],
  ])('name what is in the second line of the address: %s', (addressLineTwo, named) => {
    const facts = shown({ id: row.id, address: { addressLineOne: 'Quay 1', addressLineTwo } });
    const { Address: street, 'Address line 2': second, 'Postcode and city': place } = facts;
    expect(street).toBe('Quay 1');
    expect({ 'Address line 2': second, 'Postcode and city': place }).toEqual({
      ...{ 'Address line 2': undefined, 'Postcode and city': undefined, ...named },
    });
  });

  it('name delivery, payment, drivers and properties in the user’s terms', () => {
    const facts = shown({
      id: row.id,
      allowedDrivers: ['drivers/d1', 'drivers/d9'],
      paymentOnDelivery: { amount: 1250, currency: 'EUR' },
      timing: { estimatedAttemptDuration: 300, earliestAttemptTime: { hour: 9, minute: 0 } },
      weight: { amount: 2.5, unit: 'kilogram' },
      customProperties: { Floor: '2', Odd: { deep: 1 } },
      deliveryInfo: {
        attemptedAt: standInNow / 1000,
        signeeName: 'Neighbour',
        timeAtStopInfo: { status: 'available', value: { arrivedAt: standInNow / 1000, isEstimated: true } },
      },
    });
    expect(facts).toMatchObject({
      'Allowed drivers': 'Mia Kern, drivers/d9',
      'Payment on delivery': 'EUR 12.50',
      'Time at stop': '5 min',
      'Time window': 'from 09:00',
      Weight: '2.5 kg',
      Floor: '2',
      Attempted: '14:05',
      Arrived: '14:05 (estimated)',
      'Signed by': 'Neighbour',
    });
    expect(facts).not.toHaveProperty('Odd');
  });

  it('leave out moments that no calendar can show', () => {
    const facts = shown({
      id: row.id,
      eta: { status: 'available', value: { estimatedEarliestArrivalAt: 1e15, estimatedLatestArrivalAt: 8.7e15 } },
      deliveryInfo: { attemptedAt: -8.7e15, signeeName: 'Neighbour' },
    });
    expect(facts).toMatchObject({ 'Signed by': 'Neighbour' });
    expect(facts).not.toHaveProperty('Attempted');
  });

  it('tolerate a stop with null in every field', () => {
    const nothing = Object.fromEntries(Object.keys(stopShape).map((key) => [key, null]));
    expect(() => shown({ ...nothing, id: row.id })).not.toThrow();
  });
});
