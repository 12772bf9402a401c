import { describe, expect, it } from 'vitest';
import type { Depot, Driver, UnassignedStop } from '../../../src/training/model.ts';
import { everyStopField, temporaryFolder, training, type Answer, type Client } from './support.ts';

const everything = { ...everyStopField, customProperties: { doorCode: '1234', 'Tor / Bell?': 'left' } };
const place = { address: { addressLineOne: 'Rosenweg 1' } };

const patch = (client: Client, id: string, body: unknown): Promise<Answer> =>
  client.planning(`/${id}`, { method: 'PATCH', body: JSON.stringify(body), contentType: 'application/json' });
const all = (client: Client, more = '') =>
  client.all<UnassignedStop>('planning', `/unassignedStops${more}`, 'unassignedStops');
const depotsOf = (client: Client) => client.all<Depot>('planning', '/depots', 'depots');

async function create(client: Client, body: object): Promise<UnassignedStop> {
  const answer = await client.post('/unassignedStops', body);
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body as UnassignedStop;
}

describe('unassigned stops', () => {
  it('come 20 at a time, the generated ones of all depots, and are read one by one', async () => {
    const client = await training();
    const stops = await all(client);
    expect(stops).toHaveLength(40);
    const depots = (await depotsOf(client)).map(({ id }) => id);
    expect(new Set(stops.map(({ depot }) => depot))).toEqual(new Set(depots));
    expect(stops.every(({ id }) => /^unassignedStops\/[A-Za-z0-9]{20}$/.test(id))).toBe(true);
    const { body } = await client.planning('/unassignedStops');
    expect((body as { unassignedStops: unknown[] }).unassignedStops).toHaveLength(20);
    expect((await client.planning('/unassignedStops?maxPageSize=21')).status).toBe(400);
    expect((await client.planning(`/${stops[7]!.id}`)).body).toEqual(stops[7]);
    const gone = await client.planning('/unassignedStops/gone');
    expect([gone.status, gone.body]).toMatchObject([404, { code: 'unassigned_stop_not_found' }]);
  });

  it('are created with everything that was sent, found, with the fields of the document and no others', async () => {
    const client = await training();
    const [, depot] = await depotsOf(client);
    const [driver] = await client.all<Driver>('planning', '/drivers', 'drivers');
    const more = { depot: depot!.id, allowedDrivers: [driver!.id] };
    const stop = await create(client, { ...everything, ...more });
    const { address: _geocoded, ...echoed } = everything;
    expect(stop).toMatchObject({
      ...echoed,
      ...more,
      address: { addressLineOne: 'Gartenhaus', addressLineTwo: 'Lindenallee 4, 41731 Aldermünde, Germany' },
    });
    expect(Object.keys(stop).sort()).toEqual([
      'activity', 'address', 'allowedDrivers', 'barcodes', 'clientId', 'customProperties', 'depot', 'id', 'notes',
      'optimizationOrder', 'orderInfo', 'packageCount', 'paymentOnDelivery', 'proofOfAttemptRequirements', 'recipient',
      'timing', 'trackingLink', 'weight',
    ]); // prettier-ignore
    expect((await client.planning(`/${stop.id}`)).body).toEqual(stop);
    expect(await all(client, '?filter.externalId=dd-abc')).toEqual([stop]);
    expect(await all(client, '?filter[externalId]=dd-ab')).toEqual([]);
    expect((await all(client)).at(-1)).toEqual(stop);
  });

  it('belong to the main depot when none is named, and answer null for what is empty', async () => {
    const client = await training();
    const [main] = await depotsOf(client);
    expect(await create(client, place)).toMatchObject({
      depot: main!.id,
      activity: 'delivery',
      barcodes: [],
      notes: null,
      recipient: null,
      timing: null,
      clientId: null,
      customProperties: null,
    });
    expect((await create(client, { ...place, depot: null })).depot).toBe(main!.id);
  });

  it('are refused for what is wrong with them, by name, and nothing is made', async () => {
    const client = await training();
    const wrong: [what: string, status: number, more: object, said: object][] = [
      ['a depot that is not there', 409, { depot: 'depots/gone' }, { code: 'depot_not_found', param: 'depot' }],
      ['no depot id', 400, { depot: 'gone' }, { param: 'depot' }],
      ['an unknown driver', 400, { allowedDrivers: ['drivers/gone'] }, { code: 'driver_not_found' }],
      ['no address', 400, { address: undefined }, { param: 'address' }],
      ['nowhere', 400, { address: { addressLineOne: 'Nowhere 1' } }, { code: 'address_not_found', param: 'address' }],
      ['an unknown property', 400, { customProperties: { Gate: 'x' } }, { param: 'customProperties.Gate' }],
      ['an unknown field', 400, { plan: 'plans/x' }, { param: 'plan' }],
      ['51 barcodes', 400, { barcodes: Array(51).fill('x') }, { param: 'barcodes' }],
    ];
    for (const [what, status, more, said] of wrong) {
      const answer = await client.post('/unassignedStops', { ...place, ...more });
      expect([answer.status, answer.body], what).toMatchObject([status, said]);
    }
    expect(await all(client)).toHaveLength(40);
  });

  it('are changed field by field: what is left out stays, arrays are replaced, null clears', async () => {
    const client = await training();
    const [main, other] = await depotsOf(client);
    const stop = await create(client, everything);
    const changed = await patch(client, stop.id, { depot: other!.id, barcodes: ['B'], recipient: { name: 'Ada' } });
    const expected = { ...stop, depot: other!.id, barcodes: ['B'], recipient: { ...stop.recipient, name: 'Ada' } };
    expect([changed.status, changed.body]).toEqual([200, expected]);
    expect((await client.planning(`/${stop.id}`)).body).toEqual(expected);
    const cleared = await patch(client, stop.id, {
      depot: null,
      notes: null,
      weight: null,
      timing: null,
      activity: null,
    });
    expect(cleared.body).toMatchObject({
      depot: main!.id,
      notes: null,
      weight: null,
      timing: null,
      activity: 'delivery',
      barcodes: ['B'],
      packageCount: 3,
    });
    for (const body of [{ address: place.address }, { clientId: 'x' }, { depot: 'depots/gone' }, { packageCount: 0 }]) {
      expect([400, 409]).toContain((await patch(client, stop.id, body)).status);
    }
    expect((await client.planning(`/${stop.id}`)).body).toEqual(cleared.body);
    expect((await patch(client, 'unassignedStops/gone', { notes: 'x' })).status).toBe(404);
  });

  it('are deleted with a message, and are not there any more', async () => {
    const client = await training();
    const [stop] = await all(client);
    const answer = await client.planning(`/${stop!.id}`, { method: 'DELETE' });
    expect([answer.status, Object.keys(answer.body as object)]).toEqual([200, ['message', 'code', 'param', 'url']]);
    expect((await client.planning(`/${stop!.id}`)).status).toBe(404);
    expect((await client.planning(`/${stop!.id}`, { method: 'DELETE' })).status).toBe(404);
    expect(await all(client)).toHaveLength(39);
  });

  it('are deleted without a body where the switch says so', async () => {
    const client = await training({ switches: { deletion: 'empty' } });
    const [stop] = await all(client);
    const answer = await client.planning(`/${stop!.id}`, { method: 'DELETE' });
    expect([answer.status, answer.bytes.length]).toEqual([204, 0]);
  });

  it('are listed a second late where the switch says so', async () => {
    const client = await training({ switches: { lists: 'a-second-late' } });
    const stop = await create(client, { ...place, recipient: { externalId: 'late' } });
    client.clock.pass(-500);
    expect(await all(client, '?filter.externalId=late')).toEqual([]);
    expect((await client.planning(`/${stop.id}`)).body).toEqual(stop);
    expect(await all(client, '?filter.externalId=late')).toEqual([stop]);
  });

  it('survive a restart', async () => {
    const folder = temporaryFolder();
    const first = await training({ folder });
    const stop = await create(first, everything);
    await patch(first, stop.id, { notes: 'later' });
    const [oldest] = await all(first);
    await first.planning(`/${oldest!.id}`, { method: 'DELETE' });
    const before = await all(first);
    await first.service.close();
    const second = await training({ folder, clock: first.clock });
    expect(before.at(-1)).toEqual({ ...stop, notes: 'later' });
    expect(await all(second)).toEqual(before);
  });
});

