/** Drivers (planning-api, Driver). */
import { z } from './schemas.ts';
import type { ChangeKind } from './pending-content.ts';
import type { EntryState } from './outbox.ts';
import { driverRouteOverridesInput, routeOverrides } from './route-overrides.ts';
import type { DayLimits } from './day-limits.ts';
import { depotId, read, readArray, record, text } from './shapes.ts';

export const driver = record({
  name: read(z.string()),
  email: read(z.string()),
  phone: read(z.string()),
  displayName: read(z.string()),
  /** Paused drivers are not assigned to routes. */
  active: read(z.boolean()),
  depots: readArray(z.string()),
  routeOverrides: read(routeOverrides),
});
export type Driver = z.infer<typeof driver>;

/** planning-api, DriverCreate; resolved, Bounds. */
export const driverCreate = z.strictObject({
  name: text(255).nullish(),
  displayName: text(255).nullish(),
  email: text(255).check(z.email()).nullish(),
  phone: text(255).nullish(),
  depots: z.array(depotId).min(1).max(50).nullish(),
  routeOverrides: driverRouteOverridesInput.nullish(),
});

/** E-mail and phone cannot be changed (planning-api, DriverUpdate). */
export const driverUpdate = driverCreate.omit({ email: true, phone: true });

/** The edited driver's previous values, field by field, as they were read. */
export const driverBase = z.partialRecord(z.keyof(driverUpdate), z.unknown());

/** A new driver who can be recognized by e-mail or phone if no answer comes (outbox, By operation). */
export const recognisableDriver = driverCreate.check((context) => {
  const { email, phone } = context.value;
  if (email != null || phone != null) return;
  context.issues.push({ code: 'custom', params: { rule: 'email-or-phone' }, path: ['email'], input: context.value });
});
export type DriverCreate = z.infer<typeof driverCreate>;

/** A driver as listed in the window, pending edits included. */
export interface DriverRow extends DayLimits {
  /** The service's id, or the local id until there is one. */
  id: string;
  /** The id that it had here until the service gave it one. Missing: it was not entered here, or has no other yet. */
  localId?: string;
  change: ChangeKind | null;
  entryState: EntryState | null;
  entryId: string | null;
  /** displayName, else name, else e-mail, else phone, else the id. */
  name: string;
  fullName: string | null;
  displayName: string | null;
  email: string | null;
  phone: string | null;
  active: boolean;
  depots: string[];
  depotNames: string[];
  vehicleType: string | null;
}
