import { describe, expect, it } from 'vitest';
import type { Driver, Plan, Route, Stop } from '../../../src/training/model.ts';
import {
  getPlan,
  livePlan,
  ok,
  older,
  optimisedPlan,
  patch,
  refusal,
  remove,
  send,
  stopsByProgress,
  stopsOf,
  turn,
  writablePlan,
} from './plans-support.ts';
import { training, type Client } from './support.ts';

const whole = {
  address: { addressLineOne: 'Lindenallee 4' },
  timing: { estimatedAttemptDuration: 240, earliestAttemptTime: { hour: 9, minute: 0 } },
  recipient: { name: 'Zoë Weiß', email: 'zoe@mail.example', externalId: 'dd-abc' },
  orderInfo: { products: ['Tea', 'Lamp'], sellerName: 'Shop' },
  paymentOnDelivery: { amount: 1250, currency: 'EUR' },
  proofOfAttemptRequirements: { enabled: true },
  activity: 'pickup',
  optimizationOrder: 'first',
  packageCount: 3,
  weight: { amount: 12.35, unit: 'kilogram' },
  notes: 'Grüße 🚚',
  clientId: 'client-1',
  barcodes: ['A-1', 'A-2'],
  customProperties: { doorCode: '1234', floor: '2' },
};

async function stopOn(client: Client, plan: Plan, fields: object = {}): Promise<Stop> {
  return ok<Stop>(client.post(`/${plan.id}/stops`, { ...whole, ...fields }));
}

const update = (client: Client, { id }: Stop, change: object) => ok<Stop>(patch(client, `/${id}`, change));

