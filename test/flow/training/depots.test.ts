import { describe, expect, it } from 'vitest';
import type { Depot } from '../../../src/training/model.ts';
import { training, type Client } from './support.ts';

const patch = (client: Client, path: string, body: unknown) =>
  client.planning(path, { method: 'PATCH', body: JSON.stringify(body), contentType: 'application/json' });

const depots = (client: Client) => client.all<Depot>('planning', '/depots', 'depots');

const least = {
  name: 'Depot Nord',
  routeOverrides: { startAddress: { addressLineOne: 'Rosenweg 3' }, startTime: { hour: 7, minute: 0 } },
};

describe('creating a depot', () => {
  it('needs a name, a start address and a start time, and answers the whole record', async () => {
    const client = await training();
    const { status, body } = await client.post('/depots', least);
    expect(status).toBe(200);
    const depot = body as Depot;
    expect(depot).toEqual({
      id: expect.stringMatching(/^depots\/[A-Za-z0-9]{20}$/) as string,
      name: 'Depot Nord',
      routeOverrides: {
        startTime: { hour: 7, minute: 0 },
        startAddress: {
          address: expect.stringContaining('Rosenweg 3') as string,
          addressLineOne: 'Rosenweg 3',
          addressLineTwo: expect.any(String) as string,
          latitude: expect.any(Number) as number,
          longitude: expect.any(Number) as number,
          placeId: expect.any(String) as string,
          countryCode: 'DE',
        },
        endTime: null,
        endAddress: null,
        defaultTimeAtStop: null,
        maxStops: null,
        roadSide: null,
        vehicleType: null,
        roundTrip: null,
      },
    });
    expect((await client.planning(`/${depot.id}`)).body).toEqual(depot);
    expect((await depots(client)).at(-1)).toEqual(depot);
    expect((await client.planning('/depots/gone')).body).toMatchObject({ code: 'depot_not_found' });
  });

  it('keeps every override it is given', async () => {
    const client = await training();
    const given = {
      startTime: { hour: 7, minute: 0 },
      endTime: { hour: 19, minute: 15 },
      defaultTimeAtStop: 90.5,
      maxStops: 55,
      vehicleType: 'electric_cargo_bike',
      roadSide: 'left_only',
      roundTrip: false,
    };
    const { body } = await client.post('/depots', {
      name: 'Süd',
      routeOverrides: {
        ...given,
        startAddress: { addressLineOne: 'Rosenweg 3' },
        endAddress: { addressLineOne: 'Lindenallee 4' },
      },
    });
    expect(body).toMatchObject({ routeOverrides: { ...given, endAddress: { addressLineOne: 'Lindenallee 4' } } });
  });

  it('refuses what is no depot, and names the field', async () => {
    const client = await training();
    const overrides = (changes: object) => ({ ...least, routeOverrides: { ...least.routeOverrides, ...changes } });
    const wrong: [unknown, string][] = [
      [{ routeOverrides: least.routeOverrides }, 'name'],
      [{ ...least, name: '' }, 'name'],
      [{ ...least, name: 'x'.repeat(2049) }, 'name'],
      [{ name: 'X' }, 'routeOverrides'],
      [{ name: 'X', routeOverrides: null }, 'routeOverrides'],
      [{ name: 'X', routeOverrides: { startTime: { hour: 7, minute: 0 } } }, 'routeOverrides.startAddress'],
      [{ name: 'X', routeOverrides: { startAddress: { zip: '41731' } } }, 'routeOverrides.startTime'],
      [overrides({ startTime: null }), 'routeOverrides.startTime'],
      [overrides({ roadSide: 'right' }), 'routeOverrides.roadSide'],
      [overrides({ roundTrip: 'yes' }), 'routeOverrides.roundTrip'],
      [overrides({ defaultTimeAtStop: -1 }), 'routeOverrides.defaultTimeAtStop'],
      [overrides({ drivingSpeed: 'average' }), 'routeOverrides.drivingSpeed'],
      [overrides({ startAddress: { addressLineOne: 'Nowhere 1' } }), 'routeOverrides.startAddress'],
      [{ ...least, depot: null }, 'depot'],
    ];
    for (const [body, param] of wrong) {
      const answer = await client.post('/depots', body);
      expect([answer.status, answer.body], param).toMatchObject([400, { param }]);
    }
    expect((await client.post('/depots', { ...least, name: 'ß'.repeat(2048) })).status).toBe(200);
    expect(await depots(client)).toHaveLength(4);
  });
});

