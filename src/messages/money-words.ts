/** Amounts of money in words, on screen and on paper. The service counts in minor units (resolved, Reading). */
import { locale } from './locale.ts';

/** Decimal places of a currency's major unit: 2 for EUR, 0 for JPY. */
export function minorDigits(currency: string): number {
  try {
    return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
  } catch {
    return 2;
  }
}

/** `EUR 12.50` from minor units. @param currency empty: the service named none */
export function moneyWords(minorUnits: number, currency: string): string {
  const digits = minorDigits(currency);
  const amount = new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return `${currency} ${amount.format(minorUnits / 10 ** digits)}`.trim();
}
