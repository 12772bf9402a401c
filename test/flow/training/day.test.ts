import { describe, expect, it } from 'vitest';
import type { Plan, Route, Stop } from '../../../src/training/model.ts';
import { finished, inputs, named, optimised, planWith, reoptimise, routesOf, stopNamed } from './operations-support.ts';
import { getPlan, ok, planWhere, remove, send, stopsOf } from './plans-support.ts';
import { handClock, temporaryFolder, training, type Client } from './support.ts';

const monday = { day: 15, month: 6, year: 2026 };
/** A time of the usual first day in Berlin, in milliseconds since the epoch. */
const at = (hour: number, minute = 0, day = 15) => Date.UTC(2026, 5, day, hour - 2, minute);

const until = ({ clock }: Client, moment: number) => clock.pass(moment - clock.now());

/** A plan for today with one driver and enough work until the afternoon, distributed. */
async function distributed(client: Client, stops = 36): Promise<Plan> {
  const timing = { estimatedAttemptDuration: 600 };
  const plan = await planWith(client, {
    starts: monday,
    drivers: 1,
    stops: named(stops).map((each) => ({ ...each, timing })),
  });
  await optimised(client, plan);
  return ok<Plan>(send(client, 'POST', `/${plan.id}:distribute`));
}

const isAttempted = ({ deliveryInfo }: Stop) => deliveryInfo?.attempted === true;
const etaOf = ({ eta }: Stop) => ('value' in eta ? eta.value.estimatedArrivalAt : NaN);
const timesOf = ({ deliveryInfo }: Stop) => {
  const info = deliveryInfo!.timeAtStopInfo;
  if (!('value' in info)) throw new Error('no times');
  return { ...info.value, attemptedAt: deliveryInfo!.attemptedAt! };
};

async function look(client: Client, plan: Plan): Promise<{ route: Route; stops: Stop[]; done: Stop[] }> {
  const [route] = await routesOf(client, plan);
  const stops = await client.all<Stop>('planning', `/${route!.id}/stops`, 'stops');
  return { route: route!, stops, done: stops.filter(isAttempted) };
}

