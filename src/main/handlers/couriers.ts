import type { Handlers } from '../../shared/contract.ts';
import type { Context } from './context.ts';

export function courierHandlers(context: Context): Handlers['couriers'] {
  return { list: async () => context.workspace().cache.listCouriers() };
}

export function pickupLocationHandlers(context: Context): Handlers['pickupLocations'] {
  return { list: async () => context.workspace().cache.listPickupLocations() };
}
