import { describe, it } from 'vitest';
import { PlanSteps } from './state-machine-plan-steps.ts';
import { freshSeed, startMachine, takeSteps } from './state-machine-run.ts';

const steps = 2_500;
/** Ten seconds where nothing else runs. */
const timeout = 300_000;

async function run(seed: number): Promise<void> {
  const machine = await startMachine(seed);
  let note: (did: string) => void = () => undefined;
  const plans = new PlanSteps(machine, (did) => note(did));
  await plans.begin();
  await takeSteps(seed, steps, async (noted) => {
    note = noted;
    await plans.step();
  });
}

describe('plans, stops, live changes and operations', () => {
  it('keep to the tables of the documents through 2,500 random steps, the same each time', () => run(1), timeout);

  it('keep to them through 2,500 random steps of another kind each time', () => run(freshSeed('plans')), timeout);
});
