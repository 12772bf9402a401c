/** What must not happen to the records of a file: skipped ones sent, typed ones lost, saved ones joined with others. */
import { flushSync } from 'svelte';
import { expect, it, vi } from 'vitest';
import { orderNoun } from '../../../../src/renderer/orders/import/order-noun.ts';
import { SheetImport } from '../../../../src/renderer/import/sheet-import.svelte.ts';
import type { SheetResult } from '../../../../src/renderer/lib/sheet/read-sheet.ts';
import { reportOf } from '../../../../src/renderer/lib/sheet/report.ts';
import { AppError } from '../../../../src/shared/errors.ts';
import type { KnownOrder } from '../../../../src/shared/orders.ts';
import { t } from '../../../../src/messages/index.ts';
import { importDesk } from './import-desk.ts';

const desk = importDesk();

const headings = ['Order number', 'Recipient', 'Street', 'Packages'];
const row = (number: string, who = `Customer of ${number}`) => [number, who, 'Lindenallee 4', '1'];

async function opened(
  some: string[][],
  readFile: (choices?: object) => Promise<SheetResult> = async () => ({ kind: 'rows', rows: [headings, ...some] }),
): Promise<SheetImport> {
  const work = new SheetImport(orderNoun(), (_file, choices) => readFile(choices));
  desk.works.push(work);
  await work.read(new Blob(), 'retailer.csv');
  flushSync();
  return work;
}

const addMany = () => vi.spyOn(desk.main.handlers.orders, 'addMany');
const added = (spy: ReturnType<typeof addMany>) => spy.mock.calls.flatMap(([{ of }]) => of?.keys ?? []);

it('keeps a repeated record skipped once the one that it repeats is saved', async () => {
  const some = Array.from({ length: 150 }, (_, at) => row(`W-${at}`));
  // The last one is the first again, without its number.
  const work = await opened([...some, row('', 'Customer of W-0')]);
  expect(work.leftOut.map(({ item }) => item.key)).toEqual(['line-152']);
  let calls = 0;
  const add = addMany().mockImplementation(async ({ orders }) => {
    calls += 1;
    if (calls === 2) throw new AppError('storage.not-saved');
    return orders.length;
  });
  expect(await work.save()).toBe(false);
  flushSync();
  expect(work.leftOut.map(({ item }) => item.key)).toEqual(['line-152']);
  expect(await work.save()).toBe(true);
  flushSync();
  expect(added(add)).not.toContain('line-152');
  // It can still be saved as a file, or included.
  expect(work.leftOut).toHaveLength(1);
});

it('sends what was good when saving began, and takes no corrections until it ends', async () => {
  const work = await opened([row('W-1'), row('W-2')]);
  const sent: unknown[] = [];
  addMany().mockImplementation(async ({ orders }) => {
    work.correct('line-2', 'recipientName', 'Somebody else');
    work.choose(['line-3'], 'out');
    await work.setColumn(1, null);
    await work.readAs({ delimiter: '|' });
    sent.push(...orders.map(({ recipient }) => recipient?.name));
    flushSync();
    expect(work.items.map(({ fields }) => fields.recipientName)).toEqual(['Customer of W-1', 'Customer of W-2']);
    return orders.length;
  });
  expect(await work.save()).toBe(true);
  expect(sent).toEqual(['Customer of W-1', 'Customer of W-2']);
  expect([work.saved, work.isSaving]).toEqual([2, false]);
});

it('joins a faulty row with no record that is saved', async () => {
  const rows = [headings, row('W-1'), row('W-2'), ['W-1', 'Customer of W-1']];
  const faults = [{ row: 3, kind: 'too-few' as const, cause: 4, lineCount: 1 }];
  const work = await opened([], async () => ({ kind: 'rows', rows, report: { ...reportOf(rows), faults } }));
  work.choose(['line-4'], 'out');
  const add = addMany().mockImplementation(async ({ orders }) => orders.length);
  expect(await work.save()).toBe(true);
  await work.acceptRows(['line-4']);
  await work.setJoining('join');
  flushSync();
  expect(work.items.map(({ lines }) => lines)).toEqual([[4]]);
  expect(added(add)).toEqual(['line-2', 'line-3']);
});

it('saves nothing before it is known which orders exist', async () => {
  const found = Promise.withResolvers<KnownOrder[]>();
  vi.spyOn(desk.main.handlers.orders, 'known').mockImplementationOnce(async () => found.promise);
  const add = addMany();
  const opening = opened([row('W-1')]);
  await vi.waitFor(() => expect(desk.works[0]?.isComparing).toBe(true));
  const [work] = desk.works as [SheetImport];
  flushSync();
  expect([work.step, work.progress, work.good.length]).toEqual(['review', null, 1]);
  expect(await work.save()).toBe(false);
  found.resolve([{ externalId: 'W-1', orderId: 'orders/o1', where: 'cached' }]);
  await opening;
  expect([work.isComparing, work.good.length, work.leftOut.length]).toEqual([false, 0, 1]);
  expect(add).not.toHaveBeenCalled();
});

it('saves nothing right after a correction, before it is known what that made a double', async () => {
  vi.spyOn(desk.main.handlers.orders, 'known').mockImplementation(async ({ externalIds }) =>
    externalIds
      .filter((number) => number === 'W-2')
      .map((externalId) => ({ externalId, orderId: 'orders/o1', where: 'cached' as const })),
  );
  const add = addMany().mockImplementation(async ({ orders }) => orders.length);
  const work = await opened([row('W-1'), row('W-20')]);
  work.correct('line-3', 'externalId', 'W-2');
  flushSync();
  expect([work.isComparing, work.good.length, await work.save()]).toEqual([true, 2, false]);
  await vi.waitFor(() => expect(work.isComparing).toBe(false));
  flushSync();
  expect(work.leftOut.map(({ item }) => item.key)).toEqual(['line-3']);
  expect(await work.save()).toBe(true);
  expect(added(add)).toEqual(['line-2']);
});

