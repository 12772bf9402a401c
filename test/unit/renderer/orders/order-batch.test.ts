import { expect, it } from 'vitest';
import { isUnsent, offersDelete } from '../../../../src/renderer/orders/order-batch.ts';
import type { OrderChange, OrderRow } from '../../../../src/shared/orders.ts';
import { standIn } from '../../../fixtures/backend-stand-in.ts';

const [some] = standIn().state.orders;
const order = (change: Partial<OrderChange> | null, state: OrderRow['state'] = 'draft') =>
  ({ ...some, source: 'retailer', state, change }) as OrderRow;

it('offers to take back a new order that has not left, and not to delete it as well', () => {
  for (const state of ['queued', 'refused', 'blocked'] as const) {
    expect(isUnsent(order({ kind: 'create', state }))).toBe(true);
    expect(offersDelete(order({ kind: 'create', state }))).toBe(false);
  }
  // It is on its way, or may be on the service: the deletion waits for it.
  expect(offersDelete(order({ kind: 'create', state: 'in-doubt' }))).toBe(true);
});

it('offers to delete what is on the service, whatever else was typed of it', () => {
  expect(offersDelete(order(null))).toBe(true);
  expect(offersDelete(order({ kind: 'edit', state: 'refused' }))).toBe(true);
  expect(offersDelete(order(null, 'submitted'))).toBe(true);
  expect(offersDelete(order(null, 'read-only'))).toBe(false);
});
