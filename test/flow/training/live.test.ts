import { describe, expect, it } from 'vitest';
import type { Plan, Stop } from '../../../src/training/model.ts';
import {
  getPlan,
  livePlan,
  ok,
  planWhere,
  refusal,
  send,
  stopsByProgress,
  stopsOf,
  turn,
  writablePlan,
} from './plans-support.ts';
import { askControl, clientOf, handClock, temporaryFolder, training, type Client } from './support.ts';
import { startService } from '../../../src/training/server.ts';

interface Live {
  pending: boolean;
  stop: Stop;
}

const input = (name: string) => ({ address: { addressLineOne: 'Rosenweg 1' }, recipient: { externalId: name, name } });
const create = (client: Client, { id }: Plan, name: string) =>
  ok<Live>(client.post(`/${id}/stops:liveCreate`, input(name)));
const update = (client: Client, id: string, change: object) => ok<Live>(client.post(`/${id}:liveUpdate`, change));
const drop = (client: Client, id: string) => ok<{ pending: boolean }>(send(client, 'POST', `/${id}:liveDelete`));
const shown = (client: Client, { id }: Plan) => askControl(client.service, 'GET', `/${id}`);
const discard = (client: Client, { id }: Plan) => askControl(client.service, 'POST', `/${id}:discard`);
const names = async (client: Client, plan: Plan) =>
  (await stopsOf(client, plan)).flatMap(({ recipient }) => recipient?.name ?? []);

interface StopPage {
  stops: Stop[];
  nextPageToken: string | null;
}
/** @param token null: the first page */
const pageAfter = (client: Client, { id }: Plan, token: string | null) =>
  ok<StopPage>(client.planning(`/${id}/stops${token === null ? '' : `?pageToken=${token}`}`));

describe('live changes of a plan that is writable', () => {
  it('are made at once: nothing is pending', async () => {
    const client = await training();
    const plan = await writablePlan(client);
    const { pending, stop } = await create(client, plan, 'new');
    expect(pending).toBe(false);
    expect((await client.planning(`/${stop.id}`)).body).toEqual(stop);
    expect(await update(client, stop.id, { notes: 'Back door' })).toEqual({
      pending: false,
      stop: { ...stop, notes: 'Back door' },
    });
    const imported = await ok(client.post(`/${plan.id}/stops:liveImport`, [input('a'), input('b')]));
    expect(imported).toMatchObject({ pending: false, failed: [] });
    expect(await drop(client, stop.id)).toEqual({ pending: false });
    expect((await client.planning(`/${stop.id}`)).status).toBe(404);
    const after = await names(client, plan);
    expect([after.includes('new'), after.includes('a'), after.includes('b')]).toEqual([false, true, true]);
    await turn(client, { pendingStops: 'hidden' });
    expect(await names(client, plan), 'the road has them').toEqual(after);
    expect(await getPlan(client, plan.id)).toEqual(plan);
  });
});