it('waits for the newest of several corrections, and not for those of another file', async () => {
  const work = await opened([row('W-1'), row('W-2')]);
  const ends = [1, 2].map(() => Promise.withResolvers<void>());
  const next = ends.values();
  vi.spyOn(work.noun.existing, 'lookSoon').mockImplementation(async () => next.next().value?.promise);
  work.correct('line-2', 'notes', 'Ring');
  work.correct('line-3', 'notes', 'Ring');
  ends[0]?.resolve();
  await ends[0]?.promise;
  await Promise.resolve();
  expect(work.isComparing).toBe(true);
  await work.again();
  expect(work.isComparing).toBe(false);
  ends[1]?.resolve();
});

it('saves nothing while the service is asked', async () => {
  const found = Promise.withResolvers<KnownOrder[]>();
  vi.spyOn(desk.main.handlers.orders, 'known').mockImplementation(async ({ ask }) => (ask ? found.promise : []));
  const work = await opened([row('W-1'), row('W-2')]);
  const asking = work.askService();
  expect([work.isComparing, await work.save()]).toEqual([true, false]);
  found.resolve([{ externalId: 'W-1', orderId: 'orders/o1', where: 'cached' }]);
  await asking;
  flushSync();
  expect([work.isComparing, work.good.length, work.leftOut.length]).toEqual([false, 1, 1]);
});

it('does not wait for a look-up that has failed, or that another file has ended', async () => {
  const known = vi.spyOn(desk.main.handlers.orders, 'known');
  known.mockRejectedValueOnce(new AppError('storage.not-saved'));
  await expect(opened([row('W-1')])).rejects.toThrow();
  const [work] = desk.works as [SheetImport];
  expect(work.isComparing).toBe(false);
  const never = Promise.withResolvers<KnownOrder[]>();
  known.mockImplementationOnce(async () => never.promise);
  const checking = work.setColumns(work.sheet.columns);
  await vi.waitFor(() => expect(work.isComparing).toBe(true));
  await work.again();
  expect(work.isComparing).toBe(false);
  never.resolve([]);
  await checking;
  expect(work.isComparing).toBe(false);
});

it('looks up a number that is typed', async () => {
  const known = vi.spyOn(desk.main.handlers.orders, 'known');
  known.mockImplementation(async ({ externalIds }) =>
    externalIds
      .filter((number) => number === 'W-1000')
      .map((externalId) => ({ externalId, orderId: 'orders/o1', where: 'cached' as const })),
  );
  const work = await opened([row('W-100O')]);
  work.correct('line-2', 'externalId', 'W-1000');
  await vi.waitFor(() => {
    flushSync();
    expect(work.all.map(({ isKnown, isLeftOut }) => [isKnown, isLeftOut])).toEqual([[true, true]]);
  });
  expect(known.mock.calls.map(([{ externalIds }]) => externalIds)).toEqual([['W-100O'], ['W-1000']]);
});

it('looks up all other numbers beside one that is too long', async () => {
  const known = vi.spyOn(desk.main.handlers.orders, 'known').mockImplementation(async ({ externalIds }) => {
    if (externalIds.some((number) => number.length > 1_000)) throw new AppError('input.invalid');
    return externalIds.map((externalId) => ({ externalId, orderId: 'orders/o1', where: 'cached' as const }));
  });
  const work = await opened([row('X'.repeat(1_001)), row('W-2')]);
  expect(work.all.map(({ isKnown }) => isKnown)).toEqual([false, true]);
  known.mockResolvedValue([]);
  await work.askService();
  expect(work.noun.existing.askedWords).toEqual([
    t('orderImport.askedService', { done: 0, count: 1 }),
    t('orderImport.askFailed', { count: 1 }),
  ]);
});

it('checks everything again after a reading that failed', async () => {
  let isBroken = false;
  const work = await opened([], async () =>
    isBroken ? { kind: 'problem', problem: 'empty' } : { kind: 'rows', rows: [headings, row('W-1'), row('W-2')] },
  );
  isBroken = true;
  const lookUp = vi.spyOn(work.noun.existing, 'lookUp');
  await work.readAs({ delimiter: '|' });
  flushSync();
  expect(work.failure).not.toBeNull();
  expect(lookUp).toHaveBeenCalledOnce();
  expect([work.items.length, work.progress]).toEqual([2, null]);
});

it('counts what is saved once, also when the finished import cannot be removed', async () => {
  const work = await opened([row('W-1')]);
  addMany().mockImplementation(async ({ orders }) => orders.length);
  vi.spyOn(desk.main.handlers.imports, 'save').mockRejectedValue(new AppError('storage.not-saved'));
  expect(await work.save()).toBe(true);
  expect([work.saved, work.failure]).toEqual([1, null]);
});

it('does not repeat an earlier refusal after a restart', async () => {
  const work = await opened([row('W-1'), row('W-2')]);
  addMany().mockRejectedValue(new AppError('storage.not-saved'));
  expect(await work.save()).toBe(false);
  await work.leave();
  const [kept] = await desk.main.handlers.imports.list();
  const { work: stored } = await desk.main.handlers.imports.get({ id: kept!.id });
  expect(stored.tries).toBe(1);
});
