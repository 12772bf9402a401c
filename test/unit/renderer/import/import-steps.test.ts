/** From choosing a file to its review and back, and the content of the review. */
import { flushSync } from 'svelte';
import { describe, expect, it, vi } from 'vitest';
import { orderNoun } from '../../../../src/renderer/orders/import/order-noun.ts';
import type { ImportStep } from '../../../../src/renderer/import/checked-records.svelte.ts';
import { SheetImport } from '../../../../src/renderer/import/sheet-import.svelte.ts';
import type { ImportFilter } from '../../../../src/renderer/import/import-rows.ts';
import type { SheetResult } from '../../../../src/renderer/lib/sheet/read-sheet.ts';
import { t } from '../../../../src/messages/index.ts';
import { importDesk } from './import-desk.ts';

const desk = importDesk();

const headings = ['Order number', 'Recipient', 'Street', 'Packages'];
const row = (number: string, packages = '1') => [number, `Customer of ${number}`, 'Lindenallee 4', packages];
const rowsOf = (...rows: string[][]): SheetResult => ({ kind: 'rows', rows: [headings, ...rows] });

function importOf(...results: SheetResult[]): SheetImport {
  const next = results.values();
  const work = new SheetImport(orderNoun(), async () => next.next().value ?? { kind: 'problem', problem: 'empty' });
  desk.works.push(work);
  return work;
}

async function opened(...rows: string[][]): Promise<SheetImport> {
  const work = importOf(rowsOf(...rows));
  await work.read(new Blob(), 'retailer.xlsx');
  flushSync();
  return work;
}

/** A promise that a test resolves. */
function moment() {
  let come: () => void = () => undefined;
  const came = new Promise<void>((resolve) => (come = resolve));
  return { come, came };
}

const stands = ({ step, problem }: SheetImport): [ImportStep, string | null] => [step, problem];

describe('a file that cannot be read', () => {
  it('is reported, and another file can be chosen, which clears the error', async () => {
    const work = importOf({ kind: 'problem', problem: 'empty' }, rowsOf(row('W-1')));
    await work.read(new Blob(), 'a.csv');
    expect(stands(work)).toEqual(['choose', 'empty']);
    const reading = work.read(new Blob(), 'b.csv');
    expect(stands(work)).toEqual(['reading', null]);
    await reading;
    expect(stands(work)).toEqual(['review', null]);
  });

  it('is reported if it is a folder or gone, and another file can be chosen', async () => {
    const disk = { isThere: false };
    const work = new SheetImport(orderNoun(), async () => {
      if (!disk.isThere) throw new DOMException('A requested file could not be found.', 'NotFoundError');
      return rowsOf(row('W-1'));
    });
    desk.works.push(work);
    await work.read(new Blob(), 'folder');
    expect(stands(work)).toEqual(['choose', 'gone']);
    disk.isThere = true;
    await work.read(new Blob(), 'a.csv');
    expect(stands(work)).toEqual(['review', null]);
    disk.isThere = false;
    await work.readAs({ delimiter: '|' });
    expect(stands(work)).toEqual(['review', null]);
    expect(work.failure).toBe(t('imports.notReadSo', { why: t('imports.problem.gone') }));
  });

  it('does not replace a file chosen while it was being read', async () => {
    const [first, second] = [moment(), moment()];
    const answers = [first.came.then(() => rowsOf(row('W-1'))), second.came.then(() => rowsOf(row('W-2')))].values();
    const work = new SheetImport(
      orderNoun(),
      async () => (await answers.next().value) ?? { kind: 'problem', problem: 'empty' },
    );
    desk.works.push(work);
    const reading = [work.read(new Blob(), 'a.csv'), work.read(new Blob(), 'b.csv')];
    second.come();
    await reading[1];
    first.come();
    await reading[0];
    flushSync();
    expect(work.name).toBe('b.csv');
    expect(work.all.map(({ item }) => item.fields.externalId)).toEqual(['W-2']);
  });
});

describe('a saved import that is gone', () => {
  it('fails to resume, and a file can be chosen', async () => {
    const work = importOf();
    await expect(work.goOn('gone')).rejects.toThrow();
    expect(work.step).toBe('choose');
  });

  it('does not replace a file chosen meanwhile', async () => {
    const late = moment();
    vi.spyOn(desk.main.handlers.imports, 'get').mockImplementation(async () => {
      await late.came;
      throw new Error('gone');
    });
    const work = importOf(rowsOf(row('W-1')));
    const goingOn = work.goOn('gone');
    await work.read(new Blob(), 'a.csv');
    late.come();
    await expect(goingOn).rejects.toThrow();
    expect(work.step).toBe('review');
  });
});

