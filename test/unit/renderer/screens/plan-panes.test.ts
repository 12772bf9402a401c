/** Which views of a plan are shown in which window, how large they are, and what is remembered. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PaneName, PlanPanes } from '../../../../src/renderer/screens/plan-panes.svelte.ts';
import { standIn } from '../../../fixtures/backend-stand-in.ts';

let main: ReturnType<typeof standIn>;
let taken: number;

beforeEach(() => {
  main = standIn();
  taken = 0;
  vi.stubGlobal('window', { backend: main });
});
afterEach(() => vi.unstubAllGlobals());

/** The panes as after a start of the app. */
async function start(width: number, height: number): Promise<PlanPanes> {
  vi.resetModules();
  const { PlanPanes: Panes } = await import('../../../../src/renderer/screens/plan-panes.svelte.ts');
  const panes = new Panes({ taken: () => taken, lanes: () => 20 });
  Object.assign(panes, { width, height });
  await vi.waitFor(() => expect(panes.isReady).toBe(true));
  return panes;
}
const wide = () => start(1_732, 970);
const usual = () => start(1_178, 660);
const shown = (panes: PlanPanes) =>
  (['routes', 'map', 'timeline', 'unassigned'] as const satisfies readonly PaneName[]).filter((pane) =>
    panes.isShown(pane),
  );

describe('which views are shown', () => {
  it('shows all in a wide window', async () => {
    expect(shown(await wide())).toEqual(['routes', 'map', 'timeline', 'unassigned']);
  });

  it('shows the map beside the table of a usual window, and the routes in its place', async () => {
    const panes = await usual();
    expect(shown(panes)).toEqual(['map']);
    await panes.show('routes');
    expect(shown(panes)).toEqual(['routes']);
    await panes.show('unassigned');
    expect(shown(panes)).toEqual(['unassigned']);
    await panes.hide('unassigned');
    expect(shown(panes)).toEqual([]);
    await panes.show('timeline');
    expect(shown(panes)).toEqual(['timeline']);
  });

  it('puts the details in the place of the map where there is no room for both', async () => {
    const [small, large] = [await usual(), await wide()];
    taken = 380;
    expect([shown(small), shown(large)]).toEqual([[], ['routes', 'map', 'timeline', 'unassigned']]);
  });

  it('lets a click open the details until its user asks for the pane that they would cover', async () => {
    const panes = await usual();
    expect(panes.staysBeside).toBe(false);
    await panes.show('map');
    expect(panes.staysBeside).toBe(true);
    await panes.hide('map');
    expect(panes.staysBeside).toBe(false);
  });

  it('lays a pane over the table of a small window when it is asked for, and forgets it', async () => {
    const panes = await start(620, 320);
    expect(shown(panes)).toEqual([]);
    await panes.show('routes');
    expect(shown(panes)).toEqual(['routes']);
    expect(shown(await start(620, 320))).toEqual([]);
  });

  it('remembers what is shown, for each layout by itself', async () => {
    const before = await wide();
    await before.hide('routes');
    await before.hide('unassigned');
    await before.hide('timeline');
    expect(shown(await wide())).toEqual(['map']);
    expect(shown(await usual())).toEqual(['map']);
    await (await usual()).show('routes');
    expect(shown(await usual())).toEqual(['routes']);
    expect(shown(await wide())).toEqual(['map']);
  });
});

describe('the sizes of the views', () => {
  it('follows an edge, and remembers where it was left', async () => {
    const panes = await wide();
    panes.move('map', 500);
    expect(panes.sizes('map').value).toBe(500);
    expect(main.state.settings.panes).toEqual({});
    await panes.choose('map', 480);
    expect(panes.sizes('map').value).toBe(480);
    expect((await wide()).sizes('map').value).toBe(480);
  });

  it('chooses the size again when it is asked to', async () => {
    const panes = await wide();
    const { value } = panes.sizes('routes');
    await panes.choose('routes', value + 40);
    await panes.choose('routes', null);
    expect(panes.sizes('routes').value).toBe(value);
  });

  it('leaves room for the table, also beside a form', async () => {
    const panes = await wide();
    await panes.choose('map', 900);
    const room = () => 1_732 - taken - panes.sizes('routes').value - panes.sizes('map').value;
    expect(room()).toBe(560);
    taken = 468;
    expect(room()).toBe(560);
    expect(panes.sizes('routes').most).toBe(1_732 - 468 - 560 - 240);
  });

  it('keeps the least size in a window that has no room', async () => {
    const panes = await start(800, 300);
    const { value, least, most } = panes.sizes('timeline');
    expect([value, most - least]).toEqual([110, 26]);
    expect(panes.sizes('beside')).toEqual({ value: 280, least: 280, most: 280 });
  });

  it('makes the timeline no higher than its lanes', async () => {
    const panes = await wide();
    expect(panes.sizes('timeline').value).toBe(230);
    vi.resetModules();
    const { PlanPanes: Panes } = await import('../../../../src/renderer/screens/plan-panes.svelte.ts');
    const few = new Panes({ taken: () => 0, lanes: () => 3 });
    Object.assign(few, { width: 1_732, height: 970 });
    expect(few.sizes('timeline').value).toBe(66 + 3 * 26);
  });
});

it('shows its own choice when the settings cannot be read', async () => {
  const failing = async () => {
    throw new Error('the disk is gone');
  };
  Object.assign(main.handlers.settings, { get: failing });
  expect(shown(await wide())).toEqual(['routes', 'map', 'timeline', 'unassigned']);
});