describe('a change of a stop', () => {
  it('changes only what is given, and is there at once', async () => {
    const client = await training();
    const plan = await writablePlan(client);
    const stop = await stopOn(client, plan);
    expect(await update(client, stop, {})).toEqual(stop);
    const changed = await update(client, stop, { notes: 'Back door', packageCount: 4 });
    expect(changed).toEqual({ ...stop, notes: 'Back door', packageCount: 4 });
    expect((await client.planning(`/${stop.id}`)).body).toEqual(changed);
  });

  it('clears with null, and the activity goes back to delivery', async () => {
    const client = await training();
    const stop = await stopOn(client, await writablePlan(client));
    const cleared = {
      ...{ timing: null, recipient: null, orderInfo: null, paymentOnDelivery: null, proofOfAttemptRequirements: null },
      ...{ allowedDrivers: null, optimizationOrder: null, packageCount: null, weight: null, notes: null },
      ...{ customProperties: null, activity: null },
    };
    const changed = await update(client, stop, cleared);
    expect(changed).toEqual({ ...stop, ...cleared, activity: 'delivery' });
    expect(changed.clientId, 'set once').toBe('client-1');
  });

  it('replaces an array as a whole', async () => {
    const client = await training();
    const plan = await writablePlan(client);
    const [first, second] = plan.drivers as [string, string];
    const stop = await stopOn(client, plan, { allowedDrivers: [first, second] });
    const changed = await update(client, stop, { barcodes: ['B-9'], allowedDrivers: [second] });
    expect(changed).toEqual({ ...stop, barcodes: ['B-9'], allowedDrivers: [second] });
    expect(await update(client, stop, { barcodes: [], allowedDrivers: [] })).toMatchObject({
      barcodes: [],
      allowedDrivers: null,
    });
  });

  it('merges an object with the one that is there, or replaces it, as a switch says; null inside clears a field', async () => {
    const client = await training();
    const stop = await stopOn(client, await writablePlan(client));
    const change = {
      recipient: { phone: '+49 30 23125001', email: null },
      timing: { latestAttemptTime: { hour: 12, minute: 30 } },
      orderInfo: { sellerOrderId: 'W-1', products: null },
      customProperties: { floor: '3' },
    };
    expect(await update(client, stop, change)).toEqual({
      ...stop,
      recipient: { name: 'Zoë Weiß', email: null, phone: '+49 30 23125001', externalId: 'dd-abc' },
      timing: { ...whole.timing, latestAttemptTime: { hour: 12, minute: 30 } },
      orderInfo: { products: null, sellerName: 'Shop', sellerOrderId: 'W-1', sellerWebsite: null },
      customProperties: { doorCode: '1234', floor: '3' },
    });
    await turn(client, { nestedUpdates: 'replaced' });
    expect(await update(client, stop, change)).toEqual({
      ...stop,
      recipient: { name: null, email: null, phone: '+49 30 23125001', externalId: null },
      timing: {
        ...{ estimatedAttemptDuration: null, earliestAttemptTime: null },
        latestAttemptTime: { hour: 12, minute: 30 },
      },
      orderInfo: { products: null, sellerName: null, sellerOrderId: 'W-1', sellerWebsite: null },
      customProperties: { floor: '3' },
    });
  });

  it.each([
    ['address', { address: { addressLineOne: 'Rosenweg 1' } }],
    ['clientId', { clientId: 'client-2' }],
    ['clientId', { clientId: null }],
    ['barcodes', { barcodes: Array(51).fill('x') }],
    ['barcodes', { barcodes: null }],
    ['notes', { notes: '' }],
    ['packageCount', { packageCount: 0 }],
    ['weight', { weight: { amount: 1 } }],
    ['customProperties.unknown', { customProperties: { unknown: 'x' } }],
    ['recipient.mobile', { recipient: { mobile: '1' } }],
    ['stopPosition', { stopPosition: 3 }],
  ])('is refused where it may not be or is beyond its bound, naming %s', async (field, change) => {
    const client = await training();
    const stop = await stopOn(client, await writablePlan(client));
    expect(await refusal(patch(client, `/${stop.id}`, { notes: 'Changed', ...change }))).toEqual([
      ...[400, 'validation_error', field],
    ]);
    expect((await client.planning(`/${stop.id}`)).body).toEqual(stop);
  });

  it('takes 200 barcodes in v0.2b and 50 in v1', async () => {
    const client = await training();
    const plan = await writablePlan(client);
    const barcodes = Array<string>(200).fill('x');
    const stop = await ok<Stop>(older(client, 'POST', `/${plan.id}/stops`, { address: whole.address, barcodes }));
    expect(((await client.planning(`/${stop.id}`)).body as Stop).barcodes).toHaveLength(200);
    await ok(older(client, 'PATCH', `/${stop.id}`, { barcodes }));
    const beyond = older(client, 'PATCH', `/${stop.id}`, { barcodes: [...barcodes, 'x'] });
    expect(await refusal(beyond)).toEqual([400, 'validation_error', 'barcodes']);
    expect(await refusal(patch(client, `/${stop.id}`, { barcodes }))).toEqual([400, 'validation_error', 'barcodes']);
  });

  it('finds the stop by its new external id, and not by the old one', async () => {
    const client = await training();
    const plan = await writablePlan(client);
    const stop = await stopOn(client, plan, { recipient: { externalId: 'before' } });
    await update(client, stop, { recipient: { externalId: 'after' } });
    const found = (externalId: string) =>
      client.all<Stop>('planning', `/${plan.id}/stops?filter.externalId=${externalId}`, 'stops');
    expect((await found('after')).map(({ id }) => id)).toEqual([stop.id]);
    expect(await found('before')).toEqual([]);
  });

  it('is refused for stops and plans that are not there', async () => {
    const client = await training();
    const plan = await writablePlan(client);
    const stop = await stopOn(client, plan);
    const segment = stop.id.split('/').at(-1)!;
    for (const path of [`/${plan.id}/stops/gone`, `/plans/gone/stops/${segment}`]) {
      expect((await patch(client, path, { notes: 'x' })).status).toBe(404);
      expect((await remove(client, path)).status).toBe(404);
    }
  });
});

