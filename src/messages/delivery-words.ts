/** The delivery outcome of a stop in words, on screen and on paper. */
import type { StopRow } from '../shared/stops.ts';
import { type PlainKey, t } from './index.ts';

/** deliveryInfo.state (resolved, Value sets seen). */
const deliveryStates: Readonly<Record<string, PlainKey>> = {
  delivered_to_recipient: 'stops.stateDeliveredToRecipient',
  delivered_to_third_party: 'stops.stateDeliveredToThirdParty',
  delivered_to_mailbox: 'stops.stateDeliveredToMailbox',
  delivered_to_safe_place: 'stops.stateDeliveredToSafePlace',
  delivered_to_pickup_point: 'stops.stateDeliveredToPickupPoint',
  delivered_other: 'stops.stateDeliveredOther',
  picked_up_from_customer: 'stops.statePickedUpFromCustomer',
  picked_up_unmanned: 'stops.statePickedUpUnmanned',
  picked_up_from_locker: 'stops.statePickedUpFromLocker',
  picked_up_other: 'stops.statePickedUpOther',
  failed_not_home: 'stops.stateFailedNotHome',
  failed_cant_find_address: 'stops.stateFailedCantFindAddress',
  failed_no_parking: 'stops.stateFailedNoParking',
  failed_no_time: 'stops.stateFailedNoTime',
  failed_package_not_available: 'stops.stateFailedPackageNotAvailable',
  failed_other: 'stops.stateFailedOther',
  failed_missing_required_proof: 'stops.stateFailedMissingProof',
  failed_payment_not_received: 'stops.stateFailedNoPayment',
  unattempted: 'stops.stateUnattempted',
};

/** The words of all states that the app knows. */
export const deliveryTexts: readonly string[] = Object.values(deliveryStates).map((key) => t(key));

/** A delivery state in words; one the app does not know is shown as it came. */
export function deliveryWords(state: string): string {
  const key = deliveryStates[state];
  return key === undefined ? state : t(key);
}

/**
 * The result of a stop in words: its state, or the plain result where the service gives no state for it.
 *
 * @returns null: the driver has not been there, and the service has no word for it
 */
export function resultWords({ deliveryState, result }: Pick<StopRow, 'deliveryState' | 'result'>): string | null {
  const isWord = result === 'open' || deliveryState !== 'unattempted';
  if (deliveryState !== null && isWord) return deliveryWords(deliveryState);
  return result === 'open' ? null : t(result === 'failed' ? 'stops.stateFailedOther' : 'stops.stateDeliveredOther');
}
