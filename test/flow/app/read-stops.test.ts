/**
 * How the stops of the plan on screen are read: the real refresher, client, rate limiter and cache on a virtual clock
 * and service.
 */
import { expect, it } from 'vitest';
import type { Exchange, Request } from '../../../src/main/api/transport.ts';
import { VirtualService } from '../../campaigns/bench/models/virtual-service.ts';
import { refresherInProcess } from '../../fixtures/refresher-in-process.ts';

const plan = 'plans/p0';

/** Says where each request for the stops of the plan began to read, and can be told that the plan has changed. */
class LongPlan extends VirtualService {
  readonly from: number[] = [];
  /** Stops of this number and above have a new recipient. */
  changedFrom = Number.POSITIVE_INFINITY;

  override async exchange(request: Request): Promise<Exchange> {
    const isStops = request.path.includes(`/${plan}/stops`);
    if (isStops) this.from.push(Number(new URL(request.path, 'https://service').searchParams.get('pageToken') ?? 0));
    const changedFrom = this.changedFrom;
    const isPlan = request.path.endsWith(`/${plan}`);
    if (isPlan) request.left?.();
    const answered: Exchange = isPlan
      ? {
          ...{ kind: 'answered', status: 200, contentType: 'application/json' },
          body: Buffer.from(JSON.stringify({ id: plan, title: 'Tour 1', writable: true })),
        }
      : await super.exchange(request);
    if (!isStops || answered.kind !== 'answered') return answered;
    const list = JSON.parse(answered.body.toString()) as { stops: { recipient: { name: string } }[] };
    const first = this.from.at(-1) ?? 0;
    for (const [index, { recipient }] of list.stops.entries()) {
      if (first + index >= changedFrom) recipient.name = `New ${recipient.name}`;
    }
    return { ...answered, body: Buffer.from(JSON.stringify(list)) };
  }
}

function office(stopsInPlan: number) {
  const size = { plans: 1, stopsInPlan, unassignedStops: 0, drivers: 1 };
  const all = refresherInProcess((clock) => new LongPlan(clock, size, 20));
  const { cache, clock } = all;
  const pass = (milliseconds: number) => clock.run(clock.now() + milliseconds);
  const listed = () => cache.listStops(plan, 0, 10_000);
  const renamed = async () => (await listed()).rows.filter(({ recipientName }) => recipientName?.startsWith('New'));
  return { ...all, pass, listed, renamed };
}

it('shows a plan that was opened when it has been read in full', async () => {
  const { pull, failures, pass, listed } = office(600);
  pull.show(plan);
  await pass(4_000);
  expect(await listed()).toMatchObject({ total: 0, asOf: null });
  await pass(60_000);
  expect(await listed()).toMatchObject({ total: 600 });
  expect((await listed()).asOf).not.toBeNull();
  expect(failures).toEqual([]);
});

it('changes a list that was read before in one piece', async () => {
  const { pull, service, failures, pass, renamed } = office(150);
  pull.show(plan);
  await pass(20_000);
  service.changedFrom = 0;
  const reading = pull.readBack(plan, 'stops');
  await pass(1_000);
  expect(service.from.length).toBeGreaterThan(5);
  expect(await renamed()).toHaveLength(0);
  await pass(2_000);
  await reading;
  expect(await renamed()).toHaveLength(150);
  expect(failures).toEqual([]);
});

it('begins again when the app changes a plan that is being read', async () => {
  const { pull, service, failures, pass, renamed } = office(150);
  pull.show(plan);
  await pass(20_000);
  service.from.length = 0;
  const first = pull.readBack(plan, 'stops');
  await pass(1_000);
  expect(service.from.length, 'on its way').toBeGreaterThan(5);
  service.changedFrom = 0;
  const second = pull.readBack(plan, 'stops');
  await pass(2_500);
  await Promise.all([first, second]);
  expect(await renamed(), 'whoever waited for the first read has the new state too').toHaveLength(150);
  expect(service.from.filter((from) => from === 0)).toHaveLength(2);
  expect(service.from.length, 'the rest of the first read is left out').toBeLessThan(30);
  expect(failures).toEqual([]);
});

it('reads a long plan to its end before it begins again', async () => {
  const { pull, service, failures, pass, renamed } = office(600);
  pull.show(plan);
  await pass(60_000);
  service.from.length = 0;
  const first = pull.readBack(plan, 'stops');
  await pass(5_000);
  service.changedFrom = 0;
  const second = pull.readBack(plan, 'stops');
  await pass(15_000);
  await Promise.all([first, second]);
  expect(await renamed()).toHaveLength(600);
  expect(service.from.filter((from) => from === 0)).toHaveLength(2);
  expect(service.from.filter((from) => from === 590)).toHaveLength(2);
  expect(failures).toEqual([]);
});