describe('the day of a distributed plan', () => {
  it('has not begun at six, is on at noon, over at eight in the evening, and stays so the next day', async () => {
    const client = await training({ clock: handClock(at(5)) });
    const plan = await distributed(client);
    until(client, at(6));
    const early = await look(client, plan);
    expect([early.route.state.started, early.done]).toEqual([false, []]);

    until(client, at(12));
    const noon = await look(client, plan);
    expect(noon.route.state).toMatchObject({
      started: true,
      startedAt: at(8) / 1000,
      completed: false,
      completedAt: null,
    });
    expect(noon.done.length).toBeGreaterThan(5);
    expect(noon.done.length).toBeLessThan(30);

    until(client, at(20));
    const evening = await look(client, plan);
    expect(evening.route.state.completed).toBe(true);
    const last = Math.max(...evening.done.map((stop) => timesOf(stop).departedAt));
    expect(evening.route.state.completedAt).toBeGreaterThanOrEqual(last);
    expect(evening.route.state.completedAt).toBeLessThan(at(20) / 1000);
    // Drivers leave a stop out now and then.
    expect(evening.done.length).toBeGreaterThan(30);
    // What was done at noon is as it was.
    const attempts = ({ id, deliveryInfo }: Stop) => ({ id, deliveryInfo });
    expect(evening.done.slice(0, noon.done.length).map(attempts)).toEqual(noon.done.map(attempts));

    until(client, at(9, 0, 16));
    expect(await look(client, plan)).toEqual(evening);
  });

  it('takes its time: nobody is at a stop before he left the one before, nor before its window, nor in the future', async () => {
    const client = await training({ clock: handClock(at(5)) });
    const opens = { hour: 10, minute: 30 };
    const plan = await planWith(client, {
      starts: monday,
      drivers: 1,
      stops: [...named(12), { name: 'window', timing: { earliestAttemptTime: opens } }],
    });
    await optimised(client, plan);
    await ok(send(client, 'POST', `/${plan.id}:distribute`));
    until(client, at(10, 40));
    const { done, route } = await look(client, plan);
    let left = route.state.startedAt!;
    for (const stop of done) {
      const { arrivedAt, attemptedAt, departedAt } = timesOf(stop);
      expect([arrivedAt >= left, attemptedAt >= arrivedAt, departedAt >= attemptedAt]).toEqual([true, true, true]);
      expect(departedAt).toBeLessThanOrEqual(client.clock.now() / 1000);
      left = departedAt;
    }
    expect(done.length).toBeGreaterThan(8);
    until(client, at(20));
    const window = (await look(client, plan)).stops.find(({ recipient }) => recipient?.name === 'window')!;
    expect(timesOf(window).arrivedAt).toBeGreaterThanOrEqual(at(10, 30) / 1000);
  });

  it('brings states, notes, signatures with names, and photos', async () => {
    const client = await training({ clock: handClock(at(5)) });
    const plan = await distributed(client);
    until(client, at(20));
    const infos = (await look(client, plan)).done.map(({ deliveryInfo }) => deliveryInfo!);
    expect(new Set(infos.map(({ state }) => state)).size).toBeGreaterThan(3);
    for (const info of infos) {
      expect(info.succeeded).toBe(!info.state.startsWith('failed_'));
      expect(info.attemptedLocation).toEqual({
        latitude: expect.any(Number) as number,
        longitude: expect.any(Number) as number,
      });
      if (info.signatureUrl !== null) expect(info.signeeName).not.toBeNull();
    }
    expect(infos.some(({ signatureUrl }) => signatureUrl !== null)).toBe(true);
    expect(infos.some(({ photoUrls }) => photoUrls.length > 0)).toBe(true);
    expect(infos.some((info) => info.driverProvidedRecipientNotes ?? info.driverProvidedInternalNotes)).toBe(true);
  });

  it('says arrivals again when the driver runs late', async () => {
    const client = await training({ clock: handClock(at(5)) });
    const plan = await distributed(client);
    const said = new Map((await look(client, plan)).stops.map((stop) => [stop.id, etaOf(stop)]));
    until(client, at(13));
    const { stops, done } = await look(client, plan);
    const open = stops.slice(stops.indexOf(done.at(-1)!) + 1);
    expect(open.length).toBeGreaterThan(3);
    expect(open.every((stop) => etaOf(stop) !== said.get(stop.id))).toBe(true);
    const arrivals = open.map(etaOf);
    expect(arrivals).toEqual([...arrivals].sort((one, other) => one - other));
    // The next stop is expected from where the driver is, not from where he was to be.
    expect(arrivals[0]).toBeGreaterThanOrEqual(timesOf(done.at(-1)!).departedAt - 180);
  });

  it('begins when the plan is distributed, where that is later than its start', async () => {
    const client = await training({ clock: handClock(at(13)) });
    const plan = await distributed(client, 6);
    const sentAt = Math.floor(client.clock.now() / 1000);
    until(client, at(17));
    const { route, done } = await look(client, plan);
    expect(route.state).toMatchObject({ startedAt: sentAt, completed: true });
    expect(Math.min(...done.map((stop) => timesOf(stop).arrivedAt))).toBeGreaterThanOrEqual(sentAt);
  });

  it('takes up what is re-distributed meanwhile, and what was not sent is not done before it was made', async () => {
    const client = await training({ clock: handClock(at(5)) });
    const plan = await distributed(client);
    until(client, at(11));
    const before = await look(client, plan);
    await ok(client.post(`/${plan.id}/stops:liveCreate`, inputs([{ name: 'new' }])[0]));
    const added = Math.floor(client.clock.now() / 1000);
    await finished(client, await reoptimise(client, plan));
    await ok(send(client, 'POST', `/${plan.id}:redistribute`));
    until(client, at(20));
    const stop = await stopNamed(client, plan, 'new');
    if (isAttempted(stop)) expect(timesOf(stop).arrivedAt).toBeGreaterThan(added);
    const after = await look(client, plan);
    expect(after.route.state.completed).toBe(true);
    expect(after.route.stopCount).toBe(before.route.stopCount + 1);
    expect(after.stops.some(({ id }) => id === stop.id)).toBe(true);
    for (const { id, deliveryInfo } of before.done) {
      expect(after.stops.find((each) => each.id === id)?.deliveryInfo).toEqual(deliveryInfo);
    }
  });

  it('leaves what was saved and not sent to a driver who does not know of it, until he is told', async () => {
    const client = await training({ clock: handClock(at(5)) });
    const plan = await distributed(client, 12);
    until(client, at(8, 30));
    const added = named(5).map(({ name }) => ({ name: `new ${name}` }));
    await ok(client.post(`/${plan.id}/stops:liveImport`, inputs(added)));
    await finished(client, await reoptimise(client, plan));
    await ok(send(client, 'POST', `/${plan.id}:save`));
    until(client, at(15));
    const isNew = ({ recipient }: Stop) => recipient?.name?.startsWith('new ') === true;
    const saved = await look(client, plan);
    expect(saved.stops.filter(isNew)).toHaveLength(5);
    expect(saved.done.filter(isNew)).toEqual([]);
    expect(saved.route.state).toMatchObject({ completed: true, distributed: false });

    await ok(send(client, 'POST', `/${plan.id}:redistribute`));
    const sentAt = Math.floor(client.clock.now() / 1000);
    expect((await look(client, plan)).route.state).toMatchObject({ completed: false, distributedAt: sentAt });
    until(client, at(20));
    const { route, done } = await look(client, plan);
    expect(done.filter(isNew).length).toBeGreaterThan(2);
    for (const stop of done.filter(isNew)) expect(timesOf(stop).arrivedAt).toBeGreaterThan(sentAt);
    expect(route.state.completed).toBe(true);
  });

  it('goes on between a proposal and its going out: no two stops of a route have one position then', async () => {
    const client = await training({ clock: handClock(at(5)) });
    const plan = await distributed(client);
    until(client, at(10));
    const before = await look(client, plan);
    await ok(client.post(`/${plan.id}/stops:liveImport`, inputs(named(6))));
    await finished(client, await reoptimise(client, plan, 'redistribute_stops_between_drivers'));
    until(client, at(12, 30));
    const meanwhile = await look(client, plan);
    expect(meanwhile.done.length).toBeGreaterThan(before.done.length + 3);
    await ok(send(client, 'POST', `/${plan.id}:redistribute`));
    const { stops, done } = await look(client, plan);
    expect(done.map(({ id }) => id).sort()).toEqual(meanwhile.done.map(({ id }) => id).sort());
    const positions = stops.map(({ stopPosition }) => stopPosition!);
    expect(new Set(positions).size).toBe(positions.length);
    const last = Math.max(...done.map(({ stopPosition }) => stopPosition!));
    const open = stops.filter((stop) => stop.type !== 'start' && !isAttempted(stop));
    expect(Math.min(...open.map(({ stopPosition }) => stopPosition!))).toBeGreaterThan(last);
    expect(stops.at(-1)!.type).toBe('end');
  });

  it('goes on without a plan that is deleted, and leaves plans alone that nobody has distributed', async () => {
    const client = await training({ clock: handClock(at(5)) });
    const plan = await distributed(client, 4);
    const other = await planWith(client, { starts: monday, stops: named(4) });
    await optimised(client, other);
    await remove(client, `/${plan.id}`);
    until(client, at(20));
    expect((await client.planning(`/${plan.id}`)).status).toBe(404);
    expect((await stopsOf(client, other)).some(isAttempted)).toBe(false);
    expect(await getPlan(client, other.id)).toMatchObject({ distributed: false, writable: true });
  });
});

