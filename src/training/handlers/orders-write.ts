/** Creating, importing, editing and deleting orders (order-api, Endpoints; Rules 4; States and transitions). */
import { Refusal } from '../http/errors.ts';
import type { Order } from '../model.ts';
import { orderEdit, orderImport, orderInput, type OrderInput } from '../validate/orders.ts';
import { Reply, type Context, type Handlers } from './handler.ts';
import { findOrder } from './orders-find.ts';
import { editedOrder, madeOrder } from './orders-make.ts';

/** Throws a refusal (409) when the order is on a courier's route or was added by the courier. */
function checkEditable(order: Order): void {
  if (order.readOnly) throw new Refusal(409, 'order_read_only', 'This order can no longer be changed.');
}

interface FailedItem {
  /** As it was sent. */
  order: OrderInput;
  index: number;
  error: { code: string | null; message: string };
}

/** Creates the orders of an import and collects the failures. */
function makeOrders(context: Context, inputs: readonly OrderInput[]) {
  const orders: Order[] = [];
  const failed: FailedItem[] = [];
  for (const [index, input] of inputs.entries()) {
    try {
      orders.push(madeOrder(context, input));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      failed.push({ order: input, index, error: { code: error.code, message: error.message } });
    }
  }
  return { orders, failed };
}

export function orderWriteHandlers(
  context: Context,
): Pick<Handlers, 'orders.create' | 'orders.import' | 'orders.update' | 'orders.delete'> {
  const { store } = context;
  return {
    'orders.create': {
      handle({ body }) {
        const order = madeOrder(context, orderInput(body, ''));
        store.write({ put: { orders: [{ order, hidden: false }] } });
        return order;
      },
    },
    'orders.import': {
      handle({ body }) {
        const { orders, failed } = makeOrders(context, orderImport(body, '').orders);
        if (orders.length > 0) store.write({ put: { orders: orders.map((order) => ({ order, hidden: false })) } });
        // The order of the ids does not match the order of the items (resolved, Reading).
        return { success: store.dice('import').shuffled(orders.map(({ id }) => id)), failed };
      },
    },
    'orders.update': {
      handle({ parameters, body }) {
        const order = findOrder(store, parameters['id']);
        const edit = orderEdit(body, '');
        checkEditable(order);
        const after = editedOrder(context, order, edit);
        if (after !== order) store.write({ put: { orders: [{ order: after, hidden: false }] } });
        return after;
      },
    },
    'orders.delete': {
      handle({ parameters }) {
        const order = findOrder(store, parameters['id']);
        checkEditable(order);
        if (order.submitted) throw new Refusal(409, 'order_submitted', 'Withdraw this order before deleting it.');
        // Pages still read it and drop it afterwards (order-api, Rules 2).
        store.write({ put: { orders: [{ order, hidden: true }] } });
        // Unlike the planning document, the order document specifies the Message body clearly.
        return new Reply(200, { message: 'The order was deleted.', code: 'order_deleted', param: null, url: null });
      },
    },
  };
}
