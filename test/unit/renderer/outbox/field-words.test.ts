import { describe, expect, it } from 'vitest';
import { changesOf, factsOf, fieldName } from '../../../../src/renderer/outbox/field-words.ts';
import type { StopCreate } from '../../../../src/shared/stops.ts';

const now = Date.parse('2026-06-15T12:00:00Z');
const valueOf = (record: Record<string, unknown>, name: string) =>
  factsOf(record, { 'drivers/d1': 'Mia Kern' }, now).find((fact) => fact.name === name)?.value;

describe('the fields of an entry', () => {
  const stop: StopCreate = {
    address: { addressLineOne: 'Lindenweg 3', zip: '10115', city: 'Neuhafen' },
    recipient: { name: 'Anna Berger', externalId: 'dd-abcdefgh2345' },
    timing: { earliestAttemptTime: { hour: 9, minute: 0 }, estimatedAttemptDuration: 300 },
    paymentOnDelivery: { amount: 1250, currency: 'EUR' },
    weight: { amount: 2.5, unit: 'kilogram' },
    allowedDrivers: ['drivers/d1', 'drivers/d2'],
    barcodes: ['4711', '4712'],
    customProperties: { floor: '2' },
  };

  it('show values as they were entered', () => {
    expect(valueOf(stop, 'Address')).toBe('Lindenweg 3, 10115 Neuhafen');
    expect(valueOf(stop, 'Earliest')).toBe('09:00');
    expect(valueOf(stop, 'Time at stop')).toBe('5 min');
    expect(valueOf(stop, 'Payment on delivery')).toBe('EUR 12.50');
    expect(valueOf(stop, 'Weight')).toBe('2.5 kilogram');
    expect(valueOf(stop, 'Barcodes')).toBe('4711\n4712');
    expect(valueOf(stop, 'floor')).toBe('2');
    expect(valueOf({ address: { latitude: 52.5, longitude: 13.4 } }, 'Address')).toBe('52.5, 13.4');
  });

  it('name drivers, and show unknown ids verbatim', () => {
    expect(valueOf(stop, 'Allowed drivers')).toBe('Mia Kern\ndrivers/d2');
  });

  it('hide a marker of the app and show an entered id', () => {
    expect(valueOf(stop, 'External ID')).toBeUndefined();
    expect(valueOf({ recipient: { externalId: 'A-4711' } }, 'External ID')).toBe('A-4711');
    expect(valueOf({ packageInfo: { externalId: 'W-1' } }, 'Order number')).toBe('W-1');
  });

  it('omit empty values', () => {
    expect(factsOf({ notes: '', recipient: null, barcodes: [] }, {}, now)).toEqual([]);
  });

  it('show plans and their days', () => {
    expect(valueOf({ title: 'North', starts: { day: 16, month: 6, year: 2026 } }, 'Day')).toBe('Tue 16 Jun');
    expect(valueOf({ routeOverrides: { startTime: { hour: 7, minute: 5 } } }, 'Start time')).toBe('07:05');
  });

  it('show an unknown field by its raw name', () => {
    expect(fieldName('somethingNew')).toBe('somethingNew');
  });
});

describe('the fields of an edit', () => {
  it('show the old value beside the new, which is empty if cleared', () => {
    const typed = { notes: 'Back door', recipient: { phone: null, name: 'Anna Berger' } };
    const base = { notes: 'Front door', recipient: { phone: '030 1', name: 'Anna' } };
    expect(changesOf(typed, base, {}, now)).toEqual([
      { field: 'notes', name: 'Notes', before: 'Front door', now: 'Back door' },
      { field: 'recipient.phone', name: 'Phone', before: '030 1', now: null },
      { field: 'recipient.name', name: 'Recipient', before: 'Anna', now: 'Anna Berger' },
    ]);
  });

  it('show custom properties one by one, whatever they are called', () => {
    const typed = { customProperties: { city: 'North', 'Kd.-Nr.': '7', amount: null } };
    const base = { customProperties: { city: 'South', 'Kd.-Nr.': '5', amount: '2' } };
    expect(changesOf(typed, base, {}, now)).toEqual([
      { field: 'customProperties.city', name: 'city', before: 'South', now: 'North' },
      { field: 'customProperties.Kd.-Nr.', name: 'Kd.-Nr.', before: '5', now: '7' },
      { field: 'customProperties.amount', name: 'amount', before: '2', now: null },
    ]);
  });

  it('treat an address as one value', () => {
    const typed = { address: { addressLineOne: 'Lindenweg 3', city: 'Neuhafen' } };
    const base = { address: { addressLineOne: 'Hafenstraße 1', city: 'Neuhafen' } };
    expect(changesOf(typed, base, {}, now)).toEqual([
      { field: 'address', name: 'Address', before: 'Hafenstraße 1, Neuhafen', now: 'Lindenweg 3, Neuhafen' },
    ]);
  });
});
