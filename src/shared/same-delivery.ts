/** Tells whether two deliveries are probably the same: one recipient, spelled in two ways. */
import { wordsOf, withinOneEdit } from './fold-text.ts';
import { comparePhones, parsePhone, type PhoneNumber } from './phone-number.ts';
import { compareAddresses, parseAddress, type StreetAddress } from './street-address.ts';

export interface DeliveryText {
  name: string | null;
  phone: string | null;
  /** As much as is known: street, unit, postcode, city, in lines or with commas between. */
  address: string | null;
}

/** A delivery prepared for comparing with many others. */
export interface ComparableDelivery {
  name: readonly string[];
  phone: PhoneNumber | null;
  address: StreetAddress;
}

/** Words that say nothing of who is meant: titles and forms of companies. */
const idle = new Set(
  'herr frau hr fr dr prof mr mrs ms miss mme familie fam family gmbh mbh ag kg ug ohg ek ltd llc inc co sarl und and'.split(
    ' ',
  ),
);

export function comparableDelivery({ name, phone, address }: DeliveryText): ComparableDelivery {
  const words = wordsOf(name ?? '');
  const telling = words.filter((word) => !idle.has(word));
  return {
    name: (telling.length > 0 ? telling : words).sort(),
    phone: parsePhone(phone),
    address: parseAddress(address ?? ''),
  };
}

/** A slip or an initial. A number in a name, such as that of a branch, is neither. */
function isSameWord(one: string, other: string): boolean {
  if (one === other) return true;
  if (/\d/.test(one + other)) return false;
  return (
    (Math.min(one.length, other.length) >= 4 && withinOneEdit(one, other)) ||
    (one.length === 1 && other.startsWith(one)) ||
    (other.length === 1 && one.startsWith(other))
  );
}

/** household: a word in common, such as the family name. */
function compareNames(
  one: readonly string[],
  other: readonly string[],
): 'same' | 'household' | 'different' | 'unknown' {
  if (one.length === 0 || other.length === 0) return 'unknown';
  if (one.join('') === other.join('')) return 'same';
  const [few, many] = one.length <= other.length ? [one, other] : [other, one];
  const left = [...many];
  const matched = few.filter((word) => {
    const at = left.findIndex((also) => isSameWord(word, also));
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
  if (matched.length === few.length && matched.some((word) => word.length >= 2)) return 'same';
  return matched.some((word) => word.length >= 3) ? 'household' : 'different';
}

/**
 * The same name at the same address or phone number; without a name, the same number, unless the addresses differ. A
 * number alone is not enough when both have names: a switchboard serves many.
 */
export function isSameDelivery(one: ComparableDelivery, other: ComparableDelivery): boolean {
  const name = compareNames(one.name, other.name);
  const address = compareAddresses(one.address, other.address);
  const phone = one.phone === null || other.phone === null ? 'unknown' : comparePhones(one.phone, other.phone);
  switch (name) {
    case 'same':
      return address === 'same' || phone === 'same' || phone === 'near';
    case 'household':
      return address === 'same' && phone === 'same';
    case 'unknown': {
      const areNameless = one.name.length === 0 && other.name.length === 0;
      const hasHouses = one.address.house !== null && other.address.house !== null;
      return (phone === 'same' && address !== 'different') || (areNameless && hasHouses && address === 'same');
    }
    case 'different':
      return false;
  }
}
