import { describe, expect, it } from 'vitest';
import type { Depot, Driver, Member, Plan } from '../../../src/training/model.ts';
import { training, type Client } from './support.ts';

const send = (client: Client, method: 'PATCH' | 'DELETE', path: string, body?: unknown) =>
  client.planning(path, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body), contentType: 'application/json' }),
  });

const drivers = (client: Client) => client.all<Driver>('planning', '/drivers', 'drivers');
const depots = (client: Client) => client.all<Depot>('planning', '/depots', 'depots');

describe('creating a driver', () => {
  it('answers the whole record, with every override and speeds that are never null', async () => {
    const client = await training();
    const [, harbour] = await depots(client);
    const input = {
      name: 'Zoë Weiß',
      displayName: 'Zoë',
      email: 'zoe@depot.example',
      phone: '+49 171 3920099',
      depots: [harbour!.id],
      routeOverrides: {
        startAddress: { addressLineOne: 'Rosenweg 3' },
        startTime: { hour: 6, minute: 30 },
        maxStops: 40,
        vehicleType: 'scooter',
      },
    };
    const { status, body } = await client.post('/drivers', input);
    expect(status).toBe(200);
    const driver = body as Driver;
    expect(driver.id).toMatch(/^drivers\/[A-Za-z0-9]{20}$/);
    expect(driver).toEqual({
      ...input,
      id: driver.id,
      active: true,
      routeOverrides: {
        startTime: { hour: 6, minute: 30 },
        endTime: null,
        startAddress: expect.objectContaining({
          addressLineOne: 'Rosenweg 3',
          placeTypes: ['street_address'],
        }) as object,
        endAddress: null,
        maxStops: 40,
        drivingSpeed: 'average',
        deliverySpeed: 'average',
        vehicleType: 'scooter',
      },
    });
    expect((await client.planning(`/${driver.id}`)).body).toEqual(driver);
    expect((await drivers(client)).at(-1)).toEqual(driver);
  });

  it('needs no field, and takes the main depot for none', async () => {
    const client = await training();
    const [main] = await depots(client);
    const { status, body } = await client.post('/drivers', {});
    expect([status, body]).toMatchObject([
      200,
      { name: null, email: null, phone: null, displayName: null, active: true },
    ]);
    expect((body as Driver).depots).toEqual([main!.id]);
    const nulls = { name: null, email: null, phone: null, displayName: null, depots: null, routeOverrides: null };
    expect((await client.post('/drivers', nulls)).status).toBe(200);
  });

  it('takes the same e-mail and telephone number twice: nothing is deduplicated', async () => {
    const client = await training();
    const twin = { name: 'Twin', email: 'twin@depot.example', phone: '+49 171 3920098' };
    const ids = [await client.post('/drivers', twin), await client.post('/drivers', twin)].map(
      ({ body }) => (body as Driver).id,
    );
    expect(new Set(ids).size).toBe(2);
    expect((await drivers(client)).filter(({ email }) => email === twin.email).map(({ id }) => id)).toEqual(ids);
  });

  it('refuses what is no driver, and names the field', async () => {
    const client = await training();
    const wrong: [unknown, string][] = [
      [{ name: '' }, 'name'],
      [{ name: 'x'.repeat(256) }, 'name'],
      [{ email: 'x' }, 'email'],
      [{ name: 'Zoë', email: 'zoe at depot.example' }, 'email'],
      [{ phone: '+49 171 3920099', email: 'zoe@depot' }, 'email'],
      [{ active: false }, 'active'],
      [{ depots: [] }, 'depots'],
      [{ depots: Array(51).fill('depots/a') }, 'depots'],
      [{ depots: ['drivers/a'] }, 'depots.0'],
      [{ routeOverrides: { vehicleType: 'van' } }, 'routeOverrides.vehicleType'],
      [{ routeOverrides: { drivingSpeed: 'fast' } }, 'routeOverrides.drivingSpeed'],
      [{ routeOverrides: { maxStops: 1.5 } }, 'routeOverrides.maxStops'],
      [{ routeOverrides: { maxStops: 0 } }, 'routeOverrides.maxStops'],
      [{ routeOverrides: { startTime: { hour: 24, minute: 0 } } }, 'routeOverrides.startTime.hour'],
      [{ routeOverrides: { startAddress: {} } }, 'routeOverrides.startAddress'],
      [{ routeOverrides: { startAddress: { latitude: 1 } } }, 'routeOverrides.startAddress.longitude'],
      [{ routeOverrides: { endAddress: { addressLineOne: 'Nowhere 1' } } }, 'routeOverrides.endAddress'],
      [{ routeOverrides: { optimizationSettings: null } }, 'routeOverrides.optimizationSettings'],
    ];
    for (const [body, param] of wrong) {
      const answer = await client.post('/drivers', body);
      expect([answer.status, answer.body], param).toMatchObject([400, { param }]);
    }
    const unknown = await client.post('/drivers', { depots: ['depots/gone'] });
    expect([unknown.status, unknown.body]).toMatchObject([409, { code: 'depot_not_found', param: 'depots' }]);
    expect(await drivers(client)).toHaveLength(12);
  });
});

