import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { improve } from '../../../../src/training/optimise/improve.ts';
import { insertAll } from '../../../../src/training/optimise/insert.ts';
import {
  metersFrom,
  noWindow,
  type Draft,
  type Goal,
  type Job,
  type Vehicle,
} from '../../../../src/training/optimise/problem.ts';
import { lateness, scheduleOf } from '../../../../src/training/optimise/schedule.ts';

const hour = 3600;
const equal: Goal = { balance: 900, perRoute: 0 };

const vehicle = (driver: string, change: Partial<Vehicle> = {}): Vehicle => ({
  driver,
  begin: { point: { east: 0, north: 0 }, at: 8 * hour },
  home: { east: 0, north: 0 },
  latest: 18 * hour,
  room: Infinity,
  metersPerSecond: 6.5,
  serviceFactor: 1,
  ...change,
});

const job = (id: string, change: Partial<Job> = {}): Job => ({
  id,
  point: { east: 500, north: 0 },
  service: 180,
  window: noWindow,
  drivers: null,
  order: 'default',
  ...change,
});

const solve = (vehicles: readonly Vehicle[], jobs: readonly Job[], goal = equal) => {
  const drafts = vehicles.map((each): Draft => ({ vehicle: each, jobs: [] }));
  const skipped = insertAll(drafts, jobs, goal);
  drafts.forEach(improve);
  return { drafts, skipped, ids: drafts.map(({ jobs: own }) => own.map(({ id }) => id)) };
};

const reasons = (vehicles: readonly Vehicle[], jobs: readonly Job[]) =>
  Object.fromEntries(solve(vehicles, jobs).skipped.map(({ id, reason }) => [id, reason]));

describe('a stop is skipped', () => {
  it('as impossible_time_window if nobody can be there in time', () => {
    const night = { from: 2 * hour, to: 3 * hour };
    const backwards = { from: 15 * hour, to: 12 * hour };
    const late = { from: 19 * hour, to: 20 * hour };
    const jobs = [
      job('night', { window: night }),
      job('backwards', { window: backwards }),
      job('late', { window: late }),
    ];
    expect(reasons([vehicle('a')], jobs)).toEqual({
      night: 'impossible_time_window',
      backwards: 'impossible_time_window',
      late: 'impossible_time_window',
    });
  });

  it('as impossible_time_window if two stops at opposite ends of the town need the only driver at the same time', () => {
    const noon = { from: 12 * hour, to: 12 * hour + 60 };
    const jobs = [
      job('west', { window: noon, point: { east: -9000, north: 0 } }),
      job('east', { window: noon, point: { east: 9000, north: 0 } }),
    ];
    expect(Object.values(reasons([vehicle('a')], jobs))).toEqual(['impossible_time_window']);
    expect(reasons([vehicle('a'), vehicle('b')], jobs)).toEqual({});
  });

  it('as impossible_navigation if its place is unknown or in another part of the country', () => {
    const jobs = [
      job('nowhere', { point: null }),
      job('far', { point: { east: 100_000, north: 80_000 } }),
      job('near'),
    ];
    expect(reasons([vehicle('a')], jobs)).toEqual({ nowhere: 'impossible_navigation', far: 'impossible_navigation' });
  });

  it('as impossible_number_of_stops if every driver has the maximum or a full day', () => {
    const many = Array.from({ length: 7 }, (_, index) => job(`j${index}`));
    expect(Object.values(reasons([vehicle('a', { room: 3 }), vehicle('b', { room: 2 })], many))).toEqual([
      'impossible_number_of_stops',
      'impossible_number_of_stops',
    ]);
    const long = many.map((each) => ({ ...each, service: 2 * hour }));
    expect(Object.values(reasons([vehicle('a')], long))).toEqual([
      'impossible_number_of_stops',
      'impossible_number_of_stops',
      'impossible_number_of_stops',
    ]);
  });

  it('as impossible_order_of_stops if it would fit at another place of the route', () => {
    const morning = job('morning', { window: { from: 8 * hour, to: 9 * hour } });
    const first = job('first', { order: 'first', window: { from: 16 * hour, to: 17 * hour } });
    expect(reasons([vehicle('a')], [morning, first])).toEqual({ first: 'impossible_order_of_stops' });
    expect(reasons([vehicle('a')], [morning, { ...first, order: 'default' }])).toEqual({});
    const evening = job('evening', { window: { from: 17 * hour, to: Infinity } });
    const last = job('last', { order: 'last', window: { from: 8 * hour, to: 9 * hour } });
    expect(reasons([vehicle('a')], [evening, last])).toEqual({ last: 'impossible_order_of_stops' });
  });

  it('as no_allowed_driver if its allowed drivers do not drive', () => {
    expect(reasons([vehicle('a')], [job('hers', { drivers: ['b', 'c'] })])).toEqual({ hers: 'no_allowed_driver' });
    expect(reasons([], [job('any')])).toEqual({ any: 'no_allowed_driver' });
  });
});

