/** Countries by their names, by their codes, and by the letters before their postcodes. */
import { foldText } from './fold-text.ts';

const languages = ['en', 'de', 'fr', 'nl', 'it', 'es', 'pl'];
/** What people and map providers write besides the names of the language. */
const otherNames: Readonly<Record<string, string>> = {
  ...{ us: 'US', usa: 'US', uk: 'GB', england: 'GB', scotland: 'GB', wales: 'GB', 'great britain': 'GB' },
  ...{ holland: 'NL', 'the netherlands': 'NL', 'czech republic': 'CZ', korea: 'KR', turkey: 'TR' },
};
let names: ReadonlyMap<string, string> | undefined;

/** The codes of all countries by their names in the languages of addresses here, folded. */
function countryNames(): ReadonlyMap<string, string> {
  const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
  const pairs = letters.flatMap((first) => letters.map((second) => first + second));
  // Some codes are old or other ones of the same country: `UK` is `GB`, and `FX` is `FR`.
  const codes = new Set(pairs.map((code) => new Intl.Locale(`und-${code}`).region ?? code));
  const named = languages.flatMap((language) => {
    const region = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' });
    return [...codes].flatMap((code): [string, string][] => {
      const name = region.of(code);
      return name === undefined ? [] : [[foldText(name), code]];
    });
  });
  return new Map([...named, ...Object.entries(otherNames)]);
}

/** @returns `DE` (ISO 3166-1 alpha-2) for `Germany` or `Deutschland`; undefined: no country has this name */
export function countryNamed(name: string): string | undefined {
  names ??= countryNames();
  return names.get(foldText(name));
}

/** The codes of three letters (ISO 3166-1 alpha-3) that shipping tools write. */
const longCodes: Readonly<Record<string, string>> = {
  ...{ AUT: 'AT', BEL: 'BE', CHE: 'CH', DEU: 'DE', ESP: 'ES', FRA: 'FR', GBR: 'GB', ITA: 'IT', LUX: 'LU' },
  ...{ NLD: 'NL', POL: 'PL' },
};

/** @returns the code of a country that is given by its name or by a code; undefined: it is neither */
export function countryCode(text: string): string | undefined {
  const plain = text.trim();
  const code = plain.toUpperCase();
  return countryNamed(plain) ?? longCodes[code] ?? (/^[A-Z]{2}$/.test(code) ? code : undefined);
}

/** Countries by the letters that are written before their postcodes, by ISO 3166-1 alpha-2. */
const beforePostcodes: Readonly<Record<string, string>> = {
  ...{ A: 'AT', B: 'BE', D: 'DE', E: 'ES', F: 'FR', H: 'HU', I: 'IT', L: 'LU', N: 'NO', P: 'PT', S: 'SE' },
  ...{ AT: 'AT', BE: 'BE', CH: 'CH', CZ: 'CZ', DE: 'DE', DK: 'DK', ES: 'ES', FL: 'LI', FR: 'FR', HU: 'HU', IT: 'IT' },
  ...{ LU: 'LU', NL: 'NL', NO: 'NO', PL: 'PL', PT: 'PT', SE: 'SE', SK: 'SK', SLO: 'SI' },
};

/** @returns the code of the country whose postcodes have these letters before them, such as the `D` of `D-01067` */
export const countryBeforePostcode = (letters: string): string | undefined => beforePostcodes[letters];
