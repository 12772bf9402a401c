/** The key that signs updates of test builds. */
import { generateKeyPairSync } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../project.ts';

const folder = join(root, '.cache', 'update-key');

/** Made once for this working copy. @returns the paths of its halves in PEM format */
export function testUpdateKey(): { privateKey: string; publicKey: string } {
  const paths = { privateKey: join(folder, 'private.pem'), publicKey: join(folder, 'public.pem') };
  if (existsSync(paths.privateKey) && existsSync(paths.publicKey)) return paths;
  const made = generateKeyPairSync('ed25519');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(paths.privateKey, made.privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
  writeFileSync(paths.publicKey, made.publicKey.export({ type: 'spki', format: 'pem' }));
  return paths;
}