describe('routes', () => {
  it('share the work among the drivers, or use as few as possible if that is the goal', () => {
    const jobs = Array.from({ length: 30 }, (_, index) =>
      job(`j${index}`, { point: { east: index * 100, north: 400 } }),
    );
    const crew = ['a', 'b', 'c'].map((driver) => vehicle(driver));
    const shared = solve(crew, jobs).drafts.map((draft) => draft.jobs.length);
    expect(Math.min(...shared)).toBeGreaterThanOrEqual(7);
    expect(
      solve(crew, jobs, { balance: 0, perRoute: 3600 })
        .drafts.map((draft) => draft.jobs.length)
        .sort(),
    ).toEqual([0, 0, 30]);
  });

  it('wait for a time window and predict every arrival', () => {
    const jobs = [
      job('a', { window: { from: 9 * hour, to: 10 * hour } }),
      job('b', { point: { east: 500, north: 650 } }),
    ];
    const { visits, home } = scheduleOf(vehicle('x'), jobs);
    expect(visits.map(({ arrival, leave, meters, seconds }) => [arrival, leave, meters, seconds])).toEqual([
      [9 * hour, 9 * hour + 180, 500, 77],
      [9 * hour + 280, 9 * hour + 460, 650, 100],
    ]);
    expect(home).toEqual({ arrival: 9 * hour + 460 + 177, meters: 1150, seconds: 177 });
    expect(lateness(vehicle('x', { latest: 9 * hour }), jobs)).toBe(637);
    expect(lateness(vehicle('x', { home: null, latest: 9 * hour + 460 }), jobs)).toBe(0);
  });

  it('along a square go around it, not across', () => {
    const corners = [[0, 1000], [1000, 0], [1000, 1000]] as const; // prettier-ignore
    const draft: Draft = {
      vehicle: vehicle('a'),
      jobs: corners.map(([east, north], index) => job(`c${index}`, { point: { east, north } })),
    };
    improve(draft);
    expect(scheduleOf(draft.vehicle, draft.jobs).visits.map(({ job: { id } }) => id)[1]).toBe('c2');
  });
});

const point = fc.record({ east: fc.integer({ min: -8000, max: 8000 }), north: fc.integer({ min: -8000, max: 8000 }) });
const windows = fc.tuple(fc.integer({ min: 6, max: 18 }), fc.integer({ min: 1, max: 8 }));
const drivers = ['a', 'b', 'c', 'd'] as const;
const jobs = fc
  .array(
    fc.record({
      point,
      service: fc.integer({ min: 0, max: 1800 }),
      window: fc.option(windows),
      drivers: fc.option(fc.subarray([...drivers], { minLength: 1 }), { freq: 4 }),
      order: fc.constantFrom('first', 'last', 'default', 'default', 'default', 'default'),
    }),
    { maxLength: 40 },
  )
  .map((each) =>
    each.map(({ window, ...given }, index) =>
      job(`j${index}`, {
        ...given,
        window: window ? { from: window[0] * hour, to: (window[0] + window[1]) * hour } : noWindow,
      }),
    ),
  );
const vehicles = fc.subarray([...drivers], { minLength: 1 }).chain((names) =>
  fc.tuple(
    ...names.map((name) =>
      fc
        .record({ room: fc.constantFrom(3, 8, Infinity), start: fc.integer({ min: 6, max: 9 }), round: fc.boolean() })
        .map(({ room, start, round }) =>
          vehicle(name, {
            room,
            begin: { point: { east: 0, north: 0 }, at: start * hour },
            home: round ? { east: 0, north: 0 } : null,
          }),
        ),
    ),
  ),
);

