/** The older API version behind the same client and app (planning-api, Versioning). */
import { describe, expect, it, onTestFinished } from 'vitest';
import { Client } from '../../../src/main/api/client.ts';
import { Pace } from '../../../src/main/api/pace.ts';
import { HttpsTransport } from '../../../src/main/api/transport.ts';
import { realSystem } from '../../../src/main/system.ts';
import { capabilitiesOf } from '../../../src/shared/capabilities.ts';
import { endpoints, type Endpoint, type EndpointName } from '../../../src/shared/endpoints.ts';
import { rawOf } from '../../../src/shared/shapes.ts';
import { connect, startApp } from '../../fixtures/app.ts';
import { json, startScriptedServer, type Script, type ScriptedServer } from '../../fixtures/scripted-server.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { waitFor } from '../../fixtures/wait-for.ts';

const driver = { id: 'drivers/a', name: 'Ada', email: 'Ada@example.org', phone: '+49 40 123456', depots: [] };
const stopId = 'plans/p1/stops/s1';

/** Answers by path as an older service, with nothing under v1. */
const olderService =
  (answers: Record<string, unknown>): Script =>
  (incoming, response, socket) => {
    const path = incoming.path.replace(/\?.*$/, '');
    const body = answers[path];
    const answer = body === undefined ? json(404, { message: 'Nothing here.' }) : json(200, body);
    return answer(incoming, response, socket);
  };

function olderClient(server: ScriptedServer): Client {
  const transport = new HttpsTransport({ origin: server.origin, authorities: [server.authority], system: realSystem });
  onTestFinished(() => transport.close());
  return new Client({
    transport,
    pace: new Pace({ system: realSystem, desks: 1 }),
    version: 'v0.2b',
    signal: new AbortController().signal,
    host: 'older',
    key: () => 'older-key',
    observe: () => undefined,
  });
}

