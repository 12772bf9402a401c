/** How the file is read is corrected, texts are filled into other rows, and corrections are undone. */
import { flushSync } from 'svelte';
import { describe, expect, it, vi } from 'vitest';
import { readSheetRows } from '../../../../src/renderer/lib/sheet/read-sheet.ts';
import { SheetImport } from '../../../../src/renderer/import/sheet-import.svelte.ts';
import { orderNoun } from '../../../../src/renderer/orders/import/order-noun.ts';
import { xlsxOf } from '../../../fixtures/xlsx.ts';
import { importDesk } from './import-desk.ts';

const desk = importDesk();

async function opened(content: string | Uint8Array<ArrayBuffer>): Promise<SheetImport> {
  const work = new SheetImport(orderNoun(), async (file, choices) =>
    readSheetRows(new Uint8Array(await file.arrayBuffer()), choices),
  );
  desk.works.push(work);
  await work.read(new Blob([content]), 'shop.csv');
  flushSync();
  return work;
}

const headings = 'Bestellnummer;Name;Strasse;PLZ;Ort;Pakete';
const file = [
  headings,
  'A1;Mia;Weg 1;01067;Dresden;two',
  'A2;Ben;Weg 2;01069;;two',
  'A3;Cla;Weg 3;01097;;1',
  'A4;Dan;Weg 4;20095;Hamburg;two',
  'A5;Eva;Weg 5;20095;;none',
];
const cities = (work: SheetImport) => work.all.map(({ item }) => item.fields.city);
const counts = (work: SheetImport) => work.all.map(({ item }) => item.fields.packageCount);

describe('filling', () => {
  it('goes down to the first row that is filled, and is undone in one step', async () => {
    const work = await opened(file.join('\n'));
    const below = work.emptyBelow('line-2', 'city');
    expect(below).toEqual(['line-3', 'line-4']);
    expect(work.emptyBelow('line-5', 'city')).toEqual(['line-6']);
    expect(work.emptyBelow('line-3', 'city')).toEqual([]);
    await work.fill(below, 'city', 'Dresden');
    expect(cities(work)).toEqual(['Dresden', 'Dresden', 'Dresden', 'Hamburg', '']);
    expect(await work.undo()).toBe('line-3');
    expect(cities(work)).toEqual(['Dresden', '', '', 'Hamburg', '']);
    expect(work.typed.canUndo).toBe(false);
    expect(await work.undo()).toBeNull();
  });

  it('corrects the other rows that have the same text with the same fault', async () => {
    const work = await opened(file.join('\n'));
    expect(work.sameFault('line-2', 'packageCount')).toEqual([]);
    work.correct('line-2', 'packageCount', '2');
    const same = work.sameFault('line-2', 'packageCount');
    expect(same).toEqual(['line-3', 'line-5']);
    await work.fill(same, 'packageCount', '2');
    expect(counts(work)).toEqual(['2', '2', '1', '2', 'none']);
    expect(work.bad.map(({ item }) => item.lines[0])).toEqual([6]);
  });

  it('validates thousands of rows in slices', async () => {
    const many = Array.from({ length: 3_000 }, (_, at) => `N${at};Mia;Weg ${at};01067;${at === 0 ? 'Dresden' : ''};1`);
    const work = await opened([headings, ...many].join('\n'));
    await work.fill(work.emptyBelow('line-2', 'city'), 'city', 'Dresden');
    expect(new Set(cities(work))).toEqual(new Set(['Dresden']));
  });
});

describe('undoing', () => {
  it('takes typing in one field as one step, and leaves the steps before', async () => {
    const work = await opened(file.join('\n'));
    for (const text of ['2', '25', '2']) work.correct('line-2', 'packageCount', text);
    work.correct('line-3', 'packageCount', '3');
    expect(await work.undo()).toBe('line-3');
    expect(counts(work).slice(0, 2)).toEqual(['2', 'two']);
    expect(await work.undo()).toBe('line-2');
    expect(counts(work).slice(0, 2)).toEqual(['two', 'two']);
    expect(work.typed.by.size).toBe(0);
  });

  it('brings back that rows of one order contradict each other', async () => {
    const work = await opened([headings, 'A1;Mia;Weg 1;01067;Dresden;1', 'A1;Ben;Weg 1;01067;Dresden;1'].join('\n'));
    await work.setJoining('join');
    const [problem] = work.bad.map((row) => row.problem);
    work.correct(work.all[0]!.item.key, 'recipientName', 'Mia');
    expect(work.bad).toEqual([]);
    await work.undo();
    expect(work.bad.map((row) => row.problem)).toEqual([problem]);
  });
});

