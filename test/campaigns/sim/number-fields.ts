/**
 * The number of a stop or an order, in bodies and in forms. Where a record has none, the app's own marker is in its place,
 * which no form shows (outbox, Rule 4).
 */
import type { Noun } from '../../../src/shared/outbox-kinds.ts';
import { isOurMarker } from '../../../src/shared/outbox.ts';
import type { Body } from './held.ts';
import type { Item } from './items.ts';

/** The object of a record's body that has its number. */
export const numberHolder = (noun: Noun): 'recipient' | 'packageInfo' =>
  noun === 'orders' ? 'packageInfo' : 'recipient';

/** What a form shows of a number: the app's marker is none. */
export const typedNumber = (number: unknown): unknown =>
  typeof number === 'string' && isOurMarker(number) ? null : number;

/** A new record's number is that of the one it replaces, if the user has edited it. */
export function renumbered(recipient: Body, { fields }: Item, { number }: Body): Body {
  if (!('number' in fields)) return recipient;
  const { externalId: _drawn, ...others } = recipient;
  return number == null ? others : { ...others, externalId: number };
}

/** The object with the number as it was read: the base of edits, which the service may take only as a whole. */
export const holderRead = (noun: Noun, { phone, carried }: Body): Body =>
  noun === 'orders' ? { externalId: carried ?? null } : { phone: phone ?? null, externalId: carried ?? null };