describe('v0.2b', () => {
  it('has 39 of the 50 operations, and the others are refused before any request', async () => {
    const planning = Object.entries<Endpoint>(endpoints).filter(([, { service }]) => service === 'planning');
    const missing = planning.filter(([, { versions }]) => !versions.includes('v0.2b')).map(([name]) => name);
    expect([planning.length, planning.length - missing.length]).toEqual([50, 39]);

    const server = await startScriptedServer(json(200, {}));
    const client = olderClient(server);
    for (const name of missing as EndpointName[]) {
      const call = { path: { routeId: 'x', depotId: 'x', memberId: 'x' }, body: {}, priority: 'click' } as const;
      await expect(client.write(name, call)).rejects.toMatchObject({ code: 'connection.version', detail: { name } });
    }
    expect(server.received).toHaveLength(0);
  });

  it('resolves drivers by id, e-mail or phone once they are known, and keeps unknown identifiers', async () => {
    const stop = (more: object) => ({ id: stopId, ...more });
    const server = await startScriptedServer(json(200, stop({ allowedDriversIdentifiers: ['ada@example.org'] })));
    const client = olderClient(server);
    const read = () => client.read('stops.get', { path: { planId: 'p1', stopId: 's1' }, priority: 'click' });
    expect((await read()).allowedDrivers).toEqual(['ada@example.org']);

    server.script = json(200, { drivers: [driver], nextPageToken: null });
    await client.read('drivers.list', { priority: 'click' });
    const identifiers = ['ada@example.org', '0049 40 12 34 56', 'a', 'drivers/a', 'Somebody Else'];
    server.script = json(200, stop({ allowedDriversIdentifiers: identifiers }));
    expect((await read()).allowedDrivers).toEqual([
      'drivers/a',
      'drivers/a',
      'drivers/a',
      'drivers/a',
      'Somebody Else',
    ]);

    server.script = json(200, stop({ driverIdentifier: 'ADA@EXAMPLE.ORG' }));
    expect((await read()).allowedDrivers).toEqual(['drivers/a']);

    // A number that two drivers share identifies neither.
    server.script = json(200, { drivers: [{ ...driver, id: 'drivers/b', email: null }], nextPageToken: null });
    await client.read('drivers.list', { priority: 'click' });
    server.script = json(200, stop({ allowedDriversIdentifiers: ['+49 40 123456', 'ada@example.org'] }));
    expect((await read()).allowedDrivers).toEqual(['+49 40 123456', 'drivers/a']);
  });

  it('keeps every field of an answer', async () => {
    const said = {
      id: stopId,
      eta: { estimatedArrivalAt: 7, unheardOf: 1 },
      etaNullReason: null,
      driverIdentifier: 'x',
      circuitClientId: 'client-1',
      deliveryInfo: { arrivedAt: 5, timeAtStopInfo: { arrivedAt: 5, more: true }, mood: 'good' },
      newField: { deep: [1, null] },
    };
    const server = await startScriptedServer(json(200, said));
    const view = await olderClient(server).read('stops.get', {
      path: { planId: 'p1', stopId: 's1' },
      priority: 'click',
    });
    expect(rawOf(view)).toEqual({
      ...said,
      allowedDrivers: ['x'],
      clientId: 'client-1',
      eta: { status: 'available', value: said.eta },
      deliveryInfo: {
        ...said.deliveryInfo,
        timeAtStopInfo: { status: 'available', value: said.deliveryInfo.timeAtStopInfo },
      },
    });
  });

  it('is detected when the service lacks v1, saved with the workspace, and mapped for every screen', async () => {
    const plan = {
      id: 'plans/p1',
      title: 'Monday',
      starts: { day: 15, month: 6, year: 2026 },
      depot: 'depots/d1',
      writable: true,
      drivers: [driver],
    };
    const server = await startScriptedServer(
      olderService({
        '/public/v0.2b/plans': { plans: [plan], nextPageToken: null },
        '/public/v0.2b/plans/p1/stops': {
          stops: [
            {
              id: stopId,
              allowedDriversIdentifiers: ['ada@example.org'],
              eta: { estimatedArrivalAt: 1_781_509_800 },
              deliveryInfo: { arrivedAt: null, timeAtStopInfo: null, timeAtStopInfoNullReason: null },
            },
          ],
          nextPageToken: null,
        },
        '/public/v0.2b/drivers': { drivers: [driver], nextPageToken: null },
        // Neither plans nor depots have routeOverrides in this version.
        '/public/v0.2b/depots': { depots: [{ id: 'depots/d1', name: 'North' }], nextPageToken: null },
      }),
    );
    const folder = temporaryFolder();
    const app = await startApp({ folder });
    const result = await connect(app, {
      address: server.origin,
      authority: server.authority,
      planningKey: 'older-key',
    });
    expect(result.connected).toBe(true);
    expect(app.session().planningVersion).toBe('v0.2b');

    const rows = await waitFor('the plan', async () => {
      const listed = await app.handlers.plans.list();
      return listed.rows.length > 0 && listed.rows;
    });
    expect(rows[0]).toMatchObject({ title: 'Monday', driverIds: ['drivers/a'] });
    const depots = await waitFor('the depot', async () => {
      const listed = await app.handlers.depots.list();
      return listed.rows.length > 0 && listed.rows;
    });
    const unknown = { startTime: null, endTime: null, maxStops: null, hasStart: null };
    expect(depots).toEqual([expect.objectContaining({ id: 'depots/d1', name: 'North', ...unknown })]);
    expect(await app.handlers.plans.get({ planId: 'plans/p1' })).toMatchObject({ depotName: 'North' });
    const stops = await waitFor('its stop', async () => {
      const listed = await app.handlers.stops.list({ planId: 'plans/p1', cursor: null });
      return listed.rows.length > 0 && listed.rows;
    });
    expect(stops[0]?.estimatedArrivalAt).toBe(1_781_509_800_000);
    const { stop } = await app.handlers.stops.get({ planId: 'plans/p1', id: stopId });
    expect(stop).toMatchObject({ allowedDrivers: ['drivers/a'], deliveryInfo: { timeAtStopInfo: null } });

    const { operations, planRouteOverrides, mostBarcodes } = capabilitiesOf(app.session());
    expect(operations['stops.create']).toEqual({ can: true });
    expect(operations['stops.search']).toEqual({ can: false, why: 'older-version' });
    expect(operations['orders.list']).toEqual({ can: false, why: 'no-key' });
    expect([planRouteOverrides, mostBarcodes]).toEqual([{ can: false, why: 'older-version' }, 200]);
    await app.close();

    const again = await startApp({ folder });
    expect(again.session().planningVersion).toBe('v0.2b');
  });

  it('is not tried when the key is refused', async () => {
    const server = await startScriptedServer(json(401, { message: 'No.' }));
    const app = await startApp({ folder: temporaryFolder() });
    const result = await connect(app, {
      address: server.origin,
      authority: server.authority,
      planningKey: 'wrong-key',
    });
    expect(result.checks[0]).toMatchObject({ result: 'failed', error: { code: 'service.key-refused' } });
    expect(server.received.map(({ path }) => path)).toEqual(['/public/v1/plans?maxPageSize=1']);
  });

  it('returns the error of v1 when neither version exists', async () => {
    const server = await startScriptedServer(json(404, { message: 'Nothing here.' }));
    const app = await startApp({ folder: temporaryFolder() });
    const result = await connect(app, { address: server.origin, authority: server.authority, planningKey: 'any-key' });
    expect(result.checks[0]).toMatchObject({ result: 'failed', error: { code: 'service.not-found' } });
    expect(server.received).toHaveLength(2);
  });
});
