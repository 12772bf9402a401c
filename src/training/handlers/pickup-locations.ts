/** Locations where couriers pick up orders (order-api, PickupLocation). They are managed elsewhere. */
import { notFound } from '../http/errors.ts';
import { cutPage, type Context, type Handlers } from './handler.ts';

export function pickupLocationHandlers({
  store,
}: Context): Pick<Handlers, 'pickupLocations.list' | 'pickupLocations.get'> {
  return {
    'pickupLocations.list': {
      pageTokens: 'position',
      handle({ page }) {
        const { items, nextPageToken } = cutPage(
          store.pickupLocations.all().sort((one, other) => (one.id < other.id ? -1 : 1)),
          page,
          ({ id }) => id,
          ({ id }, key) => id > key,
        );
        return { pickupLocations: items, nextPageToken };
      },
    },
    'pickupLocations.get': {
      handle({ parameters }) {
        const found = store.pickupLocations.get(`pickupLocations/${parameters['id'] ?? ''}`);
        if (!found) throw notFound('pickup_location');
        return found;
      },
    },
  };
}
