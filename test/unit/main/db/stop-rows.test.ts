/** What lists show of a stop that the service sent. */
import { expect, it } from 'vitest';
import { serviceRow } from '../../../../src/main/db/stop-rows.ts';
import { stop, whyNotEdited } from '../../../../src/shared/stops.ts';

const rowOf = (arrival: number, attempt: number) => {
  const item = stop.parse({
    id: 'plans/p/stops/1',
    type: 'stop',
    eta: { status: 'available', value: { estimatedArrivalAt: arrival } },
    deliveryInfo: { attemptedAt: attempt },
  });
  return serviceRow(item, new Map(), undefined);
};

it('has the moments of arrival and attempt', () => {
  const at = Date.UTC(2026, 5, 15, 7, 50);
  expect(rowOf(at / 1_000, at)).toMatchObject({ estimatedArrivalAt: at, attemptedAt: at });
});

it('has no arrival that a calendar cannot show, and is attempted whatever the clock of the phone said', () => {
  const row = rowOf(8.7e15, 8.7e15);
  expect(row.estimatedArrivalAt).toBeNull();
  expect(new Date(row.attemptedAt ?? 0).getUTCFullYear()).toBe(9999);
  expect(whyNotEdited(row)).toBe('attempted');
});
