/** Open label work, read from the cache's orders and the ledger. */
import { expect, it } from 'vitest';
import { storedRow } from '../../../src/main/db/cache-tables.ts';
import { orderColumns } from '../../../src/main/db/orders.ts';
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
