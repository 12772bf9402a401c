/** The rows of a file become orders: none is joined, dropped or doubled silently. */
import { flushSync } from 'svelte';
import { describe, expect, it, vi } from 'vitest';
import { readSheetRows } from '../../../../src/renderer/lib/sheet/read-sheet.ts';
import { OrderImport } from '../../../../src/renderer/orders/import/order-import.svelte.ts';
import { importDesk } from './import-desk.ts';

const desk = importDesk();

async function opened(...lines: string[]): Promise<OrderImport> {
  const work = new OrderImport(async (file) => readSheetRows(new Uint8Array(await file.arrayBuffer())));
  desk.works.push(work);
  await work.read(new Blob([lines.join('\n')]), 'shop.csv');
  flushSync();
  return work;
}

/** As the next start of the app finds it. */
async function goneOn(): Promise<OrderImport> {
  const [found] = await desk.main.handlers.orderImports.list();
  const work = new OrderImport(async () => ({ kind: 'problem', problem: 'empty' }));
  desk.works.push(work);
  await work.goOn(found!.id);
  flushSync();
  return work;
}

const numbers = (work: OrderImport) => work.all.map(({ order }) => order.fields.externalId);
const states = (work: OrderImport) => work.all.map(({ order, problem }) => [order.lines.join(' '), problem]);

const headings = 'Bestellnummer;Name;Strasse;PLZ;Ort;Artikel';
const tea = 'A1;Mia Kern;Weg 1;01067;Dresden;Tea';
const bread = 'A1;Mia Kern;Weg 1;01067;Dresden;Bread';
const ink = 'A2;Ben Lang;Weg 2;20095;Hamburg;Ink';

describe('two orders of one person', () => {
  it.each(['Bestellnummer', 'Auftragsnummer', 'Referenz', 'Number'])('stay two by their %s', async (number) => {
    const work = await opened(
      `${number};Name;Strasse;PLZ;Ort`,
      'A1;Mia Kern;Weg 1;01067;Dresden',
      'A2;Mia Kern;Weg 1;01067;Dresden',
    );
    expect(numbers(work)).toEqual(['A1', 'A2']);
    expect(work.all.map(({ order }) => order.fields.recipientName)).toEqual(['Mia Kern', 'Mia Kern']);
  });

  it('stay two without a number', async () => {
    const work = await opened(
      'Name,Address,Zip,City,Notes',
      'Mia,Weg 1,01067,Dresden,Ring',
      'Mia,Weg 1,01067,Dresden,',
    );
    expect(work.all.map(({ order: { fields } }) => [fields.externalId, fields.recipientName])).toEqual([
      ['', 'Mia'],
      ['', 'Mia'],
    ]);
    expect(work.sheet.tally).toMatchObject({ rows: 2, orders: 2, joined: 0 });
  });
});

