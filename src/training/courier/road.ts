/**
 * The progress of an order: what happens to it next, and when. It derives from the order and the seed alone, so nothing
 * but the order is stored, and a restart or a jump of the clock changes nothing (order-api, States and transitions; the
 * document does not show how `progress` changes).
 */
import { addDays, calendarDay, dayOf, secondsAt, textOfDay } from '../data/calendar.ts';
import { dice } from '../data/dice.ts';
import { fileLink, photoName, signatureName } from '../files/links.ts';
import type { Order } from '../model.ts';

type Progress = NonNullable<Order['progress']>;

export interface Step {
  /** Milliseconds since the epoch. */
  at: number;
  /** The order after this step. */
  take(): Order;
}

/** The courier's working day, in seconds since midnight. */
const day = { planned: 6 * 3600, departs: 8 * 3600, firstArrival: 9 * 3600, lastArrival: 17 * 3600 };

const at = (text: string, secondsOfDay: number) => secondsAt(text, secondsOfDay) * 1000;

/** Puts an order on a route at a given time: today's if enough of the day is left, otherwise tomorrow's. */
export function onRoute(order: Order, now: number, seed: number): Order {
  const chance = dice(seed, `route ${order.id}`);
  const today = dayOf(now);
  const half = 1_800;
  const routeDay = now / 1000 + 2 * half <= secondsAt(today, day.lastArrival) ? today : addDays(today, 1);
  const earliest = Math.max(secondsAt(routeDay, day.firstArrival), Math.ceil(now / 1000) + half);
  const arrivalAt = chance.whole(earliest, Math.max(earliest, secondsAt(routeDay, day.lastArrival)));
  const progress: Progress = {
    trackingLink: `https://track.example/${order.id.replace('orders/', '')}`,
    eta: {
      status: 'available',
      value: {
        estimatedArrivalAt: arrivalAt,
        estimatedEarliestArrivalAt: arrivalAt - 600,
        estimatedLatestArrivalAt: arrivalAt + 900,
      },
    },
    attempted: false,
    attemptedAt: null,
    state: null,
    routeStartDate: calendarDay(routeDay),
    routeStarted: now >= at(routeDay, day.departs),
    succeeded: null,
    photoUrls: [],
    signatureUrl: null,
    signeeName: null,
    driverProvidedRecipientNotes: null,
  };
  return { ...order, readOnly: true, progress };
}

const outcomes = {
  delivered_to_recipient: 70,
  delivered_to_third_party: 8,
  delivered_to_mailbox: 8,
  delivered_to_safe_place: 6,
  failed_not_home: 6,
  failed_cant_find_address: 2,
} as const;

/** The delivery attempt, shortly before or after the estimated time. */
function visited(order: Order, progress: Progress, arrivalAt: number, seed: number): Step {
  const chance = dice(seed, `visit ${order.id}`);
  const attemptedAt = arrivalAt + chance.whole(-540, 840);
  const state = chance.weighted(outcomes);
  const byHand = state === 'delivered_to_recipient' || state === 'delivered_to_third_party';
  const after: Progress = {
    ...progress,
    routeStarted: true,
    attempted: true,
    attemptedAt,
    state,
    succeeded: state.startsWith('delivered'),
    photoUrls: byHand ? [] : [fileLink(order.id, photoName(1))],
    signatureUrl: byHand ? fileLink(order.id, signatureName) : null,
    signeeName: byHand ? (order.recipient?.name ?? null) : null,
    driverProvidedRecipientNotes: state === 'delivered_to_safe_place' ? 'Left in the bicycle shed.' : null,
  };
  return { at: attemptedAt * 1000, take: () => ({ ...order, progress: after }) };
}

/**
 * What happens to an order next, or null if nothing happens on its own.
 * @param firstDay orders of the first start are picked up the next morning at the earliest, so that there is something
 * to withdraw
 */
export function nextStep(order: Order, firstDay: string, seed: number): Step | null {
  const { readOnly, submitted, submittedAt, progress } = order;
  if (!readOnly) {
    if (!submitted || submittedAt === null) return null;
    const submittedOn = dayOf(submittedAt);
    const morning = at(addDays(submittedOn > firstDay ? submittedOn : firstDay, 1), day.planned);
    return { at: morning, take: () => onRoute(order, morning, seed) };
  }
  if (!progress?.routeStartDate || progress.attempted) return null;
  if (!progress.routeStarted) {
    const departure = at(textOfDay(progress.routeStartDate), day.departs);
    return { at: departure, take: () => ({ ...order, progress: { ...progress, routeStarted: true } }) };
  }
  if (!progress.eta || !('value' in progress.eta)) return null;
  return visited(order, progress, progress.eta.value.estimatedArrivalAt, seed);
}