describe('live changes of a plan that is not writable', () => {
  it('are pending: the plan is being edited, distributed as before, and the road has nothing of them', async () => {
    const client = await training();
    const plan = await livePlan(client);
    const { open } = await stopsByProgress(client, plan);
    const before = await stopsOf(client, plan);
    const [changed, gone] = open as [Stop, Stop];

    const made = await create(client, plan, 'new');
    expect(made).toMatchObject({ pending: true, stop: { plan: plan.id, route: null, stopPosition: null } });
    const updated = await update(client, changed.id, { notes: 'Back door' });
    expect(updated).toEqual({ pending: true, stop: { ...changed, notes: 'Back door' } });
    expect(await drop(client, gone.id)).toEqual({ pending: true });

    expect(await getPlan(client, plan.id)).toEqual({ ...plan, optimization: 'editing' });
    expect(await stopsOf(client, plan)).toEqual([
      ...before
        .filter(({ id }) => id !== gone.id)
        .map((stop) => (stop.id === changed.id ? { ...stop, notes: 'Back door' } : stop)),
      made.stop,
    ]);
    expect((await client.planning(`/${made.stop.id}`)).body).toEqual(made.stop);
    expect((await client.planning(`/${gone.id}`)).status).toBe(404);

    await turn(client, { pendingStops: 'hidden' });
    expect(await stopsOf(client, plan)).toEqual(before);
    expect((await client.planning(`/${made.stop.id}`)).status).toBe(404);
    expect((await client.planning(`/${gone.id}`)).body).toEqual(gone);
    expect((await client.planning(`/${changed.id}`)).body).toEqual(changed);
  });

  it('are found by their external id while they are pending, by the new one where it was changed', async () => {
    const client = await training();
    const plan = await livePlan(client);
    const { open } = await stopsByProgress(client, plan);
    const old = open[0]!.recipient!.externalId!;
    await create(client, plan, 'marker-1');
    await update(client, open[0]!.id, { recipient: { externalId: 'marker-2' } });
    const found = async (externalId: string) =>
      (await client.all<Stop>('planning', `/${plan.id}/stops?filter.externalId=${externalId}`, 'stops')).length;
    expect([await found('marker-1'), await found('marker-2'), await found(old)]).toEqual([1, 1, 0]);
    await turn(client, { pendingStops: 'hidden' });
    expect([await found('marker-1'), await found('marker-2'), await found(old)]).toEqual([0, 0, 1]);
  });

  it('come page by page after those of the road, each once, whatever is added or taken back meanwhile', async () => {
    const client = await training();
    const plan = await livePlan(client);
    const road = await stopsOf(client, plan);
    const items = Array.from({ length: 25 }, (_, index) => input(`p-${index}`));
    const { success } = await ok<{ success: string[] }>(client.post(`/${plan.id}/stops:liveImport`, items));
    const seen: string[] = [];
    let token: string | null = null;
    do {
      const page: StopPage = await pageAfter(client, plan, token);
      seen.push(...page.stops.map(({ id }) => id));
      token = page.nextPageToken;
      const last = page.stops.at(-1)!.id;
      // The very stop that the token names is taken back before the next page is read.
      if (success.includes(last)) await drop(client, last);
    } while (token !== null);
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.slice(0, road.length)).toEqual(road.map(({ id }) => id));
    expect(new Set(seen.slice(road.length))).toEqual(new Set(success));
  });

  it.each([
    ['a plan whose stops were made for a later day', 0],
    ['a clock that was set back', 20 * 3_600_000],
  ])('come once each, and the list ends, with %s', async (_what, back) => {
    const client = await training();
    const isAhead = ({ optimization, starts }: Plan) => optimization === 'optimized' && starts.day === 18;
    const plan = await planWhere(client, isAhead);
    await ok(send(client, 'POST', `/${plan.id}:distribute`));
    const road = await stopsOf(client, plan);
    const added: string[] = [];
    for (const part of ['before', 'after']) {
      const items = Array.from({ length: 6 }, (_, index) => input(`${part}-${index}`));
      const { success } = await ok<{ success: string[] }>(client.post(`/${plan.id}/stops:liveImport`, items));
      added.push(...success);
      const now = client.clock.now() - back;
      expect((await askControl(client.service, 'PUT', '/clock', { now })).status).toBe(200);
    }
    const seen: string[] = [];
    let token: string | null = null;
    // More pages than there can be.
    for (let pages = 0; pages < 20 && (pages === 0 || token !== null); pages += 1) {
      const page: StopPage = await pageAfter(client, plan, token);
      seen.push(...page.stops.map(({ id }) => id));
      token = page.nextPageToken;
    }
    expect(token).toBeNull();
    expect(seen.slice(0, road.length)).toEqual(road.map(({ id }) => id));
    expect(seen.slice(road.length).toSorted()).toEqual(added.toSorted());
  });

  it('add up: a pending stop is changed and taken back, and what cancels out is pending no more', async () => {
    const client = await training();
    const plan = await livePlan(client);
    const { open } = await stopsByProgress(client, plan);
    const { stop } = await create(client, plan, 'new');
    await update(client, stop.id, { notes: 'one', packageCount: 2 });
    const { stop: changed } = await update(client, stop.id, { notes: 'two' });
    expect(changed).toEqual({ ...stop, notes: 'two', packageCount: 2 });
    await update(client, open[0]!.id, { notes: 'three' });
    const again = await update(client, open[0]!.id, { packageCount: 9 });
    expect(again.stop).toMatchObject({ notes: 'three', packageCount: 9 });

    await update(client, open[1]!.id, { notes: 'four' });
    expect(await drop(client, open[1]!.id)).toEqual({ pending: true });
    for (const path of [`/${open[1]!.id}:liveUpdate`, `/${open[1]!.id}:liveDelete`]) {
      expect((await client.post(path, {})).status, 'gone already').toBe(404);
    }
    await discard(client, plan);
    const { stop: single } = await create(client, plan, 'taken back');
    expect(await drop(client, single.id)).toEqual({ pending: false });
    expect(await getPlan(client, plan.id)).toEqual(plan);
    expect((await discard(client, plan)).status).toBe(409);
  });

  it('that set nothing leave nothing pending', async () => {
    const client = await training();
    const plan = await livePlan(client);
    const { open } = await stopsByProgress(client, plan);
    expect(await update(client, open[0]!.id, {})).toEqual({ pending: false, stop: open[0] });
    expect(await getPlan(client, plan.id)).toEqual(plan);
  });

  it('are thrown away on the dashboard: the plan is as it was', async () => {
    const client = await training();
    const plan = await livePlan(client);
    const before = await stopsOf(client, plan);
    const { open } = await stopsByProgress(client, plan);
    expect((await discard(client, plan)).status, 'nothing is pending').toBe(409);
    await create(client, plan, 'new');
    await update(client, open[0]!.id, { notes: 'x' });
    await drop(client, open[1]!.id);
    const { status, body } = await discard(client, plan);
    expect([status, body]).toEqual([200, plan]);
    expect(await getPlan(client, plan.id)).toEqual(plan);
    expect((await shown(client, plan)).body, 'as the dashboard shows it').toEqual(plan);
    expect((await askControl(client.service, 'GET', '/plans/gone')).status).toBe(404);
    expect(await stopsOf(client, plan)).toEqual(before);
    expect((await askControl(client.service, 'POST', '/plans/gone:discard')).status).toBe(404);
  });

  it('are refused for a stop that the driver has been to, and for the start and the end of a route', async () => {
    const client = await training();
    const plan = await livePlan(client);
    const { done } = await stopsByProgress(client, plan);
    const ends = (await stopsOf(client, plan)).filter(({ type }) => type !== 'stop');
    const failed = done.find(({ deliveryInfo }) => deliveryInfo?.succeeded === false);
    for (const stop of [done[0]!, failed!, ends[0]!, ends.at(-1)!]) {
      const refused = [422, 'stop_not_editable', null];
      expect(await refusal(client.post(`/${stop.id}:liveUpdate`, { notes: 'x' }))).toEqual(refused);
      expect(await refusal(send(client, 'POST', `/${stop.id}:liveDelete`))).toEqual(refused);
    }
    expect(await getPlan(client, plan.id)).toEqual(plan);
  });

  it('are refused for stops and plans that are not there, and for what StopCreate and StopUpdate do not take', async () => {
    const client = await training();
    const plan = await livePlan(client);
    const { open } = await stopsByProgress(client, plan);
    for (const [path, body] of [
      ['/plans/gone/stops:liveCreate', input('x')],
      ['/plans/gone/stops:liveImport', [input('x')]],
      ['/plans/gone/stops/x:liveUpdate', {}],
      ['/plans/gone/stops/x:liveDelete', undefined],
      [`/${plan.id}/stops/gone:liveUpdate`, {}],
      [`/${plan.id}/stops/gone:liveDelete`, undefined],
    ] as const) {
      expect((await send(client, 'POST', path, body)).status, path).toBe(404);
    }
    const { address } = input('x');
    for (const [path, body, field] of [
      [`/${plan.id}/stops:liveCreate`, { notes: 'x' }, 'address'],
      [`/${plan.id}/stops:liveCreate`, { address, x: 1 }, 'x'],
      [`/${open[0]!.id}:liveUpdate`, { address }, 'address'],
      [`/${open[0]!.id}:liveUpdate`, { clientId: 'x' }, 'clientId'],
      [`/${open[0]!.id}:liveDelete`, { reason: 'x' }, 'reason'],
    ] as const) {
      expect(await refusal(client.post(path, body))).toEqual([400, 'validation_error', field]);
    }
    const nowhere = client.post(`/${plan.id}/stops:liveCreate`, {
      address: { addressLineOne: 'Nowhere 1', city: 'X' },
    });
    expect(await refusal(nowhere)).toEqual([400, 'address_not_found', 'address']);
    expect(await getPlan(client, plan.id)).toEqual(plan);
  });

  it('are refused while an optimisation runs', async () => {
    const client = await training();
    const plan = await planWhere(client, ({ optimization }) => optimization === 'optimizing');
    const [stop] = (await ok<{ stops: Stop[] }>(client.planning(`/${plan.id}/stops`))).stops;
    for (const [path, body] of [
      [`/${plan.id}/stops:liveCreate`, input('x')],
      [`/${plan.id}/stops:liveImport`, [input('x')]],
      [`/${stop!.id}:liveUpdate`, { notes: 'x' }],
      [`/${stop!.id}:liveDelete`, undefined],
    ] as const) {
      const refused = await refusal(send(client, 'POST', path, body));
      expect(refused).toEqual([409, 'plan_optimization_in_progress', null]);
    }
    expect((await ok<{ stops: Stop[] }>(client.planning(`/${plan.id}/stops`))).stops[0]).toEqual(stop);
  });

  it('survive the end of the service', async () => {
    const folder = temporaryFolder();
    const client = await training({ folder });
    const plan = await livePlan(client);
    const { stop } = await create(client, plan, 'new');
    const before = await stopsOf(client, plan);
    await client.service.close();
    const clock = handClock(client.clock.now());
    const again = clientOf(await startService({ folder, clock }), clock);
    try {
      expect(await stopsOf(again, plan)).toEqual(before);
      expect((await getPlan(again, plan.id)).optimization).toBe('editing');
      expect(await drop(again, stop.id)).toEqual({ pending: false });
    } finally {
      await again.service.close();
    }
  });
});

