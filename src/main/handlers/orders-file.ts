/** Orders from a file: checks for duplicates, and saves rejected rows so that they can be returned to the sender. */
import type { Handlers } from '../../shared/contract.ts';
import type { Context } from './context.ts';
import { asCsv, saveFile } from './save-file.ts';

/** An order of the last week may be the one that a file repeats: yesterday's, or that of Friday on a Monday. */
const comparedFor = 7 * 86_400_000;
const comparedAtOnce = 1_000;

export function orderFileHandlers(context: Context): Pick<Handlers['orders'], 'known' | 'deliveries' | 'saveRows'> {
  return {
    async known({ externalIds, ask }) {
      const { cache, isOrderOnService } = context.workspace();
      const here = await cache.knownOrders(externalIds);
      if (!ask) return here;
      const unknown = externalIds.filter((id) => !here.some(({ externalId }) => externalId === id));
      const found = await Promise.all(unknown.map(isOrderOnService));
      const there = unknown.filter((_id, index) => found[index]);
      return [...here, ...there.map((externalId) => ({ externalId, orderId: null, where: 'service' as const }))];
    },

    async deliveries({ cursor }) {
      const since = context.system.now() - comparedFor;
      const { rows, next } = await context.workspace().cache.orderDeliveries(since, cursor ?? '', comparedAtOnce);
      return { rows, cursor: next };
    },

    saveRows: ({ name, text }) => saveFile(context, name, 'csv', asCsv(text)),
  };
}
