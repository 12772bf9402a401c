import { flushSync } from 'svelte';
import { describe, expect, it, vi } from 'vitest';
import { orderNoun } from '../../../../src/renderer/orders/import/order-noun.ts';
import { mayBeKept } from '../../../../src/renderer/import/keep-import.ts';
import { SheetImport } from '../../../../src/renderer/import/sheet-import.svelte.ts';
import { mostKeptCharacters, mostKeptColumns } from '../../../../src/shared/imports.ts';
import { encodeError, AppError } from '../../../../src/shared/errors.ts';
import type { Order, OrderDetail } from '../../../../src/shared/orders.ts';
import { t } from '../../../../src/messages/index.ts';
import { importDesk } from './import-desk.ts';

const desk = importDesk();

const headings = ['Order number', 'Recipient', 'Street', 'PLZ', 'Ort', 'Product', 'Packages', 'Notes'];
const row = (number: string, change: Record<number, string> = {}) =>
  [number, `Customer of ${number}`, 'Lindenallee 4', '01067', 'Dresden', 'Tea', '1', ''].map(
    (cell, at) => change[at] ?? cell,
  );

async function opened(...rows: string[][]): Promise<SheetImport> {
  const work = new SheetImport(orderNoun(), async () => ({ kind: 'rows', rows: [headings, ...rows] }));
  desk.works.push(work);
  await work.read(new Blob(), 'retailer.xlsx');
  flushSync();
  return work;
}

/** The saved imports that the next start finds. */
const kept = () => desk.main.handlers.imports.list();

async function goneOn(): Promise<SheetImport> {
  const [found] = await kept();
  const work = new SheetImport(orderNoun(), async () => ({ kind: 'problem', problem: 'empty' }));
  desk.works.push(work);
  await work.goOn(found!.id);
  flushSync();
  return work;
}

it('stops checking a large file once its dialog is closed', async () => {
  const rows = Array.from({ length: 5_000 }, (_, at) => row(`W-${at}`));
  const noun = orderNoun();
  const lookUp = vi.spyOn(noun.existing, 'lookUp');
  const work = new SheetImport(noun, async () => ({ kind: 'rows', rows: [headings, ...rows] }));
  desk.works.push(work);
  const reading = work.read(new Blob(), 'retailer.xlsx');
  await vi.waitFor(() => expect(work.progress?.done ?? 0).toBeGreaterThan(0));
  work.end();
  await reading;
  expect(work.items.length).toBeLessThan(rows.length);
  expect(lookUp).not.toHaveBeenCalled();
});

it('takes no other file while rows are being saved', async () => {
  const work = await opened(row('W-1'), row('W-2'));
  vi.spyOn(desk.main.handlers.orders, 'addMany').mockImplementation(async ({ orders }) => {
    // Its rows would have the keys of those that are being saved, and go with them.
    await work.again();
    expect([work.step, work.items.length]).toEqual(['importing', 2]);
    return orders.length;
  });
  expect(await work.save()).toBe(true);
  expect([work.saved, work.step]).toEqual([2, 'review']);
  await work.again();
  expect(work.step).toBe('choose');
});

