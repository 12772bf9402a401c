/** The fields of a driver's form, and what of them was changed. */
import { driverCreate, type DriverCreate, type DriverRow } from '../../shared/drivers.ts';
import { isUnsentState } from '../lib/unsent.ts';
import { changedFields } from '../lib/changed-fields.ts';

export interface DriverFields {
  name: string;
  displayName: string;
  email: string;
  phone: string;
  depots: string[];
}

/** @param driver the one who is changed; null: nothing is filled in */
export const fieldsOf = (driver: DriverRow | null): DriverFields => ({
  name: driver?.fullName ?? '',
  displayName: driver?.displayName ?? '',
  email: driver?.email ?? '',
  phone: driver?.phone ?? '',
  depots: [...(driver?.depots ?? [])],
});

/** The entry that makes a driver whom the service does not have: what it says is corrected; null: none. */
export const unsentEntry = (driver: DriverRow | null): string | null =>
  driver?.change === 'create' && isUnsentState(driver.entryState) ? driver.entryId : null;

const typed = (text: string): string | null => (text.trim() === '' ? null : text.trim());

/**
 * Why nobody would be known again by what is typed, or the service would not take it; null: all is well. An e-mail or a
 * phone is enough, and what stands as e-mail has to be one.
 */
export function reachProblem({ email, phone }: Pick<DriverFields, 'email' | 'phone'>): 'not-an-email' | 'none' | null {
  if (!driverCreate.shape.email.safeParse(typed(email)).success) return 'not-an-email';
  return typed(email) === null && typed(phone) === null ? 'none' : null;
}

/** What is sent for a new driver: an empty field is left out. */
export function driverContent(fields: DriverFields): DriverCreate {
  const texts = Object.entries({
    name: typed(fields.name),
    displayName: typed(fields.displayName),
    email: typed(fields.email),
    phone: typed(fields.phone),
  }).filter(([, text]) => text !== null);
  return { ...Object.fromEntries(texts), ...(fields.depots.length === 0 ? {} : { depots: [...fields.depots] }) };
}

type Fields = Record<string, unknown>;

/** Only what was changed, with what it said before. */
export function driverChange(before: DriverFields, after: DriverFields): { change: Fields; base: Fields } {
  const sent = (fields: DriverFields): Fields => ({
    name: typed(fields.name),
    displayName: typed(fields.displayName),
    depots: fields.depots.length === 0 ? null : [...fields.depots],
  });
  return changedFields(sent(before), sent(after));
}
