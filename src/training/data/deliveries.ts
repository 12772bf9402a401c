/**
 * A delivery attempt: its outcome, its signature and its notes. Everything derives from the seed and the stop, so that
 * the running service continues where the generated data ends.
 */
import { fileLink, photoName, signatureName } from '../files/links.ts';
import type { Stop } from '../model.ts';
import { moved } from './city.ts';
import { dice } from './dice.ts';

const outcomes = {
  delivered_to_recipient: 52,
  delivered_to_third_party: 10,
  delivered_to_mailbox: 5,
  delivered_to_safe_place: 8,
  delivered_other: 2,
  failed_not_home: 9,
  failed_cant_find_address: 2,
  failed_no_parking: 1,
  failed_package_not_available: 2,
  failed_missing_required_proof: 1,
  failed_payment_not_received: 1,
  failed_other: 2,
  unattempted: 3,
} as const;

const pickups = { picked_up_from_customer: 8, picked_up_unmanned: 2, failed_not_home: 1 } as const;

const internalNotes = ['Entrance is behind the bakery.', 'Bell broken, knocked.', 'Parked in the second row, hurry.'];
const recipientNotes = ['Left behind the flower pots.', 'With the neighbour, Frau König.', 'See you tomorrow!'];
const wishes = ['Please put it in the garage.', 'I am home after 2 pm.', 'Bitte klingeln bei „Weiß“.'];
const neighbours = ['H. Vogel', 'Familie Jäger', 'M. Ünal', 'Empfang', 'J. Nováková'];

/** How fast the driver is at one stop, and whether the stop is skipped. */
export interface Pace {
  /** The driver skips the stop without giving a reason. */
  passedBy: boolean;
  /** Actual over estimated travel time. */
  way: number;
  /** Actual over estimated time at the stop. */
  stay: number;
}

/** Usually a little slower than planned, so that a route falls behind during the day. */
export function paceOf(seed: number, stop: Pick<Stop, 'id' | 'activity'>): Pace {
  const chance = dice(seed, `pace ${stop.id}`);
  const passedBy = stateOf(seed, stop) === 'unattempted';
  return { passedBy, way: 0.85 + 0.5 * chance.next(), stay: 0.6 + 0.9 * chance.next() };
}

function stateOf(seed: number, { id, activity }: Pick<Stop, 'id' | 'activity'>): string {
  const chance = dice(seed, `outcome ${id}`);
  return activity === 'pickup' ? chance.weighted(pickups) : chance.weighted(outcomes);
}

/**
 * A stop after its attempt.
 * @param arrivedAt and departedAt in seconds since the epoch
 */
export function withDelivery(seed: number, stop: Stop, arrivedAt: number, departedAt: number): Stop {
  const state = stateOf(seed, stop);
  if (stop.deliveryInfo === null || state === 'unattempted') return stop;
  const chance = dice(seed, `delivery ${stop.id}`);
  const succeeded = !state.startsWith('failed_');
  const inPerson = state === 'delivered_to_recipient' || state === 'delivered_to_third_party';
  // A required proof is a signature when someone can sign, and otherwise a photo.
  const proof = stop.proofOfAttemptRequirements?.enabled === true;
  const signed = inPerson && (proof || chance.chance(0.7));
  const photos = inPerson || !(proof || chance.chance(0.8)) ? 0 : chance.whole(1, 2);
  const { latitude, longitude } = stop.address;
  const signee = state === 'delivered_to_third_party' ? chance.pick(neighbours) : (stop.recipient?.name ?? null);
  return {
    ...stop,
    deliveryInfo: {
      attempted: true,
      attemptedAt: Math.max(arrivedAt, departedAt - chance.whole(10, 60)),
      timeAtStopInfo: {
        status: 'available',
        value: { arrivedAt, departedAt, isEstimated: chance.chance(0.2) },
      },
      attemptedLocation:
        latitude === null || longitude === null
          ? null
          : moved({ latitude, longitude }, chance.whole(-15, 15), chance.whole(-15, 15)),
      driverProvidedInternalNotes: chance.chance(0.15) ? chance.pick(internalNotes) : null,
      driverProvidedRecipientNotes: chance.chance(0.2) ? chance.pick(recipientNotes) : null,
      recipientProvidedNotes: chance.chance(0.1) ? chance.pick(wishes) : null,
      signatureUrl: signed ? fileLink(stop.id, signatureName) : null,
      signeeName: signed ? signee : null,
      photoUrls: Array.from({ length: photos }, (_, index) => fileLink(stop.id, photoName(index + 1))),
      succeeded,
      state,
    },
  };
}
