/** Retailer orders (order-api, Endpoints and Rules). */
import type { StoredOrder } from '../store/records.ts';
import { cutPage, listed, type Context, type Handlers, type Page } from './handler.ts';
import { findOrder } from './orders-find.ts';
import { orderHandOverHandlers } from './orders-hand-over.ts';
import { orderWriteHandlers } from './orders-write.ts';

/** Where an order stands in the list: by its time, and among those of one moment by when it came. */
interface Position {
  createdAt: number;
  place: number;
}

/** Negative when `one` comes first: newest first (order-api, Rules 1). */
const newerFirst = (one: Position, other: Position) => other.createdAt - one.createdAt || other.place - one.place;

const textOf = ({ createdAt, place }: Position) => `${createdAt} ${place}`;

function positionIn(text: string): Position {
  const [createdAt = 0, place = 0] = text.split(' ').map(Number);
  return { createdAt, place };
}

function orderReadHandlers(context: Context): Pick<Handlers, 'orders.list' | 'orders.get' | 'orders.shippingLabels'> {
  const { store, links, switches } = context;
  const positionOf = ({ order }: StoredOrder): Position => ({
    createdAt: order.createdAt,
    place: store.orders.placeOf(order.id),
  });
  const sorted = (orders: readonly StoredOrder[]) =>
    orders
      .map((stored) => ({ stored, position: positionOf(stored) }))
      .sort((one, other) => newerFirst(one.position, other.position))
      .map(({ stored }) => stored);

  /** All orders as of the last change, so that a page of thousands costs no sorting. */
  let all: { version: number; orders: StoredOrder[] } = { version: -1, orders: [] };
  const everyOrder = () => {
    if (all.version !== store.orders.version) {
      all = { version: store.orders.version, orders: sorted(store.orders.all()) };
    }
    return all.orders;
  };
  const found = (externalId: string | undefined) => {
    const now = externalId === undefined ? everyOrder() : sorted(store.orders.of('externalId', externalId));
    if (switches.lists === 'at-once') return now;
    const belongs = ({ order }: StoredOrder) => externalId === undefined || order.packageInfo.externalId === externalId;
    return sorted(listed(context, store.orders, [...now], belongs));
  };
  const cut = (orders: readonly StoredOrder[], page: Page) => {
    const after = positionIn(page.after ?? '');
    return cutPage(
      orders,
      page,
      (each) => textOf(positionOf(each)),
      (each) => newerFirst(after, positionOf(each)) < 0,
    );
  };

  return {
    'orders.list': {
      filters: ['externalId'],
      handle({ filters, page }) {
        const { items, nextPageToken } = cut(found(filters['externalId']), page);
        // Pages are filtered after reading, so they may be short or empty before the end (order-api, Rules 2).
        return { orders: items.flatMap(({ order, hidden }) => (hidden ? [] : [order])), nextPageToken };
      },
    },
    'orders.get': {
      handle: ({ parameters }) => findOrder(store, parameters['id']),
    },
    'orders.shippingLabels': {
      // Rendered afresh on every call, under a new link (order-api, Rules 6).
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
