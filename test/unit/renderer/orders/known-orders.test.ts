/** Which order numbers of a file exist here or on the service, and the progress of the lookup. */
import { flushSync } from 'svelte';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { emptyItemFields } from '../../../../src/renderer/import/fields.ts';
import type { ImportItem } from '../../../../src/renderer/import/item.ts';
import { nowhere } from '../../../../src/renderer/import/noun.ts';
import { KnownOrders, thereIn } from '../../../../src/renderer/orders/import/known-orders.svelte.ts';
import { AppError } from '../../../../src/shared/errors.ts';
import type { KnownOrder, OrderDelivery } from '../../../../src/shared/orders.ts';
import { standIn } from '../../../fixtures/backend-stand-in.ts';

let main: ReturnType<typeof standIn>;

beforeEach(() => {
  main = standIn();
  vi.stubGlobal('window', { backend: main });
});
afterEach(() => vi.unstubAllGlobals());

const wanted = () => true;
const numbers = (count: number) => Array.from({ length: count }, (_, at) => `W-${at}`);
const items = (of: readonly string[]): ImportItem[] =>
  of.map((externalId, at) => ({
    ...{ key: `line-${at + 2}`, lines: [at + 2], problems: {}, faultyRows: 0 },
    fields: { ...emptyItemFields(), externalId },
  }));
const here = (externalId: string): KnownOrder => ({ externalId, orderId: `orders/${externalId}`, where: 'cached' });
const onService = (externalId: string): KnownOrder => ({ ...here(externalId), where: 'service' });

/** Answers lookups of order numbers and records them. */
function answering(answer: (number: string, ask: boolean) => KnownOrder[] | Error) {
  const asked: { externalIds: string[]; ask: boolean }[] = [];
  vi.spyOn(main.handlers.orders, 'known').mockImplementation(async ({ externalIds, ask }) => {
    asked.push({ externalIds, ask });
    return externalIds.flatMap((number) => {
      const found = answer(number, ask);
      if (found instanceof Error) throw found;
      return found;
    });
  });
  return asked;
}

it('looks up each order number once in chunks of a hundred', async () => {
  const asked = answering((number) => (number === 'W-150' ? [here(number)] : []));
  const found = new KnownOrders();
  await found.lookUpNumbers(numbers(200), wanted);
  expect(asked.map(({ externalIds, ask }) => [externalIds.length, ask])).toEqual([
    [100, false],
    [100, false],
  ]);
  expect(asked.flatMap(({ externalIds }) => externalIds)).toEqual(numbers(200));
  expect([...found.known.keys()]).toEqual(['W-150']);
});

it('asks the service about unknown numbers in chunks of twenty and reports progress', async () => {
  const asked = answering((number, ask) => (!ask && number === 'W-0' ? [here(number)] : []));
  const found = new KnownOrders();
  await found.lookUpNumbers(['W-0'], wanted);
  asked.length = 0;
  const progress: unknown[] = [];
  vi.spyOn(main.handlers.orders, 'known').mockImplementation(async ({ externalIds, ask }) => {
    flushSync();
    progress.push(found.asked);
    asked.push({ externalIds, ask });
    return [];
  });
  await found.ask(() => items(numbers(41)), wanted);
  expect(asked.map(({ externalIds, ask }) => [externalIds.length, ask])).toEqual([
    [20, true],
    [20, true],
  ]);
  expect(asked.flatMap(({ externalIds }) => externalIds)).toEqual(numbers(41).slice(1));
  expect(progress).toEqual([
    { done: 0, count: 40, failed: 0 },
    { done: 20, count: 40, failed: 0 },
  ]);
  expect(found.asked).toEqual({ done: 40, count: 40, failed: 0 });
});

it('counts failed lookups, continues with the rest, and ends at the number of orders', async () => {
  answering((number) => (number === 'W-3' ? new AppError('line.timeout') : []));
  const found = new KnownOrders();
  await found.ask(() => items(numbers(30)), wanted);
  expect(found.asked).toEqual({ done: 30, count: 30, failed: 20 });
});

