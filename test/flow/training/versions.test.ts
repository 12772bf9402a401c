import { describe, expect, it } from 'vitest';
import { basePath, endpoints, type Endpoint } from '../../../src/shared/endpoints.ts';
import type { Depot, Driver, Plan, Stop } from '../../../src/training/model.ts';
import { ask, training, type Client } from './support.ts';

type Body = Record<string, unknown>;

/** One request in v0.2b. */
async function older(client: Client, path: string, method = 'GET', body?: unknown) {
  const { address, authority, planningKey } = client.service;
  client.clock.pass(1_000);
  const answer = await ask(`${address}/public/v0.2b${path}`, {
    authority,
    authorization: `Bearer ${planningKey}`,
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body), contentType: 'application/json' }),
  });
  return { status: answer.status, body: (answer.body ?? {}) as Body };
}

const plans = (client: Client) => client.all<Plan>('planning', '/plans?maxPageSize=20', 'plans');
const drivers = (client: Client) => client.all<Driver>('planning', '/drivers', 'drivers');

async function openPlan(client: Client): Promise<Plan> {
  return (await plans(client)).find(({ optimization, writable }) => optimization === 'editing' && writable)!;
}

const address = { addressLineOne: 'Rosenweg 3' };

/** A stop of a plan as each version answers it. */
async function inBoth(client: Client, id: string) {
  return [(await client.planning(`/${id}`)).body as Stop, (await older(client, `/${id}`)).body] as const;
}

