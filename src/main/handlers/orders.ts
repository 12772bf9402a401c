import { AppError } from '../../shared/errors.ts';
import type { Context } from './context.ts';
import type { MainHandlers } from './gestures.ts';
import { orderChangeHandlers } from './orders-change.ts';
import { orderFileHandlers } from './orders-file.ts';

const pageRows = 200;

export function orderHandlers(context: Context): MainHandlers['orders'] {
  return {
    ...orderChangeHandlers(context),
    ...orderFileHandlers(context),

    async list({ cursor }) {
      const { cache, refresher: pull } = context.workspace();
      const offset = cursor === null ? 0 : Number(cursor);
      if (!Number.isSafeInteger(offset) || offset < 0)
        throw new AppError('input.invalid', { detail: { field: 'cursor' } });
      const { rows, total, asOf } = await cache.listOrders(offset, pageRows);
      const next = offset + rows.length;
      return {
        rows,
        total,
        asOf,
        refreshing: pull.isRefreshing('orders'),
        cursor: rows.length === pageRows && next < total ? String(next) : null,
      };
    },

    async get({ orderId }) {
      const found = await context.workspace().cache.getOrder(orderId);
      if (found === null) throw new AppError('record.not-found');
      return found;
    },

    getMany: ({ orderIds }) => context.workspace().cache.getOrders(orderIds),

    async refresh() {
      const { refresher: pull } = context.workspace();
      // The screen names couriers and pickup locations; without their lists it still shows the orders.
      const names = (['couriers', 'pickupLocations'] as const).map((list) => pull.refresh(list, 'click'));
      await Promise.all([pull.refresh('orders', 'click'), Promise.allSettled(names)]);
    },
  };
}
