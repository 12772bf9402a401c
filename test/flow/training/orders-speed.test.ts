import { expect, it } from 'vitest';
import { ServiceClock } from '../../../src/training/clock.ts';
import { courierSide } from '../../../src/training/courier/side.ts';
import type { Context, Page } from '../../../src/training/handlers/handler.ts';
import { orderHandlers } from '../../../src/training/handlers/orders.ts';
import type { Order } from '../../../src/training/model.ts';
import { LabelLinks } from '../../../src/training/labels/link.ts';
import { noJournal } from '../../../src/training/store/journal.ts';
import { openStore } from '../../../src/training/store/store.ts';
import { documentedSwitches } from '../../../src/training/switches.ts';
import { somewhere } from './order-helpers.ts';
import { handClock } from './support.ts';

const count = 5_000;

/** The order service without its door, with thousands of orders: what it does is measured, not how HTTPS does. */
function crowded() {
  const passing = handClock();
  const clock = new ServiceClock(passing);
  const store = openStore({ seed: 1, firstDay: '2026-06-15', journal: noJournal, changes: [], clock });
  const links = new LabelLinks(
    'secret',
    clock,
    () => store.newId(),
    () => 'https://127.0.0.1',
  );
  const context: Context = { store, clock, switches: { ...documentedSwitches }, links, address: () => '' };
  const handlers = orderHandlers(context);
  const courier = courierSide(context);
  const call = (
    name: keyof typeof handlers,
    asked: { segment?: string; body?: unknown; page?: Partial<Page> } = {},
  ) => {
    courier.advance();
    const page: Page = { size: 50, after: null, token: (key) => key, ...asked.page };
    const parameters = { id: asked.segment ?? '' };
    return handlers[name]?.handle({ version: 'v1', parameters, filters: {}, query: {}, page, body: asked.body });
  };
  const importOf = (items: number) => ({ orders: Array<unknown>(items).fill({ address: somewhere }) });
  while (store.orders.size < count) {
    passing.pass(6_000);
    call('orders.import', { body: importOf(100) });
  }
  return { call, importOf };
}

/** The middle of some runs, in milliseconds of computing: what else the computer is busy with does not count. */
function median(run: () => unknown): number {
  const times = Array.from({ length: 15 }, () => {
    const began = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(began);
    return (user + system) / 1000;
  });
  return times.sort((one, other) => one - other)[7]!;
}

it('answers each request within five milliseconds with 5,000 orders, also right after a write', () => {
  const { call, importOf } = crowded();
  const { orders } = call('orders.list') as { orders: Order[] };
  const segment = orders[0]!.id.replace('orders/', '');
  const edit = { segment, body: { deliveryInstructions: { notes: 'x' } } };
  const times = {
    'first page': median(() => call('orders.list')),
    'end of the list': median(() => call('orders.list', { page: { after: '1 0' } })),
    'one order': median(() => call('orders.get', { segment })),
    edit: median(() => call('orders.update', edit)),
    'edit and page': median(() => [call('orders.update', edit), call('orders.list')]),
    'import of ten': median(() => call('orders.import', { body: importOf(10) })),
  };
  process.stdout.write(`${JSON.stringify(times)}\n`);
  expect(Object.entries(times).filter(([, time]) => time > 5)).toEqual([]);
});
