/** The columns of a table of stops, their groups, and the filter over them. */
import { expect, it, vi } from 'vitest';
import { Live } from '../../../../src/renderer/lib/live.svelte.ts';
import {
  propertyNames,
  stopColumns,
  stopGroupings,
  stopsSummary,
  usualColumns,
} from '../../../../src/renderer/stops/stop-columns.ts';
import { StopList } from '../../../../src/renderer/stops/stop-list.svelte.ts';
import { sortValueOf } from '../../../../src/renderer/ui/table.ts';
import { contentOf } from '../../../../src/renderer/ui/table-content.ts';
import { linesOf } from '../../../../src/renderer/ui/table-lines.ts';
import { standIn } from '../../../fixtures/backend-stand-in.ts';
import { stopRow } from '../../../fixtures/rows.ts';

const rows = [
  stopRow('stops/1', {
    recipientName: 'Zoë Kern',
    packageCount: 2,
    weight: { amount: 2, unit: 'kilogram' },
    driverId: 'drivers/b',
    driverName: 'Ben',
    estimatedArrivalAt: Date.parse('2026-06-15T09:10:00+02:00'),
    customProperties: { doorCode: '12' },
  }),
  stopRow('stops/2', { recipientName: '=Ada', allowedDrivers: ['drivers/a', 'drivers/x'] }),
  stopRow('stops/3', {
    packageCount: 1,
    weight: { amount: 3, unit: 'pound' },
    driverId: 'drivers/b',
    driverName: 'Ben',
    estimatedArrivalAt: Date.parse('2026-06-15T15:40:00+02:00'),
  }),
  stopRow('stops/4', { type: 'end', driverId: 'drivers/a', driverName: 'Ada' }),
];
const berlin = () => 'Europe/Berlin';
const columns = stopColumns(false, { 'drivers/a': 'Ada' }, propertyNames(rows), 'Europe/Berlin');
const columnOf = (id: string) => columns.find((column) => column.id === id)!;

it('shows the team’s custom properties and the names of allowed drivers', () => {
  expect(columnOf('property:doorCode').text?.(rows[0]!)).toBe('12');
  expect(columnOf('allowedDrivers').text?.(rows[1]!), 'an unknown driver by its id').toBe('Ada, drivers/x');
});

it('shows weights as they are, to the second decimal, and in tonnes by their sign', () => {
  const weighed = (amount: number, unit: string) => stopRow('stops/w', { weight: { amount, unit } });
  const cells = [weighed(0.05, 'kilogram'), weighed(12.46, 'kilogram'), weighed(1.5, 'metric-ton')];
  expect(cells.map((row) => columnOf('weight').text?.(row))).toEqual(['0.05 kg', '12.46 kg', '1.5 t']);
});

it('sorts weights of several units by weight', () => {
  const weightOf = sortValueOf(columnOf('weight'))!;
  expect(Number(weightOf(rows[0]!))).toBeGreaterThan(Number(weightOf(rows[2]!)));
});

it('has no columns about routes and no groups for stops without a plan', () => {
  const ids = stopColumns(true, {}, [], 'Europe/Berlin').map(({ id }) => id);
  expect(ids).not.toContain('driver');
  expect(ids).not.toContain('arrival');
  expect(stopGroupings(true, berlin, () => [])).toEqual([]);
});

it('shows only the essential columns where there is little room', () => {
  expect(usualColumns(true)).not.toContain('driver');
  expect(usualColumns(false)).toContain('driver');
});

it('groups by driver, those on no route last, and sums up each group', () => {
  const titlesIn = (order: readonly string[]) => {
    const [byDriver] = stopGroupings(false, berlin, () => order);
    const lines = linesOf(rows, ({ id }) => id, byDriver);
    return Array.from({ length: lines.length }, (_, index) => lines.at(index)).flatMap((line) =>
      line?.kind === 'group' ? [line.title] : [],
    );
  };
  expect(titlesIn([]), 'by name where the plan has no order').toEqual(['Ada', 'Ben', 'On no route']);
  const idOf = (name: string) => rows.find(({ driverName }) => driverName === name)!.driverId!;
  expect(titlesIn([idOf('Ben'), idOf('Ada')]), 'in the order of the routes').toEqual(['Ben', 'Ada', 'On no route']);
  expect(titlesIn([idOf('Ben')]), 'one who is not in the plan comes after').toEqual(['Ben', 'Ada', 'On no route']);
  expect(
    stopsSummary(
      rows.filter(({ driverName }) => driverName === 'Ben'),
      berlin(),
    ),
  ).toBe('2 stops · 3 packages · 2 kg · 3 lb · 09:10–15:40');
  expect(stopsSummary([rows[3]!], berlin()), 'the end of a route is no stop').toBe('0 stops');
});

it('filters by columns and exports what is left as it is shown', async () => {
  vi.stubGlobal('window', { backend: standIn() });
  const quiet = { hidden: () => false, onVisible: () => () => undefined, onChanged: () => () => undefined };
  const read = async () => ({ rows, asOf: 1, refreshing: false, cursor: null, total: rows.length });
  const list = new StopList('plans/p1', new Live(read, { what: ['stops'], surroundings: quiet }));
  await list.list.reload();
  list.filter = 'driver:"Ben"';
  expect(list.rows.map(({ id }) => id)).toEqual(['stops/1', 'stops/3']);
  expect(list.terms.map(({ field, value }) => [field.title, value])).toEqual([['Driver', 'Ben']]);
  list.dropTerm(list.terms[0]!);
  expect(list.filter).toBe('');
  list.filter = 'kern driver:b';
  expect(list.rows.map(({ id }) => id)).toEqual(['stops/1']);
  expect(list.suggest('driver:')[0]).toMatchObject({ word: 'driver:"Ben"', filter: 'driver:"Ben" ' });

  list.view.showIn(() => list.rows);
  const { headings, rows: cells } = contentOf(list.view, 'csv');
  expect(headings).toEqual(['No.', 'Status', 'Recipient', 'Address', 'Time window', 'Packages', 'Driver', 'Arrival']);
  expect(cells).toEqual([[null, 'Planned', 'Zoë Kern', '', null, 2, 'Ben', '09:10']]);
  vi.unstubAllGlobals();
});
