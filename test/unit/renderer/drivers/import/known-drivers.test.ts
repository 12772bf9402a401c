/** What an import of drivers learns from the service when its user asks. */
import { flushSync } from 'svelte';
import { expect, it, vi } from 'vitest';
import { driverNoun } from '../../../../../src/renderer/drivers/import/driver-noun.ts';
import { SheetImport } from '../../../../../src/renderer/import/sheet-import.svelte.ts';
import { t } from '../../../../../src/messages/index.ts';
import { AppError } from '../../../../../src/shared/errors.ts';
import { importDesk } from '../../import/import-desk.ts';

const desk = importDesk();

async function opened(): Promise<SheetImport> {
  const rows = [
    ['Name', 'Email'],
    ['Ada Lang', 'ada@import.example'],
  ];
  const work = new SheetImport(driverNoun(), async () => ({ kind: 'rows', rows }));
  desk.works.push(work);
  await work.read(new Blob(), 'drivers.csv');
  return work;
}

it('finds a driver that only the service had until then', async () => {
  const work = await opened();
  expect([work.all.map(({ isKnown }) => isKnown), work.noun.existing.askedWords]).toEqual([[false], []]);
  const { state } = desk.main;
  vi.spyOn(desk.main.handlers.drivers, 'refresh').mockImplementation(async () => {
    state.drivers.push({ ...state.drivers[0]!, id: 'drivers/new', name: 'Ada', email: 'Ada@import.example' });
  });
  await work.askService();
  flushSync();
  expect(work.all.map(({ isKnown, duplicate }) => [isKnown, duplicate])).toEqual([
    [true, t('driverImport.sameReach', { name: 'Ada' })],
  ]);
  expect(work.noun.existing.askedWords).toEqual([t('driverImport.askedService')]);
});

it('says that the drivers could not be read', async () => {
  const work = await opened();
  vi.spyOn(desk.main.handlers.drivers, 'refresh').mockRejectedValue(new AppError('line.unreachable'));
  await work.askService();
  flushSync();
  expect(work.noun.existing.askedWords).toEqual([t('driverImport.askFailed')]);
  work.end();
  expect(work.noun.existing.askedWords).toEqual([]);
});