it('refreshes the orders if the service has one that is not cached, so that it can be changed', async () => {
  let isRead = false;
  const asked = answering((number) => (number === 'W-1' ? [isRead ? here(number) : onService(number)] : []));
  const refresh = vi.spyOn(main.handlers.orders, 'refresh').mockImplementation(async () => {
    isRead = true;
  });
  const found = new KnownOrders();
  await found.ask(() => items(numbers(3)), wanted);
  expect(refresh).toHaveBeenCalledTimes(1);
  expect(asked.at(-1)).toEqual({ externalIds: ['W-1'], ask: false });
  expect(found.known.get('W-1')).toEqual([here('W-1')]);
});

it('refreshes if a number exists both in the cache and on the service', async () => {
  answering((number) => (number === 'W-1' ? [here(number), onService(number)] : []));
  const refresh = vi.spyOn(main.handlers.orders, 'refresh').mockImplementation(async () => undefined);
  await new KnownOrders().ask(() => items(['W-1']), wanted);
  expect(refresh).toHaveBeenCalledTimes(1);
});

it('does not refresh if all orders found are cached', async () => {
  const asked = answering((number) => [here(number)]);
  const refresh = vi.spyOn(main.handlers.orders, 'refresh');
  await new KnownOrders().ask(() => items(numbers(2)), wanted);
  expect(refresh).not.toHaveBeenCalled();
  expect(asked).toHaveLength(1);
});

it('keeps its results if the refresh fails', async () => {
  answering((number) => [onService(number)]);
  vi.spyOn(main.handlers.orders, 'refresh').mockRejectedValue(new AppError('line.timeout'));
  const found = new KnownOrders();
  await found.ask(() => items(['W-1']), wanted);
  expect(found.known.get('W-1')).toEqual([onService('W-1')]);
});

it('stops when another file was opened and reports nothing more about the first', async () => {
  const asked = answering((number) => [onService(number)]);
  const refresh = vi.spyOn(main.handlers.orders, 'refresh');
  const found = new KnownOrders();
  await found.ask(
    () => items(numbers(60)),
    () => false,
  );
  expect(asked).toHaveLength(1);
  expect(found.asked).toEqual({ done: 0, count: 60, failed: 0 });
  expect(refresh).not.toHaveBeenCalled();
});

it('reads the orders to be changed in chunks of a hundred, and drops those of a closed file', async () => {
  const asked: string[][] = [];
  vi.spyOn(main.handlers.orders, 'getMany').mockImplementation(async ({ orderIds }) => {
    asked.push(orderIds);
    return orderIds.map(() => null);
  });
  const found = new KnownOrders();
  const ids = numbers(100).map((number) => `orders/${number}`);
  found.known = new Map(numbers(100).map((number) => [number, [here(number)]]));
  await found.read(items(['none', ...numbers(100)]), wanted);
  expect(asked).toEqual([ids]);
  expect([...found.details.keys()]).toEqual(ids);
  found.begin();
  found.known = new Map([['W-1', [here('W-1'), { ...here('W-1'), orderId: null }]]]);
  await found.read(items(['W-1']), () => false);
  expect(asked.at(-1)).toEqual(['orders/W-1']);
  expect(found.details.size).toBe(0);
});

it('forgets the previous file when another one begins', async () => {
  answering((number) => [here(number)]);
  const found = new KnownOrders();
  await found.ask(() => items(['W-1']), wanted);
  await found.read(items(['W-1']), wanted);
  found.likely.texts = new Map([['2', 'alike']]);
  expect([found.known.size, found.details.size, found.asked?.done]).toEqual([1, 1, 1]);
  found.begin();
  expect([found.known.size, found.details.size, found.asked, found.likely.texts.size]).toEqual([0, 0, null, 0]);
});

it('ignores a lookup for a closed file and stops', async () => {
  const asked = answering((number) => [here(number)]);
  const found = new KnownOrders();
  await found.lookUpNumbers(numbers(150), () => false);
  expect([found.known.size, asked.length]).toEqual([0, 1]);
});

it('keeps the same map if nothing new is found, so that thousands of rows are not checked again', async () => {
  answering((number) => (number === 'W-0' ? [here(number)] : []));
  const found = new KnownOrders();
  await found.lookUpNumbers(['W-0'], wanted);
  const { known } = found;
  await found.lookUpNumbers(['W-1'], wanted);
  expect(found.known).toBe(known);
});

