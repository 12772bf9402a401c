import { expect, it } from 'vitest';
import { Working } from '../../../../src/renderer/ui/working.svelte.ts';

it('is on from the press until everything that was started has ended', async () => {
  const working = new Working();
  const first = Promise.withResolvers<undefined>();
  const second = Promise.withResolvers<undefined>();
  working.follow(first.promise);
  expect(working.isOn).toBe(true);
  working.follow(second.promise);
  first.resolve(undefined);
  await first.promise;
  expect(working.isOn).toBe(true);
  second.resolve(undefined);
  await new Promise((resolve) => setImmediate(resolve));
  expect(working.isOn).toBe(false);
});

it('is not on for a handler that is done when it returns', () => {
  const working = new Working();
  for (const returned of [undefined, null, true, { then: 'no promise' }]) working.follow(returned);
  expect(working.isOn).toBe(false);
});
