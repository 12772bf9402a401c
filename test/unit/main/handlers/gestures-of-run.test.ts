import { expect, it } from 'vitest';
import { GesturesOfRun } from '../../../../src/main/handlers/gestures-of-run.ts';

it('remembers what succeeded and runs a gesture again if its answer was a failure', async () => {
  const gestures = new GesturesOfRun();
  const asked = { call: 'connections.connect', fingerprint: 'same' };
  const answers = [{ connected: false }, { connected: true }];
  let calls = 0;
  const press = () =>
    gestures.take(
      'g1',
      asked,
      ({ connected }) => connected,
      () => Promise.resolve(answers[(calls += 1) - 1] ?? { connected: false }),
    );
  expect(await Promise.all([press(), press()])).toEqual([{ connected: false }, { connected: false }]);
  expect(calls).toBe(1);
  expect([await press(), await press()]).toEqual([{ connected: true }, { connected: true }]);
  expect(calls).toBe(2);
});