describe('a proposal for pending changes', () => {
  const reoptimise = async (client: Client, plan: Plan) => {
    const body = { optimizationType: 'redistribute_stops_between_drivers' };
    expect((await client.post(`/${plan.id}:reoptimize`, body)).status).toBe(200);
    client.clock.pass(60_000);
    expect((await getPlan(client, plan.id)).optimization).toBe('preview');
  };
  const placeOf = ({ route, stopPosition }: Stop) => [route?.driver, stopPosition];

  it('is dropped by the next change: the plan has to be re-optimised once more', async () => {
    const client = await training();
    const plan = await livePlan(client);
    await create(client, plan, 'one');
    await reoptimise(client, plan);
    const proposed = (await stopsOf(client, plan)).find(({ recipient }) => recipient?.name === 'one')!;
    expect(proposed.stopPosition, 'the list shows where it will be').toBeGreaterThan(0);
    expect(proposed.route?.plan).toBe(plan.id);
    await create(client, plan, 'two');
    expect((await getPlan(client, plan.id)).optimization).toBe('editing');
    expect(placeOf((await client.planning(`/${proposed.id}`)).body as Stop)).toEqual([undefined, null]);
    expect(await refusal(send(client, 'POST', `/${plan.id}:redistribute`))).toEqual([409, 'plan_not_optimized', null]);
    await reoptimise(client, plan);
    const again = await names(client, plan);
    expect([again.includes('one'), again.includes('two')]).toEqual([true, true]);
  });

  it('is thrown away with the changes', async () => {
    const client = await training();
    const plan = await livePlan(client);
    const before = await stopsOf(client, plan);
    await create(client, plan, 'one');
    await reoptimise(client, plan);
    expect((await discard(client, plan)).status).toBe(200);
    expect(await getPlan(client, plan.id)).toEqual(plan);
    const openBefore = before.filter(({ deliveryInfo }) => deliveryInfo?.attempted === false);
    const after = new Map((await stopsOf(client, plan)).map((stop) => [stop.id, stop]));
    expect(openBefore.map(({ id }) => placeOf(after.get(id)!))).toEqual(openBefore.map(placeOf));
  });

  it('leaves what the driver has done meanwhile as the road has it, also what was to be changed or to go', async () => {
    const client = await training();
    const plan = await livePlan(client);
    const { open } = await stopsByProgress(client, plan);
    const changed = open.slice(0, 10);
    const gone = open.slice(10, 20);
    for (const { id } of changed) await update(client, id, { notes: 'Changed too late' });
    for (const { id } of gone) await drop(client, id);
    await reoptimise(client, plan);
    // All of the day is driven before anybody applies it.
    client.clock.pass(12 * 3_600_000);
    const road = new Map((await stopsOf(client, plan)).map((stop) => [stop.id, stop]));
    const late = [...changed, ...gone].filter(({ id }) => road.get(id)?.deliveryInfo?.attempted === true);
    expect(late.length).toBeGreaterThan(0);
    expect((await send(client, 'POST', `/${plan.id}:save`)).status).toBe(200);
    const after = new Map((await stopsOf(client, plan)).map((stop) => [stop.id, stop]));
    for (const { id, notes } of late) {
      expect(after.get(id)).toMatchObject({ notes, deliveryInfo: road.get(id)!.deliveryInfo });
      expect(placeOf(after.get(id)!)).toEqual(placeOf(road.get(id)!));
    }
    for (const route of new Set([...after.values()].flatMap((stop) => stop.route ?? []))) {
      const own = [...after.values()].filter((stop) => stop.route?.id === route.id && stop.type === 'stop');
      expect(own).toHaveLength(route.stopCount);
    }
  });
});

