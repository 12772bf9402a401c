/**
 * A stored key belongs to the address and the certificate authority that it was entered for. The keychain keeps all
 * three together, so that an edited workspace file sends no key to another service (attack 23).
 */
import { createHash } from 'node:crypto';
import { z } from '../../shared/schemas.ts';
import { fromStoredOr } from '../stored-json.ts';

export interface KeyPlace {
  /** `https://host[:port]` */
  origin: string;
  /** In PEM format; null: the system's authorities. */
  authority: string | null;
}

const storedKey = z.strictObject({
  key: z.string(),
  /** Null: unknown, for a key that an earlier version has stored. */
  origin: z.string().nullable(),
  /** A fingerprint; null: the system's authorities. */
  authority: z.string().nullable(),
});
export type StoredKey = z.infer<typeof storedKey>;

const fingerprint = (authority: string | null): string | null =>
  authority === null ? null : createHash('sha256').update(authority.trim()).digest('hex');

/** The text for the keychain. */
export const keyWithPlace = (key: string, { origin, authority }: KeyPlace): string =>
  JSON.stringify({ key, origin, authority: fingerprint(authority) } satisfies StoredKey);

/** @param text from the keychain */
export const readStoredKey = (text: string): StoredKey =>
  fromStoredOr(storedKey, text, { key: text, origin: null, authority: null });

/** Whether a key was entered for this address and this authority. */
export const belongsTo = (stored: StoredKey, { origin, authority }: KeyPlace): boolean =>
  stored.origin === origin && stored.authority === fingerprint(authority);

/** What main asks before it sends keys to an address or trusts an authority that is new. */
export interface KeyPlaceQuestion {
  /** With the port, if it is not the usual one. */
  host: string;
  /** Where the keys were used before. Null: nowhere, or unknown. */
  before: string | null;
}

/** @param before the origin where the keys were used before, or null */
export const keyPlaceQuestion = (to: string, before: string | null): KeyPlaceQuestion => ({
  host: new URL(to).host,
  before: before !== null && URL.canParse(before) ? new URL(before).host : null,
});
