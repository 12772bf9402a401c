/** Saves the orders of a file in chunks: nothing is saved twice, and unsaved orders are reported. */
import { flushSync } from 'svelte';
import { expect, it, vi } from 'vitest';
import { orderNoun } from '../../../../src/renderer/orders/import/order-noun.ts';
import { itemsOf } from '../../../../src/renderer/import/group.ts';
import { SheetImport } from '../../../../src/renderer/import/sheet-import.svelte.ts';
import { readSheetRows } from '../../../../src/renderer/lib/sheet/read-sheet.ts';
import { reportOf } from '../../../../src/renderer/lib/sheet/report.ts';
import { unassignedNoun } from '../../../../src/renderer/stops/import/stop-noun.ts';
import { AppError, encodeError } from '../../../../src/shared/errors.ts';
import type { Order, OrderDetail } from '../../../../src/shared/orders.ts';
import { t } from '../../../../src/messages/index.ts';
import { standInNow } from '../../../fixtures/backend-stand-in.ts';
import { columnsFor } from '../../../fixtures/columns-for.ts';
import { importDesk } from './import-desk.ts';

const desk = importDesk();

const headings = ['Order number', 'Recipient', 'Street', 'Packages'];
const row = (number: string, packages = '1') => [number, `Customer of ${number}`, 'Lindenallee 4', packages];
const rows = (count: number) => Array.from({ length: count }, (_, at) => row(`W-${at}`));

async function opened(...some: string[][]): Promise<SheetImport> {
  const work = new SheetImport(orderNoun(), async () => ({ kind: 'rows', rows: [headings, ...some] }));
  desk.works.push(work);
  await work.read(new Blob(), 'retailer.xlsx');
  flushSync();
  return work;
}

/** Makes the orders with the first order numbers exist. */
function there(count: number): void {
  const [template] = desk.main.state.orders;
  const known = new Map(
    rows(count).map(([externalId = '', name = '']): [string, OrderDetail] => {
      const id = `orders/${externalId}`;
      const order: Order = {
        ...{ id, recipient: { name }, packageInfo: { externalId, packageCount: 7 } },
        address: { address: 'Lindenallee 4', addressLineOne: 'Lindenallee 4' },
      };
      return [externalId, { row: { ...template!, id, state: 'draft', printedCount: 0 }, order, draft: null }];
    }),
  );
  vi.spyOn(desk.main.handlers.orders, 'known').mockImplementation(async ({ externalIds }) =>
    externalIds.flatMap((externalId) =>
      known.has(externalId) ? { externalId, orderId: `orders/${externalId}`, where: 'cached' as const } : [],
    ),
  );
  vi.spyOn(desk.main.handlers.orders, 'getMany').mockImplementation(async ({ orderIds }) =>
    orderIds.map((id) => known.get(id.slice('orders/'.length)) ?? null),
  );
}

async function changingKnown(work: SheetImport): Promise<void> {
  work.chooseKnown('change');
  await vi.waitFor(() => {
    flushSync();
    expect(work.bad).toEqual([]);
  });
}

it('retries only the unsaved chunks after a failure and counts the saved orders of the file', async () => {
  const work = await opened(...rows(250));
  const asked: number[] = [];
  const add = vi.spyOn(desk.main.handlers.orders, 'addMany').mockImplementation(async ({ orders }) => {
    if (asked.length === 2) {
      asked.push(0);
      throw new AppError('storage.not-saved');
    }
    asked.push(orders.length);
    return orders.length;
  });
  expect(await work.save()).toBe(false);
  flushSync();
  expect(work.failure).toMatch(/^200 of 250/);
  expect([work.saved, work.items.length, work.step, work.progress]).toEqual([200, 50, 'review', null]);
  expect(await work.save()).toBe(true);
  expect(asked).toEqual([100, 100, 0, 50]);
  expect(add.mock.calls.map(([{ of }]) => of?.last)).toEqual([false, false, true, true]);
  expect([work.saved, work.failure]).toEqual([250, null]);
});

