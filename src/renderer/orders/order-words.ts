/** An order in words, and which orders fit a filter. */
import type { Order, OrderRow, OrderState } from '../../shared/orders.ts';
import { dateText } from '../../shared/time.ts';
import type { PlainKey } from '../messages/index.ts';
import { t } from '../messages/index.ts';
import { fits } from '../lib/filter.ts';
import { formatDay } from '../lib/format.ts';

export const stateWords: Readonly<Record<OrderState, PlainKey>> = {
  draft: 'orders.stateDraft',
  submitted: 'orders.stateSubmitted',
  'read-only': 'orders.stateReadOnly',
};

/** What the state means for this order. */
export function stateExplained({ state, source }: Pick<OrderRow, 'state' | 'source'>): string {
  if (state === 'draft') return t('orders.stateDraftExplained');
  if (state === 'submitted') return t('orders.stateSubmittedExplained');
  return t(source === 'courier' ? 'orders.stateFromCourierExplained' : 'orders.stateReadOnlyExplained');
}

/** Values of progress.state seen so far (resolved, Value sets seen). */
const progresses: Readonly<Record<string, PlainKey>> = {
  unattempted: 'orders.progressUnattempted',
  delivered_to_recipient: 'orders.progressRecipient',
  delivered_to_third_party: 'orders.progressThirdParty',
  delivered_to_mailbox: 'orders.progressMailbox',
  delivered_to_safe_place: 'orders.progressSafePlace',
  delivered_to_pickup_point: 'orders.progressPickupPoint',
  delivered_other: 'orders.progressDelivered',
  picked_up_from_customer: 'orders.progressPickedUp',
  picked_up_unmanned: 'orders.progressPickedUpUnmanned',
  picked_up_from_locker: 'orders.progressPickedUpLocker',
  picked_up_other: 'orders.progressPickedUpOther',
  failed_not_home: 'orders.progressNotHome',
  failed_cant_find_address: 'orders.progressAddressNotFound',
  failed_no_parking: 'orders.progressNoParking',
  failed_no_time: 'orders.progressNoTime',
  failed_package_not_available: 'orders.progressNoPackage',
  failed_missing_required_proof: 'orders.progressNoProof',
  failed_payment_not_received: 'orders.progressNotPaid',
  failed_other: 'orders.progressFailed',
};

/** A value the app does not know is shown as it came. */
export function progressText(progress: string | null): string | null {
  if (progress === null) return null;
  const key = progresses[progress];
  return key === undefined ? progress : t(key);
}

/** Good, bad or neither, as far as the value says so. */
export function progressTone(progress: string | null): 'neutral' | 'positive' | 'danger' {
  if (progress?.startsWith('failed') === true) return 'danger';
  return progress?.startsWith('delivered') === true || progress?.startsWith('picked_up') === true
    ? 'positive'
    : 'neutral';
}

/** What people call the order: its external id, else the recipient, else the service's id. */
export const orderTitle = ({ externalId, recipientName, id }: OrderRow): string => externalId ?? recipientName ?? id;

export function orderFits(order: OrderRow, filter: string, state: OrderState | 'all'): boolean {
  if (state !== 'all' && order.state !== state) return false;
  return fits(filter, [order.externalId, order.recipientName, order.address, order.id]);
}

/** `12 kg`; null when the amount is missing. */
export function weightText(weight: NonNullable<Order['packageInfo']>['weight']): string | null {
  if (weight?.amount == null) return null;
  const { amount, unit } = weight;
  switch (unit) {
    case 'kilogram':
      return t('orders.kilogram', { amount });
    case 'pound':
      return t('orders.pound', { amount });
    case 'metric-ton':
      return t('orders.metricTon', { amount });
    default:
      return t('orders.otherWeight', { amount, unit: unit ?? '' }).trim();
  }
}

/** `Mon 15 Jun` from a calendar day of the service, which may be odd. */
export function dayText(
  date: { day: number; month: number; year: number } | null | undefined,
  now: number,
): string | null {
  return date == null ? null : formatDay(dateText(date), now);
}
