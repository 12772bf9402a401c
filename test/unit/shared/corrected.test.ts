import { describe, expect, it } from 'vitest';
import { correctedFields } from '../../../src/shared/corrected.ts';

const entered = {
  recipient: { name: 'Anna', phone: '030 555 01 23', email: 'Anna@mail.example' },
  address: { addressLineOne: 'Lindenallee 4', zip: '41742', city: 'Aldermünde' },
};
const has = (phone: string | null, place: string | null, email = 'anna@mail.example') => ({
  recipient: { name: 'Anna', phone, email },
  address: { address: 'Lindenallee 4, 41731 Aldermünde', addressLineOne: 'Lindenallee 4', addressLineTwo: place },
});
const found = (read: object) =>
  correctedFields(entered, { ...read }).map((each) => [each.field, each.entered, each.has]);

describe('what the service has instead of what was entered', () => {
  it('names another postcode, phone number or e-mail address', () => {
    expect(found(has('+49 30 9999999', '41731 Aldermünde, Germany', 'office@mail.example'))).toEqual([
      ['phone', '030 555 01 23', '+49 30 9999999'],
      ['email', 'Anna@mail.example', 'office@mail.example'],
      ['zip', '41742', '41731'],
    ]);
  });

  it('does not name another spelling of the same', () => {
    expect(found(has('+49 30 5550123', '41742 Aldermünde, Germany'))).toEqual([]);
    expect(found(has('0305550123', 'D-41742 Aldermünde'))).toEqual([]);
  });

  it('says nothing of what the service does not tell, or what cannot be told apart', () => {
    expect(found(has(null, 'Aldermünde, Germany'))).toEqual([]);
    expect(found(has(null, '41731 Aldermünde, Box 41999'))).toEqual([]);
    expect(found({})).toEqual([]);
    expect(correctedFields({}, has('+49 30 9999999', '41731 Aldermünde'))).toEqual([]);
  });

  it('finds the postcode in the whole address if there is no second line', () => {
    expect(found(has(null, null))).toEqual([['zip', '41742', '41731']]);
  });

  it('compares postcodes with letters without their spaces', () => {
    const typed = { address: { zip: 'sw1a 1aa' } };
    expect(correctedFields(typed, { address: { addressLineTwo: 'London SW1A 1AA' } })).toEqual([]);
  });
});
