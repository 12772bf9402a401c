import { expect, it } from 'vitest';
import { stepped } from '../../../../src/renderer/ui/stepped.ts';

it.each([
  [2.2, -1, 1.2],
  [1.1, -1, 0.1],
  [52.1233, 0.0001, 52.1234],
  [-9.5, 0.5, -9],
  [0.000001, 0.000001, 0.000002],
  [41, 1, 42],
])('steps from %d by %d to %d', (from, by, to) => {
  expect(String(stepped(from, by))).toBe(String(to));
});
