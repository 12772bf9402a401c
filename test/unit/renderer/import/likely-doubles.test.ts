/** Hints at orders of a file that look like an order of the last days, or like another row. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { orderNoun } from '../../../../src/renderer/orders/import/order-noun.ts';
import type { ImportItem } from '../../../../src/renderer/import/item.ts';
import { emptyItemFields, type ItemFields } from '../../../../src/renderer/import/fields.ts';
import { KnownOrders } from '../../../../src/renderer/orders/import/known-orders.svelte.ts';
import { SheetImport } from '../../../../src/renderer/import/sheet-import.svelte.ts';
import { clock } from '../../../../src/renderer/lib/clock.svelte.ts';
import { AppError } from '../../../../src/shared/errors.ts';
import type { OrderDelivery } from '../../../../src/shared/orders.ts';
import { standIn, standInNow } from '../../../fixtures/backend-stand-in.ts';

let main: ReturnType<typeof standIn>;

beforeEach(() => {
  main = standIn();
  vi.stubGlobal('window', { backend: main });
  clock.now = standInNow;
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const day = 86_400_000;
const known = (set: Partial<OrderDelivery>): OrderDelivery => ({
  ...{ id: 'orders/o1', externalId: '4711', createdAt: standInNow - day, expectedOn: null, phone: null },
  ...{ name: 'Hans Müller', address: 'Lindenstraße 4, 10115 Berlin, Germany' },
  ...set,
});

const hans = { recipientName: 'Mueller, Hans', addressLineOne: 'Lindenstr. 4', zip: '10115', city: 'Berlin' };

function order(line: number, fields: Partial<ItemFields> = {}): ImportItem {
  const said = { ...emptyItemFields(), externalId: `W-${line}`, ...hans, ...fields };
  return { key: `line-${line}`, lines: [line], fields: said, problems: {}, faultyRows: 0 };
}

/** Answers the orders to compare with, in pages of two. */
function existing(...rows: OrderDelivery[]) {
  return vi.spyOn(main.handlers.orders, 'deliveries').mockImplementation(async ({ cursor }) => {
    const from = Number(cursor ?? 0);
    return { rows: rows.slice(from, from + 2), cursor: from + 2 < rows.length ? String(from + 2) : null };
  });
}

async function hints(...orders: ImportItem[]): Promise<Record<string, string>> {
  const doubles = new KnownOrders().likely;
  await doubles.look(() => orders);
  return Object.fromEntries(doubles.texts);
}

describe('a row', () => {
  it.each<[string, Partial<OrderDelivery>, string]>([
    ['of today', { createdAt: standInNow - 60_000 }, 'Looks like order 4711 from today'],
    ['of yesterday', {}, 'Looks like order 4711 from yesterday'],
    ['of last week', { createdAt: standInNow - 4 * day }, 'Looks like order 4711 from Thu 11 Jun'],
    ['without a number', { externalId: null }, 'Looks like the order for Hans Müller from yesterday'],
  ])('names an order %s', async (_what, set, words) => {
    existing(known(set));
    expect(await hints(order(2))).toEqual({ 'line-2': words });
  });

  it('names the newest of several orders, whatever their pages', async () => {
    existing(
      known({ id: 'orders/a', externalId: 'A', createdAt: standInNow - 3 * day }),
      known({ id: 'orders/b', externalId: 'B', name: 'Otto Kern' }),
      known({ id: 'orders/c', externalId: 'C', createdAt: standInNow - day }),
    );
    expect(await hints(order(2))).toEqual({ 'line-2': 'Looks like order C from yesterday' });
  });

  it('names a row further up if no order is known', async () => {
    expect(await hints(order(2), order(3), order(4, { addressLineOne: 'Weg 9' }))).toEqual({
      'line-3': 'Looks like line 2',
    });
    existing(known({}));
    expect(await hints(order(2), order(3))).toEqual({
      'line-2': 'Looks like order 4711 from yesterday',
      'line-3': 'Looks like order 4711 from yesterday',
    });
  });

  it('has no hint for another day, for its own number, or for somebody else', async () => {
    existing(known({ expectedOn: '2026-06-17' }));
    expect(await hints(order(2, { expectedOn: '18.6.2026' }))).toEqual({});
    expect(Object.keys(await hints(order(2, { expectedOn: '17.6.2026' })))).toEqual(['line-2']);
    expect(Object.keys(await hints(order(2)))).toEqual(['line-2']);
    expect(await hints(order(2, { externalId: ' 4711 ' }))).toEqual({});
    expect(await hints(order(2, { recipientName: 'Otto Kern' }))).toEqual({});
    expect(await hints(order(2, { expectedOn: '18.6.2026' }), order(3, { expectedOn: '19.6.2026' }))).toEqual({});
  });
});

describe('comparing', () => {
  it('reads the orders once for a file, and again for the next', async () => {
    const read = existing(known({}));
    const doubles = new KnownOrders().likely;
    await doubles.look(() => [order(2)]);
    await doubles.look(() => [order(2), order(3)]);
    expect(read).toHaveBeenCalledTimes(1);
    doubles.begin();
    expect(doubles.texts.size).toBe(0);
    await doubles.look(() => [order(2)]);
    expect(read).toHaveBeenCalledTimes(2);
  });

  it('keeps the result of the last look only', async () => {
    existing(known({}));
    const doubles = new KnownOrders().likely;
    await Promise.all([doubles.look(() => [order(2)]), doubles.look(() => [order(3)])]);
    expect([...doubles.texts.keys()]).toEqual(['line-3']);
  });

  it('has the same hints as before if nothing has changed, so that no row is made again', async () => {
    existing(known({}));
    const doubles = new KnownOrders().likely;
    await doubles.look(() => [order(2)]);
    const before = doubles.texts;
    await doubles.look(() => [order(2), order(3, { recipientName: 'Otto Kern' })]);
    expect(doubles.texts).toBe(before);
    await doubles.look(() => [order(3)]);
    expect([...doubles.texts.keys()]).toEqual(['line-3']);
  });

  it('gives no hints if the orders cannot be read, and tries again', async () => {
    const read = vi.spyOn(main.handlers.orders, 'deliveries').mockRejectedValueOnce(new AppError('internal'));
    const doubles = new KnownOrders().likely;
    await doubles.look(() => [order(2), order(3)]);
    expect(doubles.texts.size).toBe(0);
    await doubles.look(() => [order(2), order(3)]);
    expect([read.mock.calls.length, [...doubles.texts.keys()]]).toEqual([2, ['line-3']]);
  });
});

it('shows and counts the hints of a file, and imports its rows anyway', async () => {
  existing(known({}));
  const rows = [
    ['Order number', 'Recipient', 'Street', 'PLZ', 'Ort'],
    ['W-1', 'Hans Mueller', 'Lindenstr. 4', '10115', 'Berlin'],
    ['W-2', 'Otto Kern', 'Weg 9', '10115', 'Berlin'],
  ];
  const work = new SheetImport(orderNoun(), async () => ({ kind: 'rows', rows }));
  await work.read(new Blob(['']), 'shop.csv');
  await vi.waitFor(() => expect(work.alike.map(({ item: { key } }) => key)).toEqual(['line-2']));
  expect([work.good.length, work.leftOut.length, work.bad.length]).toEqual([2, 0, 0]);
  work.filter = 'alike';
  expect(work.shown).toEqual(work.alike);
  vi.useFakeTimers();
  work.correct('line-2', 'recipientName', 'Ina Roth');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(work.alike).toEqual([]);
  await work.leave();
});
