/** Long work leaves time for everything else, and stops when nobody wants its result. */
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { inSlices, stepsInSlices, type Steps } from '../../../../src/renderer/lib/in-slices.ts';

const wanted = { progress: () => undefined, isWanted: () => true };
const items = Array.from({ length: 100 }, (_, at) => at);

function* countTo(count: number): Steps<number> {
  for (let step = 0; step < count; step += 1) yield;
  return count;
}

/** Counts the turns of the event loop until the test is over. */
function turns(): { count: number } {
  const counted = { count: 0, isOver: false };
  const turn = () => {
    counted.count += 1;
    if (!counted.isOver) setImmediate(turn);
  };
  setImmediate(turn);
  onTestFinished(() => {
    counted.isOver = true;
  });
  return counted;
}

describe('work of many slices', () => {
  // Each look at the clock finds that five milliseconds have passed, so that a slice has one or two items.
  beforeEach(() => {
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => (now += 5));
  });

  it('lets the event loop turn after each slice', async () => {
    const counted = turns();
    const done: number[] = [];
    expect(await inSlices(items, (item) => done.push(item), wanted)).toBe(true);
    expect(done).toEqual(items);
    expect(counted.count).toBeGreaterThan(20);
    const before = counted.count;
    expect(await stepsInSlices(countTo(100), () => true)).toBe(100);
    expect(counted.count - before).toBeGreaterThan(20);
  });

  it('goes on as soon as the window lets it, and now and then lets everything else go first', async () => {
    let yields = 0;
    vi.stubGlobal('scheduler', {
      yield: async () => {
        yields += 1;
      },
    });
    onTestFinished(() => void vi.unstubAllGlobals());
    const counted = turns();
    await inSlices(items, () => undefined, wanted);
    expect(yields).toBeGreaterThan(20);
    expect(counted.count).toBeGreaterThan(5);
  });

  it('ends when its result is not wanted any more', async () => {
    const done: number[] = [];
    const isWanted = () => done.length < 10;
    expect(await inSlices(items, (item) => done.push(item), { progress: () => undefined, isWanted })).toBe(false);
    expect(done.length).toBeLessThan(20);
    let looks = 0;
    expect(await stepsInSlices(countTo(100), () => (looks += 1) < 5)).toBeUndefined();
    expect(looks).toBe(5);
  });
});

it('takes no turn for work that fits into one slice', async () => {
  vi.spyOn(performance, 'now').mockReturnValue(0);
  const counted = turns();
  expect(await inSlices(items, () => undefined, wanted)).toBe(true);
  expect(await stepsInSlices(countTo(100), () => true)).toBe(100);
  expect(counted.count).toBe(0);
});
