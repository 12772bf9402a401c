/** What lists show of a stop that the service sent. */
import { expect, it } from 'vitest';
import { outboxDetail, serviceRow } from '../../../../src/main/db/stop-rows.ts';
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

it('is attempted whatever of the delivery is null', () => {
  const result = (deliveryInfo: object) => {
    const row = serviceRow(stop.parse({ id: 'plans/p/stops/1', type: 'stop', deliveryInfo }), new Map(), undefined);
    return [row.result, whyNotEdited(row)];
  };
  expect(result({ attempted: true, succeeded: false, state: null })).toEqual(['failed', 'attempted']);
  expect(result({ attempted: false, state: 'unattempted' })).toEqual(['open', null]);
});

it('leaves out what a later edit of a stop that is not sent takes away', () => {
  const customProperties = { doorCode: '4711', floor: '3' };
  const body = JSON.stringify({ address: {}, recipient: { name: 'Mia', phone: '1' }, customProperties, notes: 'Ring' });
  const fields = { customProperties: { floor: null }, recipient: { phone: null }, notes: null };
  const change = { kind: 'edit', entryId: 'e2', state: 'queued', fields } as const;
  const { draft, row } = outboxDetail({ id: 'local', body, entry_id: 'e', state: 'in-doubt' }, change);
  expect(draft).toEqual({ address: {}, recipient: { name: 'Mia' }, customProperties: { doorCode: '4711' } });
  expect(row.customProperties).toEqual({ doorCode: '4711' });
});
