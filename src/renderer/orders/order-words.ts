/** Texts about an order, and whether an order matches a filter. */
import type { EditEffect } from '../../shared/order-rules.ts';
import type { LabelIssue } from '../../shared/label-content.ts';
import type { Order, OrderChange, OrderRow, OrderState } from '../../shared/orders.ts';
import { dateText } from '../../shared/time.ts';
import type { PlainKey } from '../../messages/index.ts';
import { t } from '../../messages/index.ts';
import { fits } from '../lib/filter.ts';
import { daysAway, formatDay } from '../lib/format.ts';

export const stateWords: Readonly<Record<OrderState, PlainKey>> = {
  draft: 'orders.stateDraft',
  submitted: 'orders.stateSubmitted',
  'read-only': 'orders.stateReadOnly',
};

/** A sentence on what the state means for this order. */
export function stateExplained({ state, source, origin }: Pick<OrderRow, 'state' | 'source' | 'origin'>): string {
  if (origin === 'outbox') return t('orders.stateNotThere');
  if (state === 'draft') return t('orders.stateDraftExplained');
  if (state === 'submitted') return t('orders.stateSubmittedExplained');
  return t(source === 'courier' ? 'orders.stateFromCourierExplained' : 'orders.stateReadOnlyExplained');
}

/** Known values of progress.state (resolved, Value sets seen). */
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

/** The text for a value of progress.state; an unknown value is shown as it is. */
export function progressText(progress: string | null): string | null {
  if (progress === null) return null;
  const key = progresses[progress];
  return key === undefined ? progress : t(key);
}

/** The tone for a value of progress.state. */
export const progressTone = (progress: string | null): 'neutral' | 'danger' =>
  progress?.startsWith('failed') === true ? 'danger' : 'neutral';

/** The order's name for users: its external ID, else the recipient, else the service's id. */
export const orderTitle = ({ externalId, recipientName, id }: OrderRow): string => externalId ?? recipientName ?? id;

const mostNamed = 3;

/** The first titles, and how many more there are: `WEB-1, WEB-2, WEB-3 and 4 more`. */
export function someTitles(orders: readonly OrderRow[]): string {
  const names = orders.slice(0, mostNamed).map(orderTitle).join(', ');
  const count = orders.length - mostNamed;
  return count > 0 ? t('orders.namesMore', { names, count }) : names;
}

/** Whether the service has a label of the order: not of one that it does not have itself. */
export const hasLabel = ({ id }: Pick<OrderRow, 'id'>): boolean => id.startsWith('orders/');

/** How often the label was printed, or that it lacks pages. */
export function printedText({ printedCount, isLabelWhole }: Pick<OrderRow, 'printedCount' | 'isLabelWhole'>): string {
  if (printedCount === 0) return t('orders.notPrinted');
  return isLabelWhole ? t('orders.printedTimes', { count: printedCount }) : t('orders.printedPartly');
}

/** A key that does not change when the service assigns an id, so that selection and marks survive. */
export const orderKey = ({ id, recordId }: Pick<OrderRow, 'id' | 'recordId'>): string => recordId ?? id;

/** The list's filter; a null field does not filter. */
export interface OrderFilter {
  text: string;
  /** `asks`: a change was refused, is blocked, or needs a decision. */
  state: OrderState | 'all' | 'asks';
  /** A courier's name; empty: orders without a courier. */
  courier: string | null;
  /** `2026-06-15`; empty: orders without a day. */
  expectedOn: string | null;
  /** What is open about the label. */
  label: LabelIssue | null;
}

/** Whether a change of the order was refused, is blocked, or needs a decision. */
export const orderAsks = ({ change }: Pick<OrderRow, 'change'>): boolean =>
  change !== null && ['refused', 'blocked', 'decision'].includes(change.state);

export function orderFits(order: OrderRow, filter: OrderFilter, whole = false): boolean {
  const { text, state, courier, expectedOn, label } = filter;
  if (state === 'asks' ? !orderAsks(order) : state !== 'all' && order.state !== state) return false;
  if (courier !== null && (order.courier ?? '') !== courier) return false;
  if (expectedOn !== null && (order.expectedOn ?? '') !== expectedOn) return false;
  if (label !== null && !order.labelIssues.includes(label)) return false;
  return fits(text, [order.externalId, order.recipientName, order.address, order.id], whole);
}

