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
  const owners = async (code: string, except: string) =>
    (await cache.findCodes([code], except)).map(({ orderId }) => orderId);
  expect(await owners('TD1', 'orders/b')).toEqual(['orders/a']);
  expect(await owners('TD1', 'orders/a')).toEqual([]);
  for (const reading of readings) expect(await owners(reading, 'orders/a')).toEqual(['orders/b']);
  // Brackets around anything but a field's number belong to the code.
  expect(await owners('A(B)', 'orders/b')).toEqual(['orders/a']);
  expect(await owners('AB', 'orders/b')).toEqual([]);
});

it('finds the owners of all codes of a document at once, in lists before labels', async () => {
  const { cache, outbox } = await openedCache(temporaryFolder(), now);
  const orders = [
    order.parse({ id: 'orders/a', barcodes: ['TD1', 'TD2'], packageInfo: { externalId: 'R-1' } }),
    order.parse({ id: 'orders/b', barcodes: [container] }),
  ];
  await cache.putOrders(
    orders.map((each) => storedRow(each, orderColumns(each))),
    now,
  );
  const document = { id: 'd1', orderId: 'orders/c', title: 'R-3', fetchedAt: now, content: null };
  outbox.prints.saveDocument(document);
  outbox.prints.saveCodes('d1', 'orders/c', [['TD1'], ['TD3', 'TD4']]);
  const found = await cache.findCodes(['TD1', ...readings, 'TD3', 'TD5', 'TD1'], 'orders/e');
  expect(found).toEqual([
    { data: 'TD1', orderId: 'orders/a', title: 'R-1' },
    { data: readings[1], orderId: 'orders/b', title: null },
    { data: 'TD3', orderId: 'orders/c', title: 'R-3' },
  ]);
  expect(await cache.findCodes(['TD1'], 'orders/a')).toEqual([{ data: 'TD1', orderId: 'orders/c', title: 'R-3' }]);
  expect(await cache.findCodes([], 'orders/e')).toEqual([]);
});

it('finds the newest label with a code, and its page', async () => {
  const { cache, outbox } = await openedCache(temporaryFolder(), now);
  const { prints } = outbox;
  for (const [at, id] of ['d1', 'd2'].entries()) {
    prints.saveDocument({ id, orderId: `orders/${id}`, title: id.toUpperCase(), fetchedAt: now + at, content: null });
    prints.saveCodes(id, `orders/${id}`, [['TD1'], [container]]);
  }
  for (const reading of readings) {
    expect(prints.findCode(reading)).toMatchObject({ document: { id: 'd2' }, page: 2 });
    const owner = { data: readings[1], orderId: 'orders/d1', title: 'D1' };
    expect(await cache.findCodes([reading], 'orders/d2')).toEqual([owner]);
  }
  expect(prints.findCode('TD2')).toBeUndefined();
});