const rank = { first: 0, default: 1, last: 2 } as const;

describe('any input', () => {
  it('puts every stop on one route or skips it with a reason, and every route can be driven as predicted', () => {
    fc.assert(
      fc.property(vehicles, jobs, (crew, wanted) => {
        const { drafts, skipped } = solve(crew, wanted);
        const ids = [...drafts.flatMap((draft) => draft.jobs.map(({ id }) => id)), ...skipped.map(({ id }) => id)];
        expect([...ids].sort()).toEqual(wanted.map(({ id }) => id).sort());
        for (const draft of drafts) {
          const { visits, home } = scheduleOf(draft.vehicle, draft.jobs);
          expect(draft.jobs.length).toBeLessThanOrEqual(draft.vehicle.room);
          expect(home.arrival).toBeLessThanOrEqual(Math.max(draft.vehicle.latest, draft.vehicle.begin.at));
          for (const { job: each, arrival } of visits) {
            expect(arrival).toBeGreaterThanOrEqual(each.window.from);
            expect(arrival).toBeLessThanOrEqual(each.window.to);
            expect(each.drivers ?? [draft.vehicle.driver]).toContain(draft.vehicle.driver);
          }
          const ranks = draft.jobs.map(({ order }) => rank[order]);
          expect(ranks).toEqual([...ranks].sort());
        }
      }),
      { numRuns: 300 },
    );
  });

  it('gives the same result each time', () => {
    fc.assert(
      fc.property(vehicles, jobs, (crew, wanted) => {
        expect(solve(crew, wanted).ids).toEqual(solve(crew, wanted.toReversed()).ids);
      }),
      { numRuns: 100 },
    );
  });

  it('has its routes shortened or unchanged by improvement, with nothing later than before', () => {
    fc.assert(
      fc.property(jobs, (wanted) => {
        const before: Draft = { vehicle: vehicle('a'), jobs: wanted.toSorted((a, b) => rank[a.order] - rank[b.order]) };
        const after: Draft = { ...before };
        improve(after);
        const meters = ({ vehicle: who, jobs: own }: Draft) =>
          [who.begin.point, ...own.map((each) => each.point!), who.home!].reduce(
            (sum, to, index, all) => sum + (index === 0 ? 0 : metersFrom(all[index - 1]!, to)),
            0,
          );
        expect(meters(after)).toBeLessThanOrEqual(meters(before));
        expect(lateness(after.vehicle, after.jobs)).toBeLessThanOrEqual(lateness(before.vehicle, before.jobs));
        expect(after.jobs.map(({ id }) => id).sort()).toEqual(before.jobs.map(({ id }) => id).sort());
      }),
      { numRuns: 200 },
    );
  });
});

describe('the optimiser', () => {
  it('is fast when there is more work than the day allows', () => {
    const wanted = Array.from({ length: 600 }, (_, index) =>
      job(`j${index}`, { point: { east: (index * 7919) % 9000, north: (index * 104_729) % 9000 } }),
    );
    const begin = process.cpuUsage();
    const { skipped } = solve(
      drivers.map((driver) => vehicle(driver)),
      wanted,
    );
    const { user, system } = process.cpuUsage(begin);
    expect(skipped.length).toBeGreaterThan(50);
    expect((user + system) / 1_000).toBeLessThan(3_000);
  });

  it('optimises 150 stops within tens of milliseconds', () => {
    const wanted = Array.from({ length: 150 }, (_, index) =>
      job(`j${index}`, { point: { east: (index * 7919) % 6000, north: (index * 104_729) % 6000 } }),
    );
    const crew = drivers.map((driver) => vehicle(driver));
    const times = Array.from({ length: 7 }, () => {
      const begin = process.cpuUsage();
      expect(solve(crew, wanted).skipped).toEqual([]);
      const { user, system } = process.cpuUsage(begin);
      return (user + system) / 1_000;
    });
    // The best of several in CPU time, because other programs run too.
    expect(Math.min(...times)).toBeLessThan(60);
  });
});
