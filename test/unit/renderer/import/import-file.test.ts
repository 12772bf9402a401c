/** The rows of a file become orders: none is joined, dropped or doubled silently. */
import { flushSync } from 'svelte';
import { describe, expect, it, vi } from 'vitest';
import { orderNoun } from '../../../../src/renderer/orders/import/order-noun.ts';
import { readSheetRows } from '../../../../src/renderer/lib/sheet/read-sheet.ts';
import { SheetImport } from '../../../../src/renderer/import/sheet-import.svelte.ts';
import { importDesk } from './import-desk.ts';

const desk = importDesk();

async function opened(...lines: string[]): Promise<SheetImport> {
  const work = new SheetImport(orderNoun(), async (file) => readSheetRows(new Uint8Array(await file.arrayBuffer())));
  desk.works.push(work);
  await work.read(new Blob([lines.join('\n')]), 'shop.csv');
  flushSync();
  return work;
}

/** The import as resumed by the next start of the app. */
async function goneOn(): Promise<SheetImport> {
  const [found] = await desk.main.handlers.imports.list();
  const work = new SheetImport(orderNoun(), async () => ({ kind: 'problem', problem: 'empty' }));
  desk.works.push(work);
  await work.goOn(found!.id);
  flushSync();
  return work;
}

const numbers = (work: SheetImport) => work.all.map(({ item }) => item.fields.externalId);
const states = (work: SheetImport) => work.all.map(({ item, problem }) => [item.lines.join(' '), problem]);

const headings = 'Bestellnummer;Name;Strasse;PLZ;Ort;Artikel';
const tea = 'A1;Mia Kern;Weg 1;01067;Dresden;Tea';
const bread = 'A1;Mia Kern;Weg 1;01067;Dresden;Bread';
const ink = 'A2;Ben Lang;Weg 2;20095;Hamburg;Ink';

describe('two orders of one customer', () => {
  it.each(['Bestellnummer', 'Auftragsnummer', 'Referenz', 'Number'])('stay separate by their %s', async (number) => {
    const work = await opened(
      `${number};Name;Strasse;PLZ;Ort`,
      'A1;Mia Kern;Weg 1;01067;Dresden',
      'A2;Mia Kern;Weg 1;01067;Dresden',
    );
    expect(numbers(work)).toEqual(['A1', 'A2']);
    expect(work.all.map(({ item }) => item.fields.recipientName)).toEqual(['Mia Kern', 'Mia Kern']);
  });

  it('stay separate without an order number', async () => {
    const work = await opened(
      'Name,Address,Zip,City,Notes',
      'Mia,Weg 1,01067,Dresden,Ring',
      'Mia,Weg 1,01067,Dresden,',
    );
    expect(work.all.map(({ item: { fields } }) => [fields.externalId, fields.recipientName])).toEqual([
      ['', 'Mia'],
      ['', 'Mia'],
    ]);
    expect(work.sheet.tally).toMatchObject({ rows: 2, items: 2, joined: 0 });
  });
});

