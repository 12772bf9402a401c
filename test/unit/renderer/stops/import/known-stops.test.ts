/** What an import of stops learns from the service when its user asks: the list as it is now, and stops outside it. */
import { expect, it, vi } from 'vitest';
import { emptyItemFields } from '../../../../../src/renderer/import/fields.ts';
import type { ImportItem } from '../../../../../src/renderer/import/item.ts';
import { KnownStops, type StopSource } from '../../../../../src/renderer/stops/import/known-stops.svelte.ts';
import { stopSheet } from '../../../../../src/renderer/stops/import/stop-sheet.ts';
import { t } from '../../../../../src/messages/index.ts';
import { AppError } from '../../../../../src/shared/errors.ts';
import type { StopDetail, StopRow } from '../../../../../src/shared/stops.ts';
import { stopRow } from '../../../../fixtures/rows.ts';

const wanted = () => true;
const items = (...numbers: string[]): ImportItem[] =>
  numbers.map((externalId, at) => ({
    ...{ key: `line-${at + 2}`, lines: [at + 2], problems: {}, faultyRows: 0 },
    fields: { ...emptyItemFields(), externalId },
  }));

const around = { clock: { zone: 'Europe/Berlin', day: '2026-06-17' }, now: 0, drivers: [], properties: [] };

function source(rows: StopRow[], over: Partial<StopSource> = {}) {
  const made = {
    around,
    list: async () => ({ rows: [...rows], asOf: 0, refreshing: false, cursor: null, total: rows.length }),
    read: vi.fn(async () => Promise.reject(new AppError('record.not-found'))),
    refresh: vi.fn(async () => undefined),
    elsewhere: vi.fn<StopSource['elsewhere']>(async () => ({ stops: [], unasked: [] })),
    ...over,
  };
  return { ...made, known: new KnownStops(made, stopSheet(around)) };
}

it('finds a stop that only the service had until then', async () => {
  const rows: StopRow[] = [];
  const refresh = async () => void rows.push(stopRow('plans/p1/stops/s1', { externalId: 'W-1' }));
  const { known } = source(rows, { refresh });
  const [item] = items('W-1') as [ImportItem];
  await known.lookUp(() => [item], wanted);
  expect(known.there()(item).duplicate).toBeNull();
  await known.ask(() => [item], wanted);
  expect(known.there()(item)).toMatchObject({ duplicate: t('imports.duplicateCached'), isKnown: true });
});

it('says where the service has the number, and leaves what to do to the person', async () => {
  const { known } = source([], {
    elsewhere: async () => ({
      stops: [
        { externalId: 'W-1', planId: 'plans/p2', planTitle: 'Friday' },
        { externalId: 'W-2', planId: 'plans/p3', planTitle: null },
        { externalId: 'W-3', planId: null, planTitle: null },
      ],
      unasked: ['W-4'],
    }),
  });
  const all = items('W-1', 'W-2', 'W-3', 'W-4');
  await known.ask(() => all, wanted);
  expect(all.map((item) => known.there()(item))).toEqual([
    { duplicate: null, isKnown: false, alike: t('stopImport.elsewherePlan', { plan: 'Friday' }) },
    { duplicate: null, isKnown: false, alike: t('stopImport.elsewhereOtherPlan') },
    { duplicate: null, isKnown: false, alike: t('stopImport.elsewhereUnassigned') },
    { duplicate: null, isKnown: false, alike: null },
  ]);
  expect(known.askedWords).toEqual([
    t('stopImport.askedService'),
    t('stopImport.askedElsewhere', { done: 3, count: 4 }),
    t('stopImport.askElsewhereFailed', { count: 1 }),
  ]);
  known.begin();
  expect([known.askedWords, known.there()(all[0]!).alike]).toEqual([[], null]);
});

const mia = { recipientName: 'Mia Kern', addressLineOne: 'Güterstraße 52', zip: '41742', city: 'Aldermünde' };
const like = (row: Partial<StopRow> = {}) =>
  stopRow('plans/p1/stops/s1', {
    ...{ recipientName: 'Mia Kern', address: 'Güterstraße 52, 41742 Aldermünde, Germany', externalId: 'W-1' },
    ...row,
  });
const looksLike = (): ImportItem[] =>
  items('W-2').map((item) => ({ ...item, fields: { ...item.fields, ...mia, notes: 'Ring twice' } }));

