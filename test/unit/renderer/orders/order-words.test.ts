import { describe, expect, it } from 'vitest';
import {
  dayText,
  orderTitle,
  progressText,
  progressTone,
  stateExplained,
  weightText,
} from '../../../../src/renderer/orders/order-words.ts';

const now = Date.parse('2026-06-15T12:00:00Z');

describe('the text for an order', () => {
  it('shows an unknown progress verbatim', () => {
    expect(progressText('delivered_to_recipient')).toBe('Delivered to recipient');
    expect(progressText('teleported')).toBe('teleported');
    expect(progressText(null)).toBeNull();
  });

  it('distinguishes good from bad progress', () => {
    expect(progressTone('delivered_to_mailbox')).toBe('neutral');
    expect(progressTone('picked_up_other')).toBe('neutral');
    expect(progressTone('failed_not_home')).toBe('danger');
    expect(progressTone('unattempted')).toBe('neutral');
    expect(progressTone('teleported')).toBe('neutral');
  });

  it('says for a read-only order whether the courier added it', () => {
    expect(stateExplained({ state: 'read-only', source: 'courier', origin: 'service' })).not.toBe(
      stateExplained({ state: 'read-only', source: 'retailer', origin: 'service' }),
    );
  });

  it('does not say that an unsent order waits for a courier', () => {
    expect(stateExplained({ state: 'draft', source: null, origin: 'outbox' })).toBe('Not on the service yet.');
  });

  it('names an order by external id, recipient or id, in this order', () => {
    const order = {
      id: 'orders/a',
      externalId: 'WEB-1',
      recipientName: 'Anna',
      address: '',
      packageCount: null,
      state: 'draft',
      progress: null,
      source: null,
      origin: 'service',
      recordId: null,
      change: null,
      courier: null,
      expectedOn: null,
      createdAt: null,
      printedCount: 0,
      labelChanged: [],
    } as const;
    expect(orderTitle(order)).toBe('WEB-1');
    expect(orderTitle({ ...order, externalId: null })).toBe('Anna');
    expect(orderTitle({ ...order, externalId: null, recipientName: null })).toBe('orders/a');
  });

  it('shows weights with their unit and omits missing ones', () => {
    expect(weightText({ amount: 12.5, unit: 'kilogram' })).toBe('12.5 kg');
    expect(weightText({ amount: 2, unit: 'stone' })).toBe('2 stone');
    expect(weightText({ amount: null, unit: 'kilogram' })).toBeNull();
    expect(weightText(null)).toBeNull();
  });

  it('shows a date, even an invalid one', () => {
    expect(dayText({ day: 16, month: 6, year: 2026 }, now)).toBe('Tue 16 Jun');
    expect(dayText({ day: 31, month: 2, year: 2026 }, now)).not.toBe('');
    expect(dayText(null, now)).toBeNull();
  });
});
