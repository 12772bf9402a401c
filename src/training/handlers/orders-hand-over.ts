/** Submitting orders to a courier and withdrawing them (order-api, States and transitions; Rules 4). */
import { Refusal } from '../http/errors.ts';
import type { Order } from '../model.ts';
import { orderSubmit, orderWithdraw } from '../validate/orders.ts';
import type { Context, Handlers } from './handler.ts';
import { orderWithId } from './orders-find.ts';

interface Problem {
  code: string;
  message: string;
}

const notFound: Problem = { code: 'order_not_found', message: 'There is no such order.' };
const readOnly: Problem = { code: 'order_read_only', message: 'The courier has this order on a route.' };
const alreadySubmitted: Problem = { code: 'order_already_submitted', message: 'This order was submitted before.' };
const notSubmitted: Problem = { code: 'order_not_submitted', message: 'This order was not submitted.' };

/**
 * Changes orders one by one; a repeated id sees the result of its first occurrence. All successful changes are one
 * write, and the failed ones are returned with their reasons.
 * @param change returns the changed order, or the problem
 */
function eachOrder({ store }: Context, ids: readonly string[], change: (order: Order) => Order | Problem) {
  const changed = new Map<string, Order>();
  const failed: { orderId: string; error: Problem }[] = [];
  for (const id of ids) {
    const order = changed.get(id) ?? orderWithId(store, id);
    const result = order ? change(order) : notFound;
    if ('code' in result) failed.push({ orderId: id, error: result });
    else changed.set(id, result);
  }
  const orders = Array.from(changed.values(), (order) => ({ order, hidden: false }));
  if (orders.length > 0) store.write({ put: { orders } });
  // The service does not guarantee the order of the ids (resolved, Reading).
  return { success: store.dice('batch').shuffled([...changed.keys()]), failed };
}

/**
 * Throws a refusal (400), because the document promises a 200 only "when the courier is valid"; it shows no status or
 * codes.
 */
function checkCourier({ store }: Context, id: string): void {
  const found = store.couriers.get(id);
  if (!found?.exists) throw new Refusal(400, 'courier_not_found', `There is no ${id}.`, 'courierId');
  if (!found.connected) {
    throw new Refusal(400, 'courier_not_connected', `${id} is not connected to this retailer.`, 'courierId');
  }
}

export function orderHandOverHandlers(context: Context): Pick<Handlers, 'orders.submit' | 'orders.withdraw'> {
  return {
    'orders.submit': {
      handle({ body }) {
        const { orderIds, courierId } = orderSubmit(body, '');
        checkCourier(context, courierId);
        const submittedAt = context.clock.now();
        return eachOrder(context, orderIds, (order) => {
          if (order.readOnly) return readOnly;
          if (order.submitted) return alreadySubmitted;
          return { ...order, courier: courierId, submitted: true, submittedAt };
        });
      },
    },
    'orders.withdraw': {
      handle({ body }) {
        const { orderIds } = orderWithdraw(body, '');
        return eachOrder(context, orderIds, (order) => {
          if (order.readOnly) return readOnly;
          if (!order.submitted) return notSubmitted;
          return { ...order, courier: null, submitted: false, submittedAt: null };
        });
      },
    },
  };
}