const subjects: Readonly<Record<OrderFilter['state'], PlainKey>> = {
  all: 'orders.whichAll',
  draft: 'orders.whichDraft',
  submitted: 'orders.whichSubmitted',
  'read-only': 'orders.whichReadOnly',
  asks: 'orders.whichAsks',
};

const labelWords: Readonly<Record<LabelIssue, PlainKey>> = {
  doubt: 'orders.whichDoubt',
  stale: 'orders.whichStale',
  draftPrinted: 'orders.whichPrinted',
  submittedUnprinted: 'orders.whichUnlabelled',
};

const dayWords: Readonly<Record<number, PlainKey>> = {
  [-1]: 'orders.whichYesterday',
  0: 'orders.whichToday',
  1: 'orders.whichTomorrow',
};

/** `of today`, `of Wed 17 Jun`, `without a day`. */
function whichDay(day: string, now: number): string {
  if (day === '') return t('orders.whichNoDay');
  const word = dayWords[daysAway(day, now)];
  return word === undefined ? t('orders.whichDay', { day: formatDay(day, now) }) : t(word);
}

/**
 * The listed orders in words, as part of a sentence: `all submitted orders of today`.
 * @param filter the list's filter
 */
export function whichOrders({ text, state, courier, expectedOn, label }: OrderFilter, now: number): string {
  return [
    t(subjects[state]),
    expectedOn === null ? '' : whichDay(expectedOn, now),
    courier === null ? '' : courier === '' ? t('orders.whichNoCourier') : t('orders.whichCourier', { courier }),
    label === null ? '' : t(labelWords[label]),
    text.trim() === '' ? '' : t('orders.whichMatching', { text: text.trim() }),
  ]
    .filter((part) => part !== '')
    .join(' ');
}

const waits: Readonly<Record<OrderChange['kind'], PlainKey>> = {
  create: 'orders.waitsCreate',
  edit: 'orders.waitsEdit',
  delete: 'orders.waitsDelete',
  submit: 'orders.waitsSubmit',
  withdraw: 'orders.waitsWithdraw',
};
const refusals: Readonly<Record<OrderChange['kind'], PlainKey>> = {
  create: 'orders.refusedCreate',
  edit: 'orders.refusedEdit',
  delete: 'orders.refusedDelete',
  submit: 'orders.refusedSubmit',
  withdraw: 'orders.refusedWithdraw',
};

/** Every text that an order's mark may show. */
export const orderStates: readonly string[] = [
  ...[...Object.values(stateWords), ...Object.values(waits), ...Object.values(refusals)],
  ...(['orders.paused', 'orders.blocked', 'orders.decision', 'orders.onItsWay', 'orders.looksUp'] as const),
].map((key) => t(key));

/** A short text for the pending or refused change of an order. */
export function changeText({ kind, state, reason }: Pick<OrderChange, 'kind' | 'state' | 'reason'>): string {
  if (reason?.code === 'outbox.paused') return t('orders.paused');
  switch (state) {
    case 'refused':
      return t(refusals[kind]);
    case 'blocked':
      return t('orders.blocked');
    case 'decision':
      return t('orders.decision');
    case 'sending':
      return t('orders.onItsWay');
    case 'in-doubt':
      return t('orders.looksUp');
    default:
      return t(waits[kind]);
  }
}

/** The text for a side effect of saving an edit. */
export function effectText(effect: EditEffect): string {
  switch (effect.effect) {
    case 'address-replaced':
      return t(effect.losesStreet ? 'orderForm.effectStreet' : 'orderForm.effectAddress');
    case 'pickup-location-cleared':
      return t('orderForm.effectPickup');
    case 'weight-cleared':
      return t('orderForm.effectWeight');
    case 'label-outdated':
      return t('orderForm.effectLabel');
  }
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

/** `Mon 15 Jun` from a calendar day of the service, which may be invalid. */
export function dayText(
  date: { day: number; month: number; year: number } | null | undefined,
  now: number,
): string | null {
  return date == null ? null : formatDay(dateText(date), now);
}
