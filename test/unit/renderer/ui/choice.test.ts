/** Whether what was chosen in a dialog can be used, while what it offers changes. */
import { expect, it } from 'vitest';
import { whyNotChosen } from '../../../../src/renderer/ui/choice.ts';

const anyone = { value: 'any', label: 'Any driver' };
const ada = { value: 'drivers/a', label: 'Ada', disabled: false };
const why = (options: Parameters<typeof whyNotChosen>[0], chosen: string | null) =>
  whyNotChosen(options, chosen, 'Choose a driver first.');

it('a choice that is offered can be used', () => {
  expect([why([anyone, ada], 'any'), why([anyone, ada], 'drivers/a')]).toEqual([null, null]);
});

it('a choice that was never made, or is offered no longer, has to be made', () => {
  expect(why([anyone, ada], null)).toBe('Choose a driver first.');
  expect(why([anyone], 'drivers/a'), 'she left the plan').toBe('Choose a driver first.');
});

it('a choice that cannot be used any more says why', () => {
  const paused = { ...ada, disabled: true };
  expect(why([anyone, { ...paused, description: 'Paused: gets no routes' }], 'drivers/a')).toBe(
    'Paused: gets no routes',
  );
  expect(why([anyone, paused], 'drivers/a')).toBe('Choose a driver first.');
});
