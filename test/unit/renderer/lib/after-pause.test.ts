/** Work after a pause: it is done once, and all who began it wait for it. */
import { expect, it, vi } from 'vitest';
import { AfterPause } from '../../../../src/renderer/lib/after-pause.ts';
import { endTimersWithEachTest } from '../../../fixtures/ends-timers.ts';

endTimersWithEachTest();

it('does the last work alone, and tells all callers when it has ended', async () => {
  const soon = new AfterPause(400);
  const done: string[] = [];
  const [first, last] = [vi.fn(async () => undefined), vi.fn(async () => void done.push('work'))];
  const waiting = [
    soon.begin(first).then(() => done.push('first told')),
    soon.begin(last).then(() => done.push('last told')),
  ];
  await vi.advanceTimersByTimeAsync(399);
  expect(done).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  await Promise.all(waiting);
  expect(done).toEqual(['work', 'first told', 'last told']);
  expect(first).not.toHaveBeenCalled();
});

it('ends when the work fails, and when it is given up', async () => {
  const soon = new AfterPause(400);
  const failing = soon.begin(() => Promise.reject(new Error('offline')));
  await vi.advanceTimersByTimeAsync(400);
  await failing;
  const work = vi.fn(async () => undefined);
  const givenUp = soon.begin(work);
  soon.end();
  await givenUp;
  await vi.advanceTimersByTimeAsync(400);
  expect(work).not.toHaveBeenCalled();
});
