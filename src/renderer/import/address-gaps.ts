/** What an address lacks before it is sent: the service may find another place then, or none. */
import { t } from '../../messages/index.ts';
import type { ItemFields } from './fields.ts';
import type { ItemProblems } from './item.ts';
import { fitsCountry } from './postcodes.ts';

/**
 * Numbers that are part of a name or lead to a door: `17. Juni`, `5th Avenue`, `2. OG`, `1er étage`. They begin with
 * their first digit: a long number would be looked through again from each of its digits.
 */
const noHouse = /(?<!\d)\d+(?:\.(?=\s*\p{L})|(?:st|nd|rd|th|er|ème)\b|[ºª°])/giu;
/** Spanish and Italian streets may have no numbers, and their addresses say so. */
const withoutNumber = /\bs\/n\b|\bs\.?n\.?c\b/i;

const hasHouse = (lines: string): boolean => withoutNumber.test(lines) || /\d/.test(lines.replaceAll(noHouse, ''));

/** What is missing for the country: it is that of the depot, unless the postcode cannot be one of it. */
function countryGap({ zip, country }: Readonly<ItemFields>, ofDepot: string | null): string | undefined {
  if (country.trim() !== '') return undefined;
  if (ofDepot === null) return t('imports.lacksCountry');
  return zip.trim() === '' || fitsCountry(zip, ofDepot) ? undefined : t('imports.otherPostcode', { zip });
}

/**
 * Warnings about an address that can be sent and may be found in the wrong place, by field.
 *
 * @param ofDepot code of the country in which the depot is, ISO 3166-1 alpha-2; null: not known
 */
export function addressGaps(fields: Readonly<ItemFields>, ofDepot: string | null): ItemProblems {
  const { addressLineOne, addressLineTwo, zip, city, latitude, longitude } = fields;
  const isEmpty = [addressLineOne, addressLineTwo, zip, city].every((text) => text.trim() === '');
  // Coordinates override all other fields (planning-api, Address (input)).
  const isPlaced = latitude.trim() !== '' && longitude.trim() !== '';
  if (isEmpty || isPlaced) return {};
  const country = countryGap(fields, ofDepot);
  return {
    ...(hasHouse(`${addressLineOne} ${addressLineTwo}`) ? {} : { addressLineOne: t('imports.lacksHouseNumber') }),
    ...(city.trim() === '' ? { city: t('imports.lacksCity') } : {}),
    ...(country === undefined ? {} : { country }),
  };
}
