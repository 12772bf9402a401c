/** Stops before optimization: who, where, what and when. */
import type { Recipient, Stop } from '../model.ts';
import { hour } from './calendar.ts';
import { houses, type District } from './city.ts';
import { dice, type Dice } from './dice.ts';
import { addressOf } from './gazetteer.ts';
import { person, products, sellers } from './people.ts';
import type { PlannedDay } from './plans.ts';

/** A recipient, who may receive several deliveries. */
export interface Customer {
  recipient: Recipient;
  address: Stop['address'];
  notes: string | null;
  doorCode: string | null;
}

const noteTexts = [
  'Ring twice, the bell is slow.',
  'Leave with the neighbour on the ground floor.',
  'Entrance from the courtyard.',
  'Dog in the garden. Please call before.',
  'Second floor, no lift.',
  'Not before the shop opens.',
  'Fragile: carry upright.',
  'Goods lift behind the gate, code at the porter’s.',
  'Bitte nicht an der Straße abstellen – Grüße, Familie Weiß',
];

const windows = [
  [hour(8), hour(12)],
  [hour(9), hour(12)],
  [hour(10), hour(11, 30)],
  [hour(12), hour(16)],
  [hour(14), hour(18)],
  [hour(9), null],
  [null, hour(15)],
] as const;

/** A window before any driver starts. */
const beforeWork = [hour(5), hour(6)] as const;

/** The customers of some districts, one per house. */
export function makeCustomers(seed: number, name: string, districts: readonly District[], count: number): Customer[] {
  const chance = dice(seed, `customers ${name}`);
  const taken = new Set<string>();
  return Array.from({ length: count }, (_, index) => {
    let address: Stop['address'];
    do {
      const district = chance.pick(districts);
      address = addressOf(district, chance.whole(0, district.streets.length - 1), chance.whole(1, houses));
    } while (taken.has(address.address));
    taken.add(address.address);
    return {
      recipient: { ...person(chance), externalId: `C-${name.slice(0, 1)}${String(index + 1).padStart(4, '0')}` },
      address,
      notes: chance.chance(0.4) ? chance.pick(noteTexts) : null,
      doorCode: chance.chance(0.15) ? String(chance.whole(1000, 9999)) : null,
    };
  });
}

/** An empty stop, as right after its creation. */
export function emptyStop(planId: string, stopSegment: string, address: Stop['address']): Stop {
  return {
    id: `${planId}/stops/${stopSegment}`,
    address,
    barcodes: [],
    allowedDrivers: null,
    estimatedTravelDuration: null,
    estimatedTravelDistance: null,
    notes: null,
    packageCount: null,
    weight: null,
    type: 'stop',
    packageLabel: null,
    stopPosition: null,
    trackingLink: `https://track.example/${stopSegment}`,
    webAppLink: `https://office.example/stops/${stopSegment}`,
    orderInfo: null,
    placeInVehicle: null,
    recipient: null,
    activity: 'delivery',
    deliveryInfo: {
      attempted: false,
      attemptedAt: null,
      timeAtStopInfo: { status: 'pending', reason: 'not_yet_arrived' },
      attemptedLocation: null,
      driverProvidedInternalNotes: null,
      driverProvidedRecipientNotes: null,
      recipientProvidedNotes: null,
      signatureUrl: null,
      signeeName: null,
      photoUrls: [],
      succeeded: false,
      state: 'unattempted',
    },
    paymentOnDelivery: null,
    proofOfAttemptRequirements: null,
    plan: planId,
    route: null,
    eta: { status: 'pending', reason: 'not_optimized' },
    timing: null,
    optimizationOrder: null,
    customProperties: null,
    clientId: null,
  };
}

function makeStop(chance: Dice, planned: PlannedDay, customer: Customer, index: number): Stop {
  const segment = chance.id();
  const stop = emptyStop(planned.plan.id, segment, customer.address);
  const packageCount = chance.chance(0.7) ? 1 : chance.whole(2, 6);
  const usual = chance.chance(0.45) ? chance.pick(windows) : ([null, null] as const);
  // Optimizing such a plan skips this stop, with a reason.
  const impossible = index === 1 && planned.plan.optimization === 'editing';
  const [earliestAttemptTime, latestAttemptTime] = impossible ? beforeWork : usual;
  const seller = chance.chance(0.7) ? chance.pick(sellers) : null;
  const code = chance.whole(10_000_000, 99_999_999);
  return {
    ...stop,
    recipient: customer.recipient,
    notes: customer.notes,
    packageCount,
    barcodes: chance.chance(0.75) ? Array.from({ length: packageCount }, (_, at) => `AM${code}${at + 1}`) : [],
    weight: chance.chance(0.6) ? { amount: chance.whole(3, 320) / 10, unit: 'kilogram' } : null,
    activity: chance.chance(0.06) ? 'pickup' : 'delivery',
    timing: {
      estimatedAttemptDuration: chance.chance(0.8) ? chance.pick([120, 180, 240, 300, 600]) : null,
      earliestAttemptTime,
      latestAttemptTime,
    },
    orderInfo: seller && {
      products: Array.from({ length: chance.whole(1, 3) }, () => chance.pick(products)),
      sellerName: seller.name,
      sellerOrderId: `W-${chance.whole(100_000, 999_999)}`,
      sellerWebsite: seller.website,
    },
    paymentOnDelivery: chance.chance(0.08) ? { amount: chance.whole(990, 14_990), currency: 'EUR' } : null,
    proofOfAttemptRequirements: chance.chance(0.3) ? { enabled: true } : null,
    // A route should not start with a long wait.
    optimizationOrder: index === 0 && (earliestAttemptTime?.hour ?? 0) < 10 ? 'first' : null,
    allowedDrivers: chance.chance(0.05) ? planned.plan.drivers.slice(0, 1) : null,
    customProperties: customer.doorCode === null ? null : { doorCode: customer.doorCode },
  };
}

/** `count` stops of a plan, each for a different customer. */
export function makeStops(seed: number, planned: PlannedDay, customers: readonly Customer[], count: number): Stop[] {
  const chance = dice(seed, `stops ${planned.plan.id}`);
  const left = [...customers];
  return Array.from({ length: count }, (_, index) => {
    const [customer] = left.splice(chance.whole(0, left.length - 1), 1);
    if (!customer) throw new RangeError('more stops than customers');
    return makeStop(chance, planned, customer, index);
  });
}
