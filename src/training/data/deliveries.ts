/** How attempts at a stop went: delivered in some way, failed for some reason, or not attempted after all. */
import type { Stop } from '../model.ts';
import { moved } from './city.ts';
import type { Dice } from './dice.ts';

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

/**
 * A stop after its attempt.
 * @param arrivalAt seconds since the epoch at which the driver was expected
 */
export function withDelivery(dice: Dice, stop: Stop, arrivalAt: number): Stop {
  const state = stop.activity === 'pickup' ? dice.weighted(pickups) : dice.weighted(outcomes);
  if (stop.deliveryInfo === null || state === 'unattempted') return stop;
  const segment = stop.id.split('/').at(-1) ?? '';
  const succeeded = !state.startsWith('failed_');
  const arrivedAt = arrivalAt + dice.whole(-600, 900);
  const attemptedAt = arrivedAt + dice.whole(40, 280);
  const inPerson = state === 'delivered_to_recipient' || state === 'delivered_to_third_party';
  const signed = inPerson && dice.chance(0.7);
  const { latitude, longitude } = stop.address;
  return {
    ...stop,
    deliveryInfo: {
      attempted: true,
      attemptedAt,
      timeAtStopInfo: {
        status: 'available',
        value: { arrivedAt, departedAt: attemptedAt + dice.whole(10, 90), isEstimated: dice.chance(0.2) },
      },
      attemptedLocation:
        latitude === null || longitude === null
          ? null
          : moved({ latitude, longitude }, dice.whole(-15, 15), dice.whole(-15, 15)),
      driverProvidedInternalNotes: dice.chance(0.15) ? dice.pick(internalNotes) : null,
      driverProvidedRecipientNotes: dice.chance(0.2) ? dice.pick(recipientNotes) : null,
      recipientProvidedNotes: dice.chance(0.1) ? dice.pick(wishes) : null,
      signatureUrl: signed ? `https://media.example/signatures/${segment}.png` : null,
      signeeName: !signed
        ? null
        : state === 'delivered_to_third_party'
          ? dice.pick(neighbours)
          : (stop.recipient?.name ?? null),
      photoUrls: !inPerson && dice.chance(0.8) ? [`https://media.example/photos/${segment}-1.jpg`] : [],
      succeeded,
      state,
    },
  };
}
