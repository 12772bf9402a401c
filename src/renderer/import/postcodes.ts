/** Postcodes by the countries of the languages in which headings are read. */

const four = /^\d{4}$/;
const five = /^\d{5}$/;

/** The form of the postcodes of a country, by ISO 3166-1 alpha-2. */
const forms: Readonly<Record<string, RegExp>> = {
  ...{ AT: four, BE: four, CH: four, LI: four, LU: four },
  ...{ DE: five, ES: five, FR: five, IT: five },
  GB: /^[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$/i,
  NL: /^\d{4} ?[A-Z]{2}$/i,
  PL: /^\d{2}-?\d{3}$/,
  US: /^\d{5}(?:-?\d{4})?$/,
};

/** The codes of the countries whose addresses are known here. */
export const knownCountries: ReadonlySet<string> = new Set(Object.keys(forms));

/**
 * Whether a postcode can be one of a country.
 *
 * @param zip perhaps with letters before it: `D-01067`
 * @param country its code, ISO 3166-1 alpha-2
 * @returns true, too, for a country whose postcodes are not known here
 */
export const fitsCountry = (zip: string, country: string): boolean =>
  forms[country]?.test(zip.trim().replace(/^[A-Z]{1,3}-/, '')) ?? true;