it('lets a row change the stop that it looks like, with what the file says', async () => {
  const detail: StopDetail = {
    row: like(),
    stop: {
      ...{ id: 'plans/p1/stops/s1', type: 'stop', recipient: { name: 'Mia Kern', externalId: 'W-1' } },
      address: { addressLineOne: 'Güterstraße 52', addressLineTwo: '41742 Aldermünde, Germany' },
    },
    ...{ draft: null, changed: [] },
  };
  const read = vi.fn(async () => detail);
  const { known } = source([like()], { read });
  const all = looksLike();
  const [item] = all as [ImportItem];
  await known.lookUp(() => all, wanted);
  const alike = t('stopImport.alikePlan', { name: 'Mia Kern' });
  expect(known.there()(item)).toEqual({ duplicate: null, isKnown: false, alike, isAlikeKnown: true });
  expect(known.changeOf(item)).toEqual({ kind: 'cannot', why: t('stopImport.cannotNotRead') });
  await known.read(all, wanted);
  expect(read).toHaveBeenCalledTimes(1);
  expect(known.changeOf(item)).toMatchObject({
    ...{ kind: 'change', recordId: 'plans/p1/stops/s1' },
    fields: [
      { label: t('stopForm.externalId'), before: 'W-1', after: 'W-2' },
      { label: t('stopForm.notes'), before: '', after: 'Ring twice' },
    ],
  });
});

it('lets no row change a stop that is moved away or attended, or another row of the file', async () => {
  const [first, second] = [...looksLike(), ...items('W-3', 'W-4').slice(1)].map((item) => ({
    ...item,
    fields: { ...item.fields, ...mia },
  })) as [ImportItem, ImportItem];
  const going: Partial<StopRow>[] = [{ change: 'move' }, { attemptedAt: 1 }];
  for (const gone of going) {
    const { known } = source([like(gone)]);
    await known.lookUp(() => [first], wanted);
    expect(known.there()(first)).toMatchObject({ isKnown: false, alike: expect.any(String) as string });
    expect(known.there()(first).isAlikeKnown).toBeUndefined();
  }
  const { known } = source([]);
  await known.lookUp(() => [first, second], wanted);
  expect(known.there()(second)).toEqual({
    ...{ duplicate: null, isKnown: false },
    alike: t('imports.alikeLine', { line: '2' }),
  });
});

it('looks each number up once, a hundred at a time, and goes on after a failure', async () => {
  let calls = 0;
  const elsewhere = vi.fn<StopSource['elsewhere']>(async () => {
    calls += 1;
    if (calls === 1) throw new AppError('line.unreachable');
    return { stops: [], unasked: [] };
  });
  const { known } = source([], { elsewhere });
  const numbers = Array.from({ length: 150 }, (_, at) => `W-${at}`);
  await known.ask(() => items(...numbers, 'W-0', ''), wanted);
  expect(elsewhere.mock.calls.map(([asked]) => asked)).toEqual([numbers.slice(0, 100), numbers.slice(100)]);
  expect(known.askedWords).toContain(t('stopImport.askedElsewhere', { done: 50, count: 150 }));
  expect(known.askedWords).toContain(t('stopImport.askElsewhereFailed', { count: 100 }));
});

it('says that the service has no search, and asks it no more', async () => {
  const elsewhere = vi.fn(async () => null);
  const { known } = source([], { elsewhere });
  await known.ask(() => items(...Array.from({ length: 250 }, (_, at) => `W-${at}`)), wanted);
  expect(elsewhere).toHaveBeenCalledTimes(1);
  expect(known.askedWords).toEqual([t('stopImport.askedService'), t('stopImport.noSearch')]);
});

it('says that the list could not be read', async () => {
  const { known } = source([], { refresh: () => Promise.reject(new AppError('line.unreachable')) });
  await known.ask(() => items(''), wanted);
  expect(known.askedWords).toEqual([t('stopImport.askFailed')]);
});

it('says nothing any more once another file was chosen', async () => {
  let isWanted = true;
  const { known } = source([], {
    elsewhere: async () => {
      isWanted = false;
      return { stops: [{ externalId: 'W-1', planId: null, planTitle: null }], unasked: [] };
    },
  });
  const all = items('W-1');
  await known.ask(
    () => all,
    () => isWanted,
  );
  expect(known.there()(all[0]!).alike).toBeNull();
});
