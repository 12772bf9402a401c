import { describe, expect, it } from 'vitest';
import {
  dayText,
  type OrderFilter,
  orderTitle,
  printedText,
  progressText,
  progressTone,
  someTitles,
  stateExplained,
  weightText,
  whichOrders,
} from '../../../../src/renderer/orders/order-words.ts';

const now = Date.parse('2026-06-15T12:00:00Z');

describe('the listed orders in words', () => {
  const whole: OrderFilter = { text: '', state: 'all', courier: null, expectedOn: null, label: null };
  const which = (change: Partial<OrderFilter>) => whichOrders({ ...whole, ...change }, now);

  it('are all of them without a filter', () => {
    expect(which({})).toBe('all orders');
    expect(which({ text: '  ' })).toBe('all orders');
  });

  it('name each filter that is set', () => {
    expect(which({ state: 'submitted', expectedOn: '2026-06-15' })).toBe('all submitted orders of today');
    expect(which({ state: 'draft', expectedOn: '2026-06-16' })).toBe('all drafts of tomorrow');
    expect(which({ state: 'read-only', expectedOn: '2026-06-14' })).toBe('all read-only orders of yesterday');
    expect(which({ state: 'asks', expectedOn: '2026-06-18' })).toBe('all orders in need of a decision of Thu 18 Jun');
    expect(which({ expectedOn: '', courier: '' })).toBe('all orders without a day without a courier');
    const text = ' WEB-1 ';
    expect(which({ courier: 'Swift Couriers', text })).toBe('all orders for Swift Couriers matching “WEB-1”');
    expect(which({ label: 'stale' })).toBe('all orders with an outdated label');
    expect(which({ label: 'submittedUnprinted', state: 'submitted' })).toBe('all submitted orders without a label');
  });
});

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
      changes: [],
      courier: null,
      expectedOn: null,
      createdAt: null,
      printedCount: 0,
      isLabelWhole: false,
      labelChanged: [],
      labelIssues: [],
    } as const;
    expect(orderTitle(order)).toBe('WEB-1');
    expect(orderTitle({ ...order, externalId: null })).toBe('Anna');
    expect(orderTitle({ ...order, externalId: null, recipientName: null })).toBe('orders/a');
    const several = (count: number) => Array.from({ length: count }, (_, at) => ({ ...order, externalId: `W-${at}` }));
    expect(someTitles(several(3))).toBe('W-0, W-1, W-2');
    expect(someTitles(several(5))).toBe('W-0, W-1, W-2 and 2 more');
  });

  it('shows how often a label was printed, unless pages of it are missing', () => {
    const texts = [
      { printedCount: 0, isLabelWhole: false },
      { printedCount: 1, isLabelWhole: true },
      { printedCount: 2, isLabelWhole: true },
      { printedCount: 2, isLabelWhole: false },
    ].map(printedText);
    expect(texts).toEqual(['not yet', 'once', '2 times', 'not all pages']);
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