describe('rows with the same order number', () => {
  it('are one order only after a person said so; which ones is told', async () => {
    const work = await opened(headings, tea, ink, bread);
    expect(work.sheet.numberHeading).toBe('Bestellnummer');
    expect(work.sheet.tally).toEqual({ rows: 3, read: 3, faulty: 0, orders: 2, joined: 1 });
    expect(states(work)).toEqual([
      ['2 4', 'Are lines 2, 4 one order?'],
      ['3', null],
    ]);
    // Nothing is saved while it is open, and what is open is not thrown out with what is bad.
    expect(await work.save()).toBe(false);
    work.leaveOutBad();
    expect(work.leftOut).toEqual([]);

    await work.setJoining('join');
    expect([work.good.length, work.bad.length]).toEqual([2, 0]);
    expect(work.all[0]?.order.fields.products).toBe('Tea\nBread');
  });

  it('are orders of their own where a person does not want them joined', async () => {
    const work = await opened(headings, tea, ink, bread);
    await work.setJoining('separate');
    expect(states(work)).toEqual([
      ['2', null],
      ['3', null],
      ['4', null],
    ]);
    expect(work.sheet.tally).toMatchObject({ orders: 3, joined: 0 });
  });

  it('are asked about again when another column holds the number', async () => {
    const work = await opened(headings, tea, ink, bread);
    await work.setJoining('join');
    await work.setColumn(3, 'externalId');
    expect(work.sheet.joining).toBe('ask');
    expect(work.waitingForJoining).toHaveLength(1);
  });

  it('are never joined by an empty number', async () => {
    const work = await opened(headings, ';Mia;Weg 1;01067;Dresden;Tea', ';Ben;Weg 2;20095;Hamburg;Ink');
    expect(work.all).toHaveLength(2);
  });

  it('keep what was typed for them, however they are put together', async () => {
    const work = await opened(headings, tea, ink, bread);
    const [joined] = work.all;
    work.correct(joined!.order.key, 'products', 'Tea\nBread\nSalt');
    await work.setJoining('separate');
    // What was typed for both rows is not taken for one of them.
    expect(work.all.map(({ order }) => order.fields.products)).toEqual(['Tea', 'Ink', 'Bread']);
    expect(work.sheet.unusedCorrections).toBe(1);
    work.correct('line-4', 'phone', '030 1');
    await work.setJoining('join');
    expect(work.all[0]?.order.fields).toMatchObject({ products: 'Tea\nBread\nSalt', phone: '030 1' });
    expect(work.sheet.unusedCorrections).toBe(0);
  });

  it('that did not come from the file twice are not taken in twice by mistake', async () => {
    const work = await opened(headings, tea, ink);
    work.correct('line-3', 'externalId', 'A1');
    expect(work.bad.map(({ problem }) => problem)).toEqual([
      expect.stringMatching(/^Line 2 has the same order number/),
    ]);
    work.choose(['line-2'], 'out');
    expect(work.bad).toEqual([]);
  });

  it('are joined as before when the import is resumed', async () => {
    const work = await opened(headings, tea, ink, bread);
    await work.setJoining('join');
    await work.leave();
    const again = await goneOn();
    expect(states(again)).toEqual([
      ['2 4', null],
      ['3', null],
    ]);
  });
});

describe('rows that cannot be read as they stand', () => {
  const broken = [headings, tea, 'A2;"Ben;Weg 2;20095;Hamburg;Ink', 'A3;Cla;Weg 3;10115;Berlin;Oil'];

  it('are there, each with its line, and are not good', async () => {
    const work = await opened(...broken);
    expect(work.sheet.tally).toMatchObject({ rows: 3, read: 1, faulty: 2 });
    expect(work.good).toHaveLength(1);
    expect(states(work).slice(1)).toEqual([
      ['3', expect.stringMatching(/^Line 3: a quotation mark opens a cell and is never closed/)],
      ['4', expect.stringMatching(/^Line 4 could not be separated from line 3/)],
    ]);
    expect(await work.save()).toBe(false);
  });

  it('stay so while they are corrected, until a person finds them right', async () => {
    const work = await opened(...broken);
    work.correct('line-3', 'recipientName', 'Ben');
    expect(work.bad).toHaveLength(2);
    await work.acceptRows(['line-3', 'line-4']);
    expect(work.all.map(({ order }) => order.fields.recipientName)).toEqual(['Mia Kern', 'Ben', 'Cla']);
    expect([work.good.length, work.bad.length]).toEqual([3, 0]);
    // What the file had stays counted.
    expect(work.sheet.tally).toMatchObject({ rows: 3, read: 1, faulty: 2 });
    await work.leave();
    expect((await goneOn()).good).toHaveLength(3);
  });

  it('are not joined to others before', async () => {
    const work = await opened(headings, tea, 'A1;Mia Kern;Weg 1;01067;Dresden', ink);
    await work.setJoining('join');
    expect(states(work).map(([, problem]) => problem)).toEqual([null, expect.stringMatching(/fewer cells/), null]);
    expect(work.sheet.short).toEqual(['line-3']);
    await work.acceptRows(work.sheet.short);
    expect(states(work)).toEqual([
      ['2 3', null],
      ['4', null],
    ]);
  });

  it('are not taken with others for short where one runs over several lines', async () => {
    const work = await opened(headings, 'A1;Mia;Weg 1', '', 'A2;"Ben\nLang";Weg 2');
    expect(work.bad).toHaveLength(2);
    expect(work.sheet.short).toEqual(['line-2']);
  });

  it('keep their lines when the import is resumed', async () => {
    const work = await opened(
      headings,
      '',
      'A1;"Mia\nKern";Weg 1;01067;Dresden;Tea',
      'A2;"Ben;Weg 2;20095;Hamburg;Ink',
    );
    work.correct('line-5', 'notes', 'Ring');
    await work.leave();
    const again = await goneOn();
    expect(states(again)).toEqual(states(work));
    expect(states(again).map(([lines]) => lines)).toEqual(['3', '5']);
    expect(again.all[1]?.order.fields.notes).toBe('Ring');
  });
});

