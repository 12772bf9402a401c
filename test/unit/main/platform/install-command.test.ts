/** What the system is told to install, and the keys that a package takes with it. */
import { generateKeyPairSync } from 'node:crypto';
import { expect, it } from 'vitest';
import { publicUpdateKey } from '../../../../build/updates/public-key.ts';
import { commandFor } from '../../../../src/main/platform/install-command.ts';

const file = '/updates/a.deb';

it.each([
  ['linux-x64-deb', false, '--allow-downgrades'],
  ['linux-x64-rpm', true, '--oldpackage'],
  ['linux-x64-rpm', false, 'downgrade'],
] as const)('replaces a newer version only with a downgrade: %s, zypper %s', (installer, hasZypper, flag) => {
  expect(commandFor(installer, { file, isDowngrade: false }, hasZypper)).not.toContain(flag);
  const command = commandFor(installer, { file, isDowngrade: true }, hasZypper);
  expect(command).toContain(flag);
  expect(command.at(-1)).toBe(file);
});

it('takes public Ed25519 keys into a package, and nothing else', () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const pem = publicKey.export({ type: 'spki', format: 'pem' }) as string;
  expect(publicUpdateKey(`\n${pem}`)).toBe(pem);
  expect(publicUpdateKey(privateKey.export({ type: 'pkcs8', format: 'pem' }) as string)).toBeNull();
  const other = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  expect(publicUpdateKey(other.publicKey.export({ type: 'spki', format: 'pem' }) as string)).toBeNull();
  expect(publicUpdateKey('not a key')).toBeNull();
});
