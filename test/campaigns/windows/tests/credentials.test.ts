/** Keys in the credential store of Windows. */
import { afterEach, expect, it } from 'vitest';
import { Keychain } from '../../../../src/main/keys/keychain.ts';
import { realSystem } from '../../../../src/main/system.ts';

const keychain = new Keychain(realSystem);
const accounts = ['planning@https://example.org', 'order@https://[::1]:8443', 'Ümläut 𝔘'];
afterEach(async () => {
  for (const account of accounts) await keychain.remove(account);
});

it.each(accounts)('gives a key back as it was kept: %s', async (account) => {
  expect(await keychain.read(account)).toBeNull();
  await keychain.write(account, 'k'.repeat(43));
  expect(await keychain.read(account)).toBe('k'.repeat(43));
});

it('replaces a key, and keeps those of other accounts', async () => {
  const [one = '', other = ''] = accounts;
  await keychain.write(one, 'first');
  await keychain.write(other, 'other');
  await keychain.write(one, 'second ä€');
  expect([await keychain.read(one), await keychain.read(other)]).toEqual(['second ä€', 'other']);
});

it('forgets a key', async () => {
  const [account = ''] = accounts;
  await keychain.write(account, 'key');
  await keychain.remove(account);
  expect(await keychain.read(account)).toBeNull();
  await keychain.remove(account);
});
