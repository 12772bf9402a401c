/** Drivers and depots (planning-api, Driver and Depot). */
import { invalid } from '../http/errors.ts';
import type { Driver } from '../model.ts';
import { listed, pageByPlace, type Context, type Handlers } from './handler.ts';

export function teamHandlers(context: Context): Pick<Handlers, 'drivers.list' | 'depots.list'> {
  const { drivers, depots } = context.store;
  return {
    'drivers.list': {
      filters: ['active'],
      handle({ filters, page }) {
        const active = filters['active'];
        if (active !== undefined && active !== 'true' && active !== 'false') {
          throw invalid('filter.active', 'filter.active must be true or false.');
        }
        const belongs = (driver: Driver) => active === undefined || String(driver.active) === active;
        const found = listed(context, drivers, drivers.all().filter(belongs), belongs);
        const { items, nextPageToken } = pageByPlace(drivers, found, page);
        return { drivers: items, nextPageToken };
      },
    },
    'depots.list': {
      handle({ page }) {
        const found = listed(context, depots, depots.all(), () => true);
        const { items, nextPageToken } = pageByPlace(depots, found, page);
        return { depots: items, nextPageToken };
      },
    },
  };
}
