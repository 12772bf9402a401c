/** Saving an import while it is corrected: its rows once in chunks, and its corrections after each pause. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { orderSheet } from '../../../../src/renderer/orders/import/order-sheet.ts';
import {
  asKeptNow,
  ImportKeeper,
  mayBeKept,
  readKept,
  type SheetRows,
} from '../../../../src/renderer/import/keep-import.ts';
import { reportOf } from '../../../../src/renderer/lib/sheet/report.ts';
import { AppError } from '../../../../src/shared/errors.ts';
import {
  mostKeptCharacters,
  mostKeptColumns,
  mostKeptRows,
  rowsAtOnce,
  type ImportWork,
} from '../../../../src/shared/imports.ts';
import { standIn } from '../../../fixtures/backend-stand-in.ts';

const headings = ['Bestellnummer', 'Name', 'Strasse'];
const filled = <Item>(count: number, item: Item): Item[] => Array.from({ length: count }, () => item);

const work = (set: Partial<ImportWork> = {}): ImportWork => ({
  ...{
    noun: 'orders' as const,
    place: '',
    name: 'a.csv',
    columns: ['externalId', 'recipientName', 'addressLineOne'],
    corrected: {},
    chosen: {},
  },
  ...{
    taken: [],
    bad: 0,
    good: 1,
    report: null,
    joining: 'ask',
    hasHeadings: true,
    accepted: [],
    forms: {},
    rejected: {},
  },
  ...set,
});

it('saves a file up to its limits, not counting the headings', () => {
  expect(mayBeKept(filled(mostKeptRows + 1, []))).toBe(true);
  expect(mayBeKept(filled(mostKeptRows + 2, []))).toBe(false);
  expect(mayBeKept([headings, filled(mostKeptColumns, '')])).toBe(true);
  expect(mayBeKept([headings, filled(mostKeptColumns + 1, '')])).toBe(false);
  const half = 'x'.repeat(mostKeptCharacters / 2);
  expect(mayBeKept([[half], [half]])).toBe(true);
  expect(mayBeKept([[half, 'x'], [half]])).toBe(false);
});

it('looks through the cells of a file once', () => {
  let looks = 0;
  const row = new Proxy(['x'], { get: (of, name) => ((looks += 1), Reflect.get(of, name) as unknown) });
  const rows = [row];
  expect(mayBeKept(rows)).toBe(true);
  const once = looks;
  expect(once).toBeGreaterThan(0);
  expect([mayBeKept(rows), looks]).toEqual([true, once]);
});

describe('an import saved by an earlier version', () => {
  const rows = [headings, ['A1', 'Mia', 'Weg 1'], ['A2', 'Ben', 'Weg 2'], ['A1', 'Mia', 'Weg 1']];

  it('is unchanged if its file has a report', () => {
    const kept = work({ report: reportOf(rows), taken: ['line-2'] });
    expect(asKeptNow(orderSheet, { work: kept, rows })).toEqual({ work: kept, report: kept.report });
  });

  it('moves corrections and choices for the first row of an order to the order', () => {
    const kept = work({
      corrected: { 'line-2': { phone: '1' }, 'line-3': { phone: '2' } },
      chosen: { 'line-2': 'out', 'line-3': 'in' },
    });
    const now = asKeptNow(orderSheet, { work: kept, rows });
    expect(now.report).toEqual(reportOf(rows));
    expect(now.work).toEqual({
      ...kept,
      corrected: { 'join-2-2-4': { phone: '1' }, 'line-3': { phone: '2' } },
      chosen: { 'join-2-2-4': 'out', 'line-3': 'in' },
    });
  });

  it('imports no saved order again, however its rows are joined', () => {
    const now = (...taken: string[]) => asKeptNow(orderSheet, { work: work({ taken }), rows }).work.taken;
    expect(now('line-2')).toEqual(['line-2', 'join-2-2-4', 'line-4']);
    expect(now('line-3')).toEqual(['line-3']);
    expect(now()).toEqual([]);
  });

  it('joins rows with missing cells as that version did', () => {
    const short = [headings, ['A1', 'Mia', 'Weg 1'], ['A1', 'Mia']];
    const kept = work({ taken: ['line-2'] });
    expect(asKeptNow(orderSheet, { work: kept, rows: short }).work.taken).toEqual(['line-2', 'join-2-2-3', 'line-3']);
  });

  it('uses the columns of its headings even if the first row has fewer cells', () => {
    const some = [['Name', 'Bestellnummer'], ['Mia'], ['Mia', 'A1'], ['Mia', 'A1']];
    const kept = work({ columns: ['recipientName', 'externalId'], taken: ['line-3'] });
    expect(asKeptNow(orderSheet, { work: kept, rows: some }).work.taken).toEqual(['line-3', 'join-3-2-4', 'line-4']);
  });

  it('may have no rows', () => {
    expect(asKeptNow(orderSheet, { work: work({ columns: [] }), rows: [] }).work.taken).toEqual([]);
  });
});

describe('saving an import', () => {
  let main: ReturnType<typeof standIn>;
  let rows: SheetRows;
  let now: ImportWork | null;
  let told: (string | null)[];
  let calls: { saveRows: string[]; save: string[]; remove: string[] };
  let keeper: ImportKeeper;

  beforeEach(() => {
    vi.useFakeTimers();
    main = standIn();
    vi.stubGlobal('window', { backend: main });
    [rows, now, told] = [[headings, ['A1', 'Mia', 'Weg 1']], work(), []];
    const saved: typeof calls = { saveRows: [], save: [], remove: [] };
    calls = saved;
    const { imports } = main.handlers;
    vi.spyOn(imports, 'saveRows').mockImplementation(async ({ id, part, rows: some }) => {
      saved.saveRows.push(`${id} ${part}: ${some.length}`);
    });
    vi.spyOn(imports, 'save').mockImplementation(async ({ id }) => void saved.save.push(id));
    vi.spyOn(imports, 'remove').mockImplementation(async ({ id }) => void saved.remove.push(id));
    keeper = new ImportKeeper({
      rows: () => rows,
      work: () => now,
      kept: (error) => told.push(error?.code ?? null),
    });
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('sends the rows once in chunks, then the corrections', async () => {
    rows = filled(2 * rowsAtOnce + 1, ['x']);
    await keeper.now();
    const id = keeper.gesture;
    const parts = [`${id} 0: ${rowsAtOnce}`, `${id} 1: ${rowsAtOnce}`, `${id} 2: 1`];
    expect(calls).toEqual({ saveRows: parts, save: [id], remove: [] });
    expect([keeper.importId, told]).toEqual([id, [null]]);
    await keeper.now();
    expect(calls).toEqual({ saveRows: parts, save: [id, id], remove: [] });
  });

  it('sends no empty chunk after a full one', async () => {
    rows = filled(rowsAtOnce, ['x']);
    await keeper.now();
    expect(calls.saveRows).toHaveLength(1);
  });

  it('waits for a pause in typing and saves once', async () => {
    keeper.soon();
    await vi.advanceTimersByTimeAsync(399);
    keeper.soon();
    await vi.advanceTimersByTimeAsync(399);
    expect(calls.save).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(calls.save).toHaveLength(1);
    keeper.soon();
    await keeper.now();
    await vi.runAllTimersAsync();
    expect(calls.save).toHaveLength(2);
  });

  it('saves nothing for a file that is too large or without content', async () => {
    now = null;
    await keeper.now();
    now = work();
    rows = filled(mostKeptRows + 2, []);
    await keeper.now();
    expect([calls.save, calls.saveRows, told, keeper.importId]).toEqual([[], [], [], null]);
  });

  it('reports an error and sends the missing data again', async () => {
    const { saveRows } = main.handlers.imports;
    vi.mocked(saveRows).mockRejectedValueOnce(new AppError('storage.not-saved'));
    await keeper.now();
    expect([told, keeper.importId, calls.save]).toEqual([['storage.not-saved'], null, []]);
    await keeper.now();
    expect(calls.saveRows).toHaveLength(1);
    expect([told, keeper.importId]).toEqual([['storage.not-saved', null], keeper.gesture]);
  });

  describe('rows on which there is no work yet', () => {
    it('are stored once, and offered to nobody', async () => {
      keeper.rowsSoon();
      keeper.rowsSoon();
      await vi.runAllTimersAsync();
      const id = keeper.gesture;
      expect([calls, keeper.importId]).toEqual([{ saveRows: [`${id} 0: 2`], save: [], remove: [] }, null]);
      await keeper.now();
      expect([calls, keeper.importId]).toEqual([{ saveRows: [`${id} 0: 2`], save: [id], remove: [] }, id]);
    });

    it('are removed when the file is left as it is, and stored again with later work', async () => {
      now = null;
      keeper.rowsSoon();
      await keeper.now();
      await keeper.now();
      const id = keeper.gesture;
      expect(calls.remove).toEqual([id]);
      now = work();
      await keeper.now();
      expect([calls.saveRows.slice(-1), calls.save]).toEqual([[`${id} 0: 2`], [id]]);
    });

    it('are not stored further once the file is left as it is', async () => {
      rows = filled(3 * rowsAtOnce, ['x']);
      const arrived = Promise.withResolvers<undefined>();
      vi.mocked(main.handlers.imports.saveRows).mockImplementationOnce(async () => arrived.promise);
      keeper.rowsSoon();
      const id = keeper.gesture;
      now = null;
      await keeper.now();
      arrived.resolve(undefined);
      await vi.runAllTimersAsync();
      expect([calls.saveRows, calls.remove]).toEqual([[], [id]]);
    });

    it('stay if they are those of a saved import', async () => {
      now = null;
      keeper.begin('kept');
      await keeper.now();
      expect(calls.remove).toEqual([]);
    });

    it('are removed when the file is read in another way', async () => {
      keeper.rowsSoon();
      await vi.runAllTimersAsync();
      const id = keeper.gesture;
      await keeper.forget();
      expect([calls.remove, keeper.gesture === id]).toEqual([[id], false]);
    });

    it('are not stored further for another file, unless there is work on them', async () => {
      rows = filled(3 * rowsAtOnce, ['x']);
      for (const hasWork of [false, true]) {
        const arrived = Promise.withResolvers<undefined>();
        vi.mocked(main.handlers.imports.saveRows).mockImplementationOnce(async () => arrived.promise);
        keeper.rowsSoon();
        const id = keeper.gesture;
        const keeping = hasWork ? keeper.now() : Promise.resolve();
        await vi.advanceTimersByTimeAsync(0);
        keeper.begin();
        arrived.resolve(undefined);
        await keeping;
        await vi.runAllTimersAsync();
        const rest = [`${id} 1: ${rowsAtOnce}`, `${id} 2: ${rowsAtOnce}`];
        expect([calls.saveRows, calls.save]).toEqual(hasWork ? [rest, [id]] : [[], []]);
      }
    });

    it('are stored with the first work if they could not be stored before', async () => {
      vi.mocked(main.handlers.imports.saveRows).mockRejectedValueOnce(new AppError('storage.not-saved'));
      keeper.rowsSoon();
      await vi.runAllTimersAsync();
      expect([told, calls.saveRows]).toEqual([[], []]);
      await keeper.now();
      expect([told, calls.saveRows.length, calls.save]).toEqual([[null], 1, [keeper.gesture]]);
    });

    it('are not stored of a file that is too large', async () => {
      rows = filled(mostKeptRows + 2, []);
      keeper.rowsSoon();
      await vi.runAllTimersAsync();
      expect(calls.saveRows).toEqual([]);
    });
  });

  it('reads each chunk of a saved import once, in order', async () => {
    const { imports } = main.handlers;
    const asked: number[] = [];
    vi.spyOn(imports, 'get').mockResolvedValue({ work: work(), parts: 3 });
    vi.spyOn(imports, 'rows').mockImplementation(async ({ part }) => {
      asked.push(part);
      return [[`of ${part}`]];
    });
    expect(await readKept('kept')).toEqual({ work: work(), rows: [['of 0'], ['of 1'], ['of 2']] });
    expect(asked).toEqual([0, 1, 2]);
  });

  it('resumes a saved import with its rows', async () => {
    keeper.begin('kept');
    expect([keeper.gesture, keeper.importId]).toEqual(['kept', 'kept']);
    await keeper.now();
    expect(calls).toEqual({ saveRows: [], save: ['kept'], remove: [] });
  });

  it('starts another file with a new id and saves nothing more of the previous one', async () => {
    keeper.begin('kept');
    keeper.soon();
    keeper.begin();
    await vi.runAllTimersAsync();
    expect(calls.save).toEqual([]);
    expect(keeper.importId).toBeNull();
    expect(keeper.gesture).not.toBe('kept');
  });

  it('does not count the next file as saved when the previous one arrives', async () => {
    const arrived = Promise.withResolvers<undefined>();
    vi.mocked(main.handlers.imports.saveRows).mockImplementationOnce(async () => arrived.promise);
    const keeping = keeper.now();
    await vi.advanceTimersByTimeAsync(0);
    keeper.begin();
    arrived.resolve(undefined);
    await keeping;
    expect(keeper.importId).toBeNull();
    await keeper.now();
    expect(calls.saveRows).toEqual([`${keeper.gesture} 0: 2`]);
  });

  /** Rows that arrive in main when the test says so, and a pause in typing meanwhile. */
  function savingSlowly() {
    const arrived = Promise.withResolvers<undefined>();
    vi.mocked(main.handlers.imports.saveRows).mockImplementationOnce(async () => arrived.promise);
    const keeping = keeper.now();
    keeper.soon();
    return { id: keeper.gesture, keeping, arrived };
  }

  it('removes a saved import after it has arrived, and nothing otherwise', async () => {
    await keeper.forget();
    expect(calls.remove).toEqual([]);
    const keeping = keeper.now();
    const id = keeper.gesture;
    keeper.soon();
    await keeper.forget();
    await keeping;
    await vi.runAllTimersAsync();
    expect(calls).toEqual({ saveRows: [`${id} 0: 2`], save: [id], remove: [id] });
    expect([keeper.importId, keeper.gesture === id]).toEqual([null, false]);
  });

  it('is finished once it has arrived, and saved no more', async () => {
    const finish = vi.spyOn(main.handlers.imports, 'finish').mockResolvedValue(undefined);
    const { id, keeping, arrived } = savingSlowly();
    let isOver = false;
    const over = keeper.finish(['line-2']).then(() => (isOver = true));
    await vi.advanceTimersByTimeAsync(1_000);
    expect([isOver, keeper.gesture]).toEqual([false, id]);
    arrived.resolve(undefined);
    await Promise.all([keeping, over]);
    await vi.runAllTimersAsync();
    expect(calls).toEqual({ saveRows: [], save: [id], remove: [] });
    expect(finish.mock.calls.map(([asked]) => asked)).toEqual([{ id, changed: ['line-2'] }]);
    expect([keeper.importId, keeper.gesture === id]).toEqual([null, false]);
  });

  it('names no rows of a file that is not stored when it is finished', async () => {
    const finish = vi.spyOn(main.handlers.imports, 'finish').mockResolvedValue(undefined);
    const id = keeper.gesture;
    await keeper.finish(['line-2']);
    expect(finish.mock.calls.map(([asked]) => asked)).toEqual([{ id, changed: [] }]);
  });

  it('saves nothing when typing pauses during the removal', async () => {
    const { id, keeping, arrived } = savingSlowly();
    const gone = keeper.forget();
    await vi.advanceTimersByTimeAsync(1_000);
    arrived.resolve(undefined);
    await Promise.all([keeping, gone]);
    await vi.runAllTimersAsync();
    expect(calls).toEqual({ saveRows: [], save: [id], remove: [id] });
  });
});
