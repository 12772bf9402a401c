/**
 * What the service has instead of what was entered here: a postcode that belongs to another part of the city, a phone
 * number that it could not read. Only fields that a service corrects are compared; the spelling of an address is its own.
 */
import type { Fields } from './outbox-merge.ts';
import { comparePhones, parsePhone } from './phone-number.ts';

export interface Corrected {
  field: 'phone' | 'email' | 'zip';
  entered: string;
  has: string;
}

const textIn = (fields: unknown, name: string): string => {
  const value = typeof fields === 'object' && fields !== null ? (fields as Fields)[name] : undefined;
  return typeof value === 'string' ? value.trim() : '';
};

function isSamePhone(one: string, other: string): boolean {
  const [first, second] = [parsePhone(one), parsePhone(other)];
  return first === null || second === null ? one === other : comparePhones(first, second) === 'same';
}

/**
 * The postcode that an address has instead of another one.
 *
 * @param entered the postcode as typed
 * @param read the part of the address that names the place: `41731 Aldermünde, Germany`
 * @returns null when it has the same one, or none that could be it
 */
function otherZip(entered: string, read: string): string | null {
  const plain = (text: string) => text.replaceAll(/[\s-]/g, '').toUpperCase();
  if (plain(read).includes(plain(entered))) return null;
  const numbers = new Set(read.match(/[\p{L}\p{N}]*\p{N}[\p{L}\p{N}]*/gu) ?? []);
  const [only, another] = [...numbers].filter(({ length }) => length === entered.length);
  return only === undefined || another !== undefined ? null : only;
}

/**
 * @param entered the fields that were entered here and confirmed
 * @param has the record as the service has it
 */
export function correctedFields(entered: Fields, has: Fields): Corrected[] {
  const found: Corrected[] = [];
  const compare = (field: 'phone' | 'email', isSame: (one: string, other: string) => boolean) => {
    const [typed, read] = [textIn(entered['recipient'], field), textIn(has['recipient'], field)];
    if (typed !== '' && read !== '' && !isSame(typed, read)) found.push({ field, entered: typed, has: read });
  };
  compare('phone', isSamePhone);
  compare('email', (one, other) => one.toLowerCase() === other.toLowerCase());
  const zip = textIn(entered['address'], 'zip');
  const place = textIn(has['address'], 'addressLineTwo') || textIn(has['address'], 'address');
  const other = zip === '' ? null : otherZip(zip, place);
  return other === null ? found : [...found, { field: 'zip', entered: zip, has: other }];
}