describe('v0.2b, reading a stop', () => {
  it('names drivers by free strings instead of allowedDrivers: an id, an e-mail address or a telephone number', async () => {
    const client = await training();
    const plan = await openPlan(client);
    const team = await drivers(client);
    const seen = new Set<string>();
    for (const id of [...plan.drivers, null]) {
      const input = { address, ...(id === null ? {} : { allowedDrivers: [id] }) };
      const made = (await client.post(`/${plan.id}/stops`, input)).body as Stop;
      const [now, before] = await inBoth(client, made.id);
      expect(Object.keys(now)).not.toContain('driverIdentifier');
      expect(Object.keys(before)).not.toContain('allowedDrivers');
      if (id === null) {
        expect([before['driverIdentifier'], before['allowedDriversIdentifiers']]).toEqual([null, null]);
        continue;
      }
      const driver = team.find((each) => each.id === id)!;
      const identifier = before['driverIdentifier'] as string;
      expect(before['allowedDriversIdentifiers']).toEqual([identifier]);
      expect([driver.id, driver.email, driver.phone]).toContain(identifier);
      seen.add(identifier === driver.id ? 'id' : identifier === driver.email ? 'email' : 'phone');
    }
    expect(seen.size).toBeGreaterThan(1);
    const two = plan.drivers.slice(0, 2);
    const made = (await client.post(`/${plan.id}/stops`, { address, allowedDrivers: two })).body as Stop;
    const [, before] = await inBoth(client, made.id);
    expect([before['driverIdentifier'], before['allowedDriversIdentifiers']]).toMatchObject([null, { length: 2 }]);
  });

  it('has a flat eta, or null and etaNullReason with reason, message and url', async () => {
    const client = await training();
    const laidOut = (await plans(client)).find(({ optimization }) => optimization === 'optimized')!;
    const open = await openPlan(client);
    for (const plan of [laidOut, open]) {
      const listed = (await older(client, `/${plan.id}/stops`)).body['stops'] as Body[];
      for (const before of listed) {
        const now = (await client.planning(`/${String(before['id'])}`)).body as Stop;
        if ('value' in now.eta) {
          expect([before['eta'], before['etaNullReason']]).toEqual([now.eta.value, null]);
          expect(before['eta']).toHaveProperty('estimatedArrivalAt');
        } else {
          expect(before['eta']).toBeNull();
          expect(before['etaNullReason']).toEqual({
            reason: 'not_optimized',
            message: expect.any(String) as string,
            url: expect.any(String) as string,
          });
        }
      }
      expect(listed.some(({ eta }) => (eta === null) === (plan === open))).toBe(true);
    }
  });

  it('has a flat timeAtStopInfo with its null reason, and deliveryInfo.arrivedAt beside them', async () => {
    const client = await training();
    const done = (await plans(client)).find(({ distributed }) => distributed)!;
    const stops = await client.all<Stop>('planning', `/${done.id}/stops`, 'stops');
    const arrived = stops.find(({ deliveryInfo }) => deliveryInfo?.timeAtStopInfo.status === 'available')!;
    const [now, before] = await inBoth(client, arrived.id);
    const info = before['deliveryInfo'] as Body;
    const { timeAtStopInfo } = now.deliveryInfo!;
    if (!('value' in timeAtStopInfo)) throw new Error('the driver has not arrived');
    expect(info).toMatchObject({
      timeAtStopInfo: timeAtStopInfo.value,
      timeAtStopInfoNullReason: null,
      arrivedAt: timeAtStopInfo.value.arrivedAt,
    });
    expect(Object.keys(timeAtStopInfo.value).sort()).toEqual(['arrivedAt', 'departedAt', 'isEstimated']);

    const plan = await openPlan(client);
    const { body } = await older(client, `/${plan.id}/stops`, 'POST', { address });
    const ahead = (await client.planning(`/${String(body['id'])}`)).body as Stop;
    expect(ahead.deliveryInfo?.timeAtStopInfo).toEqual({ status: 'pending', reason: 'not_yet_arrived' });
    expect(body['deliveryInfo'], 'a reason that came with v1').toMatchObject({
      arrivedAt: null,
      timeAtStopInfo: null,
      timeAtStopInfoNullReason: null,
    });
    const start = stops.find(({ type }) => type === 'start')!;
    expect((await inBoth(client, start.id))[1]['deliveryInfo']).toBeNull();
  });

  it('has every other field as v1 has it', async () => {
    const client = await training();
    const done = (await plans(client)).find(({ distributed }) => distributed)!;
    const { stops } = (await client.planning(`/${done.id}/stops`)).body as { stops: Stop[] };
    for (const { id } of stops) {
      const [now, before] = await inBoth(client, id);
      const { allowedDrivers: _a, eta: _e, deliveryInfo, clientId, ...same } = now;
      expect(before).toMatchObject({ ...same, circuitClientId: clientId });
      const { timeAtStopInfo: _t, ...info } = deliveryInfo ?? { timeAtStopInfo: null };
      if (deliveryInfo) expect(before['deliveryInfo']).toMatchObject(info);
      expect(Object.keys(before)).toHaveLength(Object.keys(now).length + 2);
    }
  });
});

