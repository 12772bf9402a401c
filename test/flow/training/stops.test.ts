import { describe, expect, it } from 'vitest';
import type { Plan, Stop } from '../../../src/training/model.ts';
import { everyStopField, training, type Client } from './support.ts';

async function planWhere(client: Client, wanted: (plan: Plan) => boolean): Promise<Plan> {
  const plans = await client.all<Plan>('planning', '/plans', 'plans');
  const found = plans.find(wanted);
  if (!found) throw new Error('no such plan');
  return found;
}

const writable = (client: Client) => planWhere(client, (plan) => plan.writable && plan.drivers.length > 0);

describe('stops', () => {
  it('come ten at a time, are found by the recipient’s external id and read one by one', async () => {
    const client = await training();
    const plan = await planWhere(client, ({ distributed }) => distributed);
    const stops = await client.all<Stop>('planning', `/${plan.id}/stops`, 'stops');
    expect(stops).toHaveLength(70);
    expect((await client.planning(`/${plan.id}/stops?maxPageSize=11`)).status).toBe(400);

    const wanted = stops.find(({ type }) => type === 'stop')!;
    const externalId = wanted.recipient!.externalId!;
    const found = await client.all<Stop>('planning', `/${plan.id}/stops?filter.externalId=${externalId}`, 'stops');
    expect(found).toEqual([wanted]);
    expect(
      await client.all('planning', `/${plan.id}/stops?filter[externalId]=${externalId.slice(0, -1)}`, 'stops'),
    ).toEqual([]);

    expect((await client.planning(`/${wanted.id}`)).body).toEqual(wanted);
    expect((await client.planning(`/${plan.id}/stops/gone`)).status).toBe(404);
    expect((await client.planning('/plans/gone/stops')).status).toBe(404);
  });

  it('are created with everything that was sent, found and not yet on a route', async () => {
    const client = await training();
    const plan = await writable(client);
    const allowedDrivers = plan.drivers.slice(0, 1);
    const { status, body } = await client.post(`/${plan.id}/stops`, { ...everyStopField, allowedDrivers });
    expect(status).toBe(200);
    const { address: _geocoded, ...echoed } = everyStopField;
    expect(body).toMatchObject({
      ...echoed,
      allowedDrivers,
      plan: plan.id,
      type: 'stop',
      stopPosition: null,
      route: null,
      eta: { status: 'pending', reason: 'not_optimized' },
      address: { addressLineOne: 'Gartenhaus', addressLineTwo: 'Lindenallee 4, 41731 Aldermünde, Germany' },
    });
    const stop = body as Stop;
    expect(stop.id).toMatch(new RegExp(`^${plan.id}/stops/[A-Za-z0-9]{20}$`));
    expect(stop.address.latitude).toBeCloseTo(52.922, 2);
    expect((await client.planning(`/${stop.id}`)).body).toEqual(stop);
  });

  it('answer null for what is empty', async () => {
    const client = await training();
    const plan = await writable(client);
    const { body } = await client.post(`/${plan.id}/stops`, {
      address: { latitude: 52.9, longitude: 10.2 },
      recipient: { name: 'Only a name' },
      notes: null,
      weight: null,
      allowedDrivers: [],
    });
    expect(body).toMatchObject({
      recipient: { name: 'Only a name', email: null, phone: null, externalId: null },
      notes: null,
      weight: null,
      packageCount: null,
      timing: null,
      orderInfo: null,
      allowedDrivers: null,
      customProperties: null,
      clientId: null,
      activity: 'delivery',
      address: { latitude: 52.9, longitude: 10.2 },
    });
  });

  it('are made twice when they are sent twice: the service has no idempotency', async () => {
    const client = await training();
    const plan = await writable(client);
    const input = { address: { addressLineOne: 'Rosenweg 1' }, recipient: { externalId: 'twice' } };
    const ids = [await client.post(`/${plan.id}/stops`, input), await client.post(`/${plan.id}/stops`, input)].map(
      ({ body }) => (body as Stop).id,
    );
    const found = await client.all<Stop>('planning', `/${plan.id}/stops?filter.externalId=twice`, 'stops');
    expect(found.map(({ id }) => id)).toEqual(ids);
    expect(new Set(ids).size).toBe(2);
  });

  it('are refused by plans that are not writable, by unknown plans, and for drivers of other plans', async () => {
    const client = await training();
    const input = { address: { addressLineOne: 'Rosenweg 1' } };
    const closed = await planWhere(client, (plan) => !plan.writable);
    for (const [path, body] of [
      ['stops', input],
      ['stops:import', [input]],
    ] as const) {
      const refused = await client.post(`/${closed.id}/${path}`, body);
      expect([refused.status, refused.body]).toMatchObject([409, { code: 'plan_not_writable' }]);
      expect((await client.post(`/plans/gone/${path}`, body)).status).toBe(404);
    }
    const plan = await writable(client);
    const foreign = await client.post(`/${plan.id}/stops`, { ...input, allowedDrivers: ['drivers/foreign'] });
    expect([foreign.status, foreign.body]).toMatchObject([412, { param: 'allowedDrivers' }]);
    const nowhere = await client.post(`/${plan.id}/stops`, { address: { addressLineOne: 'Nowhere 1', city: 'X' } });
    expect([nowhere.status, nowhere.body]).toMatchObject([400, { code: 'address_not_found', param: 'address' }]);
    const before = await client.all('planning', `/${plan.id}/stops`, 'stops');
    expect(before.some((stop) => (stop as Stop).address.addressLineOne.startsWith('Nowhere'))).toBe(false);
  });

  it('are imported item by item: failures are said and echoed, the others are there', async () => {
    const client = await training();
    const plan = await writable(client);
    const good = Array.from({ length: 40 }, (_, index) => ({
      address: { addressLineOne: `Parkstraße ${index + 1}` },
      recipient: { externalId: `import-${index}` },
    }));
    const lost = { address: { addressLineOne: '1 Nowhere Lane', city: 'Aldermünde' }, recipient: { name: 'Lost' } };
    const foreign = { address: { addressLineOne: 'Parkstraße 1' }, allowedDrivers: ['drivers/foreign'] };
    const { status, body } = await client.post(`/${plan.id}/stops:import`, [
      { ...lost, notes: 'not echoed' },
      ...good,
      foreign,
    ]);
    expect(status).toBe(200);
    const { success, failed } = body as { success: string[]; failed: { error: { message: string }; stop: unknown }[] };
    expect(failed.map(({ stop }) => stop)).toEqual([lost, { address: foreign.address, recipient: null }]);
    expect(failed.every(({ error }) => error.message !== '')).toBe(true);

    const stops = await client.all<Stop>('planning', `/${plan.id}/stops`, 'stops');
    const imported = stops.filter(({ recipient }) => recipient?.externalId?.startsWith('import-'));
    expect(imported).toHaveLength(40);
    expect([...success].sort()).toEqual(imported.map(({ id }) => id).sort());
    expect(success, 'the order of the ids tells nothing').not.toEqual(imported.map(({ id }) => id));
  });

  it('are imported one to a hundred at a time, all or nothing when the request is malformed', async () => {
    const client = await training();
    const plan = await writable(client);
    const item = { address: { addressLineOne: 'Parkstraße 1' } };
    const path = `/${plan.id}/stops:import`;
    const before = (await client.all('planning', `/${plan.id}/stops`, 'stops')).length;
    for (const body of [
      [],
      Array(101).fill(item),
      { stops: [item] },
      [item, { address: {} }],
      [item, { ...item, x: 1 }],
    ]) {
      expect((await client.post(path, body)).status).toBe(400);
    }
    expect((await client.planning(path, { method: 'POST' })).status, 'no body').toBe(400);
    expect(await client.all('planning', `/${plan.id}/stops`, 'stops')).toHaveLength(before);
    expect((await client.post(path, Array(100).fill(item))).status).toBe(200);
    expect((await client.post(path, [item])).status).toBe(200);
    expect(await client.all('planning', `/${plan.id}/stops`, 'stops')).toHaveLength(before + 101);
  });
});
