/** Amounts of money in minor units. */
import { expect, it } from 'vitest';
import { minorDigits, moneyWords } from '../../../src/messages/money-words.ts';

it('are shown in major units, with the decimals of their currency', () => {
  expect(moneyWords(123_450, 'EUR')).toBe('EUR 1,234.50');
  expect(moneyWords(5, 'EUR')).toBe('EUR 0.05');
  expect(moneyWords(1_200, 'JPY')).toBe('JPY 1,200');
  expect(moneyWords(1_500, 'KWD')).toBe('KWD 1.500');
});

it('have two decimals without a known currency', () => {
  expect(moneyWords(1_250, 'of another world')).toBe('of another world 12.50');
  expect(moneyWords(1_250, '')).toBe('12.50');
  expect(['EUR', 'JPY', 'of another world'].map(minorDigits)).toEqual([2, 0, 2]);
});
