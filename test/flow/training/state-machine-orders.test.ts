import { describe, it } from 'vitest';
import { OrderSteps } from './state-machine-order-steps.ts';
import { freshSeed, startMachine, takeSteps } from './state-machine-run.ts';

const steps = 2_500;
/** Ten seconds where nothing else runs. */
const timeout = 300_000;

async function run(seed: number): Promise<void> {
  const machine = await startMachine(seed);
  let note: (did: string) => void = () => undefined;
  const orders = new OrderSteps(machine, (did) => note(did));
  await orders.begin();
  await takeSteps(seed, steps, async (noted) => {
    note = noted;
    await orders.step();
  });
}

describe('orders and their courier', () => {
  it('keep to the table of the document through 2,500 random steps, the same each time', () => run(2), timeout);

  it('keep to it through 2,500 random steps of another kind each time', () => run(freshSeed('orders')), timeout);
});
