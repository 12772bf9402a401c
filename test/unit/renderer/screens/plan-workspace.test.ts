/** What the views of a plan share: what they are narrowed to, what is selected and marked, and what Esc takes back. */
import { flushSync } from 'svelte';
import { beforeEach, describe, expect, it } from 'vitest';
import { Live } from '../../../../src/renderer/lib/live.svelte.ts';
import { PlanWorkspace } from '../../../../src/renderer/screens/plan-workspace.svelte.ts';
import { StopList } from '../../../../src/renderer/stops/stop-list.svelte.ts';
import type { StopRow } from '../../../../src/shared/stops.ts';
import { driverRow, stopRow } from '../../../fixtures/rows.ts';
import { standIn } from '../../../fixtures/backend-stand-in.ts';

const quiet = { hidden: () => false, onVisible: () => () => undefined, onChanged: () => () => undefined };
const [ada, ben] = [driverRow('drivers/a', 'Ada'), driverRow('drivers/b', 'Ben')];
const place = { latitude: 52.5, longitude: 10.2 };
const of = (driver: typeof ada, position: number) => ({ driverId: driver.id, driverName: driver.name, position });
const planned = [
  stopRow('start', { ...of(ada, 0), type: 'start' }),
  stopRow('a1', { ...of(ada, 1), ...place, recipientName: 'Ida Falk' }),
  stopRow('b1', { ...of(ben, 1), ...place, recipientName: 'Ole Falk' }),
  stopRow('a2', { ...of(ada, 2), recipientName: 'Uwe Kern' }),
  stopRow('none', { recipientName: 'Zoe Kern' }),
];

let rows: StopRow[];
let driverIds: string[];
let optimization: string;
let placed: number | null;
let stops: StopList;
let workspace: PlanWorkspace;

beforeEach(async () => {
  rows = planned;
  driverIds = [ada.id, ben.id];
  optimization = 'optimized';
  placed = null;
  const read = async () => ({ rows, asOf: 1, refreshing: false, cursor: null, total: rows.length });
  stops = new StopList('plans/p', new Live(read, { what: ['stops'], surroundings: quiet }));
  const [plan] = standIn().state.plans;
  workspace = new PlanWorkspace({
    stops,
    plan: () => ({ ...plan!, driverIds, optimization }),
    drivers: () => [ada, ben],
    depot: () => undefined,
    zone: () => 'Europe/Berlin',
    before: () => [{ driverId: ada.id, stops: ['a1', 'b1'], metres: null, lastAt: null }],
    placed: () => placed,
  });
  await stops.list.reload();
});

const ids = (all: readonly { id: string }[]) => all.map(({ id }) => id);
/** Ids of the stops in table, timeline and map. */
function shown() {
  flushSync();
  return {
    table: ids(stops.rows),
    timeline: workspace.shownLines.map(({ name, stops: each }) => [name, ...ids(each)]),
    map: ids(workspace.onMap.stops),
  };
}

