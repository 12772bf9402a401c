/** Retailer orders (order-api, Endpoints and Rules). */
import { notFound } from '../http/errors.ts';
import type { LabelLinks } from '../labels/link.ts';
import type { Order } from '../model.ts';
import type { Store } from '../store/store.ts';
import { cutPage, type Handlers } from './handler.ts';

/** Throws a refusal (404) when there is no such order; a deleted one is not there. @param segment the bare id */
export function findOrder(store: Store, segment: string | undefined): Order {
  const found = store.orders.find(({ order, hidden }) => !hidden && order.id === `orders/${segment ?? ''}`);
  if (!found) throw notFound('order');
  return found.order;
}

const keyOf = ({ createdAt, id }: Order) => `${String(createdAt).padStart(15, '0')} ${id}`;

export function orderHandlers(
  store: Store,
  links: LabelLinks,
): Pick<Handlers, 'orders.list' | 'orders.get' | 'orders.shippingLabels'> {
  return {
    'orders.list': {
      filters: ['externalId'],
      handle({ filters, page }) {
        const externalId = filters['externalId'];
        const found = store.orders
          .filter(({ order }) => externalId === undefined || order.packageInfo.externalId === externalId)
          .sort((one, other) => (keyOf(one.order) > keyOf(other.order) ? -1 : 1));
        const { items, nextPageToken } = cutPage(
          found,
          page,
          ({ order }) => keyOf(order),
          ({ order }, key) => keyOf(order) < key,
        );
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
