/** Amounts of money as people write them: `49.90 €`, `CHF 12.-`, `EUR 1 250`. */
import { currencies } from '../../shared/shapes.ts';
import { isZero } from './values.ts';

/** What one sign or word stands for, beside the codes themselves. */
const meanings: Readonly<Record<string, readonly string[]>> = {
  '€': ['EUR'],
  euro: ['EUR'],
  euros: ['EUR'],
  '£': ['GBP'],
  fr: ['CHF'],
  'fr.': ['CHF'],
  sfr: ['CHF'],
  'sfr.': ['CHF'],
  '₺': ['TRY'],
  tl: ['TRY'],
  '₪': ['ILS'],
  '₹': ['INR'],
  '₩': ['KRW'],
  '₽': ['RUB'],
  ft: ['HUF'],
  'ft.': ['HUF'],
  lei: ['RON'],
  us$: ['USD'],
  r$: ['BRL'],
  '¥': ['JPY', 'CNY'],
  kr: ['DKK', 'NOK', 'SEK'],
  'kr.': ['DKK', 'NOK', 'SEK'],
  $: ['USD', 'ARS', 'AUD', 'CAD', 'CLP', 'COP', 'HKD', 'MXN', 'NZD', 'SGD', 'UYU'],
};

const signFirst = /^([^\d\s.,+-]\D*?)\s*([+-]?\d(?:[\d.,'’\s]*\d)?)$/u;
const signLast = /^([+-]?\d(?:[\d.,'’\s]*\d)?)\s*([^\d\s.,'’+-]\D*)?$/u;
/** `12.-` has no decimals. */
const noDecimals = /[.,][-–—]+(?=\D*$)/u;
/** No amount is written longer, and a cell may hold a book. */
const longest = 60;

/** An amount as it is written. */
export interface WrittenAmount {
  /** The number, as it stands there. */
  number: string;
  /** The sign or word of its currency; empty: there is none. */
  sign: string;
}

/** @returns undefined: it is no amount */
export function writtenAmount(text: string): WrittenAmount | undefined {
  if (text.length > longest) return undefined;
  const plain = text.trim().replace(noDecimals, '');
  const [, before = '', behind] = signFirst.exec(plain) ?? [];
  if (behind !== undefined) return { number: behind, sign: before };
  const [, number, after = ''] = signLast.exec(plain) ?? [];
  return number === undefined ? undefined : { number, sign: after.trim() };
}

/** The currencies that a sign, a word or a code may stand for. */
function currenciesOf(sign: string): readonly string[] {
  const code = sign.toUpperCase();
  return currencies.some((each) => each === code) ? [code] : (meanings[sign.toLowerCase()] ?? []);
}

/** An amount and its currency; the problem, if they cannot be told, as the key of its words. */
export interface ReadAmount {
  /** Empty: there is nothing to collect. */
  amount: string;
  currency: string;
  problem: null | 'amountSign' | 'amountOther';
  /** What the problem is about. */
  sign: string;
}

const usualCurrency = 'EUR';

/**
 * Reads an amount that may say its currency.
 *
 * @param text of the amount, its number with a decimal point
 * @param said the currency that the row names elsewhere; empty: none
 */
export function readAmount(text: string, said: string): ReadAmount {
  const named = said.trim().toUpperCase();
  const unread = { amount: text, currency: named === '' ? usualCurrency : named, problem: null, sign: '' } as const;
  const { number = '', sign = '' } = writtenAmount(text) ?? {};
  // Shops write it for what is paid already, and the service takes no such amount.
  if (isZero(number)) return { ...unread, amount: '' };
  const meant = currenciesOf(sign);
  const [first] = meant;
  if (first === undefined) return unread;
  if (named === '') {
    return meant.length === 1
      ? { ...unread, amount: number, currency: first }
      : { ...unread, problem: 'amountSign', sign };
  }
  return meant.includes(named) ? { ...unread, amount: number } : { ...unread, problem: 'amountOther', sign };
}
