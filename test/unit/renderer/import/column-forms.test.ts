/** The form in which a column writes days and decimal numbers, decided once from all its values. */
import { describe, expect, it } from 'vitest';
import { byColumn, formSteps, inForm, type ChosenForms } from '../../../../src/renderer/import/column-forms.ts';
import type { Columns, ImportField } from '../../../../src/renderer/import/fields.ts';
import { itemsOf } from '../../../../src/renderer/import/group.ts';
import { allSteps } from '../../../../src/renderer/lib/in-slices.ts';
import { reportOf } from '../../../../src/renderer/lib/sheet/report.ts';
import { orderSheet } from '../../../../src/renderer/orders/import/order-sheet.ts';

function formOf(field: ImportField, cells: readonly string[], chosen: ChosenForms = {}): string {
  const rows = [['Heading'], ...cells.map((cell) => [cell])];
  const [found] = allSteps(formSteps(rows, 1, [field], chosen));
  return found === undefined ? 'none' : `${found.form}, ${found.by}: ${found.example}`;
}

/** The values of a column as the fields have them. */
function read(field: 'expectedOn' | 'weightAmount' | 'latitude', cells: readonly string[], chosen: ChosenForms = {}) {
  const rows = [['Number', 'Heading'], ...cells.map((cell, at) => [String(at + 1), cell])];
  const columns: Columns = ['externalId', field];
  const forms = byColumn(allSteps(formSteps(rows, 1, columns, chosen)));
  return itemsOf(orderSheet, rows, columns, { forms }).map(({ fields }) => fields[field]);
}

describe('days', () => {
  it.each([
    ['Germany, with points', ['17.06.2026', '6.7.2026'], 'day-first, sure: 17.06.2026'],
    ['points alone, which nobody writes month first', ['06.07.2026'], 'day-first, sure: 06.07.2026'],
    ['Britain', ['03/04/2026', '17/06/2026'], 'day-first, sure: 03/04/2026'],
    ['America', ['6/7/2026', '6/17/2026', '12/31/2026'], 'month-first, sure: 6/7/2026'],
    ['America with the time', ['6/7/2026 12:00:00 AM', '6/17/2026 9:30 PM'], 'month-first, sure: 6/7/2026 12:00:00 AM'],
    ['the Netherlands', ['17-06-2026', '01-07-2026'], 'day-first, sure: 01-07-2026'],
    ['early days alone', ['06/07/2026', '', '08/09/2026'], 'day-first, open: 06/07/2026'],
    [
      'two habits in one column',
      ['06/07/2026', '17/06/2026', '6/18/2026', '19/06/2026'],
      'day-first, mixed: 06/07/2026',
    ],
    ['the same day and month', ['06/06/2026'], 'day-first, plain: 06/06/2026'],
    ['the year first', ['2026-06-17', '2026-07-06'], 'day-first, plain: 2026-06-17'],
    ['nothing', ['', ' '], 'none'],
  ])('of %s', (_, cells, form) => {
    expect(formOf('expectedOn', cells)).toBe(form);
  });

  it('are read in the form of their column', () => {
    expect(read('expectedOn', ['6/7/2026', '6/17/2026'])).toEqual(['2026-06-07', '2026-06-17']);
    expect(read('expectedOn', ['6/7/2026', '17/6/2026'])).toEqual(['2026-07-06', '2026-06-17']);
    expect(read('expectedOn', ['06/07/26', '17.6.26'])).toEqual(['2026-07-06', '2026-06-17']);
    expect(read('expectedOn', ['17.06.2026 09:00', '2026-06-18T08:00'])).toEqual(['2026-06-17', '2026-06-18T08:00']);
  });

  it('are read as the person says', () => {
    const chosen = { expectedOn: 'month-first' } as const;
    expect(formOf('expectedOn', ['06/07/2026'], chosen)).toBe('month-first, chosen: 06/07/2026');
    expect(read('expectedOn', ['06/07/2026'], chosen)).toEqual(['2026-06-07']);
    // What the form cannot be stays as it is, to be corrected.
    expect(read('expectedOn', ['17/06/2026'], chosen)).toEqual(['17/06/2026']);
  });

  it('are found in the numbers that a spreadsheet keeps', () => {
    expect(read('expectedOn', ['46190', '46190.375'])).toEqual(['2026-06-17', '2026-06-17']);
    expect(read('expectedOn', ['12345', '99999'])).toEqual(['12345', '99999']);
  });
});

