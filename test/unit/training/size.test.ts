import { expect, it } from 'vitest';
import { makeWorld } from '../../../src/training/data/world.ts';
import { optionsFrom } from '../../../src/training/options.ts';

it('has 200 plans of 150 stops, 5,000 orders, 2,000 unassigned stops and 300 drivers when large', () => {
  const world = makeWorld(1, '2026-06-15', 'large');
  const counts = new Map<string, number>();
  for (const { stop } of world.stops) counts.set(stop.plan, (counts.get(stop.plan) ?? 0) + 1);
  // In addition to the plan from before the service kept stops.
  expect(world.plans).toHaveLength(201);
  expect([...counts.values()]).toEqual(Array(200).fill(150));
  expect(world.orders.filter(({ hidden }) => !hidden)).toHaveLength(5_000);
  expect([world.unassignedStops.length, world.drivers.length]).toEqual([2_000, 300]);
  for (const records of [world.plans.map(({ plan }) => plan), world.stops.map(({ stop }) => stop), world.drivers]) {
    expect(new Set(records.map(({ id }) => id)).size).toBe(records.length);
  }
  expect(JSON.stringify(makeWorld(1, '2026-06-15'))).toBe(JSON.stringify(makeWorld(1, '2026-06-15', 'usual')));
});

it('is set on the command line', () => {
  expect([optionsFrom(['--size', 'large']), optionsFrom([])]).toMatchObject([{ size: 'large' }, { size: undefined }]);
  expect(optionsFrom(['--size', 'huge'])).toMatchObject({ problem: expect.stringContaining('--size') as string });
});
