/** Keeps a stop where it is while a part of it would be lost elsewhere. */
import { AppError, type ErrorCode } from '../../shared/errors.ts';
import { unsendable, type Unsendable } from '../../shared/stop-content.ts';
import type { Stop } from '../../shared/stops.ts';

const codes: Readonly<Record<Unsendable, ErrorCode>> = {
  paymentOnDelivery: 'record.odd-payment',
  weight: 'record.odd-weight',
  activity: 'record.odd-activity',
};

/**
 * A stop is moved and copied by creating it again, which only takes what can be sent.
 *
 * @param stop as the service has it, with pending edits; null: it is only in the outbox
 * @throws AppError for a value that cannot be sent: a payment in an unknown currency, a weight in an unknown unit, an
 *   unknown activity
 */
export function refuseLoss(stop: Pick<Stop, Unsendable> | null): void {
  const [field] = stop === null ? [] : unsendable(stop);
  if (field !== undefined) throw new AppError(codes[field], { detail: { field } });
}