describe('a large file', () => {
  it('shows its first rows while the others are checked, and keeps what is corrected meanwhile', async () => {
    const rows = Array.from(
      { length: 20_000 },
      (_, at) => `N${at};Mia;Weg ${at};01067;Dresden;${at === 0 ? 'two' : 1}`,
    );
    const work = new SheetImport(orderNoun(), async (given) =>
      readSheetRows(new Uint8Array(await given.arrayBuffer())),
    );
    desk.works.push(work);
    const reading = work.read(new Blob([[headings, ...rows].join('\n')]), 'shop.csv');
    await vi.waitFor(() => expect(work.step).toBe('review'), { timeout: 9_000, interval: 1 });
    expect(work.items.length).toBe(200);
    expect(work.progress).toMatchObject({ count: 20_000 });
    work.correct('line-2', 'packageCount', '2');
    expect(await work.save()).toBe(false);
    await reading;
    expect([work.items.length, work.progress, work.bad.length]).toEqual([20_000, null, 0]);
    expect(work.items[0]?.fields.packageCount).toBe('2');
  });
});

describe('a file of more rows than are made at once', () => {
  const count = 1_500;
  const many = (change: (at: number) => string = () => '') => [
    headings,
    ...Array.from({ length: count }, (_, at) => change(at) || `N${at};Mia ${at};Weg ${at};01067;Dresden;1`),
  ];
  const openedMany = async (change?: (at: number) => string) => {
    const work = await opened(many(change).join('\n'));
    await vi.waitFor(() => expect(work.isComparing).toBe(false));
    return work;
  };

  it('shows a correction and what follows from it at once', async () => {
    const work = await openedMany((at) => (at === 0 ? 'N0;Mia;Weg 0;01067;Dresden;two' : ''));
    expect([work.good.length, work.bad.length]).toEqual([count - 1, 1]);
    work.correct('line-2', 'packageCount', '2');
    expect([work.good.length, work.bad.length, work.all[0]?.item.fields.packageCount]).toEqual([count, 0, '2']);
    work.correct('line-4', 'externalId', 'N1');
    expect(work.bad.map(({ item, problem }) => [item.key, problem])).toEqual([
      ['line-4', expect.stringMatching(/^Line 3 has the same order number/)],
    ]);
    work.choose(['line-3'], 'out');
    expect([work.bad.length, work.leftOut.length]).toEqual([0, 1]);
    work.filter = 'left-out';
    expect(work.shown.map(({ item }) => item.key)).toEqual(['line-3']);
  });

  it('undoes a correction without reading all rows again', async () => {
    const work = await openedMany();
    const read = vi.spyOn(work.sheet, 'itemSteps');
    work.correct('line-2', 'packageCount', 'two');
    work.correct('line-2', 'recipientName', 'Ben');
    expect(await work.undo()).toBe('line-2');
    expect(work.all[0]?.item.fields).toMatchObject({ recipientName: 'Mia 0', packageCount: 'two' });
    await work.undo();
    expect([work.all[0]?.item.fields.packageCount, work.bad.length]).toEqual(['1', 0]);
    expect(read).not.toHaveBeenCalled();
  });

  it('shows a choice for all once all rows are made, and saves nothing until then', async () => {
    const add = vi.spyOn(desk.main.handlers.orders, 'addMany').mockImplementation(async ({ orders }) => orders.length);
    const work = await openedMany();
    work.choose(
      work.items.map(({ key }) => key),
      'out',
    );
    const before = [work.leftOut.length, work.good.length, work.isComparing, await work.save()];
    expect(before).toEqual([0, count, true, false]);
    // What is chosen meanwhile counts as well.
    work.choose(['line-2', 'line-3'], 'in');
    await vi.waitFor(() => expect(work.isComparing).toBe(false));
    expect([work.leftOut.length, work.good.map(({ item }) => item.key)]).toEqual([count - 2, ['line-2', 'line-3']]);
    expect(await work.save()).toBe(true);
    expect(add.mock.calls.flatMap(([{ of }]) => of?.keys)).toEqual(['line-2', 'line-3']);
    expect([work.saved, work.all.length, work.leftOut.length]).toEqual([2, count - 2, count - 2]);
  });

  it('shows the rows as they were until they are read in another way', async () => {
    const work = await openedMany();
    const reading = work.setColumn(1, null);
    expect(work.all[0]?.item.fields.recipientName).toBe('Mia 0');
    await reading;
    expect([work.all.length, work.all[0]?.item.fields.recipientName]).toEqual([count, '']);
  });

  it('keeps its rows before the first correction, and none of a file that is left as it is', async () => {
    const { imports } = desk.main.handlers;
    const [rows, remove] = [vi.spyOn(imports, 'saveRows'), vi.spyOn(imports, 'remove')];
    const work = await openedMany();
    await vi.waitFor(() => expect(rows.mock.calls.map(([{ part }]) => part)).toEqual([0, 1, 2, 3, 4, 5, 6]));
    expect(await imports.list()).toEqual([]);
    work.correct('line-2', 'notes', 'Ring');
    await work.leave();
    expect([rows.mock.calls.length, remove.mock.calls.length]).toEqual([7, 0]);
    expect(await imports.list()).toMatchObject([{ good: count }]);

    const other = await openedMany();
    await other.leave();
    expect(remove).toHaveBeenCalledOnce();
    expect(await imports.list()).toHaveLength(1);
  });
});

