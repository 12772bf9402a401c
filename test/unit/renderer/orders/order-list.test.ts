import { describe, expect, it } from 'vitest';
import { OrderList } from '../../../../src/renderer/orders/order-list.svelte.ts';
import type { Surroundings } from '../../../../src/renderer/lib/live.svelte.ts';
import type { Listing, Pushes } from '../../../../src/shared/contract.ts';
import type { OrderRow } from '../../../../src/shared/orders.ts';

const row = (number: number): OrderRow => ({
  id: `orders/o${number}`,
  externalId: `WEB-${number}`,
  recipientName: number % 2 === 0 ? 'Anna Berger' : 'Café Sonnig',
  address: `Lindenweg ${number}, 10115 Neuhafen`,
  packageCount: 1,
  state: number % 3 === 0 ? 'submitted' : 'draft',
  progress: null,
  source: 'retailer',
  origin: 'service',
  recordId: null,
  change: null,
  changes: [],
  courier: null,
  expectedOn: null,
  createdAt: Date.parse('2026-06-15T06:00:00Z') - number,
  printedCount: 0,
  isLabelWhole: false,
  labelChanged: [],
  labelIssues: [],
});

/** Orders that may grow, returned in pages by position, as main does. */
class Orders {
  all = Array.from({ length: 450 }, (_, index) => row(index));
  reads = 0;
  failing = false;
  /** Later pages wait for it. */
  held: Promise<void> = Promise.resolve();
  page = (cursor: string | null): Promise<Listing<OrderRow>> => {
    this.reads++;
    if (this.failing) return Promise.reject(new Error('no line'));
    const from = Number(cursor ?? 0);
    const rows = this.all.slice(from, from + 200);
    const next = from + rows.length;
    const more = next < this.all.length;
    const held = cursor === null ? Promise.resolve() : this.held;
    return held.then(() => ({
      rows,
      asOf: 1,
      refreshing: false,
      cursor: more ? String(next) : null,
      total: this.all.length,
    }));
  };
}

function shown() {
  const orders = new Orders();
  let heard: (change: Pushes['changed']) => void = () => undefined;
  const surroundings: Surroundings = {
    hidden: () => false,
    onVisible: () => () => undefined,
    onChanged: (listener) => {
      heard = listener;
      return () => undefined;
    },
  };
  const list = new OrderList(orders.page, surroundings);
  const end = list.live.start();
  return { orders, list, end, changed: (what: Pushes['changed']['what']) => heard({ what, planId: null }) };
}

describe('OrderList', () => {
  it('reads the first page, and the next ones on request', async () => {
    const { list, orders } = shown();
    await list.live.reload();
    expect(list.rows).toHaveLength(200);
    expect(list.hasMore).toBe(true);
    await list.more();
    await list.more();
    expect(list.rows).toHaveLength(450);
    expect(list.hasMore).toBe(false);
    const reads = orders.reads;
    await list.more();
    expect(orders.reads).toBe(reads);
  });

  it('counts the orders that need a decision once all are loaded', async () => {
    const { list, orders } = shown();
    const change = { kind: 'edit', entryId: 'entry-1', state: 'refused', reason: null } as const;
    orders.all = orders.all.map((order, index) => (index % 300 === 0 ? { ...order, change } : order));
    await list.live.reload();
    expect(list.asking, 'an older one may ask, too').toBeUndefined();
    await list.more();
    await list.more();
    expect(list.asking).toBe(2);
  });

  it('continues with the new list when it was refreshed while a page was in flight', async () => {
    const { list, orders } = shown();
    await list.live.reload();
    let answer: () => void = () => undefined;
    orders.held = new Promise((resolve) => (answer = resolve));
    const read = list.more();
    await list.live.reload();
    answer();
    await read;
    expect(list.rows).toHaveLength(400);
  });

  it('reads a page once when it is requested several times concurrently', async () => {
    const { list, orders } = shown();
    await list.live.reload();
    const before = orders.reads;
    await Promise.all([list.more(), list.more(), list.more()]);
    expect(orders.reads).toBe(before + 1);
    expect(list.rows).toHaveLength(400);
  });

  it('keeps the number of loaded pages when orders change', async () => {
    const { list, orders, changed } = shown();
    await list.live.reload();
    await list.more();
    orders.all = [row(1000), ...orders.all];
    changed(['orders']);
    await list.live.reload();
    expect(list.rows).toHaveLength(400);
    expect(list.rows[0]?.id).toBe('orders/o1000');
    expect(new Set(list.rows.map(({ id }) => id)).size).toBe(400);
  });

  it('shows an order once if it moved down a page between two reads', async () => {
    const { list, orders } = shown();
    await list.live.reload();
    orders.all = [row(1000), ...orders.all];
    await list.more();
    expect(new Set(list.rows.map(({ id }) => id)).size).toBe(list.rows.length);
  });

  it('reloads after a label was printed', async () => {
    const { list, orders, changed } = shown();
    await list.live.reload();
    orders.all = orders.all.map((order) => ({ ...order, printedCount: 1 }));
    changed(['prints']);
    await list.live.reload();
    expect(list.rows[0]?.printedCount).toBe(1);
  });

  it('finds an order by its external id on a page that is not loaded yet, once all are', async () => {
    const { list } = shown();
    await list.live.reload();
    list.filter = 'web-449';
    expect(list.filtering).toBe(true);
    expect(list.rows).toHaveLength(0);
    while (list.hasMore) await list.more();
    expect(list.rows.map(({ id }) => id)).toEqual(['orders/o449']);
  });

  it('combines filter and state', async () => {
    const { list } = shown();
    await list.live.reload();
    list.state = 'submitted';
    list.filter = 'berger linden';
    expect(
      list.rows.every(({ state, recipientName }) => state === 'submitted' && recipientName === 'Anna Berger'),
    ).toBe(true);
    expect(list.rows.length).toBeGreaterThan(0);
  });

  it('narrows to an issue of the labels, and clears it with the other filters', async () => {
    const { list, orders } = shown();
    orders.all = orders.all.map((order, at): OrderRow => ({ ...order, labelIssues: at % 10 === 0 ? ['stale'] : [] }));
    await list.live.reload();
    list.label = 'stale';
    expect(list.filtering).toBe(true);
    expect(list.rows).toHaveLength(20);
    list.clear();
    expect([list.label, list.filtering, list.rows.length]).toEqual([null, false, 200]);
  });

  it('keeps the rows and has the error if a further page cannot be read', async () => {
    const { list, orders } = shown();
    await list.live.reload();
    orders.failing = true;
    await list.more();
    expect(list.rows).toHaveLength(200);
    expect(list.live.error?.code).toBe('internal');
  });
});