describe('choosing another file', () => {
  it('saves the current import and clears it', async () => {
    const work = await opened(row('W-1'), row('W-2', 'two'));
    work.correct('line-3', 'packageCount', '2');
    await work.again();
    flushSync();
    expect(await desk.main.handlers.imports.list()).toMatchObject([{ name: 'retailer.xlsx', good: 2 }]);
    expect([work.step, work.all, work.sheet.rows, work.progress]).toEqual(['choose', [], [], null]);
  });

  it('is not undone by files that are still being read', async () => {
    const late = moment();
    const work = new SheetImport(orderNoun(), async () => {
      await late.came;
      return rowsOf(row('W-1'));
    });
    desk.works.push(work);
    const reading = [work.read(new Blob(), 'a.csv'), work.read(new Blob(), 'b.csv')];
    await work.again();
    late.come();
    await Promise.all(reading);
    expect([work.step, work.items]).toEqual(['choose', []]);
  });

  it('stops the check of rows in progress', async () => {
    const work = await opened(row('W-1'));
    const checking = work.setColumns(work.sheet.columns);
    expect(work.progress).not.toBeNull();
    await work.again();
    await checking;
    flushSync();
    expect([work.step, work.items, work.progress]).toEqual(['choose', [], null]);
  });
});

describe('checking the rows', () => {
  it('reports its progress, renders between chunks, and ends', async () => {
    const count = 3_000;
    const work = importOf(rowsOf(...Array.from({ length: count }, (_, at) => row(`W-${at}`))));
    let drawn = 0;
    const watch = setInterval(() => {
      if (work.progress !== null) drawn += 1;
    }, 0);
    await work.read(new Blob(), 'many.csv');
    clearInterval(watch);
    flushSync();
    expect(drawn).toBeGreaterThan(0);
    expect([work.progress, work.items.length]).toEqual([null, count]);
  });

  it('is stopped when columns change', async () => {
    const work = await opened(row('W-1'));
    const first = work.setColumn(1, null);
    await work.setColumn(1, 'notes');
    await first;
    flushSync();
    expect(work.all[0]?.item.fields).toMatchObject({ recipientName: '', notes: 'Customer of W-1' });
  });

  it('does not overwrite a later choice of columns with an earlier one', async () => {
    const work = await opened(row('W-1'));
    const known = vi.spyOn(desk.main.handlers.orders, 'known');
    await Promise.all([work.setColumn(1, null), work.setColumn(1, 'notes')]);
    expect(known).toHaveBeenCalledTimes(1);
  });
});

describe('the visible rows', () => {
  it.each<[ImportFilter, string[]]>([
    ['all', ['W-1', 'W-2', 'W-3', 'W-4', 'W-5']],
    ['bad', ['W-2', 'W-5']],
    ['duplicates', ['W-3', 'W-4']],
    ['left-out', ['W-3']],
    ['joined', ['W-5']],
  ])('match the filter %s', async (filter, expected) => {
    vi.spyOn(desk.main.handlers.orders, 'known').mockImplementation(async ({ externalIds }) =>
      externalIds
        .filter((externalId) => ['W-3', 'W-4'].includes(externalId))
        .map((externalId) => ({ externalId, orderId: `orders/${externalId}`, where: 'cached' as const })),
    );
    const five = ['W-1', 'W-2', 'W-3', 'W-4', 'W-5', 'W-5'].map((number) =>
      row(number, number === 'W-2' ? 'two' : '1'),
    );
    const work = await opened(...five);
    work.choose(['line-5'], 'in');
    work.filter = filter;
    flushSync();
    expect(work.shown.map(({ item }) => item.fields.externalId)).toEqual(expected);
    expect(work.duplicates.map(({ item }) => item.fields.externalId)).toEqual(['W-3', 'W-4']);
  });

  it('exclude a skipped row from the bad ones', async () => {
    const work = await opened(row('W-1', 'two'), row('W-2'));
    work.leaveOutBad();
    work.filter = 'bad';
    flushSync();
    expect(work.shown).toEqual([]);
    // Included again, it is as before.
    work.choose(['line-2'], 'in');
    flushSync();
    expect(work.shown.map(({ item }) => item.key)).toEqual(['line-2']);
  });

  it('free a duplicate order number when one is corrected', async () => {
    const work = await opened(row('W-1'), row('W-2'));
    await work.setJoining('join');
    work.correct('line-3', 'externalId', 'W-1');
    flushSync();
    expect(work.bad.map(({ item }) => item.key)).toEqual(['line-3']);
    work.correct('line-3', 'externalId', 'W-3');
    flushSync();
    expect(work.bad).toEqual([]);
  });
});
