import { expect, it, vi } from 'vitest';
import { Keychain } from '../../../../src/main/keys/keychain.ts';
import { VirtualSystem } from '../../../fixtures/virtual-system.ts';

it('sends the keychain one request at a time', async () => {
  const asked: { account: string; answer: (key: string | null) => void }[] = [];
  const keychain = new Keychain(new VirtualSystem(), async () => ({
    getPassword: (_service, account) => new Promise((answer) => asked.push({ account, answer })),
    setPassword: () => Promise.resolve(),
    deletePassword: () => Promise.resolve(true),
    findPassword: () => Promise.resolve(null),
    findCredentials: () => Promise.resolve([]),
  }));
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
