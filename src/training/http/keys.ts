/** Keys in the `Authorization` header (planning-api and order-api, Authentication). */
import { createHash, timingSafeEqual } from 'node:crypto';

/** The key in a header, for either scheme; undefined if there is none. */
export function keyOf(header: string | undefined): string | undefined {
  const [, scheme, value] = /^(basic|bearer) +(\S+) *$/i.exec(header ?? '') ?? [];
  if (scheme === undefined || value === undefined) return undefined;
  if (scheme.toLowerCase() === 'bearer') return value;
  const decoded = Buffer.from(value, 'base64').toString('utf8');
  // The key is the user name; the password is empty.
  return decoded.endsWith(':') ? decoded.slice(0, -1) : undefined;
}

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Compares in constant time. */
export function sameKey(given: string | undefined, expected: string): boolean {
  return timingSafeEqual(digest(given ?? ''), digest(expected)) && given !== undefined;
}
