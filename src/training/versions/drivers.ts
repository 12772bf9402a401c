/**
 * Drivers as v0.2b names them on a stop: free strings, which are an id, an e-mail address or a telephone number
 * (planning-api, Versioning; resolved, Reading).
 */
import type { Driver } from '../model.ts';
import type { Store } from '../store/store.ts';

type Drivers = Pick<Store, 'drivers'>;

/**
 * The string for a driver. Which of the three it is the documents leave open: here it is now this, now that, always the
 * same for the same driver, so that a client meets all three.
 */
export function identifierOf({ drivers }: Drivers, id: string): string {
  const driver = drivers.get(id);
  if (!driver) return id;
  const letters = Array.from(id, (letter) => letter.codePointAt(0) ?? 0);
  const kind = letters.reduce((sum, letter) => sum + letter, 0) % 3;
  return (kind === 0 ? null : kind === 1 ? driver.email : driver.phone) ?? id;
}

const plain = (text: string) => text.toLowerCase().replaceAll(/\s/g, '');

/** @returns the id, or undefined when nobody is known by that string; of several, the oldest's */
export function driverOf({ drivers }: Drivers, identifier: string): string | undefined {
  // Whether there is such a driver, and in the plan, is checked where every id is.
  if (identifier.startsWith('drivers/')) return identifier;
  const wanted = plain(identifier);
  const isWanted = ({ id, email, phone }: Driver) =>
    id === `drivers/${identifier}` || [email, phone].some((each) => each !== null && plain(each) === wanted);
  return drivers.all().find(isWanted)?.id;
}