it('looks up what was typed after a pause, and only what was not looked up before', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const asked = answering(() => []);
  const found = new KnownOrders();
  found.begin();
  await found.lookUpNumbers(['W-1'], wanted);
  asked.length = 0;
  const typed = () => items(['W-1', 'W-2']);
  void found.lookSoon(typed);
  await vi.advanceTimersByTimeAsync(399);
  void found.lookSoon(typed);
  await vi.advanceTimersByTimeAsync(399);
  expect(asked).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(asked).toEqual([{ externalIds: ['W-2'], ask: false }]);
  void found.lookSoon(typed);
  found.begin();
  await vi.runAllTimersAsync();
  expect(asked).toHaveLength(1);
  void found.lookSoon(typed);
  await vi.runAllTimersAsync();
  expect(asked.slice(1)).toEqual([{ externalIds: ['W-1', 'W-2'], ask: false }]);
});

it('looks at a file until what it looks like is known, also if a correction begins that again', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  answering(() => []);
  const pages = [1, 2].map(() => Promise.withResolvers<{ rows: OrderDelivery[]; cursor: null }>());
  const next = pages.values();
  vi.spyOn(main.handlers.orders, 'deliveries').mockImplementation(async () => {
    const page = next.next().value;
    return page === undefined ? { rows: [], cursor: null } : page.promise;
  });
  const there: OrderDelivery = {
    ...{ id: 'orders/o1', externalId: '4711', createdAt: 0, expectedOn: null, phone: null },
    ...{ name: 'Hans Müller', address: 'Lindenstraße 4, 10115 Berlin, Germany' },
  };
  const [item] = items(['']);
  const hans = { recipientName: 'Hans Müller', addressLineOne: 'Lindenstraße 4', zip: '10115', city: 'Berlin' };
  const of = () => [{ ...item!, fields: { ...item!.fields, ...hans } }];
  const found = new KnownOrders();
  found.begin();
  let hasEnded = false;
  const looking = found.lookUp(of, wanted).then(() => (hasEnded = true));
  void found.lookSoon(of);
  found.likely.forgetExisting();
  await vi.advanceTimersByTimeAsync(400);
  pages[0]!.resolve({ rows: [], cursor: null });
  await vi.advanceTimersByTimeAsync(0);
  // A row that changes the order would be a new one now.
  expect([hasEnded, found.likely.found.size]).toEqual([false, 0]);
  pages[1]!.resolve({ rows: [there], cursor: null });
  await looking;
  expect([...found.likely.found.keys()]).toEqual(['line-2']);
});

it('does not wait for a look that another file has ended', async () => {
  answering(() => []);
  const page = Promise.withResolvers<{ rows: OrderDelivery[]; cursor: null }>();
  vi.spyOn(main.handlers.orders, 'deliveries').mockReturnValueOnce(page.promise);
  const found = new KnownOrders();
  const looking = found.lookUp(() => items(['W-1']), wanted);
  found.begin();
  page.resolve({ rows: [], cursor: null });
  await looking;
  expect(found.likely.found.size).toBe(0);
});

it('drops what was found for a number of a file that was closed meanwhile', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const answer = Promise.withResolvers<KnownOrder[]>();
  vi.spyOn(main.handlers.orders, 'known').mockReturnValue(answer.promise);
  const found = new KnownOrders();
  void found.lookSoon(() => items(['W-1']));
  await vi.runAllTimersAsync();
  found.begin();
  answer.resolve([here('W-1')]);
  await vi.runAllTimersAsync();
  expect([...found.known.keys()]).toEqual([]);
});

it('asks about no number that is longer than the service takes, and says nothing before it has asked', async () => {
  const asked = answering(() => []);
  const found = new KnownOrders();
  expect(found.askedWords).toEqual([]);
  await found.lookUpNumbers(['x'.repeat(1_000), 'y'.repeat(1_001)], wanted);
  expect(asked.flatMap(({ externalIds }) => externalIds)).toEqual(['x'.repeat(1_000)]);
});

it('answers with the same object for every row of which nothing is known, as there may be thousands', () => {
  const [row] = items(['W-1']);
  expect(thereIn(new Map(), new Map(), row!)).toBe(nowhere);
  expect(thereIn(new Map([['W-1', [here('W-1')]]]), new Map(), row!)).toMatchObject({ isKnown: true, alike: null });
});
