/** Orders that the courier adds for the retailer (order-api, States and transitions: `source` is `courier`). */
import { dayOf, secondsAt } from '../data/calendar.ts';
import { addressOf } from '../data/gazetteer.ts';
import { districts, houses } from '../data/city.ts';
import { dice } from '../data/dice.ts';
import { person, products } from '../data/people.ts';
import type { Order } from '../model.ts';
import { onRoute } from './road.ts';

/**
 * The order added on a day, or null if there is none. The same seed and day give the same order and id, so that an
 * order that was already added can be detected.
 * @param courierIds of connected couriers
 */
export function addedOrder(seed: number, day: string, courierIds: readonly string[]): Order | null {
  const chance = dice(seed, `added ${day}`);
  if (courierIds.length === 0 || !chance.chance(0.5)) return null;
  const createdAt = secondsAt(day, chance.whole(9 * 3600, 15 * 3600)) * 1000;
  const district = chance.pick(districts);
  const packageCount = chance.whole(1, 3);
  const code = `TC${dayOf(createdAt).replaceAll('-', '').slice(2)}${String(chance.whole(0, 9_999)).padStart(4, '0')}`;
  const order: Order = {
    id: `orders/${chance.id()}`,
    createdAt,
    recipient: { ...person(chance), externalId: null },
    packageInfo: {
      products: [chance.pick(products)],
      packageCount,
      weight: null,
      packageLoadAmount: null,
      externalId: null,
    },
    address: addressOf(district, chance.whole(0, district.streets.length - 1), chance.whole(1, houses)),
    deliveryInstructions: null,
    courier: chance.pick(courierIds),
    submitted: true,
    submittedAt: createdAt,
    progress: null,
    readOnly: true,
    source: 'courier',
    barcodes: Array.from({ length: packageCount }, (_, at) => `${code}-${at + 1}`),
  };
  return onRoute(order, createdAt, seed);
}
