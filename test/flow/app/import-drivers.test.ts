/** Drivers of a file: sent as imports of fifty, each on the service once, and known by their ids afterwards. */
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { DriverCreate } from '../../../src/shared/drivers.ts';
import type { RunningService } from '../../../src/training/server.ts';
import { connect, startApp, type TestApp } from '../../fixtures/app.ts';
import { allEntries } from '../../fixtures/entries.ts';
import { passOn, startScriptedServer } from '../../fixtures/scripted-server.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { waitFor } from '../../fixtures/wait-for.ts';
import { accessOf, readList, startTraining } from './office.ts';

const email = (at: number) => `file.${at}@depot.example`;
const states = async (app: TestApp) => (await allEntries(app)).map(({ state }) => state);

/** The app beside a training service whose first write loses its answer, or does not arrive; null: nothing is lost. */
async function open(lose: 'answer' | 'request' | null) {
  const service = await startTraining(temporaryFolder());
  let left = lose === null ? 0 : 1;
  const middle = await startScriptedServer(async (incoming, response, socket) => {
    if (incoming.method === 'POST' && left > 0) {
      left -= 1;
      if (lose === 'answer') await passOn(service.address, service.authority, incoming);
      socket.destroy();
      return;
    }
    const answer = await passOn(service.address, service.authority, incoming);
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
  });
  const app = await startApp({ folder: temporaryFolder(), times: { settle: 300, late: 2_000 } });
  const access = { ...accessOf(service), address: middle.origin, authority: middle.authority };
  expect(await connect(app, access)).toMatchObject({ connected: true });
  await waitFor('drivers', async () => (await app.handlers.drivers.list()).asOf !== null);
  const writes = () => middle.received.filter(({ method }) => method === 'POST').map(({ path }) => path);
  return { service, app, writes };
}

async function addMany(app: TestApp, drivers: DriverCreate[]): Promise<void> {
  const keys = drivers.map((_driver, at) => `line-${at + 2}`);
  const of = { importId: randomUUID(), name: 'drivers.csv', keys, last: true };
  await app.handlers.drivers.addMany({ drivers, of, gesture: `${of.importId}:drivers` });
}

/** The emails of the file's drivers that the service has. */
async function arrived(service: RunningService): Promise<string[]> {
  const drivers = await readList<{ email: string | null }>(service, 'drivers', 'drivers');
  return drivers.flatMap(({ email: mail }) => (mail?.startsWith('file.') === true ? [mail] : [])).toSorted();
}

it('sends fifty at a time, asks about the rejected one, and plans with the others', async () => {
  const { service, app, writes } = await open(null);
  const drivers = Array.from({ length: 60 }, (_, at) => ({
    ...{ name: `File ${at}`, email: email(at) },
    ...(at === 7 ? { depots: ['depots/gone'] } : {}),
  }));
  await addMany(app, drivers);
  await waitFor('all to be sent', async () =>
    (await states(app)).every((state) => state === 'acknowledged' || state === 'refused'),
  );
  expect(writes()).toEqual(['/public/v1/drivers:import', '/public/v1/drivers:import']);
  const rejected = (await allEntries(app)).filter(({ state }) => state === 'refused');
  expect(rejected.map(({ name }) => name)).toEqual(['File 7']);
  // The answer names no ids: the list does.
  const known = await waitFor('the ids', async () => {
    const { rows } = await app.handlers.drivers.list();
    const own = rows.filter((row) => row.email?.startsWith('file.') === true && row.entryState !== 'refused');
    return own.length === 59 && own.every(({ id }) => id.startsWith('drivers/')) ? own : undefined;
  });
  expect(new Set(known.map(({ id }) => id)).size).toBe(59);
  expect(await arrived(service)).toEqual(drivers.flatMap(({ email: mail }, at) => (at === 7 ? [] : [mail])).toSorted());
}, 60_000);

it.each(['answer', 'request'] as const)(
  'has each driver on the service once after losing the %s of an import',
  async (lose) => {
    const { service, app, writes } = await open(lose);
    const drivers = Array.from({ length: 12 }, (_, at) => ({ name: `File ${at}`, email: email(at) }));
    await addMany(app, drivers);
    await waitFor('all to be sent', async () => (await states(app)).every((state) => state === 'acknowledged'), 30_000);
    expect(await arrived(service)).toEqual(drivers.map((driver) => driver.email).toSorted());
    expect(writes()).toHaveLength(lose === 'answer' ? 1 : 2);
  },
  60_000,
);