describe('v0.2b, writing a stop', () => {
  it('takes driver by id, e-mail address or telephone number, and clears it with null', async () => {
    const client = await training();
    const input = { name: 'Zoë', email: 'zoe@depot.example', phone: '+49 171 3920099' };
    const driver = (await client.post('/drivers', input)).body as Driver;
    const starts = { day: 20, month: 6, year: 2026 };
    const made = await client.post('/plans', { title: 'Zoë', starts, depot: driver.depots[0], drivers: [driver.id] });
    const plan = made.body as Plan;
    for (const identifier of [driver.id, input.email.toUpperCase(), input.phone.replaceAll(' ', '')]) {
      const { status, body } = await older(client, `/${plan.id}/stops`, 'POST', { address, driver: identifier });
      expect(status, identifier).toBe(200);
      const id = String(body['id']);
      expect(((await client.planning(`/${id}`)).body as Stop).allowedDrivers).toEqual([driver.id]);
      expect((await older(client, `/${id}`, 'PATCH', { driver: null })).status).toBe(200);
      expect(((await client.planning(`/${id}`)).body as Stop).allowedDrivers).toBeNull();
      await older(client, `/${id}`, 'PATCH', { allowedDrivers: [identifier] });
      expect(((await client.planning(`/${id}`)).body as Stop).allowedDrivers).toEqual([driver.id]);
    }
    const unknown = await older(client, `/${plan.id}/stops`, 'POST', { address, driver: 'nobody@depot.example' });
    expect([unknown.status, unknown.body['param']]).toEqual([400, 'driver']);
  });

  it('names in an import a driver whom nobody knows: that stop fails, and no other one', async () => {
    const client = await training();
    const plan = await openPlan(client);
    const [driver] = plan.drivers;
    const nobody = 'nobody@depot.example';
    const items = [
      { address, driver, recipient: { name: 'Kept' } },
      { address, driver: nobody, recipient: { name: 'By driver' } },
      { address, allowedDrivers: [driver, nobody], recipient: { name: 'By allowedDrivers' } },
    ];
    const failure = (name: string) => ({
      error: { message: expect.stringContaining(nobody) as string },
      stop: { address, recipient: { name } },
    });
    const failed = [failure('By driver'), failure('By allowedDrivers')];
    const made = await older(client, `/${plan.id}/stops:import`, 'POST', items);
    expect([made.status, made.body]).toMatchObject([200, { success: { length: 1 }, failed }]);
    const live = await older(client, `/${plan.id}/stops:liveImport`, 'POST', items);
    expect([live.status, live.body]).toMatchObject([200, { success: { length: 1 }, failed, pending: false }]);
    const waiting = await older(client, '/unassignedStops:import', 'POST', { unassignedStops: items });
    expect([waiting.status, waiting.body]).toMatchObject([
      200,
      { success: { length: 1 }, failed: failed.map(({ stop, ...why }) => ({ ...why, unassignedStop: stop })) },
    ]);
    const wrong = await older(client, `/${plan.id}/stops:import`, 'POST', [{ address, driver: 'drivers/?' }]);
    expect([wrong.status, wrong.body['param']]).toEqual([400, '0.driver']);
  });

  it('refuses driver beside allowedDrivers: they exclude each other', async () => {
    const client = await training();
    const plan = await openPlan(client);
    const [driver] = plan.drivers;
    const both = { driver, allowedDrivers: [driver] };
    const refused = await older(client, `/${plan.id}/stops`, 'POST', { address, ...both });
    expect([refused.status, refused.body['param']]).toEqual([400, 'driver']);
    const many = await older(client, `/${plan.id}/stops:import`, 'POST', [{ address }, { address, ...both }]);
    expect([many.status, many.body['param']]).toEqual([400, '1.driver']);
    for (const one of [
      { driver, allowedDrivers: null },
      { driver: null, allowedDrivers: [driver] },
    ]) {
      const { status, body } = await older(client, `/${plan.id}/stops`, 'POST', { address, ...one });
      expect([status, body['allowedDriversIdentifiers']]).toMatchObject([200, { length: 1 }]);
    }
  });

  it('does not know driver in v1', async () => {
    const client = await training();
    const plan = await openPlan(client);
    const { status, body } = await client.post(`/${plan.id}/stops`, { address, driver: plan.drivers[0] });
    expect([status, body]).toMatchObject([400, { param: 'driver' }]);
  });

  it('calls clientId circuitClientId, read and written, and knows no other name for it', async () => {
    const client = await training();
    const plan = await openPlan(client);
    const { status, body } = await older(client, `/${plan.id}/stops`, 'POST', { address, circuitClientId: 'shop-7' });
    expect([status, body['circuitClientId'], 'clientId' in body]).toEqual([200, 'shop-7', false]);
    const id = String(body['id']);
    const now = (await client.planning(`/${id}`)).body as Stop;
    expect([now.clientId, 'circuitClientId' in now]).toEqual(['shop-7', false]);
    for (const name of ['clientId', 'legacyClientId']) {
      const refused = await older(client, `/${plan.id}/stops`, 'POST', { address, [name]: 'shop-7' });
      expect([refused.status, refused.body['param']]).toEqual([400, name]);
    }
    const inV1 = await client.post(`/${plan.id}/stops`, { address, circuitClientId: 'shop-7' });
    expect([inV1.status, inV1.body]).toMatchObject([400, { param: 'circuitClientId' }]);
    const long = await older(client, `/${plan.id}/stops`, 'POST', { address, circuitClientId: 'x'.repeat(101) });
    expect([long.status, long.body['param']]).toEqual([400, 'circuitClientId']);
    const changed = await older(client, `/${id}`, 'PATCH', { circuitClientId: 'shop-8' });
    expect([changed.status, changed.body['param']]).toEqual([400, 'circuitClientId']);
  });

  it('takes two hundred barcodes, v1 fifty', async () => {
    const client = await training();
    const plan = await openPlan(client);
    const codes = (count: number) => ({ address, barcodes: Array<string>(count).fill('A1') });
    const statuses = [
      (await older(client, `/${plan.id}/stops`, 'POST', codes(200))).status,
      (await older(client, `/${plan.id}/stops`, 'POST', codes(201))).status,
      (await client.post(`/${plan.id}/stops`, codes(50))).status,
      (await client.post(`/${plan.id}/stops`, codes(51))).status,
      (await older(client, `/${plan.id}/stops:import`, 'POST', [codes(200)])).status,
      (await older(client, `/${plan.id}/stops:import`, 'POST', [codes(201)])).status,
    ];
    expect(statuses).toEqual([200, 400, 200, 400, 200, 400]);
  });

  it('answers live changes in its own shape too', async () => {
    const client = await training();
    const live = (await plans(client)).filter(({ distributed }) => distributed).at(-1)!;
    const path = `/${live.id}/stops:liveCreate`;
    const { status, body } = await older(client, path, 'POST', { address, circuitClientId: 'shop-7' });
    expect([status, body]).toMatchObject([200, { pending: true, stop: { circuitClientId: 'shop-7', eta: null } }]);
    const id = String((body['stop'] as Body)['id']);
    const changed = await older(client, `/${id}:liveUpdate`, 'POST', { driver: live.drivers[0] });
    expect([changed.status, changed.body]).toMatchObject([200, { stop: { allowedDriversIdentifiers: { length: 1 } } }]);
  });
});

