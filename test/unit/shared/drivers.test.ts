import { describe, expect, it } from 'vitest';
import { driverCreate, recognisableDriver } from '../../../src/shared/drivers.ts';
import { memberCreate } from '../../../src/shared/members.ts';

const fieldsOf = (error: { issues: { path: PropertyKey[] }[] } | undefined) => error?.issues.map(({ path }) => path);

describe('the e-mail of a new driver or member', () => {
  it.each(['x', 'nora at depot.example', 'nora@depot', '@depot.example', ''])('rejects %j', (email) => {
    expect(fieldsOf(driverCreate.safeParse({ name: 'Nora', email }).error)).toContainEqual(['email']);
    expect(fieldsOf(recognisableDriver.safeParse({ phone: '+49 171 3920099', email }).error)).toContainEqual(['email']);
    expect(fieldsOf(memberCreate.safeParse({ role: 'admin', email }).error)).toContainEqual(['email']);
  });

  it.each(['nora@depot.example', 'n.s+1@mail.depot.example', null, undefined])('accepts %j', (email) => {
    expect(driverCreate.safeParse({ name: 'Nora', email }).success).toBe(true);
    expect(memberCreate.safeParse({ role: 'admin', email }).success).toBe(true);
  });
});