describe('what is in the file and not in the orders', () => {
  it('is told: columns that hold something and are not used', async () => {
    const work = await opened('Nom;Adresse;Ville;Vide', 'Mia;Rue 1;Lyon;');
    expect(work.sheet.notTaken).toEqual(['Nom', 'Ville']);
  });

  it('is none of the orders where the first row is one', async () => {
    const work = await opened('A1;Mia Kern;Weg 1;01067;Dresden', 'A2;Ben Lang;Weg 2;20095;Hamburg');
    expect(work.sheet.hasKnownHeading).toBe(false);
    await work.setHasHeadings(false);
    expect(work.sheet.headings).toEqual(['Column 1', 'Column 2', 'Column 3', 'Column 4', 'Column 5']);
    await work.setColumn(1, 'recipientName');
    await work.setColumn(2, 'addressLineOne');
    expect(work.all.map(({ order }) => [order.lines, order.fields.recipientName])).toEqual([
      [[1], 'Mia Kern'],
      [[2], 'Ben Lang'],
    ]);
    // Headings that are none are not remembered for other files.
    vi.spyOn(desk.main.handlers.orders, 'addMany').mockImplementation(async ({ orders }) => orders.length);
    const settings = vi.spyOn(desk.main.handlers.settings, 'set');
    expect(await work.save()).toBe(true);
    expect(settings).not.toHaveBeenCalled();
  });

  it('is not dropped where a column is said to hold what another holds', async () => {
    const work = await opened('Nr;Adresse;Hinweis;Mehr', '1;Weg 1;Ring;Dog');
    await work.setColumn(3, 'notes');
    expect(work.sheet.columns).toEqual([null, 'addressLineOne', null, 'notes']);
    expect(work.sheet.notTaken).toEqual(['Nr', 'Hinweis']);
  });
});

it('an import that an earlier version kept brings nothing again that is saved', async () => {
  const rows = [headings, tea, ink, bread].map((line) => line.split(';'));
  const work = {
    ...{ name: 'shop.csv', columns: ['externalId', 'recipientName', 'addressLineOne', 'zip', 'city', 'products'] },
    ...{ corrected: { 'line-2': { phone: '030 1' } }, chosen: {}, taken: ['line-2'], bad: 0, good: 1 },
    ...{ report: null, joining: 'ask' as const, hasHeadings: true, accepted: [] },
  };
  await desk.main.handlers.orderImports.saveRows({ id: 'one', part: 0, rows });
  await desk.main.handlers.orderImports.save({ id: 'one', work });
  const again = await goneOn();
  expect(numbers(again)).toEqual(['A2']);
  await again.setJoining('separate');
  expect(numbers(again)).toEqual(['A2']);
  await again.setColumn(0, null);
  expect(again.all).toHaveLength(1);

  await desk.main.handlers.orderImports.save({ id: 'one', work: { ...work, taken: [] } });
  const open = await goneOn();
  expect(open.all[0]?.order).toMatchObject({ lines: [2, 4], fields: { phone: '030 1', products: 'Tea\nBread' } });
  expect(open.waitingForJoining).toHaveLength(1);
});
