import { describe, expect, it } from 'vitest';
import type { ServiceClient } from '../../../../src/main/outbox/core.ts';
import { nothingKnown } from '../../../fixtures/core-parts.ts';
import { learnIds } from '../../../../src/main/refresh/learned-ids.ts';
import { coreInMemory } from '../../../fixtures/core-in-memory.ts';

const count = 20;
const number = (at: number) => `W-${at}`;
const idOf = (at: number) => `orders/${at}`;

/** An order service that accepts everything, a cache whose list was never read, and a log of requests. */
function office() {
  const asked: string[] = [];
  let isListRead = false;
  const service: ServiceClient = {
    read: ((name: string) => {
      asked.push(`look up by ${name}`);
      return Promise.resolve({ orders: [], nextPageToken: null });
    }) as unknown as ServiceClient['read'],
    write: ((name: string, { body }: { body: { orders?: object[]; orderIds?: string[] } }) => {
      asked.push(name);
      const success = body.orderIds ?? body.orders?.map((_order, at) => idOf(at));
      return Promise.resolve({ kind: 'answered', value: { success, failed: [] } });
    }) as unknown as ServiceClient['write'],
  };
  const made = coreInMemory({
    service,
    cached: {
      ...nothingKnown,
      idsByMarker: () => Promise.resolve(isListRead ? [] : null),
      readList: (noun) => {
        if (!asked.includes(`list ${noun}`)) asked.push(`list ${noun}`);
        isListRead = true;
        const found = Array.from({ length: count }, (_, at) => ({ marker: number(at), view: { id: idOf(at) } }));
        if (asked.includes('orders.import')) learnIds(made.core, found, '');
        return Promise.resolve();
      },
    },
  });
  const send = async () => {
    for (const group of made.outbox.groups()) await made.outbox.send(group);
  };
  return { ...made, asked, send };
}

describe('many orders with external ids', () => {
  it('are compared with the list, read once, instead of being looked up individually, as are their ids', async () => {
    const { intake, asked, send, states } = office();
    const recordIds = Array.from({ length: count }, (_, at) => {
      const content = { address: { addressLineOne: `Quay ${at}` }, packageInfo: { externalId: number(at) } };
      return intake.create('orders.create', '', content).recordId;
    });
    await send();
    for (const id of recordIds) intake.command('orders.submit', id, { courierId: 'couriers/1' });
    // The ids first, then the orders.
    await send();
    await send();
    expect(asked).toEqual(['list orders', 'orders.import', 'orders.submit']);
    expect(new Set(states())).toEqual(new Set(['orders.create acknowledged', 'orders.submit acknowledged']));
  });
});
