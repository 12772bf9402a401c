import { describe, expect, it } from 'vitest';
import { typedFacts } from '../../../../src/renderer/outbox/typed-facts.ts';
import type { StopCreate } from '../../../../src/shared/stops.ts';

const valueOf = (stop: StopCreate, name: string) => typedFacts(stop).find((fact) => fact.name === name)?.value;

describe('typedFacts', () => {
  const stop: StopCreate = {
    address: { addressLineOne: 'Lindenweg 3', zip: '10115', city: 'Neuhafen' },
    recipient: { name: 'Anna Berger', externalId: 'dd-abcdefgh2345' },
    timing: { earliestAttemptTime: { hour: 9, minute: 0 }, estimatedAttemptDuration: 300 },
    paymentOnDelivery: { amount: 1250, currency: 'EUR' },
    barcodes: ['4711', '4712'],
    customProperties: { floor: '2' },
  };

  it('reads as it was typed', () => {
    expect(valueOf(stop, 'Address')).toBe('Lindenweg 3, 10115 Neuhafen');
    expect(valueOf(stop, 'Window')).toBe('from 09:00');
    expect(valueOf(stop, 'Time at the stop')).toBe('5 min');
    expect(valueOf(stop, 'To be paid')).toBe('EUR 12.50');
    expect(valueOf(stop, 'Barcodes')).toBe('4711\n4712');
    expect(valueOf(stop, 'floor')).toBe('2');
  });

  it('keeps a marker of ours out of sight and shows an id that was typed', () => {
    expect(valueOf(stop, 'External id')).toBeNull();
    expect(valueOf({ ...stop, recipient: { externalId: 'A-4711' } }, 'External id')).toBe('A-4711');
  });

  it('has nothing to say for what was left empty', () => {
    const bare: StopCreate = { address: { latitude: 52.5, longitude: 13.4 } };
    const said = typedFacts(bare).filter(({ value }) => value != null && value !== '');
    expect(said.map(({ name }) => name)).toEqual(['Coordinates']);
  });
});
