/** Compares phone numbers as people write them, with and without a country code. */
import { withinOneEdit } from './fold-text.ts';

/** Country codes of one and two digits; all others have three (ITU E.164). */
const shortCodes = new Set(
  [
    ...['1', '7', '20', '27', '30', '31', '32', '33', '34', '36', '39', '40', '41', '43', '44', '45', '46', '47', '48'],
    ...['49', '51', '52', '53', '54', '55', '56', '57', '58', '60', '61', '62', '63', '64', '65', '66', '81', '82'],
    ...['84', '86', '90', '91', '92', '93', '94', '95', '98'],
  ].values(),
);

const isCountryCode = (digits: string) =>
  shortCodes.has(digits) || (/^[2-9]\d\d$/.test(digits) && !shortCodes.has(digits.slice(0, 2)));

export interface PhoneNumber {
  digits: string;
  /** Written with + or 00. */
  isInternational: boolean;
}

/** @returns null for a text with fewer than six digits, which says too little to compare */
export function parsePhone(text: string | null | undefined): PhoneNumber | null {
  const plain = (text ?? '').normalize('NFKC').replaceAll('(0)', '');
  const digits = plain.replaceAll(/\D+/g, '');
  const isInternational = plain.trim().startsWith('+') || digits.startsWith('00');
  const significant = isInternational ? digits.replace(/^00/, '') : digits;
  return significant.length < 6 ? null : { digits: significant, isInternational };
}

/** A number without its country code is the same as one with it when what remains is a country code. */
function differenceIsCountryCode(national: string, international: string): boolean {
  const own = national.replace(/^0/, '');
  // Italy keeps the leading zero behind its country code.
  return [own, national].some(
    (tail) => international.endsWith(tail) && isCountryCode(international.slice(0, -tail.length)),
  );
}

/** `near`: behind the country or area code one digit differs, or two neighbours are swapped. */
export function comparePhones(one: PhoneNumber, other: PhoneNumber): 'same' | 'near' | 'different' {
  if (one.isInternational === other.isInternational) {
    if (one.digits === other.digits) return 'same';
    const isSameArea = one.digits.slice(0, 3) === other.digits.slice(0, 3);
    return isSameArea && one.digits.length >= 8 && withinOneEdit(one.digits, other.digits) ? 'near' : 'different';
  }
  const [national, international] = one.isInternational ? [other, one] : [one, other];
  return differenceIsCountryCode(national.digits, international.digits) ? 'same' : 'different';
}