describe('v0.2b, unassigned stops', () => {
  it('have drivers, the client id and barcodes as stops have them', async () => {
    const client = await training();
    const driver = (await client.post('/drivers', { email: 'zoe@depot.example' })).body as Driver;
    const input = { address, driver: 'Zoe@depot.example', circuitClientId: 'shop-7', barcodes: Array(200).fill('A1') };
    const made = await older(client, '/unassignedStops', 'POST', input);
    expect([made.status, made.body]).toMatchObject([
      200,
      { circuitClientId: 'shop-7', allowedDriversIdentifiers: { length: 1 } },
    ]);
    const [identifier] = made.body['allowedDriversIdentifiers'] as string[];
    expect([driver.id, driver.email]).toContain(identifier);
    const path = `/${String(made.body['id'])}`;
    expect((await client.planning(path)).body).toMatchObject({ clientId: 'shop-7', allowedDrivers: [driver.id] });
    expect((await older(client, path)).body).toEqual(made.body);
    const listed = (await older(client, '/unassignedStops')).body['unassignedStops'] as Body[];
    for (const each of listed) {
      expect(Object.keys(each)).toEqual(expect.arrayContaining(['allowedDriversIdentifiers', 'circuitClientId']));
      expect(Object.keys(each)).not.toContain('allowedDrivers');
      expect(Object.keys(each), 'which only stops of plans have').not.toContain('driverIdentifier');
    }
    const changed = await older(client, path, 'PATCH', { driver: null });
    expect([changed.status, changed.body['allowedDriversIdentifiers']]).toEqual([200, null]);

    const batch = (item: object) => older(client, '/unassignedStops:import', 'POST', { unassignedStops: [item] });
    expect((await batch(input)).body).toMatchObject({ success: { length: 1 }, failed: [] });
    const wrong = await batch({ ...input, allowedDrivers: [driver.id] });
    expect([wrong.status, wrong.body['param']]).toEqual([400, 'unassignedStops.0.driver']);
    const unknown = await batch({ address, clientId: 'shop-7' });
    expect([unknown.status, unknown.body['param']]).toEqual([400, 'unassignedStops.0.clientId']);
  });
});