describe('drivers who may bring a stop', () => {
  it('are drivers of the plan: others are refused with 412, on every way in', async () => {
    const client = await training();
    const plan = await writablePlan(client);
    const stop = await stopOn(client, plan);
    const drivers = await client.all<Driver>('planning', '/drivers', 'drivers');
    const allowedDrivers = [plan.drivers[0]!, drivers.find(({ id }) => !plan.drivers.includes(id))!.id];
    const refused = [412, 'driver_not_in_plan', 'allowedDrivers'];
    expect(await refusal(client.post(`/${plan.id}/stops`, { ...whole, allowedDrivers }))).toEqual(refused);
    expect(await refusal(client.post(`/${plan.id}/stops:liveCreate`, { ...whole, allowedDrivers }))).toEqual(refused);
    expect(await refusal(patch(client, `/${stop.id}`, { allowedDrivers }))).toEqual(refused);
    expect(await refusal(client.post(`/${stop.id}:liveUpdate`, { allowedDrivers }))).toEqual(refused);
    const imported = await ok<{ failed: unknown[] }>(
      client.post(`/${plan.id}/stops:import`, [{ ...whole, allowedDrivers }]),
    );
    expect(imported.failed).toHaveLength(1);
    expect((await client.planning(`/${stop.id}`)).body).toEqual(stop);
  });

  it('must still be there: one of the plan who was deleted meanwhile is refused with 410', async () => {
    const client = await training();
    const plan = await livePlan(client);
    const [gone] = plan.drivers as [string];
    const { open } = await stopsByProgress(client, plan);
    expect((await remove(client, `/${gone}`)).status).toBe(200);
    expect((await getPlan(client, plan.id)).drivers).toContain(gone);
    const refused = [410, 'driver_deleted', 'allowedDrivers'];
    const input = { ...whole, allowedDrivers: [gone] };
    expect(await refusal(client.post(`/${plan.id}/stops:liveCreate`, input))).toEqual(refused);
    expect(await refusal(client.post(`/${open[0]!.id}:liveUpdate`, { allowedDrivers: [gone] }))).toEqual(refused);
  });
});

describe('deleting a stop', () => {
  it('answers a message, or an empty 204 as a switch says; the stop is gone', async () => {
    const client = await training();
    const plan = await writablePlan(client);
    const [one, other] = [await stopOn(client, plan), await stopOn(client, plan)];
    const first = await remove(client, `/${one.id}`);
    expect([first.status, first.body]).toMatchObject([200, { message: expect.any(String) as string, url: null }]);
    await turn(client, { deletion: 'empty' });
    const second = await remove(client, `/${other.id}`);
    expect([second.status, second.bytes.length]).toEqual([204, 0]);
    const ids = (await stopsOf(client, plan)).map(({ id }) => id);
    expect(ids).not.toContain(one.id);
    expect(ids).not.toContain(other.id);
    expect((await client.planning(`/${one.id}`)).status).toBe(404);
    expect((await remove(client, `/${one.id}`)).status).toBe(404);
  });

  it('makes its route one stop shorter', async () => {
    const client = await training();
    const plan = await optimisedPlan(client);
    const stop = (await stopsOf(client, plan)).find(({ type }) => type === 'stop')!;
    const { id, stopCount } = stop.route as Route;
    await remove(client, `/${stop.id}`);
    const left = (await stopsOf(client, plan)).filter(({ route }) => route?.id === id);
    expect(left[0]?.route?.stopCount).toBe(stopCount - 1);
    expect(left.filter(({ type }) => type === 'stop')).toHaveLength(stopCount - 1);
  });
});

