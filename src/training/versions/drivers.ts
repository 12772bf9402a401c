/**
 * Driver identifiers in v0.2b stops: free-form strings that are an id, an e-mail address or a phone number
 * (planning-api, Versioning; resolved, Reading).
 */
import type { Driver } from '../model.ts';
import type { Store } from '../store/store.ts';

type Drivers = Pick<Store, 'drivers'>;

/**
 * The identifier of a driver. The documents do not say which of the three it is. Here it varies by driver but is always
 * the same for one, so that clients see all three.
 */
export function identifierOf({ drivers }: Drivers, id: string): string {
  const driver = drivers.get(id);
  if (!driver) return id;
  const letters = Array.from(id, (letter) => letter.codePointAt(0) ?? 0);
  const kind = letters.reduce((sum, letter) => sum + letter, 0) % 3;
  return (kind === 0 ? null : kind === 1 ? driver.email : driver.phone) ?? id;
}

const plain = (text: string) => text.toLowerCase().replaceAll(/\s/g, '');

/** @returns the id, or undefined if no driver matches; of several matches, the oldest */
export function driverOf({ drivers }: Drivers, identifier: string): string | undefined {
  // All ids are checked elsewhere, for existence and for belonging to the plan.
  if (identifier.startsWith('drivers/')) return identifier;
  const wanted = plain(identifier);
  const isWanted = ({ id, email, phone }: Driver) =>
    id === `drivers/${identifier}` || [email, phone].some((each) => each !== null && plain(each) === wanted);
  return drivers.all().find(isWanted)?.id;
}
