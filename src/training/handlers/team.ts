/** Drivers and depots (planning-api, Driver and Depot). */
import { invalid } from '../http/errors.ts';
import type { Store } from '../store/store.ts';
import { cutPage, placeKey, type Handlers, type Page } from './handler.ts';

/** A page of a list that has no order but its own. */
function pageOf<Item>(items: readonly Item[], page: Page): { items: Item[]; nextPageToken: string | null } {
  const cut = cutPage(
    items.map((item, place) => ({ item, key: placeKey(place) })),
    page,
    ({ key }) => key,
    (each, key) => each.key > key,
  );
  return { items: cut.items.map(({ item }) => item), nextPageToken: cut.nextPageToken };
}

export function teamHandlers(store: Store): Pick<Handlers, 'drivers.list' | 'depots.list'> {
  return {
    'drivers.list': {
      filters: ['active'],
      handle({ filters, page }) {
        const active = filters['active'];
        if (active !== undefined && active !== 'true' && active !== 'false') {
          throw invalid('filter.active', 'filter.active must be true or false.');
        }
        const found = store.drivers.filter((driver) => active === undefined || String(driver.active) === active);
        const { items, nextPageToken } = pageOf(found, page);
        return { drivers: items, nextPageToken };
      },
    },
    'depots.list': {
      handle({ page }) {
        const { items, nextPageToken } = pageOf(store.depots, page);
        return { depots: items, nextPageToken };
      },
    },
  };
}
