/** The result of the last optimisation of a plan. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LastOutcome } from '../../../../src/renderer/plans/last-outcome.svelte.ts';
import { AppError } from '../../../../src/shared/errors.ts';
import type { PlanOutcome } from '../../../../src/shared/plans.ts';
import { standIn } from '../../../fixtures/backend-stand-in.ts';

const planId = 'plans/plan1';
const outcomeAt = (at: number): PlanOutcome => ({ placed: 2, skipped: [], at, before: null });
let main: ReturnType<typeof standIn>;
let outcome: LastOutcome;

beforeEach(() => {
  main = standIn();
  vi.stubGlobal('window', { backend: main });
  outcome = new LastOutcome();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

it('is read once for each optimisation that ends', async () => {
  const read = vi.spyOn(main.handlers.plans, 'outcome').mockResolvedValueOnce(outcomeAt(1));
  await outcome.read(planId, 1_000);
  await outcome.read(planId, 1_000);
  expect([read.mock.calls.length, outcome.value?.at]).toEqual([1, 1]);
  read.mockResolvedValueOnce(outcomeAt(2));
  await outcome.read(planId, 2_000);
  expect([read.mock.calls.length, outcome.value?.at]).toEqual([2, 2]);
});

it('is not that of the optimisation before, and is read again after a failure', async () => {
  const read = vi.spyOn(main.handlers.plans, 'outcome').mockResolvedValueOnce(outcomeAt(1));
  await outcome.read(planId, 1_000);
  read.mockRejectedValueOnce(new AppError('line.timeout'));
  await outcome.read(planId, 2_000);
  expect(outcome.value).toBeNull();
  read.mockResolvedValueOnce(outcomeAt(2));
  await outcome.read(planId, 2_000);
  expect(outcome.value?.at).toBe(2);
});

it('stays the newest when an answer about an earlier optimisation comes late', async () => {
  const { promise: late, resolve: answer } = Promise.withResolvers<PlanOutcome>();
  vi.spyOn(main.handlers.plans, 'outcome')
    .mockImplementationOnce(() => late)
    .mockResolvedValueOnce(outcomeAt(2));
  const first = outcome.read(planId, 1_000);
  await outcome.read(planId, 2_000);
  answer(outcomeAt(1));
  await first;
  expect(outcome.value?.at).toBe(2);
});
