/** Members: people with dashboard access. They can be written but not listed (planning-api, Member and Members). */
import { z } from './schemas.ts';
import { depotId, driverId, read, readArray, record, text } from './shapes.ts';

/** Roles that can be assigned. A member read back may have another one, such as `owner`. */
export const memberRoles = ['admin', 'depot-manager', 'dispatcher', 'read-only'] as const;

export const member = record({
  name: read(z.string()),
  email: read(z.string()),
  phone: read(z.string()),
  linkedDriverId: read(z.string()),
  displayName: read(z.string()),
  active: read(z.boolean()),
  depots: readArray(z.string()),
  roles: readArray(z.string()),
});

export const memberCreate = z.strictObject({
  name: text(255).nullish(),
  displayName: text(255).nullish(),
  email: text(255).check(z.email()).nullish(),
  linkedDriverId: driverId.nullish(),
  role: z.enum(memberRoles),
  depots: z.array(depotId).min(1).max(50).nullish(),
});

export const memberUpdate = z.strictObject({
  name: text(255).nullish(),
  displayName: text(255).nullish(),
  role: z.enum(memberRoles).nullish(),
  depots: z.array(depotId).min(1).max(50).nullish(),
});
