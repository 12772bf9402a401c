/** The keys that a package takes with it. */
import { createPublicKey } from 'node:crypto';

/**
 * @param pem the content of a key file
 * @returns the public key in PEM format; null: it is none, or it is the private key, from which Node would make one: that
 * file would ship, and who has it can sign updates
 */
export function publicUpdateKey(pem: string): string | null {
  if (pem.includes('PRIVATE KEY')) return null;
  try {
    const key = createPublicKey(pem);
    return key.asymmetricKeyType === 'ed25519' ? (key.export({ type: 'spki', format: 'pem' }) as string) : null;
  } catch {
    return null;
  }
}
