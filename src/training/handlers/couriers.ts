/** Couriers that the retailer is connected to (order-api, Courier; Rules 2 and 3). They are managed elsewhere. */
import { notFound } from '../http/errors.ts';
import { cutPage, type Context, type Handlers } from './handler.ts';

export function courierHandlers({ store }: Context): Pick<Handlers, 'couriers.list' | 'couriers.get'> {
  return {
    'couriers.list': {
      pageTokens: 'position',
      handle({ page }) {
        const connections = store.couriers
          .all()
          .filter(({ connected }) => connected)
          .sort((one, other) => (one.courier.id < other.courier.id ? -1 : 1));
        const { items, nextPageToken } = cutPage(
          connections,
          page,
          ({ courier }) => courier.id,
          ({ courier }, key) => courier.id > key,
        );
        // A connection outlives its courier; those are dropped after the page is read (order-api, Rules 2).
        return { couriers: items.flatMap(({ courier, exists }) => (exists ? [courier] : [])), nextPageToken };
      },
    },
    'couriers.get': {
      handle({ parameters }) {
        const found = store.couriers.get(`couriers/${parameters['id'] ?? ''}`);
        if (!found?.connected || !found.exists) throw notFound('courier');
        return found.courier;
      },
    },
  };
}
