/** Commands on a whole plan, as its menu and its banner give them. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PlanActions } from '../../../../src/renderer/plans/plan-actions.svelte.ts';
import type { PlanRow } from '../../../../src/shared/plans.ts';
import { standIn } from '../../../fixtures/backend-stand-in.ts';

let main = standIn();
const gestures: string[] = [];

beforeEach(() => {
  main = standIn();
  gestures.length = 0;
  vi.stubGlobal('window', { backend: main });
  vi.spyOn(main.handlers.plans, 'command').mockImplementation(({ gesture }) => {
    gestures.push(gesture);
    return Promise.resolve({ id: 'plans/p1' } as PlanRow);
  });
  vi.spyOn(main.handlers.plans, 'cancel').mockImplementation(() => Promise.resolve(true));
});
afterEach(() => vi.unstubAllGlobals());

it('optimises again right after the optimisation was cancelled, and once where it was pressed twice', async () => {
  const actions = new PlanActions(() => ({ id: 'plans/p1' }) as PlanRow);
  await actions.run('optimize');
  await actions.run('optimize');
  expect(new Set(gestures).size).toBe(1);
  await actions.cancel();
  await actions.run('optimize');
  expect(new Set(gestures).size).toBe(2);
});