describe('decimal numbers', () => {
  it.each([
    ['Germany', ['1,5', '12,25'], 'comma, sure: 1,5'],
    ['Germany, with thousands', ['1.234,50', '0,5'], 'comma, sure: 1.234,50'],
    ['Britain', ['1.5', '1,234.50'], 'point, sure: 1.5'],
    ['Switzerland', ['1’234.50'], 'point, sure: 1’234.50'],
    ['France', ['1\u202F234,5'], 'comma, sure: 1\u202F234,5'],
    ['thousands alone', ['1,234,567'], 'point, sure: 1,234,567'],
    ['a leading zero', ['0,125'], 'comma, sure: 0,125'],
    ['three digits after a comma', ['1,234', '2'], 'comma, open: 1,234'],
    ['three digits after a point', ['1.234'], 'point, open: 1.234'],
    ['three digits, told by another value', ['1.234', '2,5'], 'comma, sure: 1.234'],
    ['three digits with the unit', ['1.500 kg', '2kg'], 'point, open: 1.500'],
    ['three digits with the unit, told by another value', ['1.500 kg', '2,5 kg'], 'comma, sure: 1.500'],
    ['two habits', ['1,5', '2.5', '3,5'], 'comma, mixed: 1,5'],
    ['whole numbers', ['1', '20'], 'point, plain: 1'],
  ])('of %s', (_, cells, form) => {
    expect(formOf('weightAmount', cells)).toBe(form);
  });

  it('of coordinates have no thousands', () => {
    expect(formOf('latitude', ['53.551'])).toBe('point, sure: 53.551');
    expect(formOf('longitude', ['9,994'])).toBe('comma, sure: 9,994');
    expect(read('latitude', ['53.551', '-53.5'])).toEqual(['53.551', '-53.5']);
  });

  it('are read in the form of their column', () => {
    expect(read('weightAmount', ['1.234', '2,5'])).toEqual(['1234', '2.5']);
    expect(read('weightAmount', ['1,234', '2.5'])).toEqual(['1234', '2.5']);
    expect(read('weightAmount', ['1,234'], { weightAmount: 'point' })).toEqual(['1234']);
    expect(read('weightAmount', ['1 234,5', '-3'])).toEqual(['1234.5', '-3']);
    expect(read('weightAmount', ['1.500 kg', '2,5KG', '3 kgs.'])).toEqual(['1500', '2.5', '3']);
  });

  it('are not changed where a spreadsheet keeps them as numbers, whatever its texts are like', () => {
    const rows = [
      ['Number', 'Weight'],
      ['1', '1.234'],
      ['2', '2,5'],
      ['3', '1.234,5'],
      ['4', '1.500 kg'],
    ];
    const columns: Columns = ['externalId', 'weightAmount'];
    const forms = byColumn(allSteps(formSteps(rows, 1, columns, {}, { hasNumbers: true })));
    expect([...forms.values()]).toEqual(['comma']);
    const items = itemsOf(orderSheet, rows, columns, { forms, report: { ...reportOf(rows), hasNumbers: true } });
    expect(items.map(({ fields }) => fields.weightAmount)).toEqual(['1.234', '2.5', '1234.5', '1500']);
  });

  it('are decided from all values of a column in which a spreadsheet keeps some as texts', () => {
    const columns: Columns = ['externalId', 'weightAmount'];
    const read = (...cells: string[]) => {
      const rows = [['Number', 'Weight'], ...cells.map((cell, at) => [String(at + 1), cell])];
      const report = { ...reportOf(rows), hasNumbers: true, textNumbers: [1] };
      const forms = allSteps(formSteps(rows, 1, columns, {}, report));
      const items = itemsOf(orderSheet, rows, columns, { forms: byColumn(forms), report });
      return [forms.map(({ form, by }) => `${form}, ${by}`), items.map(({ fields }) => fields.weightAmount)];
    };
    expect(read('1.500', '2,5')).toEqual([['comma, sure'], ['1500', '2.5']]);
    expect(read('1.500', '2')).toEqual([['point, open'], ['1.500', '2']]);
    expect(read('1.500', '2.25')).toEqual([['point, sure'], ['1.500', '2.25']]);
  });

  it.each(['2.5', '1.23,4', '12.34.5', 'heavy', '1,2,3', '5 kg'])(
    '%s stays as it is in a column with commas',
    (text) => {
      expect(inForm(text, 'weightAmount', 'comma')).toBe(text);
    },
  );
});