describe('v0.2b, plans', () => {
  it('are answered with whole drivers, v1 with their ids', async () => {
    const client = await training();
    const team = await drivers(client);
    const now = (await plans(client)).filter((plan) => plan.drivers.length > 0);
    for (const plan of now) {
      const whole = plan.drivers.map((id) => team.find((driver) => driver.id === id));
      const { routeOverrides: _ofV1, ...same } = plan;
      expect((await older(client, `/${plan.id}`)).body).toEqual({ ...same, drivers: whole });
    }
    const listed = (await older(client, '/plans?maxPageSize=20')).body['plans'] as { drivers: Driver[] }[];
    expect(listed.flatMap((plan) => plan.drivers).every(({ id }) => team.some((driver) => driver.id === id))).toBe(
      true,
    );

    const starts = { day: 20, month: 6, year: 2026 };
    const crew = [team[0]!.id];
    const made = await older(client, '/plans', 'POST', {
      title: 'Older',
      starts,
      depot: team[0]!.depots[0],
      drivers: crew,
    });
    expect([made.status, made.body['drivers']]).toEqual([200, [team[0]]]);
    const changed = await older(client, `/${String(made.body['id'])}`, 'PATCH', { title: 'Renamed' });
    expect([changed.status, changed.body]).toMatchObject([200, { title: 'Renamed', drivers: [team[0]] }]);

    const ready = now.find(({ optimization, distributed }) => optimization === 'optimized' && !distributed)!;
    const sent = await older(client, `/${ready.id}:distribute`, 'POST');
    const whole = ready.drivers.map((id) => team.find((driver) => driver.id === id));
    expect([sent.status, sent.body]).toMatchObject([200, { distributed: true, drivers: whole }]);
  });

  it('are written without routeOverrides, which only v1 takes', async () => {
    const client = await training();
    const plan = { title: 'Bare', starts: { day: 20, month: 6, year: 2026 } };
    const routeOverrides = { maxStops: 20 };
    const refused = await older(client, '/plans', 'POST', { ...plan, routeOverrides });
    expect([refused.status, refused.body['param']]).toEqual([400, 'routeOverrides']);
    const made = await older(client, '/plans', 'POST', plan);
    expect(made.status).toBe(200);
    const path = `/${String(made.body['id'])}`;
    expect((await older(client, path, 'PATCH', { routeOverrides: null })).status).toBe(400);
    expect((await client.post('/plans', { ...plan, routeOverrides })).status).toBe(200);
  });

  it('carry no routeOverrides, whatever asks for them, nor do their depots; v1 keeps them', async () => {
    const client = await training();
    const title = 'With settings';
    const starts = { day: 20, month: 6, year: 2026 };
    const [driver] = (await drivers(client)).filter(({ active }) => active);
    const given = { title, starts, depot: driver!.depots[0], drivers: [driver!.id], routeOverrides: { maxStops: 20 } };
    const { id } = (await client.post('/plans', given)).body as Plan;
    await client.post(`/${id}/stops`, { address });
    const listed = (await older(client, '/plans?filter.title=With%20settings')).body['plans'] as Body[];
    const answered = [
      ...listed,
      (await older(client, `/${id}`)).body,
      (await older(client, `/${id}`, 'PATCH', { title })).body,
    ];
    expect((await older(client, `/${id}:optimize`, 'POST')).status).toBe(200);
    client.clock.pass(60_000);
    answered.push((await older(client, `/${id}:distribute`, 'POST')).body);
    await older(client, `/${id}/stops:liveCreate`, 'POST', { address });
    expect((await older(client, `/${id}:reoptimize`, 'POST', {})).status).toBe(200);
    client.clock.pass(60_000);
    answered.push((await older(client, `/${id}:redistribute`, 'POST')).body);
    expect(answered.map((plan) => plan['id'])).toEqual(Array(5).fill(id));
    for (const plan of answered) expect(Object.keys(plan)).not.toContain('routeOverrides');
    expect((await client.planning(`/${id}`)).body).toMatchObject({ routeOverrides: { maxStops: 20 } });

    const depots = await client.all<Depot>('planning', '/depots', 'depots');
    expect(depots.every(({ routeOverrides }) => routeOverrides !== null)).toBe(true);
    const names = depots.map((depot) => ({ id: depot.id, name: depot.name }));
    expect((await older(client, '/depots')).body).toEqual({ depots: names, nextPageToken: null });
  });

  it('take drivers of another depot, which v1 refuses', async () => {
    const client = await training();
    const depots = await client.all<Depot>('planning', '/depots', 'depots');
    const team = await drivers(client);
    const depot = depots[0]!.id;
    const stranger = team.find((driver) => driver.active && !driver.depots.includes(depot))!;
    const plan = { title: 'Mixed', starts: { day: 20, month: 6, year: 2026 }, depot, drivers: [stranger.id] };
    expect((await client.post('/plans', plan)).status).toBe(412);
    const made = await older(client, '/plans', 'POST', plan);
    expect([made.status, made.body['drivers']]).toEqual([200, [stranger]]);
  });
});

