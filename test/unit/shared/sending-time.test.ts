import { expect, it } from 'vitest';
import { sendingTime } from '../../../src/shared/sending-time.ts';

const minutes = (count: number) => count * 60_000;

it('takes no time for what the documented limits let through at once', () => {
  expect(sendingTime('stops', 0)).toBe(0);
  expect(sendingTime('stops', 500)).toBe(0);
  expect(sendingTime('stops', 1_000), 'five writes a second, a thousand stops a minute').toBe(1_000);
  expect(sendingTime('orders', 1_000), 'ten imports of a hundred').toBe(1_000);
});

it('sends changes of existing records one by one, five a second, beside what is new', () => {
  expect(sendingTime('stops', 0, 5)).toBe(0);
  expect(sendingTime('stops', 0, 100)).toBe(19_000);
  expect(sendingTime('stops', 1_001, 100)).toBe(minutes(1) + 19_000);
});

it('counts a minute for each further thousand stops or hundred drivers', () => {
  expect(sendingTime('stops', 1_001)).toBe(minutes(1));
  expect(sendingTime('stops', 5_000)).toBe(minutes(4));
  expect(sendingTime('unassignedStops', 2_500)).toBe(minutes(2));
  expect(sendingTime('drivers', 100), 'two imports of fifty').toBe(0);
  expect(sendingTime('drivers', 101)).toBe(minutes(1));
  expect(sendingTime('drivers', 450)).toBe(minutes(4));
  expect(sendingTime('orders', 5_000)).toBe(minutes(4));
  expect(sendingTime('stops', 10_001), 'and at most a hundred imports in ten minutes').toBe(minutes(10));
});