describe('listing drivers', () => {
  it('shows a write at once, or a second late where the switch says so', async () => {
    for (const lists of ['at-once', 'a-second-late'] as const) {
      const client = await training({ switches: { lists }, time: { speed: 0.1 } });
      const [gone] = await drivers(client);
      await send(client, 'DELETE', `/${gone!.id}`);
      const { id } = (await client.post('/drivers', { name: 'New' })).body as Driver;
      const ids = (await drivers(client)).map((driver) => driver.id);
      expect([ids.includes(id), ids.includes(gone!.id)], lists).toEqual(
        lists === 'at-once' ? [true, false] : [false, true],
      );
      client.clock.pass(10_000);
      const later = (await drivers(client)).map((driver) => driver.id);
      expect([later.includes(id), later.includes(gone!.id)]).toEqual([true, false]);
    }
  });

  it('returns fifty a page and continues with the token', async () => {
    const client = await training();
    await client.post('/drivers:import', Array(50).fill({ name: 'X' }));
    const first = (await client.planning('/drivers')).body as { drivers: Driver[]; nextPageToken: string };
    const second = await client.planning(`/drivers?pageToken=${first.nextPageToken}`);
    const rest = second.body as { drivers: Driver[]; nextPageToken: string | null };
    expect([first.drivers.length, rest.drivers.length, rest.nextPageToken]).toEqual([50, 12, null]);
  });
});

describe('updating a driver', () => {
  it('changes the given fields only, clears with null, and replaces depots as a whole', async () => {
    const client = await training();
    const [first, second, third] = await depots(client);
    const [before] = await drivers(client);
    const changed = await send(client, 'PATCH', `/${before!.id}`, {
      displayName: null,
      depots: [second!.id, third!.id],
    });
    expect([changed.status, changed.body]).toEqual([
      200,
      { ...before, displayName: null, depots: [second!.id, third!.id] },
    ]);
    expect((await send(client, 'PATCH', `/${before!.id}`, {})).body).toEqual(changed.body);
    expect((await client.planning(`/${before!.id}`)).body).toEqual(changed.body);
    expect(first!.id).toBe(before!.depots[0]);
  });

  it('merges the overrides with those that are there, or replaces them, by the switch', async () => {
    for (const nestedUpdates of ['merged', 'replaced'] as const) {
      const client = await training({ switches: { nestedUpdates } });
      const [, before] = await drivers(client);
      expect(before!.routeOverrides).toMatchObject({ startTime: { hour: 7, minute: 30 }, vehicleType: 'small_truck' });
      const { body } = await send(client, 'PATCH', `/${before!.id}`, {
        routeOverrides: { maxStops: 12, vehicleType: null, deliverySpeed: null },
      });
      const { routeOverrides } = body as Driver;
      expect(routeOverrides).toMatchObject({ maxStops: 12, vehicleType: null, deliverySpeed: 'average' });
      expect(routeOverrides.startTime, nestedUpdates).toEqual(
        nestedUpdates === 'merged' ? { hour: 7, minute: 30 } : null,
      );
      expect(Object.keys(routeOverrides)).toHaveLength(8);
    }
  });

  it('does not change e-mail and telephone number', async () => {
    const client = await training();
    const [before] = await drivers(client);
    for (const field of ['email', 'phone']) {
      const { status, body } = await send(client, 'PATCH', `/${before!.id}`, { [field]: 'new@depot.example' });
      expect([status, body]).toMatchObject([400, { param: field }]);
    }
    expect((await client.planning(`/${before!.id}`)).body).toEqual(before);
  });

  it('needs the driver role: a member without it is refused, an unknown id is not found', async () => {
    const client = await training();
    const { body } = await client.post('/members', { name: 'Office', role: 'dispatcher' });
    const { id } = body as Member;
    const asDriver = id.replace('members/', '/drivers/');
    const refused = await send(client, 'PATCH', asDriver, { name: 'X' });
    expect([refused.status, refused.body]).toMatchObject([422, { code: 'driver_role_missing' }]);
    expect((await client.planning(asDriver)).status).toBe(404);
    const gone = await send(client, 'PATCH', '/drivers/gone', { name: 'X' });
    expect([gone.status, gone.body]).toMatchObject([404, { code: 'driver_not_found' }]);
  });
});

