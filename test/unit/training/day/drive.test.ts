import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { paceOf } from '../../../../src/training/data/deliveries.ts';
import { makeWorld } from '../../../../src/training/data/world.ts';
import { driveUntil, type Drive } from '../../../../src/training/day/drive.ts';
import { Heap } from '../../../../src/training/day/heap.ts';
import { Day } from '../../../../src/training/day/day.ts';
import { noJournal } from '../../../../src/training/store/journal.ts';
import { openStore } from '../../../../src/training/store/store.ts';

const seed = 1;
const world = makeWorld(seed, '2026-06-15');
/** An optimised plan of Tuesday, as if distributed at six. */
const plan = world.plans.find((each) => each.plan.starts.day === 16 && each.plan.optimization === 'optimized')!.plan;
const at = (hour: number, minute = 0) => Date.UTC(2026, 5, 16, hour - 2, minute) / 1000;

const driveOf = (index: number): Drive => {
  const route = world.routes.find(({ id }) => id === plan.routes[index])!;
  return {
    seed,
    day: '2026-06-16',
    usualService: 180,
    route: { ...route, state: { ...route.state, distributed: true, distributedAt: at(6) } },
    stops: world.stops.filter(({ routeId }) => routeId === route.id),
  };
};

/** The drive after the events until then. */
const after = (drive: Drive, until: number): Drive => {
  const { route, stops } = driveUntil(drive, until);
  const changed = new Map(stops.map((each) => [each.stop.id, each]));
  return { ...drive, route, stops: drive.stops.map((each) => changed.get(each.stop.id) ?? each) };
};

const done = ({ stops }: Pick<Drive, 'stops'>) => stops.filter(({ stop }) => stop.deliveryInfo?.attempted === true);

describe('a driver’s day', () => {
  it('begins at the planned start, with no events before', () => {
    const drive = driveOf(0);
    const { next, route, stops } = driveUntil(drive, at(7, 59));
    expect([next, route, stops]).toEqual([at(8), drive.route, []]);
    expect(driveUntil(drive, at(8)).route.state).toMatchObject({ started: true, startedAt: at(8) });
  });

  it('does not happen on a route that is not distributed, and ends with a completed one', () => {
    const drive = driveOf(0);
    const unsent = { ...drive, route: world.routes.find(({ id }) => id === drive.route.id)! };
    expect(driveUntil(unsent, at(23))).toEqual({ route: unsent.route, stops: [], next: null });
    const over = after(drive, at(23));
    expect(over.route.state.completed).toBe(true);
    expect(driveUntil(over, at(23) + 86_400)).toEqual({ route: over.route, stops: [], next: null });
  });

  it('attempts every stop except those that the driver skips', () => {
    const over = after(driveOf(0), at(23));
    const stops = over.stops.filter(({ stop }) => stop.type === 'stop');
    expect(stops.filter(({ stop }) => !paceOf(seed, stop).passedBy)).toEqual(done(over));
  });

  it('has the same result in steps of any length as in one', () => {
    const drive = driveOf(1);
    const whole = after(drive, at(23));
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 4 * 3600 }), { maxLength: 12 }), (steps) => {
        let [now, stepped] = [at(7), drive];
        for (const step of steps) stepped = after(stepped, (now += step));
        expect(after(stepped, at(23))).toEqual(whole);
      }),
      { numRuns: 60 },
    );
  });

  it('has its next event after the requested time, and none in between', () => {
    fc.assert(
      fc.property(fc.integer({ min: at(7), max: at(17) }), (until) => {
        const driven = after(driveOf(2), until);
        const { next, stops, route } = driveUntil(driven, until);
        expect([stops, route]).toEqual([[], driven.route]);
        if (next === null) return;
        expect(next).toBeGreaterThan(until);
        expect(driveUntil(driven, next - 1).stops).toEqual([]);
        const then = driveUntil(driven, next);
        expect(then.stops.length > 0 || then.route !== driven.route).toBe(true);
      }),
      { numRuns: 60 },
    );
  });
});

describe('the queue of events', () => {
  it('is in the order of the times', () => {
    fc.assert(
      fc.property(fc.array(fc.integer()), (times) => {
        const heap = new Heap();
        for (const time of times) heap.push({ at: time, id: String(time) });
        const order: number[] = [];
        for (let event = heap.pop(); event; event = heap.pop()) order.push(event.at);
        expect(order).toEqual([...times].sort((one, other) => one - other));
        expect(heap.next).toBeUndefined();
      }),
    );
  });

  it('costs a request microseconds if nothing is due', () => {
    const clock = { now: () => at(7) * 1000 };
    const store = openStore({ seed, firstDay: '2026-06-15', journal: noJournal, changes: [], clock });
    const day = new Day(store, clock);
    day.advance();
    const begin = performance.now();
    for (let request = 0; request < 10_000; request += 1) day.advance();
    expect(performance.now() - begin).toBeLessThan(100);
  });
});
