import { expect, it } from 'vitest';
import { withinBounds } from '../../../src/main/within-bounds.ts';
import { VirtualSystem } from '../../fixtures/virtual-system.ts';

const bounds = { milliseconds: 60_000, bytes: 1_000 };

/** Work of a process, and its outcome: `done`, or the message of the error. */
function begun() {
  const system = new VirtualSystem();
  const process = { inUse: null as number | null, isEnded: false };
  const watched = { memory: () => process.inUse, end: () => void (process.isEnded = true) };
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let outcome: string | null = null;
  withinBounds(system, bounds, watched, promise, () => new Error('exceeded')).then(
    (value) => (outcome = value),
    (error: unknown) => (outcome = (error as Error).message),
  );
  return { system, process, resolve, reject, outcome: () => outcome };
}

it('waits for work within its bounds, and then watches no more', async () => {
  const { system, process, resolve, outcome } = begun();
  process.inUse = 1_000;
  await system.advance(60_000);
  expect([outcome(), process.isEnded]).toEqual([null, false]);
  resolve('done');
  await system.advance(0);
  expect([outcome(), process.isEnded, system.timerCount]).toEqual(['done', false, 0]);
});

it('passes an error of the work on', async () => {
  const { system, reject, outcome } = begun();
  reject(new Error('failed'));
  await system.advance(0);
  expect([outcome(), system.timerCount]).toEqual(['failed', 0]);
});

it('8: ends the process of work that never ends', async () => {
  const { system, process, outcome } = begun();
  await system.advance(60_200);
  expect([outcome(), process.isEnded, system.timerCount]).toEqual(['exceeded', true, 0]);
});

it('8: ends the process of work that takes too much memory, and hears no more of it', async () => {
  const { system, process, reject, outcome } = begun();
  process.inUse = 1_001;
  await system.advance(200);
  expect([outcome(), process.isEnded, system.timerCount]).toEqual(['exceeded', true, 0]);
  reject(new Error('the process has ended'));
  await system.advance(0);
  expect(outcome()).toBe('exceeded');
});