describe('an import of unassigned stops', () => {
  const importing = (client: Client, body: unknown) => client.post('/unassignedStops:import', body);

  it('makes what it can, at one depot, and says and echoes what it cannot', async () => {
    const client = await training();
    const [, depot] = await depotsOf(client);
    const good = Array.from({ length: 30 }, (_, index) => ({
      address: { addressLineOne: `Parkstraße ${index + 1}`, zip: '41753' },
      recipient: { externalId: `import-${index}` },
    }));
    const lost = { address: { addressLineOne: 'Nowhere 1', city: 'Aldermünde' }, recipient: { name: 'Lost' } };
    const strange = { ...place, allowedDrivers: ['drivers/gone'] };
    const { status, body } = await importing(client, {
      unassignedStops: [{ ...lost, notes: 'not echoed' }, ...good, strange],
      depot: depot!.id,
    });
    expect(status).toBe(200);
    const { success, failed } = body as { success: string[]; failed: unknown[] };
    expect(failed).toEqual([
      { error: { message: 'The address could not be found.' }, unassignedStop: lost },
      { error: { message: 'There is no drivers/gone.' }, unassignedStop: { ...place, recipient: null } },
    ]);
    const made = (await all(client)).slice(40);
    expect(made.map(({ id }) => id).sort()).toEqual([...success].sort());
    expect(made.map(({ recipient }) => recipient?.externalId)).toEqual(good.map((_, index) => `import-${index}`));
    expect(new Set(made.map((stop) => stop.depot))).toEqual(new Set([depot!.id]));
  });

  it('takes 1 to 100 stops, and the main depot for null and for none', async () => {
    const client = await training();
    const [main] = await depotsOf(client);
    for (const more of [{}, { depot: null }]) {
      const { body } = await importing(client, { unassignedStops: [place], ...more });
      const [id] = (body as { success: string[] }).success;
      expect((await client.planning(`/${id!}`)).body).toMatchObject({ depot: main!.id });
    }
    expect((await importing(client, { unassignedStops: Array(100).fill(place) })).status).toBe(200);
    for (const body of [[place], {}, { unassignedStops: [] }, { unassignedStops: Array(101).fill(place) }]) {
      expect((await importing(client, body)).status).toBe(400);
    }
  });

  it('refuses the whole for a field that is wrong in one of them, a depot of its own included', async () => {
    const client = await training();
    const [depot] = await depotsOf(client);
    for (const [item, param] of [
      [{ ...place, depot: depot!.id }, 'unassignedStops.1.depot'],
      [{ ...place, notes: '' }, 'unassignedStops.1.notes'],
    ] as const) {
      const answer = await importing(client, { unassignedStops: [place, item] });
      expect([answer.status, answer.body]).toMatchObject([400, { param }]);
    }
    const gone = await importing(client, { unassignedStops: [place], depot: 'depots/gone' });
    expect([gone.status, gone.body]).toMatchObject([409, { code: 'depot_not_found', param: 'depot' }]);
    expect(await all(client)).toHaveLength(40);
  });
});