describe('rows with the same order number', () => {
  it('become one order only after the user confirms it, and are listed', async () => {
    const work = await opened(headings, tea, ink, bread);
    expect(work.sheet.numberHeading).toBe('Bestellnummer');
    expect(work.sheet.tally).toEqual({ rows: 3, read: 3, faulty: 0, items: 2, joined: 1 });
    expect(states(work)).toEqual([
      ['2 4', 'Are lines 2, 4 one order?'],
      ['3', null],
    ]);
    // Nothing is saved while the question is open, and rows in question are not skipped with the bad ones.
    expect(await work.save()).toBe(false);
    work.leaveOutBad();
    expect(work.leftOut).toEqual([]);

    await work.setJoining('join');
    expect([work.good.length, work.bad.length]).toEqual([2, 0]);
    expect(work.all[0]?.item.fields.products).toBe('Tea\nBread');
  });

  it('become separate orders if the user does not want them joined', async () => {
    const work = await opened(headings, tea, ink, bread);
    await work.setJoining('separate');
    expect(states(work)).toEqual([
      ['2', null],
      ['3', null],
      ['4', null],
    ]);
    expect(work.sheet.tally).toMatchObject({ items: 3, joined: 0 });
  });

  it('need a new decision when another column holds the order number', async () => {
    const work = await opened(headings, tea, ink, bread);
    await work.setJoining('join');
    await work.setColumn(3, 'externalId');
    expect(work.sheet.joining).toBe('ask');
    expect(work.undecided).toHaveLength(1);
  });

  it('are never joined by an empty order number', async () => {
    const work = await opened(headings, ';Mia;Weg 1;01067;Dresden;Tea', ';Ben;Weg 2;20095;Hamburg;Ink');
    expect(work.all).toHaveLength(2);
  });

  it('keep corrections however they are joined', async () => {
    const work = await opened(headings, tea, ink, bread);
    const [joined] = work.all;
    work.correct(joined!.item.key, 'products', 'Tea\nBread\nSalt');
    await work.setJoining('separate');
    // A correction of the joined order does not apply to one of its rows.
    expect(work.all.map(({ item }) => item.fields.products)).toEqual(['Tea', 'Ink', 'Bread']);
    expect(work.sheet.unusedCorrections).toBe(1);
    work.correct('line-4', 'phone', '030 1');
    await work.setJoining('join');
    expect(work.all[0]?.item.fields).toMatchObject({ products: 'Tea\nBread\nSalt', phone: '030 1' });
    expect(work.sheet.unusedCorrections).toBe(0);
  });

  it('by correction are reported as duplicates instead of imported twice', async () => {
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

describe('malformed rows', () => {
  const broken = [headings, tea, 'A2;"Ben;Weg 2;20095;Hamburg;Ink', 'A3;Cla;Weg 3;10115;Berlin;Oil'];

  it('are listed with their lines and count as bad', async () => {
    const work = await opened(...broken);
    expect(work.sheet.tally).toMatchObject({ rows: 3, read: 1, faulty: 2 });
    expect(work.good).toHaveLength(1);
    expect(states(work).slice(1)).toEqual([
      ['3', expect.stringMatching(/^Line 3: a quotation mark opens a cell and is never closed/)],
      ['4', expect.stringMatching(/^Line 4 could not be separated from line 3/)],
    ]);
    expect(await work.save()).toBe(false);
  });

  it('stay bad while they are corrected, until the user accepts them', async () => {
    const work = await opened(...broken);
    work.correct('line-3', 'recipientName', 'Ben');
    expect(work.bad).toHaveLength(2);
    await work.acceptRows(['line-3', 'line-4']);
    expect(work.all.map(({ item }) => item.fields.recipientName)).toEqual(['Mia Kern', 'Ben', 'Cla']);
    expect([work.good.length, work.bad.length]).toEqual([3, 0]);
    // The counts of the file do not change.
    expect(work.sheet.tally).toMatchObject({ rows: 3, read: 1, faulty: 2 });
    await work.leave();
    expect((await goneOn()).good).toHaveLength(3);
  });

  it('are not joined until they are accepted', async () => {
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

  it('do not count as having missing cells if another one spans several lines', async () => {
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
    expect(again.all[1]?.item.fields.notes).toBe('Ring');
  });
});

describe('content of the file outside the orders', () => {
  it('is reported as columns that have values but are not used', async () => {
    const work = await opened('Kolonne;Adresse;Farbe;Vide', 'Mia;Rue 1;Rot;');
    expect(work.sheet.notTaken).toEqual(['Kolonne', 'Farbe']);
  });

  it('does not include the first row if it is no heading, as the user or the row itself says', async () => {
    const work = await opened('A1;Mia Kern;Weg 1;01067;Dresden', 'A2;Ben Lang;Weg 2;20095;Hamburg');
    expect(work.sheet.hasHeadings).toBe(false);
    expect(work.sheet.columns).toEqual([null, 'recipientName', 'addressLineOne', 'zip', 'city']);
    expect(work.sheet.guesses.map(({ at }) => at)).toEqual([1, 2, 3, 4]);
    await work.setHasHeadings(true);
    expect(work.sheet.hasKnownHeading).toBe(false);
    await work.setHasHeadings(false);
    expect(work.sheet.headings).toEqual(['Column 1', 'Column 2', 'Column 3', 'Column 4', 'Column 5']);
    await work.setColumn(3, null);
    expect(work.sheet.guesses.map(({ at }) => at)).toEqual([1, 2, 4]);
    expect(work.all.map(({ item }) => [item.lines, item.fields.recipientName])).toEqual([
      [[1], 'Mia Kern'],
      [[2], 'Ben Lang'],
    ]);
    // Closed and resumed, it still says which columns nobody has named.
    work.correct('line-1', 'notes', 'Ring');
    await work.leave();
    const again = await goneOn();
    expect(again.sheet.columns).toEqual([null, 'recipientName', 'addressLineOne', null, 'city']);
    expect(again.sheet.guesses).toEqual(work.sheet.guesses);
    await again.setColumn(4, null);
    expect(again.sheet.guesses.map(({ at }) => at)).toEqual([1, 2]);
    await again.leave();
    // Such headings are not remembered for other files.
    vi.spyOn(desk.main.handlers.orders, 'addMany').mockImplementation(async ({ orders }) => orders.length);
    const settings = vi.spyOn(desk.main.handlers.settings, 'set');
    await vi.waitFor(() => expect(work.isComparing).toBe(false));
    expect(await work.save()).toBe(true);
    expect(settings).not.toHaveBeenCalled();
  });

  it('takes a first record that is there again for a duplicate, and for no headings', async () => {
    const again = 'A1;Mia Kern;Güterstraße 1;01067;Dresden';
    const work = await opened(again, 'A2;Ben Lang;Weg 2;20095;Hamburg', again);
    expect(work.sheet.hasHeadings).toBe(false);
    expect(work.all.map(({ problem, duplicate }) => [problem, duplicate])).toEqual([
      ...[
        [null, null],
        [null, null],
      ],
      [null, 'Same as line 1'],
    ]);
  });

  it('includes a column whose field is reassigned to another column', async () => {
    const work = await opened('Nr;Adresse;Hinweis;Mehr', '1;Weg 1;Ring;Dog');
    await work.setColumn(3, 'notes');
    expect(work.sheet.columns).toEqual([null, 'addressLineOne', null, 'notes']);
    expect(work.sheet.notTaken).toEqual(['Nr', 'Hinweis']);
  });
});

it('imports no order again that an import of an earlier version has saved', async () => {
  const rows = [headings, tea, ink, bread].map((line) => line.split(';'));
  const work = {
    ...{
      noun: 'orders' as const,
      place: '',
      name: 'shop.csv',
      columns: ['externalId', 'recipientName', 'addressLineOne', 'zip', 'city', 'products'],
    },
    ...{ corrected: { 'line-2': { phone: '030 1' } }, chosen: {}, taken: ['line-2'], bad: 0, good: 1 },
    ...{ report: null, joining: 'ask' as const, hasHeadings: true, accepted: [], forms: {}, rejected: {} },
  };
  await desk.main.handlers.imports.saveRows({ id: 'one', part: 0, rows });
  await desk.main.handlers.imports.save({ id: 'one', work });
  const again = await goneOn();
  expect(numbers(again)).toEqual(['A2']);
  await again.setJoining('separate');
  expect(numbers(again)).toEqual(['A2']);
  await again.setColumn(0, null);
  expect(again.all).toHaveLength(1);

  await desk.main.handlers.imports.save({ id: 'one', work: { ...work, taken: [] } });
  const open = await goneOn();
  expect(open.all[0]?.item).toMatchObject({ lines: [2, 4], fields: { phone: '030 1', products: 'Tea\nBread' } });
  expect(open.undecided).toHaveLength(1);
});