describe('deleting a driver', () => {
  it('takes the driver role only: the person stays a member', async () => {
    const client = await training();
    const driver = (await client.post('/drivers', { name: 'Both', email: 'both@depot.example' })).body as Driver;
    const member = (await client.post('/members', { linkedDriverId: driver.id, role: 'admin' })).body as Member;
    expect(member).toMatchObject({ name: 'Both', linkedDriverId: driver.id });

    const { status, body } = await send(client, 'DELETE', `/${driver.id}`);
    expect([status, Object.keys(body as object)]).toEqual([200, ['message', 'code', 'param', 'url']]);
    expect((await client.planning(`/${driver.id}`)).status).toBe(404);
    expect((await send(client, 'DELETE', `/${driver.id}`)).status).toBe(404);
    expect((await send(client, 'PATCH', `/${driver.id}`, { name: 'X' })).status).toBe(404);
    expect((await drivers(client)).some(({ id }) => id === driver.id)).toBe(false);

    const kept = await send(client, 'PATCH', `/${member.id}`, { displayName: 'Still here' });
    expect([kept.status, kept.body]).toEqual([200, { ...member, displayName: 'Still here', linkedDriverId: null }]);
  });

  it('answers a Message body, or an empty 204 where the switch says so', async () => {
    const client = await training({ switches: { deletion: 'empty' } });
    const [driver] = await drivers(client);
    const { status, bytes } = await send(client, 'DELETE', `/${driver!.id}`);
    expect([status, bytes.length]).toEqual([204, 0]);
  });

  it('takes the driver off plans that have no routes yet', async () => {
    const client = await training();
    const plans = await client.all<Plan>('planning', '/plans', 'plans');
    const open = plans.find(({ optimization, drivers: crew }) => optimization === 'editing' && crew.length > 1)!;
    const [gone, ...rest] = open.drivers;
    const laidOut = plans.find(({ distributed, drivers: crew }) => distributed && crew.includes(gone!))!;
    await send(client, 'DELETE', `/${gone!}`);
    expect((await client.planning(`/${open.id}`)).body).toEqual({ ...open, drivers: rest });
    expect((await client.planning(`/${laidOut.id}`)).body).toEqual(laidOut);
  });
});

describe('importing drivers', () => {
  it('takes one to fifty, and answers ids and, one by one, what failed with name, e-mail and telephone number', async () => {
    const client = await training();
    const items = [
      { name: 'One', email: 'one@depot.example' },
      { name: 'Lost', phone: '+49 171 3920097', displayName: 'L', depots: ['depots/gone'] },
      { name: 'Two', routeOverrides: { startAddress: { addressLineOne: 'Rosenweg 3' } } },
      { routeOverrides: { startAddress: { addressLineOne: 'Nowhere 3' } } },
    ];
    const { status, body } = await client.post('/drivers:import', items);
    expect(status).toBe(200);
    const { success, failed } = body as { success: string[]; failed: unknown[] };
    const added = (await drivers(client)).slice(12);
    expect(added.map(({ name }) => name)).toEqual(['One', 'Two']);
    expect([...success].sort()).toEqual(added.map(({ id }) => id).sort());
    const error = { message: expect.any(String) as string };
    expect(failed).toEqual([
      { error, driver: { name: 'Lost', email: null, phone: '+49 171 3920097' } },
      { error, driver: { name: null, email: null, phone: null } },
    ]);
  });

  it('refuses an empty list, fifty-one drivers, and one that is malformed, as a whole', async () => {
    const client = await training();
    const outcomes: (readonly [number, string | null])[] = [];
    const wrong = [[], Array(51).fill({ name: 'X' }), [{ name: 'X' }, { name: 7 }], [{ name: 'X' }, { email: 'x' }]];
    for (const body of wrong) {
      const { status, body: answer } = await client.post('/drivers:import', body);
      outcomes.push([status, (answer as { param: string | null }).param]);
      client.clock.pass(60_000);
    }
    expect(outcomes).toEqual([
      [400, ''],
      [400, ''],
      [400, '1.name'],
      [400, '1.email'],
    ]);
    expect(await drivers(client)).toHaveLength(12);
    expect((await client.post('/drivers:import', Array(50).fill({ name: 'X' }))).status).toBe(200);
    expect(await drivers(client)).toHaveLength(62);
  });
});
