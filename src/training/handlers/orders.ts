/** Retailer orders (order-api, Endpoints and Rules). */
import { notFound } from '../http/errors.ts';
import type { Order } from '../model.ts';
import type { StoredOrder } from '../store/records.ts';
import type { Store } from '../store/store.ts';
import { cutPage, listed, type Context, type Handlers } from './handler.ts';

/** Throws a refusal (404) when there is no such order; a deleted one is not there. @param segment the bare id */
export function findOrder(store: Store, segment: string | undefined): Order {
  const found = store.orders.get(`orders/${segment ?? ''}`);
  if (!found || found.hidden) throw notFound('order');
  return found.order;
}

const keyOf = ({ order }: StoredOrder) => `${String(order.createdAt).padStart(15, '0')} ${order.id}`;

export function orderHandlers(
  context: Context,
): Pick<Handlers, 'orders.list' | 'orders.get' | 'orders.shippingLabels'> {
  const { store, links } = context;
  /** Newest first, as of the last change. */
  let sorted: { version: number; orders: StoredOrder[] } = { version: -1, orders: [] };
  const newestFirst = () => {
    if (sorted.version !== store.orders.version) {
      const orders = store.orders.all().sort((one, other) => (keyOf(one) > keyOf(other) ? -1 : 1));
      sorted = { version: store.orders.version, orders };
    }
    return sorted.orders;
  };
  return {
    'orders.list': {
      filters: ['externalId'],
      handle({ filters, page }) {
        const externalId = filters['externalId'];
        const belongs = ({ order }: StoredOrder) =>
          externalId === undefined || order.packageInfo.externalId === externalId;
        const shown = listed(context, store.orders, newestFirst().filter(belongs), belongs);
        // A list that is late comes in the order of the records.
        const found =
          context.switches.lists === 'at-once'
            ? shown
            : shown.sort((one, other) => (keyOf(one) > keyOf(other) ? -1 : 1));
        const { items, nextPageToken } = cutPage(found, page, keyOf, (each, key) => keyOf(each) < key);
        // Pages are filtered after reading, so they may be short or empty before the end (order-api, Rules 2).
        return { orders: items.flatMap(({ order, hidden }) => (hidden ? [] : [order])), nextPageToken };
      },
    },
    'orders.get': {
      handle: ({ parameters }) => findOrder(store, parameters['id']),
    },
    'orders.shippingLabels': {
      handle: ({ parameters }) => links.issue(findOrder(store, parameters['id'])),
    },
  };
}
