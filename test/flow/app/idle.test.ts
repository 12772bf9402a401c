/**
 * What an app that nobody uses reads: the real refresher, client, rate limiter and cache on a virtual clock and
 * service.
 */
import { expect, it } from 'vitest';
import type { Exchange, Request } from '../../../src/main/api/transport.ts';
import type { VirtualClock } from '../../campaigns/bench/models/virtual-clock.ts';
import { VirtualService, type ServiceSize } from '../../campaigns/bench/models/virtual-service.ts';
import { GivenAttendance } from '../../fixtures/attendance.ts';
import { clockOfService } from '../../fixtures/clock-of-service.ts';
import { refresherInProcess } from '../../fixtures/refresher-in-process.ts';

const minute = 60_000;
/** The budget of an app that nobody uses. */
const mostInMinute = 12;

/** Notes each request, and answers the search with the stops that the test gives. */
class WatchedService extends VirtualService {
  readonly asked: { at: number; path: string }[] = [];
  found: { id: string; plan: string }[] = [];
  private readonly time: VirtualClock;

  constructor(clock: VirtualClock, size: ServiceSize, roundTrip: number) {
    super(clock, size, roundTrip);
    this.time = clock;
  }

  override exchange(request: Request): Promise<Exchange> {
    this.asked.push({ at: this.time.now(), path: request.path });
    if (!request.path.includes('stops:search')) return super.exchange(request);
    request.left?.();
    const stops = this.found.map((stop) => ({ stop }));
    const body = Buffer.from(JSON.stringify({ stops, nextPageToken: null }));
    return Promise.resolve({ kind: 'answered', status: 200, contentType: 'application/json', body });
  }

  since(at: number): { at: number; path: string }[] {
    return this.asked.filter((one) => one.at >= at);
  }
}

function office() {
  const size = { plans: 200, stopsInPlan: 15, unassignedStops: 40, drivers: 60 };
  const attendance = new GivenAttendance();
  const all = refresherInProcess((clock) => new WatchedService(clockOfService(clock), size, 40), {
    ...{ attendance, hasSearch: true },
  });
  const { pull, service } = all;
  const isAllRead = () => pull.reading.first === null && service.asked.length > size.plans;
  return { ...all, attendance, isAllRead };
}

/** The greatest number of requests within any minute. */
function mostWithinMinute(asked: readonly { at: number }[]): number {
  return Math.max(0, ...asked.map(({ at }) => asked.filter((one) => one.at >= at && one.at < at + minute).length));
}

/** An office whose plans have all been read, with one of them on screen, and nobody there. */
async function leftOffice() {
  const there = office();
  const { clock, pull, attendance, isAllRead } = there;
  pull.show('plans/p100');
  pull.wake();
  await clock.run(clock.now() + 30 * minute, isAllRead);
  expect(isAllRead(), 'all plans were read').toBe(true);
  // What the first reading began is over.
  await clock.run(clock.now() + minute);
  attendance.leave();
  await clock.run(clock.now() + minute);
  return there;
}

it('sends at most twelve requests a minute while nobody uses it', { timeout: 60_000 }, async () => {
  const { clock, service, attendance, pull, failures } = await leftOffice();
  const left = clock.now();
  await clock.run(left + 60 * minute);
  const idle = service.since(left);
  expect(mostWithinMinute(idle)).toBeLessThanOrEqual(mostInMinute);
  // It still looks: at the search every minute, and at the plan on screen.
  expect(idle.filter(({ path }) => path.includes('stops:search')).length).toBeGreaterThan(60);
  expect(idle.some(({ path }) => path.includes('/plans/p100/stops'))).toBe(true);
  expect(failures).toEqual([]);

  // Nobody would know of it, so this shows that the office above is not simply a quiet one.
  attendance.comeBack();
  pull.wake();
  const back = clock.now();
  await clock.run(back + 10 * minute);
  expect(mostWithinMinute(service.since(back))).toBeGreaterThan(mostInMinute);
});

it('reads a plan with news within three minutes while nobody uses it', { timeout: 60_000 }, async () => {
  const { clock, service } = await leftOffice();
  const left = clock.now();
  const isRead = (planId: string) => service.since(left).some(({ path }) => path.includes(`/${planId}/stops`));
  // A plan of another week, which is not read again within hours otherwise.
  service.found = [{ id: 'plans/p7/stops/new', plan: 'plans/p7' }];
  await clock.run(left + 3 * minute, () => isRead('plans/p7'));
  expect(isRead('plans/p7')).toBe(true);
});

it('reads the plan on screen at once when somebody comes back', { timeout: 60_000 }, async () => {
  const { clock, service, attendance, pull } = await leftOffice();
  await clock.run(clock.now() + 20 * minute);
  const back = clock.now();
  attendance.comeBack();
  await clock.run(back + 2_000);
  const pages = service.since(back).filter(({ path }) => path.includes('/plans/p100/stops'));
  expect(pages.length).toBeGreaterThanOrEqual(2);
  expect(pull.isRefreshing('stops:plans/p100')).toBe(false);
  // The lists follow at their usual times.
  await clock.run(back + 3 * minute);
  for (const list of ['/plans?', '/drivers?', '/unassignedStops?']) {
    expect(
      service.since(back).some(({ path }) => path.includes(list)),
      list,
    ).toBe(true);
  }
});

it('lets a user have a list at once that is being read slowly', { timeout: 60_000 }, async () => {
  const { clock, pull } = await leftOffice();
  // Ten pages, one every few seconds.
  await clock.run(clock.now() + 30 * minute, () => pull.isRefreshing('plans'));
  expect(pull.isRefreshing('plans')).toBe(true);
  let isThere = false;
  void pull.refresh('plans', 'click').then(() => (isThere = true));
  await clock.run(clock.now() + 3_000);
  expect(isThere).toBe(true);
});

it('looks for news of the time in between after the clock was set back', { timeout: 60_000 }, async () => {
  const { clock, service } = await leftOffice();
  const right = clock.now;
  clock.now = () => right() - 60 * minute;
  const before = service.asked.length;
  await clock.run(clock.elapsed() + 3 * minute);
  const searches = service.asked.slice(before).filter(({ path }) => path.includes('stops:search'));
  const ages = searches.map(({ at, path }) => {
    const [, since = ''] = /"(\d{4}-[^"]+)"/.exec(decodeURIComponent(path)) ?? [];
    return at - 60 * minute - Date.parse(since);
  });
  expect(ages.length).toBeGreaterThanOrEqual(4);
  // The index of the search lags by five minutes.
  expect(Math.min(...ages)).toBeGreaterThanOrEqual(5 * minute);
});