describe('how the file is read', () => {
  it('is corrected, and corrections stay with their lines', async () => {
    const work = await opened('x;y\n'.concat('Bestellnummer|Name|Strasse\n', 'A1|Mia|Weg 1\n'));
    expect(work.sheet.how).toMatchObject({ kind: 'text', encoding: 'utf-8' });
    await work.readAs({ delimiter: '|' });
    await work.readAs({ headingLine: 2 });
    expect(work.all.map(({ item: { fields, key } }) => [key, fields.recipientName])).toEqual([['line-3', 'Mia']]);
    work.correct('line-3', 'recipientName', 'Mia Kern');
    await work.readAs({ encoding: 'macintosh' });
    expect(work.sheet.how).toMatchObject({ encoding: 'macintosh', delimiter: '|', headingLine: 2 });
    expect(work.all.map(({ item }) => item.fields.recipientName)).toEqual(['Mia Kern']);
    // The import is kept once, as it is read now.
    await work.leave();
    expect((await desk.main.handlers.imports.list()).length).toBe(1);
  });

  it('is corrected, and what was chosen stays with its lines', async () => {
    const work = await opened('Bestellnummer;Name;Strasse\nA1;Mia;Weg 1\nA2;Ben;Weg 2\n');
    work.choose(['line-3'], 'out');
    await work.readAs({ encoding: 'macintosh' });
    flushSync();
    expect(work.leftOut.map(({ item }) => item.key)).toEqual(['line-3']);
    await work.leave();
    expect(await desk.main.handlers.imports.list()).toMatchObject([{ good: 1, bad: 0 }]);
  });

  it('stays when the file cannot be read otherwise, and the reason is said', async () => {
    const work = await opened('Name;Strasse\nMia;Weg 1\n"Ben;Weg 2\n');
    const before = work.all.length;
    await work.readAs({ headingLine: 3 });
    expect(work.failure).toMatch(/^The file cannot be read this way/);
    expect([work.step, work.all.length]).toEqual(['review', before]);
    await work.readAs({ headingLine: 1 });
    expect(work.failure).toBeNull();
  });

  it('is another sheet, without the corrections and choices of the first one', async () => {
    const rows = (name: string) => [
      ['Bestellnummer', 'Name', 'Strasse'],
      ['A1', name, 'Weg 1'],
    ];
    const work = await opened(xlsxOf(rows('Mia'), { Morgen: rows('Ben') }));
    work.correct('line-2', 'phone', '030 1');
    work.choose(['line-2'], 'out');
    await work.readAs({ sheet: 1 });
    flushSync();
    expect(work.leftOut).toEqual([]);
    expect(work.all.map(({ item: { fields } }) => [fields.recipientName, fields.phone])).toEqual([['Ben', '']]);
  });
});
