import { describe, expect, it } from 'vitest';
import { driverContent, fieldsOf, reachProblem } from '../../../../src/renderer/drivers/driver-fields.ts';
import { driverCreate } from '../../../../src/shared/drivers.ts';

describe('the form of a driver', () => {
  it.each<[email: string, phone: string, problem: ReturnType<typeof reachProblem>]>([
    ['nora@depot.example', '', null],
    [' nora@depot.example ', '', null],
    ['', '+49 171 3920099', null],
    ['', '', 'none'],
    [' ', ' ', 'none'],
    ['x', '', 'not-an-email'],
    ['nora at depot.example', '+49 171 3920099', 'not-an-email'],
    ['nora@depot', '', 'not-an-email'],
  ])('with the e-mail %j and the phone %j shows at the e-mail: %s', (email, phone, problem) => {
    expect(reachProblem({ email, phone })).toBe(problem);
    if (problem !== null) return;
    const sent = driverContent({ ...fieldsOf(null), email, phone });
    expect(driverCreate.safeParse(sent).success, 'what is right is taken').toBe(true);
  });
});