describe('narrowing the views of a plan', () => {
  it('shows everything at first', () => {
    expect(shown()).toEqual({
      table: ['start', 'a1', 'b1', 'a2', 'none'],
      timeline: [
        ['Ada', 'a1', 'a2'],
        ['Ben', 'b1'],
        [null, 'none'],
      ],
      map: ['a1', 'b1'],
    });
    expect(stops.counts).toEqual({ shown: 4, total: 4 });
  });

  it('narrows all views to one driver, and keeps all routes in the list of routes', () => {
    workspace.showOnly(ada.id);
    expect(shown()).toEqual({ table: ['start', 'a1', 'a2'], timeline: [['Ada', 'a1', 'a2']], map: ['a1'] });
    expect(workspace.lines.map(({ name }) => name)).toEqual(['Ada', 'Ben', null]);
    expect(stops.counts).toEqual({ shown: 2, total: 4 });
  });

  it('narrows to the stops on no route', () => {
    workspace.showOnly(null);
    expect(shown().table).toEqual(['none']);
    expect(workspace.driver).toBeNull();
  });

  it('narrows by driver and by text at once', () => {
    stops.filter = 'kern';
    expect(shown().table).toEqual(['a2', 'none']);
    workspace.showOnly(ada.id);
    expect(shown()).toEqual({ table: ['a2'], timeline: [['Ada', 'a2']], map: [] });
    expect(planned.filter(workspace.fits).map(({ id }) => id)).toEqual(['a2', 'none']);
  });

  it.each([
    ['driver:"Ada"', ['start', 'a1', 'a2']],
    ['driver:ada kern', ['a2']],
    ['address:41731', ['a1', 'b1']],
    ['hint:"Same point as another street"', ['a1', 'b1']],
    ['driver:', ['start', 'a1', 'b1', 'a2', 'none']],
  ])('fits %s in the opened routes as in the table', async (filter, fitting) => {
    const addresses: Readonly<Record<string, string>> = { a1: 'Am Markt 1, 41731 Ort', b1: 'Am Ufer 2, 41731 Ort' };
    rows = planned.map((row) => ({ ...row, address: addresses[row.id] ?? 'Am Hof 3, 41099 Ort' }));
    await stops.list.reload();
    stops.filter = filter;
    expect([shown().table, ids(rows.filter(workspace.fits))]).toEqual([fitting, fitting]);
    // An opened route shows what fits of it, whichever route the other views are narrowed to.
    workspace.showOnly(ben.id);
    flushSync();
    expect(ids(rows.filter(workspace.fits))).toEqual(fitting);
  });

  it('shows all again when the route it is narrowed to is gone', async () => {
    workspace.showOnly(null);
    rows = planned.filter(({ id }) => id !== 'none');
    await stops.list.reload();
    expect(shown().table).toEqual(['start', 'a1', 'b1', 'a2']);
    expect(workspace.driver).toBeUndefined();
  });

  it('shows all again when the table has to show a stop of another route', () => {
    workspace.showOnly(ben.id);
    stops.widen();
    expect(workspace.driver).toBeUndefined();
    expect(shown().table).toEqual(['start', 'a1', 'b1', 'a2', 'none']);
  });

  it('keeps the look of a driver while others are hidden', () => {
    const before = workspace.lookOf(ben.id);
    workspace.showOnly(ben.id);
    expect(workspace.lookOf(ben.id)).toEqual(before);
    expect(workspace.lookOf(null)).toBeNull();
  });
});

describe('the routes of an optimised plan', () => {
  const awaited = async (change: () => void) => {
    rows = planned.map((row) => ({ ...row, driverId: null }));
    change();
    await stops.list.reload();
    flushSync();
    return workspace.awaitsRoutes;
  };

  it('are awaited until a stop is on one', async () => {
    expect(workspace.awaitsRoutes).toBe(false);
    expect(await awaited(() => undefined)).toBe(true);
  });

  it('are not awaited where no stop was put on one, or the plan was changed since', async () => {
    expect(await awaited(() => (placed = 0))).toBe(false);
    expect(await awaited(() => ([placed, optimization] = [5, 'editing']))).toBe(false);
  });
});

describe('selecting in the views of a plan', () => {
  it('shows all routes again when a stop of a hidden one is selected', () => {
    workspace.showOnly(ada.id);
    workspace.select('a2');
    expect(workspace.driver).toBe(ada.id);
    workspace.select('b1');
    expect([workspace.driver, stops.selected]).toEqual([undefined, 'b1']);
  });

  it('opens the details of a stop in any view', () => {
    workspace.open('b1');
    expect([stops.selected, stops.beside.kind]).toEqual(['b1', 'detail']);
  });

  it('marks what the lasso encloses, or adds it', () => {
    workspace.mark(['a1'], false);
    workspace.mark(['b1'], true);
    expect([...stops.marked]).toEqual(['a1', 'b1']);
    workspace.mark(['a2'], false);
    workspace.select('none');
    expect([...workspace.chosen]).toEqual(['a2', 'none']);
  });
});

it('takes back with Esc the marks, then the selection, then the narrowing', () => {
  workspace.showOnly(ada.id);
  workspace.select('a1');
  workspace.mark(['a1', 'a2'], false);
  const left = () => [stops.marked.size, stops.selected, workspace.driver];
  expect([workspace.escape(), left()]).toEqual([true, [0, 'a1', ada.id]]);
  expect([workspace.escape(), left()]).toEqual([true, [0, null, ada.id]]);
  expect([workspace.escape(), left()]).toEqual([true, [0, null, undefined]]);
  expect(workspace.escape()).toBe(false);
});

describe('what the last optimisation changed', () => {
  const counts = () => [...workspace.changes].map(([id, { added, removed }]) => [id, added, removed]);

  it.each(['optimized', 'preview'])('is said of a plan that is %s', (state) => {
    optimization = state;
    expect(counts()).toEqual([
      [ada.id, 1, 1],
      [ben.id, 1, 0],
    ]);
  });

  it('is not said of a plan that was changed since', () => {
    optimization = 'editing';
    expect(counts()).toEqual([]);
  });
});
