/** Retailer orders (order-api, Endpoints and Rules). */
import type { StoredOrder } from '../store/records.ts';
import { listed, type Context, type Handlers } from './handler.ts';
import { findOrder } from './orders-find.ts';
import { orderHandOverHandlers } from './orders-hand-over.ts';
import { indexAfter, newerFirst, newestFirst, positionIn, positionOf, textOf, type Listed } from './orders-list.ts';
import { orderWriteHandlers } from './orders-write.ts';

function orderReadHandlers(context: Context): Pick<Handlers, 'orders.list' | 'orders.get' | 'orders.shippingLabels'> {
  const { store, links, switches } = context;
  const everyOrder = newestFirst(store);
  const sorted = (orders: readonly StoredOrder[]): Listed[] =>
    orders.map((stored) => ({ ...positionOf(store, stored), id: stored.order.id, shown: stored })).sort(newerFirst);

  const found = (externalId: string | undefined): readonly Listed[] => {
    if (switches.lists === 'at-once') {
      return externalId === undefined ? everyOrder() : sorted(store.orders.of('externalId', externalId));
    }
    const belongs = ({ order }: StoredOrder) => externalId === undefined || order.packageInfo.externalId === externalId;
    return sorted(listed(context, store.orders, store.orders.all().filter(belongs), belongs));
  };

  return {
    'orders.list': {
      filters: ['externalId'],
      handle({ filters, page }) {
        const orders = found(filters['externalId']);
        const first = page.after === null ? 0 : indexAfter(orders, positionIn(page.after));
        const read = orders.slice(first, first + page.size);
        const last = read.at(-1);
        const isEnd = last === undefined || first + read.length === orders.length;
        return {
          // Filtered after reading, so a page may be short or empty before the end (order-api, Rules 2).
          orders: read.flatMap(({ id, shown }) => {
            const stored = shown ?? store.orders.get(id);
            return !stored || stored.hidden ? [] : [stored.order];
          }),
          nextPageToken: isEnd ? null : page.token(textOf(last)),
        };
      },
    },
    'orders.get': {
      handle: ({ parameters }) => findOrder(store, parameters['id']),
    },
    'orders.shippingLabels': {
      // Every call renders the label again, under a new link (order-api, Rules 6).
      handle: ({ parameters }) => links.issue(findOrder(store, parameters['id'])),
    },
  };
}

export function orderHandlers(context: Context) {
  return {
    ...orderReadHandlers(context),
    ...orderWriteHandlers(context),
    ...orderHandOverHandlers(context),
  } satisfies Handlers;
}