describe('updating a depot', () => {
  it('changes the given fields only and clears with null', async () => {
    const client = await training();
    const [before] = await depots(client);
    const renamed = await patch(client, `/${before!.id}`, { name: 'Old town' });
    expect([renamed.status, renamed.body]).toEqual([200, { ...before, name: 'Old town' }]);
    const cleared = await patch(client, `/${before!.id}`, { routeOverrides: { endTime: null, maxStops: null } });
    expect(cleared.body).toEqual({
      ...before,
      name: 'Old town',
      routeOverrides: { ...before!.routeOverrides, endTime: null, maxStops: null },
    });
    expect((await client.planning(`/${before!.id}`)).body).toEqual(cleared.body);
    expect((await patch(client, '/depots/gone', { name: 'X' })).status).toBe(404);
    expect((await patch(client, `/${before!.id}`, { id: 'depots/other' })).status).toBe(400);
  });

  it('replaces the overrides as a whole where the switch says so, and then wants what a depot needs', async () => {
    const client = await training({ switches: { nestedUpdates: 'replaced' } });
    const [before] = await depots(client);
    const half = await patch(client, `/${before!.id}`, { routeOverrides: { maxStops: 9 } });
    expect([half.status, half.body]).toMatchObject([400, { param: 'routeOverrides.startAddress' }]);
    const whole = await patch(client, `/${before!.id}`, { routeOverrides: least.routeOverrides });
    expect((whole.body as Depot).routeOverrides).toMatchObject({
      startTime: { hour: 7, minute: 0 },
      maxStops: null,
      roundTrip: null,
    });
  });
});

describe('importing depots', () => {
  it('takes one to a hundred, and answers ids and, one by one, what failed with its name', async () => {
    const client = await training();
    const lost = {
      ...least,
      name: 'Lost',
      routeOverrides: { ...least.routeOverrides, startAddress: { addressLineOne: 'Nowhere 3' } },
    };
    const { status, body } = await client.post('/depots:import', [least, lost, { ...least, name: 'Depot Süd' }]);
    expect(status).toBe(200);
    const { success, failed } = body as { success: string[]; failed: unknown[] };
    const added = (await depots(client)).slice(3);
    expect(added.map(({ name }) => name)).toEqual(['Depot Nord', 'Depot Süd']);
    expect([...success].sort()).toEqual(added.map(({ id }) => id).sort());
    expect(failed).toEqual([{ error: { message: expect.any(String) as string }, depot: { name: 'Lost' } }]);

    const none = await client.post('/depots:import', []);
    expect([none.status, none.body]).toMatchObject([400, { code: 'validation_error', param: '' }]);
    expect((await client.post('/depots:import', Array(101).fill(least))).status).toBe(400);
    expect((await client.post('/depots:import', [least, { name: 'X' }])).body).toMatchObject({
      param: '1.routeOverrides',
    });
    expect((await client.post('/depots:import', least)).status).toBe(400);
    expect(await depots(client)).toHaveLength(5);
    expect((await client.post('/depots:import', Array(100).fill(least))).status).toBe(200);
    expect(await depots(client)).toHaveLength(105);
  });

  it('returns twenty a page and continues with the token', async () => {
    const client = await training();
    await client.post('/depots:import', Array(20).fill(least));
    const first = await client.planning('/depots');
    const { depots: page, nextPageToken } = first.body as { depots: Depot[]; nextPageToken: string };
    const second = await client.planning(`/depots?pageToken=${nextPageToken}`);
    const rest = second.body as { depots: Depot[]; nextPageToken: string | null };
    expect([page.length, rest.depots.length, rest.nextPageToken]).toEqual([20, 3, null]);
    expect(new Set([...page, ...rest.depots].map(({ id }) => id)).size).toBe(23);
  });
});