it('counts changed and added orders together', async () => {
  there(2);
  const progress: unknown[] = [];
  const work = await opened(...rows(5));
  await changingKnown(work);
  vi.spyOn(desk.main.handlers.orders, 'editMany').mockImplementation(async ({ edits }) => {
    progress.push(work.progress);
    return edits.map(({ orderId }) => ({ id: orderId, error: null }));
  });
  vi.spyOn(desk.main.handlers.orders, 'addMany').mockImplementation(async () => {
    progress.push(work.progress);
    throw new AppError('storage.not-saved');
  });
  expect(await work.save()).toBe(false);
  expect(progress).toEqual([
    { done: 0, count: 5 },
    { done: 2, count: 5 },
  ]);
  expect(work.failure).toMatch(/^2 of 5/);
  flushSync();
  expect([work.saved, work.items.map(({ fields }) => fields.externalId)]).toEqual([2, ['W-2', 'W-3', 'W-4']]);
});

it('does not change an order again after another was rejected', async () => {
  there(3);
  const work = await opened(...rows(3));
  await changingKnown(work);
  const error = encodeError(new AppError('record.not-editable'));
  const edit = vi
    .spyOn(desk.main.handlers.orders, 'editMany')
    .mockImplementation(async ({ edits }) =>
      edits.map(({ orderId }) => ({ id: orderId, error: orderId === 'orders/W-1' ? error : null })),
    );
  expect(await work.save()).toBe(false);
  flushSync();
  expect(work.all.map(({ item }) => item.fields.externalId)).toEqual(['W-1']);
  // A rejected order is bad until it is chosen again.
  expect(await work.save()).toBe(false);
  expect(edit).toHaveBeenCalledTimes(1);
  work.chooseKnown('change');
  flushSync();
  edit.mockImplementation(async ({ edits }) => edits.map(({ orderId }) => ({ id: orderId, error: null })));
  expect(await work.save()).toBe(true);
  expect(edit.mock.calls.at(-1)?.[0].edits.map(({ orderId }) => orderId)).toEqual(['orders/W-1']);
  expect(edit.mock.calls.at(-1)?.[0].gesture).not.toBe(edit.mock.calls[0]?.[0].gesture);
});

it('leaves its stored rows to main when it ends with changes alone', async () => {
  there(1);
  const work = await opened(...rows(2));
  await changingKnown(work);
  const error = encodeError(new AppError('record.not-editable'));
  const edit = vi
    .spyOn(desk.main.handlers.orders, 'editMany')
    .mockImplementation(async ({ edits }) => edits.map(({ orderId }) => ({ id: orderId, error })));
  vi.spyOn(desk.main.handlers.orders, 'addMany').mockImplementation(async ({ orders }) => orders.length);
  const { imports } = desk.main.handlers;
  const [remove, finish] = [vi.spyOn(imports, 'remove'), vi.spyOn(imports, 'finish')];
  expect(await work.save()).toBe(false);
  expect(finish).not.toHaveBeenCalled();
  work.chooseKnown('change');
  flushSync();
  edit.mockImplementation(async ({ edits }) => edits.map(({ orderId }) => ({ id: orderId, error: null })));
  expect(await work.save()).toBe(true);
  // The order that was added may still be rejected, and be taken back then.
  expect(finish.mock.calls.map(([{ changed }]) => changed)).toEqual([['line-2']]);
  expect(remove).not.toHaveBeenCalled();
});

it('keeps the rest of a failed save for the next start', async () => {
  vi.useFakeTimers();
  vi.spyOn(desk.main.handlers.orders, 'addMany').mockRejectedValue(new AppError('storage.not-saved'));
  const opening = opened(row('W-1'), row('W-2'));
  await vi.runAllTimersAsync();
  const work = await opening;
  const keep = vi.spyOn(desk.main.handlers.imports, 'save');
  expect(await work.save()).toBe(false);
  const before = keep.mock.calls.length;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(keep.mock.calls.length).toBe(before + 1);
  vi.useRealTimers();
});

