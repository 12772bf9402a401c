/** The courier's side of orders: as the service's time passes, they are picked up, put on the road and delivered. */
import { addDays, dayOf } from '../data/calendar.ts';
import type { Context } from '../handlers/handler.ts';
import { findOrder } from '../handlers/orders-find.ts';
import { Refusal } from '../http/errors.ts';
import type { Order } from '../model.ts';
import type { StoredOrder } from '../store/records.ts';
import { addedOrder } from './added.ts';
import { nextStep, onRoute, type Step } from './road.ts';

export interface CourierSide {
  /** Applies everything that is due. Cheap when nothing is. */
  advance(): void;
  /**
   * The courier puts an order on a route now (control API). Throws a refusal: 404 for an unknown order, 409 for one
   * that was not submitted or is already on a route.
   * @param orderId `orders/<id>`
   * @returns the order
   */
  addToRoute(orderId: string): Order;
}

/** After a jump of the clock, orders are added for at most this many days. */
const mostDays = 14;

/** Orders that are due but not added yet, and when the next one is due, in milliseconds. */
function additions({ store }: Context, now: number): { due: Order[]; nextAt: number } {
  const { seed, firstDay, couriers } = store;
  const courierIds = couriers
    .all()
    .filter(({ connected, exists }) => connected && exists)
    .map(({ courier }) => courier.id);
  const today = dayOf(now);
  const windowBegins = addDays(today, -mostDays);
  const due: Order[] = [];
  let day = addDays(windowBegins > firstDay ? windowBegins : firstDay, 1);
  // Looks beyond today to find the next one: only half of the days have an order.
  for (const last = addDays(today, mostDays); day <= last; day = addDays(day, 1)) {
    const order = addedOrder(seed, day, courierIds);
    if (!order || store.orders.get(order.id)) continue;
    if (order.createdAt > now) return { due, nextAt: order.createdAt };
    due.push(order);
  }
  return { due, nextAt: now + mostDays * 86_400_000 };
}

export function courierSide(context: Context): CourierSide {
  const { store, clock } = context;
  const { seed, firstDay } = store;
  /** Cached steps by order. A changed order is a new object. */
  const known = new WeakMap<Order, { step: Step | null }>();
  const stepOf = (order: Order): Step | null => {
    const found = known.get(order) ?? { step: nextStep(order, firstDay, seed) };
    known.set(order, found);
    return found.step;
  };
  const caughtUp = (order: Order, now: number): Order => {
    let current = order;
    for (let step = stepOf(current); step && step.at <= now; step = stepOf(current)) current = step.take();
    return current;
  };

  const stepAtOf = ({ order, hidden }: StoredOrder) => (hidden ? null : stepOf(order))?.at ?? Infinity;
  const firstStepAt = (orders: readonly StoredOrder[]) =>
    orders.reduce((first, order) => Math.min(first, stepAtOf(order)), Infinity);
  /** The next order change, in milliseconds. A write only checks what it wrote, as there may be thousands of orders. */
  let stepAt = firstStepAt(store.orders.all());
  store.watch(({ put }) => {
    stepAt = Math.min(stepAt, firstStepAt(put?.orders ?? []));
  });
  let additionAt = 0;

  return {
    advance() {
      const now = clock.now();
      if (now < stepAt && now < additionAt) return;
      const moved = store.orders
        .all()
        .filter((each) => stepAtOf(each) <= now)
        .map(({ order }) => order);
      const { due, nextAt } = now < additionAt ? { due: [], nextAt: additionAt } : additions(context, now);
      additionAt = nextAt;
      const orders = [...moved, ...due].map((order) => ({ order: caughtUp(order, now), hidden: false }));
      if (orders.length > 0) store.write({ put: { orders } });
      stepAt = firstStepAt(store.orders.all());
    },
    addToRoute(orderId) {
      this.advance();
      const order = findOrder(store, orderId.replace(/^orders\//, ''));
      if (order.readOnly) throw new Refusal(409, 'order_read_only', 'This order is on a route already.');
      if (!order.submitted) throw new Refusal(409, 'order_not_submitted', 'This order was not submitted.');
      const moved = onRoute(order, clock.now(), seed);
      store.write({ put: { orders: [{ order: moved, hidden: false }] } });
      return moved;
    },
  };
}
