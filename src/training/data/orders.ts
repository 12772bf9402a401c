/** Retailer orders: drafts, submitted ones, and ones that a courier has put on a route. */
import { fileLink, signatureName } from '../files/links.ts';
import type { Named, Order } from '../model.ts';
import type { StoredCourier, StoredOrder } from '../store/records.ts';
import { addDays, calendarDay, secondsAt } from './calendar.ts';
import { dice, type Dice } from './dice.ts';
import { products } from './people.ts';
import { amounts, type Size } from './size.ts';
import type { Customer } from './stops.ts';

/** What a retailer works with: orders, couriers and pickup locations. */
export interface Retail {
  /** Newest first. */
  orders: StoredOrder[];
  couriers: StoredCourier[];
  pickupLocations: Named[];
}

const courierNames = ['Aldermünde Kurier', 'Rad & Tat'] as const;
/** Couriers that no longer exist but are still connected (order-api, Rules 2). */
const goneNames = ['Eilbote & Söhne', 'Pedal-Post'] as const;
/** A courier the retailer is not connected to, with a fixed id. */
const unconnected = { id: 'couriers/not-connected', name: 'Fernfracht' };
const pickupNames = ['Warehouse, ramp 3', 'Shop in the Altstadt'] as const;

/** One in this many orders is deleted or a demo, which makes pages come out short. */
const hiddenEvery = 25;

/** Days before the first are done. The first day is done until noon, like its plans. */
function progressOf(
  chance: Dice,
  segment: string,
  day: string,
  firstDay: string,
  state: Order['source'] | 'route',
): Order['progress'] {
  const arrivalAt = secondsAt(day, chance.whole(9, 16) * 3600);
  const attempted = arrivalAt < secondsAt(firstDay, 12 * 3600);
  const delivered = attempted && chance.chance(0.9);
  return {
    trackingLink: `https://track.example/${segment}`,
    eta: {
      status: 'available',
      value: {
        estimatedArrivalAt: arrivalAt,
        estimatedEarliestArrivalAt: arrivalAt - 600,
        estimatedLatestArrivalAt: arrivalAt + 900,
      },
    },
    attempted,
    attemptedAt: attempted ? arrivalAt + 120 : null,
    state: attempted ? (delivered ? 'delivered_to_recipient' : 'failed_not_home') : null,
    routeStartDate: calendarDay(day),
    routeStarted: state === 'courier' || attempted,
    succeeded: attempted ? delivered : null,
    photoUrls: [],
    signatureUrl: delivered ? fileLink(`orders/${segment}`, signatureName) : null,
    signeeName: null,
    driverProvidedRecipientNotes: null,
  };
}

/** Ids of couriers that no longer exist sort first: the lists start with short pages for every seed. */
function connections(seed: number, couriers: readonly Named[]): StoredCourier[] {
  const chance = dice(seed, 'connections');
  const gone = goneNames.map((name): Named => ({ id: `couriers/0${chance.id().slice(1)}`, name }));
  return [
    ...couriers.map((courier) => ({ courier, connected: true, exists: true })),
    ...gone.map((courier) => ({ courier, connected: true, exists: false })),
    { courier: unconnected, connected: false, exists: true },
  ];
}

/**
 * Orders of ten days, newest first (300 in the usual size), plus a few that no list shows.
 *
 * @param firstDay the newest orders are from the evening before: whenever the service begins, none is from the future
 */
export function makeOrders(
  seed: number,
  firstDay: string,
  customers: readonly Customer[],
  size: Size = 'usual',
): Retail {
  const visible = amounts[size].orders;
  const chance = dice(seed, 'orders');
  const couriers = courierNames.map((name): Named => ({ id: `couriers/${chance.id()}`, name }));
  const pickupLocations = pickupNames.map((name): Named => ({ id: `pickupLocations/${chance.id()}`, name }));
  const total = visible + Math.floor(visible / hiddenEvery);
  let createdSeconds = secondsAt(firstDay, -2 * 3600);
  let externalNumber = 10_400 + visible;

  const orders = Array.from({ length: total }, (_, index): StoredOrder => {
    const segment = chance.id();
    createdSeconds -= chance.whole(600, 5_000);
    // Retailers occasionally use a number twice; the service accepts that.
    externalNumber -= chance.chance(0.98) ? 1 : 0;
    const customer = chance.pick(customers);
    // The newest are drafts, the oldest are on a route.
    const age = index / total;
    const stage = age < 0.4 ? 'draft' : age < 0.7 ? 'submitted' : chance.chance(0.2) ? 'courier' : 'route';
    const packageCount = chance.chance(0.65) ? 1 : chance.whole(2, 5);
    const code = `TD${firstDay.slice(2, 4)}${String(chance.whole(0, 9_999_999)).padStart(7, '0')}`;
    const onRoute = stage === 'courier' || stage === 'route';
    const shipped = chance.chance(0.5);
    const order: Order = {
      id: `orders/${segment}`,
      createdAt: createdSeconds * 1000,
      recipient: customer.recipient,
      packageInfo: {
        products: Array.from({ length: chance.whole(1, 3) }, () => chance.pick(products)),
        packageCount,
        weight: chance.chance(0.7) ? { amount: chance.whole(2, 180) / 10, unit: 'kilogram' } : null,
        packageLoadAmount: null,
        externalId: stage === 'courier' ? null : `WEB-${externalNumber}`,
      },
      address: customer.address,
      deliveryInstructions: {
        notes: customer.notes,
        expectedDeliveryDate: calendarDay(addDays(firstDay, chance.whole(0, 4))),
        proofOfAttemptRequirements: chance.chance(0.3) ? { enabled: true } : null,
        handOffInfo: shipped
          ? { handOffType: 'ship_to_courier', pickupLocationId: null }
          : { handOffType: 'pickup_by_courier', pickupLocationId: chance.pick(pickupLocations).id },
      },
      courier: stage === 'draft' ? null : chance.pick(couriers).id,
      submitted: stage !== 'draft',
      submittedAt: stage === 'draft' ? null : createdSeconds * 1000 + 1_800_000,
      progress: onRoute ? progressOf(chance, segment, addDays(firstDay, chance.whole(-4, 0)), firstDay, stage) : null,
      readOnly: onRoute,
      source: stage === 'courier' ? 'courier' : 'retailer',
      barcodes: Array.from({ length: packageCount }, (_each, at) => `${code}-${at + 1}`),
    };
    return { order, hidden: index % (hiddenEvery + 1) === hiddenEvery };
  });
  return { orders, couriers: connections(seed, couriers), pickupLocations };
}
