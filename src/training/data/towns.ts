/** Towns abroad that the gazetteer knows. An address there is found far away, whether intended or not. */

export interface Town {
  /** Normalized for comparison; the town's own name first, then its other names. */
  names: readonly string[];
  /** ISO 3166-1 */
  countryCode: string;
  latitude: number;
  longitude: number;
}

export const townsAbroad: readonly Town[] = [
  { names: ['amsterdam'], countryCode: 'NL', latitude: 52.3728, longitude: 4.8936 },
  { names: ['basel', 'bale'], countryCode: 'CH', latitude: 47.5581, longitude: 7.5878 },
  { names: ['bruxelles', 'brussels', 'brussel'], countryCode: 'BE', latitude: 50.8467, longitude: 4.3525 },
  { names: ['kobenhavn', 'copenhagen', 'kopenhagen'], countryCode: 'DK', latitude: 55.6761, longitude: 12.5683 },
  { names: ['krakow', 'krakau', 'cracow'], countryCode: 'PL', latitude: 50.0619, longitude: 19.9368 },
  { names: ['london'], countryCode: 'GB', latitude: 51.5072, longitude: -0.1276 },
  { names: ['luxembourg', 'luxemburg'], countryCode: 'LU', latitude: 49.6117, longitude: 6.1319 },
  { names: ['paris'], countryCode: 'FR', latitude: 48.8567, longitude: 2.3522 },
  { names: ['praha', 'prague', 'prag'], countryCode: 'CZ', latitude: 50.0755, longitude: 14.4378 },
  { names: ['salzburg'], countryCode: 'AT', latitude: 47.8, longitude: 13.045 },
  { names: ['strasbourg', 'strassburg'], countryCode: 'FR', latitude: 48.5734, longitude: 7.7521 },
  { names: ['warszawa', 'warsaw', 'warschau'], countryCode: 'PL', latitude: 52.2297, longitude: 21.0122 },
  { names: ['wien', 'vienna'], countryCode: 'AT', latitude: 48.2083, longitude: 16.3725 },
  { names: ['zurich', 'zuerich'], countryCode: 'CH', latitude: 47.3769, longitude: 8.5417 },
];

/** Codes of the countries an address may name, in their own languages, in English and in German. */
export const countryCodes: Readonly<Record<string, string>> = {
  germany: 'DE',
  deutschland: 'DE',
  austria: 'AT',
  osterreich: 'AT',
  belgium: 'BE',
  belgie: 'BE',
  belgique: 'BE',
  belgien: 'BE',
  switzerland: 'CH',
  schweiz: 'CH',
  suisse: 'CH',
  czechia: 'CZ',
  cesko: 'CZ',
  tschechien: 'CZ',
  denmark: 'DK',
  danmark: 'DK',
  danemark: 'DK',
  france: 'FR',
  frankreich: 'FR',
  'united kingdom': 'GB',
  grossbritannien: 'GB',
  luxembourg: 'LU',
  luxemburg: 'LU',
  netherlands: 'NL',
  nederland: 'NL',
  niederlande: 'NL',
  poland: 'PL',
  polska: 'PL',
  polen: 'PL',
};