describe('v0.2b has', () => {
  it('depots as a list only, routes one by one only, no search and no members', async () => {
    const client = await training();
    const [route] = (await plans(client)).flatMap(({ routes }) => routes);
    const [depot] = await client.all<Depot>('planning', '/depots', 'depots');
    expect((await older(client, '/depots')).body['depots']).toHaveLength(3);
    const absent: [string, string][] = [
      ['GET', `/${depot!.id}`],
      ['POST', '/depots'],
      ['PATCH', `/${depot!.id}`],
      ['POST', '/depots:import'],
      ['GET', '/routes'],
      ['GET', `/${route!}/stops`],
      ['GET', '/stops:search?keyword=a'],
      ['POST', '/members'],
      ['PATCH', '/members/a'],
      ['DELETE', '/members/a'],
      ['POST', '/members:import'],
    ];
    for (const [method, path] of absent) {
      const { status } = await older(client, path, method, method === 'GET' ? undefined : {});
      expect([404, 405], `${method} ${path}`).toContain(status);
    }
  });

  it('every other operation of v1, and none besides', async () => {
    const client = await training();
    const planning = Object.values<Endpoint>(endpoints).filter(({ service }) => service === 'planning');
    expect(planning.filter(({ versions }) => versions.includes('v0.2b'))).toHaveLength(39);
    const { address: at, authority, planningKey } = client.service;
    for (const { method, path, versions } of planning) {
      client.clock.pass(61_000);
      const { status, body } = await ask(
        `${at}${basePath('planning', 'v0.2b')}${path.replaceAll(/\{\w+\}/g, 'gone')}`,
        {
          authority,
          authorization: `Bearer ${planningKey}`,
          method,
          ...(method === 'GET' || method === 'DELETE' ? {} : { body: '{}', contentType: 'application/json' }),
        },
      );
      const isThere =
        ![404, 405].includes(status) || !/nothing at this path|not possible here/.test(JSON.stringify(body));
      expect(isThere, `${method} ${path}`).toBe(versions.includes('v0.2b'));
    }
  });
});
