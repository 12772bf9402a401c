/** An import of stops without a plan that is closed and resumed. */
import { expect, it } from 'vitest';
import { SheetImport } from '../../../../../src/renderer/import/sheet-import.svelte.ts';
import { unassignedNoun } from '../../../../../src/renderer/stops/import/stop-noun.ts';
import { standInNow } from '../../../../fixtures/backend-stand-in.ts';
import { importDesk } from '../../import/import-desk.ts';

const desk = importDesk();

const around = { clock: { zone: 'Europe/Berlin', day: null }, now: standInNow, drivers: [], properties: [] };
const rows = [
  ['Name', 'Street'],
  ['Mia', 'Weg 1'],
];

/** An import as its dialog holds it, with the depot that is chosen there. */
function opened() {
  const chosen: { depot: string | null } = { depot: null };
  const noun = unassignedNoun(
    () => chosen.depot,
    (id) => (chosen.depot = id),
    around,
  );
  const work = new SheetImport(noun, async () => ({ kind: 'rows', rows }));
  desk.works.push(work);
  return { chosen, work };
}

it('has the depot again that was chosen for its stops', async () => {
  const { chosen, work } = opened();
  await work.read(new Blob(), 'loose.csv');
  work.correct('line-2', 'phone', '030 1');
  chosen.depot = 'depots/north';
  work.checkAgain();
  await work.leave();
  const [kept] = await desk.main.handlers.imports.list();
  expect(kept).toMatchObject({ noun: 'unassignedStops', place: 'depots/north' });
  const again = opened();
  await again.work.goOn(kept!.id);
  expect(again.chosen.depot).toBe('depots/north');
});

it('keeps no depot while none is chosen', async () => {
  const { work } = opened();
  await work.read(new Blob(), 'loose.csv');
  work.correct('line-2', 'phone', '030 1');
  await work.leave();
  const [kept] = await desk.main.handlers.imports.list();
  const again = opened();
  await again.work.goOn(kept!.id);
  expect([kept?.place, again.chosen.depot]).toEqual(['', null]);
});
