/** The fields of the driver form, and which of them were edited. */
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

/** @param driver the driver to edit; null for an empty form */
export const fieldsOf = (driver: DriverRow | null): DriverFields => ({
  name: driver?.fullName ?? '',
  displayName: driver?.displayName ?? '',
  email: driver?.email ?? '',
  phone: driver?.phone ?? '',
  depots: [...(driver?.depots ?? [])],
});

/** The unsent entry that creates the driver, whose content can still be corrected; null when there is none. */
export const unsentEntry = (driver: DriverRow | null): string | null =>
  driver?.change === 'create' && isUnsentState(driver.entryState) ? driver.entryId : null;

/** Whom a draft is about: the entry that it corrects, the driver that it edits, or nobody yet (empty). */
export function draftSubject({ entryId, edited }: Readonly<Record<string, unknown>>): string {
  if (typeof entryId === 'string') return entryId;
  const id = typeof edited === 'object' && edited !== null && 'id' in edited ? edited.id : '';
  return typeof id === 'string' ? id : '';
}

const typed = (text: string): string | null => (text.trim() === '' ? null : text.trim());

/**
 * Why the service would refuse these contact details, or could not recognize the driver by them later; null: they are
 * fine. An email or a phone is enough, and the email must be valid.
 */
export function reachProblem({ email, phone }: Pick<DriverFields, 'email' | 'phone'>): 'not-an-email' | 'none' | null {
  if (!driverCreate.shape.email.safeParse(typed(email)).success) return 'not-an-email';
  return typed(email) === null && typed(phone) === null ? 'none' : null;
}

/** The content of a new driver; empty fields are omitted. */
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

/** The edited fields, with their values before. */
export function driverChange(before: DriverFields, after: DriverFields): { change: Fields; base: Fields } {
  const sent = (fields: DriverFields): Fields => ({
    name: typed(fields.name),
    displayName: typed(fields.displayName),
    depots: fields.depots.length === 0 ? null : [...fields.depots],
  });
  return changedFields(sent(before), sent(after));
}