it('exports skipped orders to a file with the reasons', async () => {
  there(1);
  const work = await opened(row('W-0'), row('W-1', 'two'), row('W-2'));
  work.choose(['line-3', 'line-4'], 'out');
  flushSync();
  const read = await readSheetRows(new TextEncoder().encode(await work.leftOutFile()));
  const found = read.kind === 'rows' ? read.rows.slice(1) : [];
  expect(found.map((cells) => [cells[0], cells.at(-1)])).toEqual([
    ['W-0', expect.stringMatching(/./)],
    ['W-1', expect.stringMatching(/^Packages: /)],
    ['W-2', ''],
  ]);
});

it('exports a skipped stop of several rows with each of its barcodes once', async () => {
  const around = { clock: { zone: 'Europe/Berlin', day: null }, now: standInNow, drivers: [], properties: [] };
  const noun = unassignedNoun(
    () => null,
    () => undefined,
    around,
  );
  const table = [
    ['External ID', 'Name', 'Street and number', 'Products', 'Barcodes'],
    ['W-1', 'Mia Kern', 'Weg 1', 'Tea', '4006'],
    ['W-1', 'Mia Kern', 'Weg 1', 'Bread', '4007'],
  ];
  const work = new SheetImport(noun, async () => ({ kind: 'rows', rows: table }));
  desk.works.push(work);
  await work.read(new Blob(), 'stops.csv');
  await work.setJoining('join');
  work.choose(
    work.items.map(({ key }) => key),
    'out',
  );
  flushSync();
  const read = await readSheetRows(new TextEncoder().encode(await work.leftOutFile()));
  const again = read.kind === 'rows' ? read.rows : [];
  expect(again).toHaveLength(3);
  const items = itemsOf(noun, again, columnsFor(noun, again[0] ?? [], []));
  expect(items.map(({ fields }) => [fields.products, fields.barcodes])).toEqual([['Tea\nBread', '4006\n4007']]);
});

it('leaves the table as it is while parts are saved, and takes out all that is saved at its end', async () => {
  const work = await opened(...rows(250));
  const seen: number[] = [];
  vi.spyOn(desk.main.handlers.orders, 'addMany').mockImplementation(async ({ orders }) => {
    flushSync();
    seen.push(work.all.length);
    return orders.length;
  });
  expect(await work.save()).toBe(true);
  flushSync();
  expect([...seen, work.all.length]).toEqual([250, 250, 250, 0]);
});

it('looks up the order numbers of the file on the service', async () => {
  const work = await opened(row('W-1'), row('W-2'));
  const known = vi
    .spyOn(desk.main.handlers.orders, 'known')
    .mockImplementation(async ({ externalIds }) =>
      externalIds.slice(0, 1).map((externalId) => ({ externalId, orderId: 'orders/o1', where: 'waiting' as const })),
    );
  await work.askService();
  flushSync();
  expect(known.mock.calls.map(([asked]) => asked)).toEqual([{ externalIds: ['W-1', 'W-2'], ask: true }]);
  expect(work.noun.existing.askedWords).toEqual([t('orderImport.askedService', { done: 2, count: 2 })]);
  expect(work.all.map(({ isKnown }) => isKnown)).toEqual([true, false]);
});

it('rejects a file with two rows of the same line', async () => {
  // Simulates a bug in the parser that gives two rows the same line.
  const some = [headings, row('W-1'), row('W-2')];
  const report = { ...reportOf(some), lines: [1, 2, 2] };
  const work = new SheetImport(orderNoun(), async () => ({ kind: 'rows', rows: some, report }));
  desk.works.push(work);
  await work.read(new Blob(), 'retailer.xlsx');
  expect([work.step, work.problem, work.items]).toEqual(['choose', 'incomplete', []]);
});
