import { expect, it, vi } from 'vitest';
import { Keychain } from '../../../../src/main/keys/keychain.ts';
import { VirtualSystem } from '../../../fixtures/virtual-system.ts';

/** A keychain whose reads are answered by the test. */
const keychainOf = (system: VirtualSystem, getPassword: (service: string, account: string) => Promise<string | null>) =>
  new Keychain(system, async () => ({
    getPassword,
    setPassword: () => Promise.resolve(),
    deletePassword: () => Promise.resolve(true),
    findPassword: () => Promise.resolve(null),
    findCredentials: () => Promise.resolve([]),
  }));

it('21: sends the keychain one request at a time', async () => {
  const asked: { account: string; answer: (key: string | null) => void }[] = [];
  const keychain = keychainOf(
    new VirtualSystem(),
    (_service, account) => new Promise((answer) => asked.push({ account, answer })),
  );
  const reads = ['one', 'two', 'three'].map((account) => keychain.read(account));
  for (const [index, account] of ['one', 'two', 'three'].entries()) {
    await vi.waitFor(() => expect(asked).toHaveLength(index + 1));
    // Any other pending call would have run by then.
    await new Promise((resolve) => setImmediate(resolve));
    expect(asked.map((each) => each.account)).toHaveLength(index + 1);
    asked[index]?.answer(`key ${account}`);
  }
  expect(await Promise.all(reads)).toEqual(['key one', 'key two', 'key three']);
});

it('21: tells once that a keychain was unlocked after the call had timed out, and reads from it then', async () => {
  const system = new VirtualSystem();
  const unlocked = Promise.withResolvers<string | null>();
  const keychain = keychainOf(system, () => unlocked.promise);
  const late = vi.fn(() => undefined);
  const timedOut = expect(keychain.read('one', late)).rejects.toMatchObject({ code: 'keychain.unavailable' });
  // It waits for the call before it, and is not sent.
  const behind = expect(keychain.read('two', late)).rejects.toMatchObject({ code: 'keychain.unavailable' });
  await system.advance(5_000);
  await Promise.all([timedOut, behind]);
  expect(late).not.toHaveBeenCalled();
  unlocked.resolve('the key');
  await vi.waitFor(() => expect(late).toHaveBeenCalledTimes(1));
  expect(await keychain.read('one', late)).toBe('the key');
  expect(late).toHaveBeenCalledTimes(1);
});

it('21: tells nothing when the user refuses after the call timed out', async () => {
  const system = new VirtualSystem();
  const unlocked = Promise.withResolvers<string | null>();
  const keychain = keychainOf(system, () => unlocked.promise);
  const late = vi.fn(() => undefined);
  const timedOut = expect(keychain.read('one', late)).rejects.toMatchObject({ code: 'keychain.unavailable' });
  await system.advance(5_000);
  await timedOut;
  unlocked.reject(new Error('The user cancelled.'));
  await expect(keychain.read('one')).rejects.toMatchObject({ code: 'keychain.unavailable' });
  expect(late).not.toHaveBeenCalled();
});
