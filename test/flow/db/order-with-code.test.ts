/** The order and the label that a barcode belongs to, whatever characters mark its structure. */
import { expect, it } from 'vitest';
import { storedRow } from '../../../src/main/db/cache-tables.ts';
import { orderColumns } from '../../../src/main/db/orders.ts';
import { order } from '../../../src/shared/orders.ts';
import { openedCache } from '../../fixtures/opened-cache.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

const now = Date.UTC(2026, 5, 15, 6);
const container = '(00)340123450000000017';
const readings = [container, '00340123450000000017', ']C100340123450000000017', '0034012345000000001\u001d7'];

it('finds the order that lists a code, but not the order that asks', async () => {
  const { cache } = await openedCache(temporaryFolder(), now);
  const orders = [
    order.parse({ id: 'orders/a', barcodes: ['TD1', 'A(B)'] }),
    order.parse({ id: 'orders/b', barcodes: [container] }),
    order.parse({ id: 'orders/c' }),
  ];
  await cache.putOrders(
    orders.map((each) => storedRow(each, orderColumns(each))),
    now,
  );
  expect(await cache.orderWithCode('TD1', 'orders/b')).toBe('orders/a');
  expect(await cache.orderWithCode('TD1', 'orders/a')).toBeNull();
  for (const reading of readings) expect(await cache.orderWithCode(reading, 'orders/a')).toBe('orders/b');
  // Brackets around anything but a field's number belong to the code.
  expect(await cache.orderWithCode('A(B)', 'orders/b')).toBe('orders/a');
  expect(await cache.orderWithCode('AB', 'orders/b')).toBeNull();
});

it('finds the newest label with a code, and its page', async () => {
  const { prints } = (await openedCache(temporaryFolder(), now)).outbox;
  for (const [at, id] of ['d1', 'd2'].entries()) {
    prints.saveDocument({ id, orderId: `orders/${id}`, title: id.toUpperCase(), fetchedAt: now + at, content: null });
    prints.saveCodes(id, `orders/${id}`, [['TD1'], [container]]);
  }
  for (const reading of readings) {
    expect(prints.findCode(reading)).toMatchObject({ document: { id: 'd2' }, page: 2 });
    expect(prints.findCode(reading, 'orders/d2')).toMatchObject({ document: { id: 'd1' }, page: 2 });
  }
  expect(prints.findCode('TD2')).toBeUndefined();
});
