/** What the keys can read is found out list by list, from a real service. */
import { expect, it } from 'vitest';
import type { Switches } from '../../../src/training/switches.ts';
import { connect, startApp } from '../../fixtures/app.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { accessOf, startTraining } from './office.ts';

const planning = ['plans', 'unassignedStops', 'drivers', 'depots', 'routes', 'operations', 'properties', 'search'];
const orders = ['orders', 'couriers', 'pickupLocations'];
const all = (names: readonly string[]) => names.map((name) => [name, 'readable']);

async function open(switches: Partial<Switches> = {}, without: 'ordersKey' | 'planningKey' | null = null) {
  const service = await startTraining(temporaryFolder(), 1, switches);
  const app = await startApp({ folder: temporaryFolder() });
  const access = accessOf(service);
  await connect(app, without === null ? access : { ...access, [without]: '' });
  return { app, service };
}

const resultsIn = (rows: readonly { name: string; result: string }[]) => rows.map(({ name, result }) => [name, result]);

it('is every list of both services', async () => {
  const { app } = await open();
  expect(resultsIn(await app.handlers.connections.access())).toEqual(all([...planning, ...orders]));
});

it('is only asked of the services that there are keys for', async () => {
  const { app } = await open({}, 'ordersKey');
  expect(resultsIn(await app.handlers.connections.access())).toEqual(all(planning));
});

it('leaves out what an older version does not have, and is not asked for it', async () => {
  const { app } = await open({ planningVersions: 'older-only' });
  const rows = await app.handlers.connections.access();
  const absent = rows.filter(({ result }) => result === 'absent').map(({ name, error }) => [name, error]);
  expect(absent).toEqual([
    ['routes', null],
    ['search', null],
  ]);
  expect(rows.filter(({ result }) => result === 'readable')).toHaveLength(planning.length + orders.length - 2);
});

it('says what the subscription does not include, in the words of the service', async () => {
  const { app } = await open({ subscription: 'basic' });
  const search = (await app.handlers.connections.access()).find(({ name }) => name === 'search');
  expect(search).toMatchObject({
    result: 'refused',
    error: { detail: { serviceCode: 'feature_not_in_subscription' } },
  });
});

it('says that the service could not be asked', async () => {
  const { app, service } = await open();
  await service.close();
  const rows = await app.handlers.connections.access();
  expect(rows.map(({ result }) => result)).toEqual([...planning, ...orders].map(() => 'failed'));
  expect(rows.every(({ error }) => error?.code.startsWith('line.'))).toBe(true);
});
