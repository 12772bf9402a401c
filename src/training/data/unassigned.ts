/** Unassigned stops: requests that nobody has added to a plan yet. */
import type { UnassignedStop } from '../model.ts';
import type { StoredUnassignedStop } from '../store/records.ts';
import { addDays, hour, secondsAt } from './calendar.ts';
import { dice, type Dice } from './dice.ts';
import { products, sellers } from './people.ts';
import { amounts, type Size } from './size.ts';
import type { Customer } from './stops.ts';
import type { DepotArea } from './team.ts';

/** How many each depot has. */
const perDepot = [18, 12, 10] as const;

/** An empty unassigned stop, as right after its creation. */
export function emptyUnassignedStop(
  segment: string,
  depot: string | null,
  address: UnassignedStop['address'],
): UnassignedStop {
  return {
    id: `unassignedStops/${segment}`,
    depot,
    address,
    barcodes: [],
    allowedDrivers: null,
    notes: null,
    packageCount: null,
    weight: null,
    orderInfo: null,
    recipient: null,
    activity: 'delivery',
    trackingLink: `https://track.example/${segment}`,
    timing: null,
    optimizationOrder: null,
    paymentOnDelivery: null,
    proofOfAttemptRequirements: null,
    customProperties: null,
    clientId: null,
  };
}

function someStop(chance: Dice, depot: string, customer: Customer): UnassignedStop {
  const seller = chance.chance(0.6) ? chance.pick(sellers) : null;
  const packageCount = chance.chance(0.7) ? 1 : chance.whole(2, 5);
  const code = chance.whole(10_000_000, 99_999_999);
  return {
    ...emptyUnassignedStop(chance.id(), depot, customer.address),
    recipient: customer.recipient,
    notes: customer.notes,
    packageCount,
    barcodes: chance.chance(0.6) ? Array.from({ length: packageCount }, (_, at) => `AU${code}${at + 1}`) : [],
    weight: chance.chance(0.5) ? { amount: chance.whole(3, 320) / 10, unit: 'kilogram' } : null,
    activity: chance.chance(0.1) ? 'pickup' : 'delivery',
    timing: chance.chance(0.4)
      ? { estimatedAttemptDuration: 180, earliestAttemptTime: hour(chance.whole(8, 12)), latestAttemptTime: hour(16) }
      : null,
    orderInfo: seller && {
      products: [chance.pick(products)],
      sellerName: seller.name,
      sellerOrderId: `W-${chance.whole(100_000, 999_999)}`,
      sellerWebsite: seller.website,
    },
    paymentOnDelivery: chance.chance(0.1) ? { amount: chance.whole(990, 14_990), currency: 'EUR' } : null,
    customProperties: customer.doorCode === null ? null : { doorCode: customer.doorCode },
  };
}

/**
 * Unassigned stops of all depots, oldest first (40 in the usual size), created over the two days before the first day.
 * @param customersOf the customers of each depot
 */
export function makeUnassignedStops(
  seed: number,
  firstDay: string,
  areas: readonly DepotArea[],
  customersOf: ReadonlyMap<DepotArea, readonly Customer[]>,
  size: Size = 'usual',
): StoredUnassignedStop[] {
  const chance = dice(seed, 'unassigned stops');
  const from = secondsAt(addDays(firstDay, -2), 8 * 3600);
  return areas
    .flatMap((area, index) =>
      Array.from({ length: (perDepot[index] ?? 0) * amounts[size].unassigned }, () => ({
        stop: someStop(chance, area.depot.id, chance.pick(customersOf.get(area) ?? [])),
        createdAt: (from + chance.whole(0, 46 * 3600)) * 1000,
      })),
    )
    .sort((one, other) => one.createdAt - other.createdAt);
}
