import { describe, expect, it } from 'vitest';
import { makeWorld } from '../../../src/training/data/world.ts';
import type { Depot, Driver, Member } from '../../../src/training/model.ts';
import { training, type Client } from './support.ts';

const send = (client: Client, method: 'PATCH' | 'DELETE', path: string, body?: unknown) =>
  client.planning(path, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body), contentType: 'application/json' }),
  });

const create = async (client: Client, body: unknown) => (await client.post('/members', body)).body as Member;
const drivers = (client: Client) => client.all<Driver>('planning', '/drivers', 'drivers');

describe('creating a member', () => {
  it('answers the whole record with the role among the roles, for each role that can be given', async () => {
    const client = await training();
    const [, harbour] = await client.all<Depot>('planning', '/depots', 'depots');
    for (const role of ['admin', 'depot-manager', 'dispatcher', 'read-only']) {
      const given = { name: 'Ada', displayName: 'A', email: 'ada@depot.example', depots: [harbour!.id] };
      const { status, body } = await client.post('/members', { ...given, linkedDriverId: null, role });
      expect([status, body]).toEqual([
        200,
        {
          ...given,
          id: expect.stringMatching(/^members\/[A-Za-z0-9]{20}$/) as string,
          phone: null,
          linkedDriverId: null,
          active: true,
          roles: [role],
        },
      ]);
    }
  });

  it('refuses what is no member, and names the field', async () => {
    const client = await training();
    const wrong: [unknown, string][] = [
      [{}, 'role'],
      [{ role: null }, 'role'],
      [{ role: 'owner' }, 'role'],
      [{ role: 'admin', phone: '+49 171 3920099' }, 'phone'],
      [{ role: 'admin', name: '' }, 'name'],
      [{ role: 'admin', email: 'x' }, 'email'],
      [{ role: 'admin', email: 'ada at depot.example' }, 'email'],
      [{ role: 'admin', depots: [] }, 'depots'],
      [{ role: 'admin', linkedDriverId: 'members/a' }, 'linkedDriverId'],
    ];
    for (const [body, param] of wrong) {
      const answer = await client.post('/members', body);
      expect([answer.status, answer.body], param).toMatchObject([400, { param }]);
    }
    const depot = await client.post('/members', { role: 'admin', depots: ['depots/gone'] });
    expect([depot.status, depot.body]).toMatchObject([409, { code: 'depot_not_found' }]);
  });

  it('links an existing driver only, whose name and telephone number it takes, and each driver once', async () => {
    const client = await training();
    const [driver] = await drivers(client);
    const member = await create(client, { role: 'dispatcher', linkedDriverId: driver!.id });
    const { name, email, phone, displayName } = driver!;
    expect(member).toMatchObject({ name, email, phone, displayName, linkedDriverId: driver!.id });
    const again = await client.post('/members', { role: 'admin', linkedDriverId: driver!.id });
    expect([again.status, again.body]).toMatchObject([409, { code: 'driver_already_linked', param: 'linkedDriverId' }]);
    const gone = await client.post('/members', { role: 'admin', linkedDriverId: 'drivers/gone' });
    expect([gone.status, gone.body]).toMatchObject([409, { code: 'driver_not_found', param: 'linkedDriverId' }]);
  });
});

describe('members', () => {
  it('can be neither listed nor fetched', async () => {
    const client = await training();
    const { id } = await create(client, { role: 'admin' });
    expect([(await client.planning('/members')).status, (await client.planning(`/${id}`)).status]).toEqual([405, 405]);
  });

  it('are changed in the given fields only; the role is replaced, and null leaves it', async () => {
    const client = await training();
    const before = await create(client, { role: 'dispatcher', name: 'Ada', displayName: 'A' });
    const { body } = await send(client, 'PATCH', `/${before.id}`, { role: 'admin', displayName: null });
    expect(body).toEqual({ ...before, displayName: null, roles: ['admin'] });
    expect((await send(client, 'PATCH', `/${before.id}`, { role: null })).body).toEqual(body);
    for (const field of ['email', 'linkedDriverId', 'phone']) {
      const refused = await send(client, 'PATCH', `/${before.id}`, { [field]: null });
      expect([refused.status, refused.body]).toMatchObject([400, { param: field }]);
    }
    expect((await send(client, 'PATCH', '/members/gone', { name: 'X' })).body).toMatchObject({
      code: 'member_not_found',
    });
  });

  it('lose the operational roles when they are deleted: who drives keeps the driver', async () => {
    const client = await training();
    const [driver] = await drivers(client);
    const { id } = await create(client, { role: 'dispatcher', linkedDriverId: driver!.id });
    const { status, body } = await send(client, 'DELETE', `/${id}`);
    expect([status, body]).toMatchObject([200, { message: expect.any(String) as string }]);
    expect((await send(client, 'DELETE', `/${id}`)).status).toBe(404);
    expect((await client.planning(`/${driver!.id}`)).body).toEqual(driver);
    expect((await create(client, { role: 'admin', linkedDriverId: driver!.id })).linkedDriverId).toBe(driver!.id);
  });

  it('have an owner, whose role the API neither changes nor takes', async () => {
    const client = await training();
    const owner = makeWorld(1, '2026-06-15').members.find(({ roles }) => roles.includes('owner'))!;
    const answers = [
      await send(client, 'DELETE', `/${owner.id}`),
      await send(client, 'PATCH', `/${owner.id}`, { role: 'read-only' }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([422, 422]);
    expect((await send(client, 'PATCH', `/${owner.id}`, { displayName: 'Boss' })).body).toMatchObject({
      displayName: 'Boss',
      roles: ['owner'],
    });
  });
});

describe('importing members', () => {
  it('takes one to fifty, and answers ids and, one by one, what failed with name and e-mail', async () => {
    const client = await training();
    const [driver] = await drivers(client);
    const items = [
      { name: 'One', role: 'admin' },
      { name: 'Lost', email: 'lost@depot.example', displayName: 'L', role: 'admin', linkedDriverId: 'drivers/gone' },
      { role: 'dispatcher', linkedDriverId: driver!.id },
      { name: 'Twin', role: 'dispatcher', linkedDriverId: driver!.id },
    ];
    const { status, body } = await client.post('/members:import', items);
    expect(status).toBe(200);
    const { success, failed } = body as { success: string[]; failed: unknown[] };
    expect(success).toHaveLength(2);
    for (const id of success) expect((await send(client, 'PATCH', `/${id}`, {})).status).toBe(200);
    const error = { message: expect.any(String) as string };
    expect(failed).toEqual([
      { error, member: { name: 'Lost', email: 'lost@depot.example' } },
      { error, member: { name: 'Twin', email: null } },
    ]);
    const odd = [{ role: 'admin' }, { role: 'admin', email: 'x' }];
    for (const wrong of [[], Array(51).fill({ role: 'admin' }), [{ role: 'admin' }, { name: 'No role' }], odd]) {
      expect((await client.post('/members:import', wrong)).status).toBe(400);
    }
    expect((await client.post('/members:import', Array(50).fill({ role: 'admin' }))).status).toBe(200);
  });
});