describe('the day of the generated data', () => {
  const today = (client: Client) => planWhere(client, (plan) => plan.distributed && plan.starts.day === 15);

  it('is as it was made until its noon, and is driven to its end from then on', async () => {
    const client = await training({ clock: handClock(at(8)) });
    const plan = await today(client);
    const before = await stopsOf(client, plan);
    expect(before.some(isAttempted)).toBe(true);
    until(client, at(11, 30));
    expect(await stopsOf(client, plan)).toEqual(before);
    until(client, at(13));
    const count = (stops: Stop[]) => stops.filter(isAttempted).length;
    const later = await stopsOf(client, plan);
    expect(count(later)).toBeGreaterThan(count(before));
    until(client, at(20));
    expect(count(await stopsOf(client, plan))).toBeGreaterThan(count(later));
    expect((await routesOf(client, plan)).every(({ state }) => state.completed)).toBe(true);
  });

  it('is the same whether the clock runs, jumps over days, or the service was off', async () => {
    const folders = [temporaryFolder(), temporaryFolder()] as const;
    const walking = await training({ folder: folders[0], clock: handClock(at(8)) });
    const plan = await today(walking);
    for (let hour = 9; hour < 20; hour += 1) {
      until(walking, at(hour));
      await getPlan(walking, plan.id);
    }
    until(walking, at(8, 0, 18));
    const walked = await stopsOf(walking, plan);

    const first = await training({ folder: folders[1], clock: handClock(at(8)) });
    until(first, at(14));
    await getPlan(first, plan.id);
    await first.service.close();
    first.clock.pass(at(8, 0, 18) - first.clock.now());
    const jumping = await training({ folder: folders[1], clock: first.clock });
    const jumped = await stopsOf(jumping, plan);
    const portless = (stops: Stop[]) =>
      JSON.parse(JSON.stringify(stops).replaceAll(/https:\/\/127\.0\.0\.1:\d+/g, '')) as unknown;
    expect(portless(jumped)).toEqual(portless(walked));
    expect(walked.filter(isAttempted).length).toBeGreaterThan(90);
  });
});
