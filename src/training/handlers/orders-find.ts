/** Finds orders by id. */
import { notFound } from '../http/errors.ts';
import type { Order } from '../model.ts';
import type { Store } from '../store/store.ts';

/** The order with this id, unless it was deleted or is a demo. @param id `orders/<id>` */
export function orderWithId(store: Store, id: string): Order | undefined {
  const found = store.orders.get(id);
  return found && !found.hidden ? found.order : undefined;
}

/** Throws a refusal (404) when the order does not exist or was deleted. @param segment the id without its prefix */
export function findOrder(store: Store, segment: string | undefined): Order {
  const order = orderWithId(store, `orders/${segment ?? ''}`);
  if (!order) throw notFound('order');
  return order;
}