describe('a live import', () => {
  it('answers as a batch, with pending: failures are echoed, the others are there', async () => {
    const client = await training();
    const plan = await livePlan(client);
    const lost = { address: { addressLineOne: 'Nowhere 1', city: 'X' }, recipient: { name: 'Lost' } };
    const foreign = { ...input('foreign'), allowedDrivers: ['drivers/foreign'] };
    const items = [input('a'), { ...lost, notes: 'not echoed' }, input('b'), foreign];
    const { success, failed, pending } = await ok<{ success: string[]; failed: { stop: unknown }[]; pending: boolean }>(
      client.post(`/${plan.id}/stops:liveImport`, items),
    );
    expect(pending).toBe(true);
    expect(failed).toEqual([
      { error: { message: expect.any(String) as string }, stop: lost },
      {
        error: { message: expect.stringMatching('foreign') as string },
        stop: { address: foreign.address, recipient: foreign.recipient },
      },
    ]);
    const found = (await stopsOf(client, plan)).filter(({ id }) => success.includes(id));
    expect(found.map(({ recipient }) => recipient?.name).sort()).toEqual(['a', 'b']);
  });

  it('leaves nothing pending when nothing in it could be taken', async () => {
    const client = await training();
    const plan = await livePlan(client);
    const lost = [{ address: { addressLineOne: 'Nowhere 1', city: 'X' } }];
    expect(await ok(client.post(`/${plan.id}/stops:liveImport`, lost))).toMatchObject({ success: [], pending: false });
    expect(await getPlan(client, plan.id)).toEqual(plan);
  });

  it('takes 1 to 100 stops, all or nothing when the request is malformed', async () => {
    const client = await training();
    const plan = await livePlan(client);
    const path = `/${plan.id}/stops:liveImport`;
    for (const body of [[], Array(101).fill(input('x')), { stops: [input('x')] }, [input('x'), { address: {} }]]) {
      expect((await client.post(path, body)).status).toBe(400);
    }
    expect(await getPlan(client, plan.id)).toEqual(plan);
    const { success } = await ok<{ success: string[] }>(client.post(path, Array(100).fill(input('x'))));
    expect(success).toHaveLength(100);
  });
});

describe('lists that are a second late', () => {
  it('show pending changes a second later, too', async () => {
    const client = await training({ switches: { lists: 'a-second-late' } });
    const plan = await livePlan(client);
    const before = (await stopsOf(client, plan)).length;
    const path = `/${plan.id}/stops?filter.externalId=late`;
    client.clock.pass(-1_000);
    const { stop } = await create(client, plan, 'late');
    client.clock.pass(-900);
    expect((await ok<{ stops: Stop[] }>(client.planning(path))).stops).toEqual([]);
    client.clock.pass(1_000);
    expect((await ok<{ stops: Stop[] }>(client.planning(path))).stops).toEqual([stop]);
    expect(await stopsOf(client, plan)).toHaveLength(before + 1);
  });
});
