/** A stop in words, and which stops fit a filter. */
import { unreachable } from '../../shared/errors.ts';
import { type EntryState, isOurMarker } from '../../shared/outbox.ts';
import type { StopRow } from '../../shared/stops.ts';
import { formatWindow } from '../lib/format.ts';
import { type PlainKey, t } from '../messages/index.ts';

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

/** A delivery state in words; one the app does not know is shown as it came. */
export function deliveryWords(state: string): string {
  const key = deliveryStates[state];
  return key === undefined ? state : t(key);
}

export interface StopState {
  text: string;
  tone: 'neutral' | 'accent' | 'positive' | 'warning' | 'danger';
  /** clock: only on this computer · ask: a person has to look · done · failed · planned */
  symbol: 'clock' | 'ask' | 'done' | 'failed' | 'planned';
}

function entryWords(state: EntryState): StopState {
  switch (state) {
    case 'queued':
      return { text: t('stops.waiting'), tone: 'warning', symbol: 'clock' };
    case 'sending':
      return { text: t('stops.sending'), tone: 'warning', symbol: 'clock' };
    case 'in-doubt':
      return { text: t('stops.inDoubt'), tone: 'warning', symbol: 'clock' };
    case 'pending':
      return { text: t('stops.pending'), tone: 'accent', symbol: 'clock' };
    case 'refused':
      return { text: t('stops.refused'), tone: 'danger', symbol: 'ask' };
    case 'blocked':
      return { text: t('stops.blocked'), tone: 'danger', symbol: 'ask' };
    case 'decision':
      return { text: t('stops.decision'), tone: 'danger', symbol: 'ask' };
    case 'acknowledged':
      return { text: t('stops.acknowledged'), tone: 'positive', symbol: 'planned' };
    case 'given-up':
      return { text: t('stops.givenUp'), tone: 'neutral', symbol: 'failed' };
    default:
      return unreachable(state);
  }
}

/** What to say of a stop: where it is in the outbox, else how its delivery went, else that it is planned. */
export function stopState(row: Pick<StopRow, 'entryState' | 'deliveryState' | 'type'>): StopState {
  if (row.entryState !== null && row.entryState !== 'acknowledged') return entryWords(row.entryState);
  if (row.type === 'start') return { text: t('stops.start'), tone: 'neutral', symbol: 'planned' };
  if (row.type === 'end') return { text: t('stops.end'), tone: 'neutral', symbol: 'planned' };
  const { deliveryState } = row;
  if (deliveryState === null || deliveryState === 'unattempted') {
    return { text: t('stops.planned'), tone: 'neutral', symbol: 'planned' };
  }
  const failed = deliveryState.startsWith('failed');
  return {
    text: deliveryWords(deliveryState),
    tone: failed ? 'danger' : 'positive',
    symbol: failed ? 'failed' : 'done',
  };
}

/** An external id somebody typed; a marker of ours is kept out of the way (outbox, Rule 4). */
export const typedExternalId = (externalId: string | null | undefined): string | null =>
  externalId == null || isOurMarker(externalId) ? null : externalId;

/** The window of a listed stop. */
export const stopWindow = ({ earliest, latest }: Pick<StopRow, 'earliest' | 'latest'>) =>
  formatWindow(earliest, latest);

/** Whether every word of the filter occurs in what the table shows of the stop. */
export function stopFits(row: StopRow, filter: string): boolean {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return true;
  const text = [row.recipientName, row.phone, row.address, typedExternalId(row.externalId), row.driverName, row.notes]
    .concat(stopState(row).text)
    .join(' ')
    .toLowerCase();
  return words.every((word) => text.includes(word));
}
