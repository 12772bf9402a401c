/** Countries by their names and codes. */
import { expect, it } from 'vitest';
import { countryBeforePostcode, countryCode, countryNamed } from '../../../src/shared/countries.ts';

it.each<[string, string | undefined]>([
  ['Germany', 'DE'],
  ['DEUTSCHLAND', 'DE'],
  ['Belgique', 'BE'],
  ['Nederland', 'NL'],
  ['España', 'ES'],
  ['Italia', 'IT'],
  ['Polska', 'PL'],
  ['France', 'FR'],
  ['United Kingdom', 'GB'],
  ['England', 'GB'],
  ['USA', 'US'],
  ['Holland', 'NL'],
  ['Hamburg', undefined],
  ['DE', undefined],
  ['', undefined],
])('the country named “%s” is %s', (name, code) => {
  expect(countryNamed(name)).toBe(code);
});

it('is also known by its codes', () => {
  expect(['DE', 'de', 'DEU', 'Germany', ' Austria '].map(countryCode)).toEqual(['DE', 'DE', 'DE', 'DE', 'AT']);
  expect(['D', 'Hamburg', ''].map(countryCode)).toEqual([undefined, undefined, undefined]);
  expect(['D', 'CH', 'SLO', 'X', ''].map(countryBeforePostcode)).toEqual(['DE', 'CH', 'SI', undefined, undefined]);
});