describe('stops of a plan that is not writable', () => {
  it('are not made, changed or deleted in the standard way', async () => {
    const client = await training();
    const plan = await livePlan(client);
    const before = await stopsOf(client, plan);
    const { open, done } = await stopsByProgress(client, plan);
    for (const [method, path, body] of [
      ['POST', `${plan.id}/stops`, whole],
      ['POST', `${plan.id}/stops:import`, [whole]],
      ['PATCH', open[0]!.id, { notes: 'x' }],
      ['PATCH', done[0]!.id, { notes: 'x' }],
      ['DELETE', open[0]!.id],
    ] as const) {
      expect(await refusal(send(client, method, `/${path}`, body)), path).toEqual([409, 'plan_not_writable', null]);
    }
    expect(await stopsOf(client, plan)).toEqual(before);
  });
});

describe('an optimised plan that is still writable', () => {
  const state = async (client: Client, { id }: Plan) => (await getPlan(client, id)).optimization;

  it('is reopened by a stop that is added or removed, and by one that must be brought otherwise', async () => {
    for (const change of [
      (client: Client, plan: Plan) => stopOn(client, plan),
      (client: Client, plan: Plan) => client.post(`/${plan.id}/stops:import`, [whole]),
      (client: Client, _plan: Plan, stop: Stop) => remove(client, `/${stop.id}`),
      (client: Client, _plan: Plan, stop: Stop) => update(client, stop, { optimizationOrder: 'last' }),
      (client: Client, plan: Plan, stop: Stop) => update(client, stop, { allowedDrivers: plan.drivers.slice(1, 2) }),
      (client: Client, _plan: Plan, stop: Stop) =>
        update(client, stop, { timing: { latestAttemptTime: { hour: 9, minute: 1 } } }),
    ]) {
      const client = await training();
      const plan = await optimisedPlan(client);
      const stop = (await stopsOf(client, plan)).find(({ type }) => type === 'stop')!;
      await change(client, plan, stop);
      expect(await state(client, plan)).toBe('editing');
      expect((await getPlan(client, plan.id)).writable).toBe(true);
    }
  });

  it('stays optimised when a note changes or an import finds nothing', async () => {
    const client = await training();
    const plan = await optimisedPlan(client);
    const stop = (await stopsOf(client, plan)).find(({ type }) => type === 'stop')!;
    await update(client, stop, { notes: 'Back door', packageCount: 2 });
    await client.post(`/${plan.id}/stops:import`, [{ address: { addressLineOne: 'Nowhere 1', city: 'X' } }]);
    expect(await state(client, plan)).toBe('optimized');
  });

  it('does not let the start and the end of a route be changed or deleted as stops', async () => {
    const client = await training();
    const plan = await optimisedPlan(client);
    const stops = await stopsOf(client, plan);
    for (const type of ['start', 'end']) {
      const { id } = stops.find((stop) => stop.type === type)!;
      expect(await refusal(patch(client, `/${id}`, { notes: 'x' }))).toEqual([422, 'stop_not_editable', null]);
      expect(await refusal(remove(client, `/${id}`))).toEqual([422, 'stop_not_editable', null]);
    }
  });
});

describe('an import', () => {
  it('finds addresses better than single creates: of two equal streets it takes the one near the plan’s depot', async () => {
    const client = await training();
    const plans = await client.all<Plan>('planning', '/plans', 'plans');
    const writable = plans.filter((plan) => plan.writable && plan.depot !== null);
    const one = writable[0]!;
    const other = writable.find(({ depot }) => depot !== one.depot)!;
    const place = async ({ id }: Plan, action: 'stops' | 'stops:import') => {
      const input = { address: { addressLineOne: 'Bahnhofstraße 7' } };
      if (action === 'stops') return (await ok<Stop>(client.post(`/${id}/stops`, input))).address.address;
      const { success } = await ok<{ success: string[] }>(client.post(`/${id}/stops:import`, [input]));
      return ((await client.planning(`/${success[0]!}`)).body as Stop).address.address;
    };
    expect(await place(one, 'stops')).toBe(await place(other, 'stops'));
    expect(await place(one, 'stops:import')).not.toBe(await place(other, 'stops:import'));
  });
});
