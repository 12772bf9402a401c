/** The description of an update as it is put on a server. */
import { sign, type KeyObject } from 'node:crypto';
import { signedBytes, type UpdateDescription } from '../../src/main/updates/description.ts';

/** @param key private Ed25519 key */
export function publishedDescription(description: UpdateDescription, key: KeyObject): string {
  const text = JSON.stringify(description);
  const signature = sign(null, signedBytes(text), key).toString('base64');
  return `${JSON.stringify({ description: text, signature })}\n`;
}