describe('an unfinished import', () => {
  it('is saved with corrections and choices, and resumed unchanged', async () => {
    const work = await opened(row('W-1', { 6: 'two' }), row('W-2', { 6: '0' }), row('W-3'), row('W-4'));
    expect(work.bad).toHaveLength(2);
    work.correct('line-2', 'packageCount', '2');
    work.choose(['line-4'], 'out');
    await work.leave();
    expect(await kept()).toMatchObject([{ name: 'retailer.xlsx', bad: 1, good: 2 }]);

    const again = await goneOn();
    expect(again.name).toBe('retailer.xlsx');
    expect(again.bad.map(({ item }) => item.key)).toEqual(['line-3']);
    expect(again.leftOut.map(({ item }) => item.key)).toEqual(['line-4']);
    expect(again.all[0]?.item.fields.packageCount).toBe('2');
    // Changing a column rebuilds the orders but keeps corrections.
    await again.setColumn(7, null);
    expect(again.all[0]?.item.fields.packageCount).toBe('2');
    await again.leave();
  });

  it('is not saved without any work on it', async () => {
    const work = await opened(row('W-1'));
    await work.leave();
    expect(await kept()).toEqual([]);
    expect(work.isKept).toBe(false);
  });

  it('is saved after a pause in typing, not with each key', async () => {
    vi.useFakeTimers();
    const save = vi.spyOn(desk.main.handlers.imports, 'save');
    const opening = opened(row('W-1', { 6: 'two' }));
    await vi.runAllTimersAsync();
    const work = await opening;
    for (const value of ['1', '12', '123']) {
      work.correct('line-2', 'packageCount', value);
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(save).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1_000);
    vi.useRealTimers();
    expect(save).toHaveBeenCalledTimes(1);
    expect(save.mock.calls[0]?.[0].work.corrected).toEqual({ 'line-2': { packageCount: '123' } });
  });

  it('is saved in chunks, or not saved if too large, which it says', async () => {
    const parts = vi.spyOn(desk.main.handlers.imports, 'saveRows');
    const rows = Array.from({ length: 5_000 }, (_, at) => row(`W-${at}`));
    const work = await opened(...rows);
    work.correct('line-2', 'notes', 'Ring');
    await work.leave();
    expect(work.isTooLargeToKeep).toBe(false);
    expect(Math.max(...parts.mock.calls.map(([{ rows: some }]) => some.length))).toBeLessThanOrEqual(250);
    expect(parts.mock.calls.map(([{ part }]) => part)).toEqual(parts.mock.calls.map((_call, at) => at));
    expect((await goneOn()).items).toHaveLength(5_000);

    const [first] = await kept();
    await desk.main.handlers.imports.remove({ id: first!.id });
    const larger = await opened(row('W-1', { 5: 'x'.repeat(mostKeptCharacters) }));
    larger.correct('line-2', 'notes', 'Ring');
    await larger.leave();
    expect(larger.isTooLargeToKeep).toBe(true);
    expect(await kept()).toEqual([]);
  });

  it('is not saved with a row of too many columns', () => {
    const wide = Array.from({ length: mostKeptColumns }, () => 'a');
    expect(mayBeKept([wide])).toBe(true);
    expect(mayBeKept([['a'], [...wide, 'a']])).toBe(false);
  });

  it('does not save orders again that were saved before it stopped', async () => {
    const work = await opened(...Array.from({ length: 150 }, (_, at) => row(`W-${at}`)));
    const add = vi.spyOn(desk.main.handlers.orders, 'addMany');
    add.mockImplementationOnce(async ({ orders, of }) => {
      const detail = await desk.main.handlers.imports.get({ id: of!.importId });
      detail.work.taken.push(...of!.keys);
      return orders.length;
    });
    expect(await work.save()).toBe(false);
    expect(work.failure).toMatch(/^100 of 150/);

    const again = await goneOn();
    expect(again.items.map(({ fields }) => fields.externalId)).toEqual(
      Array.from({ length: 50 }, (_, at) => `W-${at + 100}`),
    );
    add.mockImplementation(async ({ orders }) => orders.length);
    expect(await again.save()).toBe(true);
    expect(add.mock.calls.at(-1)?.[0].of).toMatchObject({ last: true });
    expect(again.isKept, 'main offers it no more').toBe(false);
  });

  it('is saved once by two clicks, and with the same gesture after it is resumed', async () => {
    const work = await opened(row('W-1'), row('W-2'));
    const asked: { gesture: string; keys: string[] | undefined }[] = [];
    let answer: (count: number) => void = () => undefined;
    vi.spyOn(desk.main.handlers.orders, 'addMany').mockImplementation(({ gesture, of }) => {
      asked.push({ gesture, keys: of?.keys });
      return new Promise((resolve, reject) => {
        answer = (count) => (count > 0 ? resolve(count) : reject(new AppError('storage.not-saved')));
      });
    });
    const clicks = Promise.all([work.save(), work.save()]);
    await vi.waitFor(() => expect(asked).toHaveLength(1));
    answer(0);
    expect(await clicks).toEqual([false, false]);
    await work.leave();
    const again = await goneOn();
    const saved = again.save();
    await vi.waitFor(() => expect(asked).toHaveLength(2));
    answer(2);
    expect(await saved).toBe(true);
    expect(asked[1]).toEqual(asked[0]);
  });

  it('reports that it cannot be saved', async () => {
    vi.spyOn(desk.main.handlers.imports, 'saveRows').mockImplementation(async () => {
      throw new AppError('storage.not-saved');
    });
    const work = await opened(row('W-1'));
    work.correct('line-2', 'notes', 'Ring');
    await work.leave();
    expect(work.keepError?.code).toBe('storage.not-saved');
    expect(work.isKept).toBe(false);
  });
});

