/** Open label work, read from the cache's orders and the ledger. */
import { expect, it } from 'vitest';
import { storedRow } from '../../../src/main/db/cache-tables.ts';
import { orderColumns } from '../../../src/main/db/orders.ts';
import type { Print } from '../../../src/shared/labels.ts';
import { order } from '../../../src/shared/orders.ts';
import { openedCache } from '../../fixtures/opened-cache.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

const now = Date.UTC(2026, 5, 15, 6);

it('counts all open orders, however few of them it lists', async () => {
  const { cache } = await openedCache(temporaryFolder(), now);
  const orders = Array.from({ length: 5 }, (_, at) => order.parse({ id: `orders/o${at}`, submitted: at > 0 }));
  await cache.putOrders(
    orders.map((each) => storedRow(each, orderColumns(each))),
    now,
  );
  const open = await cache.labelsOpen(3);
  expect(open.submittedUnprinted).toHaveLength(3);
  expect(open.counts).toEqual({ doubt: 0, stale: 0, draftPrinted: 0, submittedUnprinted: 4 });
});

it('counts a submitted order until all pages of its label are or may be on paper', async () => {
  const { cache, outbox } = await openedCache(temporaryFolder(), now);
  const { prints } = outbox;
  const orderId = 'orders/a';
  const one = order.parse({ id: orderId, submitted: true });
  await cache.putOrders([storedRow(one, orderColumns(one))], now);
  const content = await cache.labelContent(orderId);
  const print = (page: number, state: Print['state']) =>
    prints.add({
      ...{ id: `${page} ${state}`, requestId: 'r1', batchId: null, orderId, documentId: 'd1', page, printer: 'Labels' },
      ...{ desk: 'desk', state, anyway: false, requestedAt: now, job: '7', content },
    });
  const seen = async () => [
    (await cache.labelsOpen(3)).counts.submittedUnprinted,
    (await cache.getOrder(orderId))?.row.isLabelWhole,
  ];
  prints.saveDocument({ id: 'd1', orderId, title: 'A', fetchedAt: now, content });
  prints.saveCodes('d1', orderId, [['TD1'], ['TD2'], ['TD3']]);
  expect(await seen()).toEqual([1, false]);
  print(1, 'done');
  print(2, 'handed-over');
  print(3, 'missing');
  expect(await seen()).toEqual([1, false]);
  print(3, 'confirmed');
  expect(await seen()).toEqual([0, true]);
  // Ninety days later the document is forgotten, and with it how many pages it had.
  prints.update('2 handed-over', 'done', null);
  prints.forgetBefore(now + 1);
  expect(prints.findDocument('d1', orderId)).toBeUndefined();
  prints.update('1 done', 'missing', null);
  expect(await seen()).toEqual([0, true]);
});
