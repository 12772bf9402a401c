import type { Handlers } from '../../shared/contract.ts';
import { AppError } from '../../shared/errors.ts';
import type { Context } from './context.ts';

export function planHandlers(context: Context): Handlers['plans'] {
  return {
    async list() {
      const { cache, pull } = context.workspace();
      pull.show(null);
      const { rows, asOf } = await cache.listPlans();
      return { rows, asOf, refreshing: pull.isRefreshing('plans'), cursor: null, total: rows.length };
    },

    async get({ planId }) {
      const row = await context.workspace().cache.getPlan(planId);
      if (row === null) throw new AppError('record.not-found');
      return row;
    },

    async refresh() {
      const { pull } = context.workspace();
      await Promise.all([pull.refresh('depots', 'click'), pull.refresh('plans', 'click')]);
    },
  };
}