describe('orders of a file that already exist', () => {
  const order = (id: string, externalId = 'W-1'): Order => ({
    id,
    recipient: { name: `Customer of ${externalId}`, phone: '030 1' },
    packageInfo: { externalId, products: ['Tea'], packageCount: 1 },
    address: { address: 'Lindenallee 4, 01067 Dresden, Germany', addressLineOne: 'Lindenallee 4' },
  });

  /** Puts these orders on the service, listed by their order number. */
  function there(...found: { externalId: string; order: Order; row?: Partial<OrderDetail['row']> }[]): void {
    const [template] = desk.main.state.orders;
    const details = new Map(
      found.map(({ order: each, row: change }): [string, OrderDetail] => [
        each.id,
        { row: { ...template!, id: each.id, state: 'draft', printedCount: 0, ...change }, order: each, draft: null },
      ]),
    );
    vi.spyOn(desk.main.handlers.orders, 'known').mockImplementation(async ({ externalIds }) =>
      found
        .filter(({ externalId }) => externalIds.includes(externalId))
        .map(({ externalId, order: { id } }) => ({ externalId, orderId: id, where: 'cached' as const })),
    );
    vi.spyOn(desk.main.handlers.orders, 'getMany').mockImplementation(async ({ orderIds }) =>
      orderIds.map((id) => details.get(id) ?? null),
    );
  }

  const chosenFor = async (work: SheetImport, choice: 'change' | 'out' | 'in' = 'change') => {
    work.chooseKnown(choice);
    await vi.waitFor(() => {
      flushSync();
      expect(work.bad.filter(({ problem }) => /not loaded/.test(problem ?? ''))).toEqual([]);
    });
  };

  it('are skipped by default', async () => {
    there({ externalId: 'W-1', order: order('orders/o1') });
    const work = await opened(row('W-1'), row('W-2'));
    expect(work.all.map(({ isKnown, isLeftOut }) => [isKnown, isLeftOut])).toEqual([
      [true, true],
      [false, false],
    ]);
    await chosenFor(work, 'in');
    expect(work.good).toHaveLength(2);
    await chosenFor(work, 'out');
    expect(work.good).toHaveLength(1);
  });

  it('are changed only where the file differs', async () => {
    there({ externalId: 'W-1', order: order('orders/o1') }, { externalId: 'W-2', order: order('orders/o2', 'W-2') });
    const edits = vi
      .spyOn(desk.main.handlers.orders, 'editMany')
      .mockImplementation(async ({ edits: all }) => all.map(({ orderId }) => ({ id: orderId, error: null })));
    const work = await opened(row('W-1', { 5: 'Coffee', 7: 'Ring' }), row('W-2', { 6: '2' }));
    await chosenFor(work);
    expect(work.all[0]?.change?.fields).toEqual([
      { label: t('orderForm.products'), before: 'Tea', after: 'Coffee' },
      { label: t('orderForm.notes'), before: '', after: 'Ring' },
    ]);
    expect(work.all[1]?.change?.fields).toEqual([{ label: t('orderForm.packageCount'), before: '1', after: '2' }]);
    expect(await work.save()).toBe(true);
    expect(edits.mock.calls[0]?.[0].edits[0]).toEqual({
      orderId: 'orders/o1',
      edit: { packageInfo: { products: ['Coffee'] }, deliveryInstructions: { notes: 'Ring' } },
      base: { packageInfo: order('orders/o1').packageInfo },
    });
  });

  it('stay unchanged if the file has the same values', async () => {
    there({ externalId: 'W-1', order: order('orders/o1') });
    const work = await opened(row('W-1'));
    await chosenFor(work);
    expect(work.all[0]).toMatchObject({ isSame: true, change: null, problem: null });
    expect([work.good.length, work.bad.length]).toEqual([0, 0]);
  });

  it('get a new address as a whole, with a warning', async () => {
    there({
      externalId: 'W-1',
      order: order('orders/o1'),
      row: { printedCount: 1, address: 'Lindenallee 4, Dresden' },
    });
    const work = await opened(row('W-1', { 2: 'Hafen 1', 4: 'Hamburg' }));
    await chosenFor(work);
    const change = work.all[0]?.change;
    expect(change).toMatchObject({
      edit: { address: { addressLineOne: 'Hafen 1', zip: '01067', city: 'Hamburg' } },
    });
    expect(change?.fields).toEqual([
      { label: t('orderForm.sectionAddress'), before: 'Lindenallee 4, Dresden', after: 'Hafen 1, 01067, Hamburg' },
    ]);
    expect(change?.effects).toEqual([t('orderForm.effectAddress'), t('orderForm.effectLabel')]);
  });

  it.each<[string, Partial<OrderDetail['row']>, RegExp]>([
    ['are with the courier', { state: 'submitted' }, /with the courier/],
    ['are on a route', { state: 'read-only', source: 'retailer' }, /on a route/],
    ['come from the courier', { state: 'read-only', source: 'courier' }, /courier added/],
    [
      'are being deleted',
      { changes: [{ kind: 'delete', entryId: 'e', state: 'queued', reason: null }] },
      /being deleted/,
    ],
  ])('cannot be changed if they %s, and say why', async (_what, change, words) => {
    there({ externalId: 'W-1', order: order('orders/o1'), row: change });
    const work = await opened(row('W-1', { 7: 'Ring' }), row('W-2'));
    await chosenFor(work);
    expect(work.bad.map(({ problem }) => problem)).toEqual([expect.stringMatching(words)]);
    work.leaveOutBad();
    expect([work.good.length, work.bad.length]).toEqual([1, 0]);
  });

  it('are not chosen if several have the same order number', async () => {
    there({ externalId: 'W-1', order: order('orders/o1') }, { externalId: 'W-1', order: order('orders/o2') });
    const work = await opened(row('W-1', { 7: 'Ring' }));
    await chosenFor(work);
    expect(work.bad[0]?.problem).toMatch(/2 orders have this number/);
  });

  it('stay in the import with the reason if main rejects the change', async () => {
    there({ externalId: 'W-1', order: order('orders/o1') });
    const error = encodeError(new AppError('record.not-editable', { detail: { serviceCode: 'order_read_only' } }));
    vi.spyOn(desk.main.handlers.orders, 'editMany').mockImplementation(async () => [{ id: 'orders/o1', error }]);
    vi.spyOn(desk.main.handlers.orders, 'addMany').mockImplementation(async ({ orders }) => orders.length);
    const work = await opened(row('W-1', { 7: 'Ring' }), row('W-2'));
    await chosenFor(work);
    expect(await work.save()).toBe(false);
    expect(work.all.map(({ item: { fields }, problem }) => [fields.externalId, problem])).toEqual([
      ['W-1', expect.stringMatching(/on a route/)],
    ]);
    expect(work.failure).toMatch(/^1 order was not updated/);
  });
});
