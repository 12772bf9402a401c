/** What the choice of a depot leaves of a list, and which rows show for a depot that the account does not have. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { depotChoice } from '../../../../src/renderer/lib/depot-choice.svelte.ts';
import { standIn } from '../../../fixtures/backend-stand-in.ts';

let main: ReturnType<typeof standIn>;

beforeEach(() => {
  main = standIn();
  vi.stubGlobal('window', { backend: main });
});
afterEach(() => vi.unstubAllGlobals());

/** The choice as after a start of the app. */
async function start(): Promise<typeof depotChoice> {
  vi.resetModules();
  const { depotChoice: choice } = await import('../../../../src/renderer/lib/depot-choice.svelte.ts');
  return choice;
}
const depot = (name: string) => ({ id: `depots/${name}`, name });
const rows = [
  { id: 'north', depots: ['depots/North'] },
  { id: 'south', depots: ['depots/South'] },
  { id: 'both', depots: ['depots/South', 'depots/North'] },
  { id: 'none', depots: [] },
  { id: 'unknown', depots: [null] },
];
const shown = (choice: typeof depotChoice) => choice.rowsOf(rows, ({ depots }) => depots).map(({ id }) => id);

it('shows the rows of the chosen depot and those of none, after a start too', async () => {
  const choice = await start();
  expect(shown(choice)).toHaveLength(rows.length);
  await choice.choose('depots/North');
  expect(shown(choice)).toEqual(['north', 'both', 'none', 'unknown']);

  const again = await start();
  await vi.waitFor(() => expect(shown(again)).toEqual(['north', 'both', 'none', 'unknown']));
  await again.choose(null);
  expect(shown(again)).toHaveLength(rows.length);
});

it('names the depot once the depots are loaded', async () => {
  const choice = await start();
  await choice.choose('depots/North');
  expect(choice.name).toBeNull();
  choice.known = [depot('North'), depot('South')];
  expect(choice.name).toBe('North');
});

it('shows all rows when the account has no such depot', async () => {
  const choice = await start();
  await choice.choose('depots/Elsewhere');
  expect(shown(choice)).toEqual(['none', 'unknown']);
  choice.known = [depot('North')];
  expect(choice.id).toBeNull();
  expect(shown(choice)).toHaveLength(rows.length);
});
