/** Amounts of money with the sign of their currency. */
import { describe, expect, it } from 'vitest';
import { byColumn, formSteps, inForm } from '../../../../src/renderer/import/column-forms.ts';
import { itemsOf } from '../../../../src/renderer/import/group.ts';
import { readAmount, writtenAmount } from '../../../../src/renderer/import/money.ts';
import { allSteps } from '../../../../src/renderer/lib/in-slices.ts';
import { reportOf } from '../../../../src/renderer/lib/sheet/report.ts';
import { stopOf, stopSheet, type StopSurroundings } from '../../../../src/renderer/stops/import/stop-sheet.ts';
import { standInNow } from '../../../fixtures/backend-stand-in.ts';
import { columnsFor } from '../../../fixtures/columns-for.ts';

const around: StopSurroundings = {
  clock: { zone: 'Europe/Berlin', day: null },
  now: standInNow,
  drivers: [],
  properties: [],
};

/** The payments of a file's rows, or what is wrong with their amounts. */
function payments(headings: string, ...lines: string[]) {
  const rows = [headings, ...lines].map((line) => line.split(';'));
  const sheet = stopSheet(around);
  const columns = columnsFor(sheet, rows[0]!, []);
  const forms = byColumn(allSteps(formSteps(rows, 1, columns, {})));
  return itemsOf(sheet, rows, columns, { forms, report: reportOf(rows) }).map(({ fields }) => {
    const { stop, problems } = stopOf(fields, around);
    return stop?.paymentOnDelivery ?? problems.paymentAmount;
  });
}

describe('an amount', () => {
  it.each([
    ['49.90 €', { number: '49.90', sign: '€' }],
    ['€49,90', { number: '49,90', sign: '€' }],
    ['1.250,00 EUR', { number: '1.250,00', sign: 'EUR' }],
    ['1 250 kr.', { number: '1 250', sign: 'kr.' }],
    ['Fr. 12.50', { number: '12.50', sign: 'Fr.' }],
    ['CHF 12.-', { number: '12', sign: 'CHF' }],
    ['12,– €', { number: '12', sign: '€' }],
    ['-3 €', { number: '-3', sign: '€' }],
    ['12', { number: '12', sign: '' }],
  ])('%s is a number with a sign', (text, expected) => {
    expect(writtenAmount(text)).toEqual(expected);
  });

  it.each(['', '€', 'free', '€ 12 €', '2 x 12 €', `€${' '.repeat(1_000_000)}x`])('%s is none', (text) => {
    expect(writtenAmount(text)).toBeUndefined();
  });

  it('keeps its sign in the form of its column', () => {
    expect(inForm('1.250,50 €', 'paymentAmount', 'comma')).toBe('1250.50 €');
    expect(inForm('$1,250', 'paymentAmount', 'point')).toBe('1250 $');
    expect(inForm('12,5 %', 'weightAmount', 'comma')).toBe('12,5 %');
  });

  it.each([
    ['12 €', '', '12', 'EUR', null],
    ['12 chf', '', '12', 'CHF', null],
    ['12', '', '12', 'EUR', null],
    ['12', 'chf', '12', 'CHF', null],
    ['12 $', 'cad', '12', 'CAD', null],
    ['12 $', '', '12 $', 'EUR', 'amountSign'],
    ['12 €', 'CHF', '12 €', 'CHF', 'amountOther'],
    ['12 %', '', '12 %', 'EUR', null],
    ['0', 'chf', '', 'CHF', null],
    ['0,00 €', 'CHF', '', 'CHF', null],
    ['0 $', '', '', 'EUR', null],
  ])('%s in a row that says “%s” is %s %s', (text, said, amount, currency, problem) => {
    expect(readAmount(text, said)).toMatchObject({ amount, currency, problem });
  });
});

describe('payments of a file', () => {
  it('have the currency that their amounts say', () => {
    expect(payments('Address;COD', 'Lindenweg 5;49,90 €', 'Lindenweg 6;1.250,00 €', 'Lindenweg 7;CHF 12.-')).toEqual([
      { amount: 4990, currency: 'EUR' },
      { amount: 125_000, currency: 'EUR' },
      { amount: 1200, currency: 'CHF' },
    ]);
  });

  it('are not taken where the currency is in doubt', () => {
    expect(
      payments('Address;COD;Currency', 'A 1;$12.50;', 'A 2;12.50 €;CHF', 'A 3;12.50 %;', 'A 4;$12.50;USD'),
    ).toEqual([
      'Several currencies have the sign $. Write a code such as USD beside the amount',
      'The amount says €, the currency of the row is CHF. Correct one of them',
      expect.stringContaining('12.50'),
      { amount: 1250, currency: 'USD' },
    ]);
  });
});
