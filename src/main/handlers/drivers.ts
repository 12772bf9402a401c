import type { Handlers } from '../../shared/contract.ts';
import type { Context } from './context.ts';

export function driverHandlers(context: Context): Handlers['drivers'] {
  return {
    async list() {
      const { cache, pull } = context.workspace();
      const { rows, asOf } = await cache.listDrivers();
      return { rows, asOf, refreshing: pull.isRefreshing('drivers'), cursor: null, total: rows.length };
    },
    refresh: async () => context.workspace().pull.refresh('drivers', 'click'),
  };
}

export function depotHandlers(context: Context): Handlers['depots'] {
  return {
    async list() {
      const { cache, pull } = context.workspace();
      const { rows, asOf } = await cache.listDepots();
      return { rows, asOf, refreshing: pull.isRefreshing('depots'), cursor: null, total: rows.length };
    },
  };
}
