/** The form in which a column writes days and decimal numbers, decided once from all its values. */
import { describe, expect, it } from 'vitest';
import {
  byColumn,
  formsOf,
  formSteps,
  inForm,
  type ChosenForms,
} from '../../../../src/renderer/import/column-forms.ts';
import type { Columns, ImportField } from '../../../../src/renderer/import/fields.ts';
import { itemsOf } from '../../../../src/renderer/import/group.ts';
import { allSteps } from '../../../../src/renderer/lib/in-slices.ts';
import { reportOf } from '../../../../src/renderer/lib/sheet/report.ts';
import { orderSheet } from '../../../../src/renderer/orders/import/order-sheet.ts';
import { stopSheet } from '../../../../src/renderer/stops/import/stop-sheet.ts';
import type { ColumnForm } from '../../../../src/shared/imports.ts';

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

  it('may begin with the day of the week', () => {
    const cells = ['Di 17.06.2026', 'Di., 06.07.2026', 'mardi 16 juin 2026', 'Tue 2026-06-16'];
    expect(read('expectedOn', cells)).toEqual(['2026-06-17', '2026-07-06', '2026-06-16', '2026-06-16']);
    expect(formOf('expectedOn', ['Wed 6/17/2026'])).toBe('month-first, sure: Wed 6/17/2026');
    expect(read('expectedOn', ['Wed 6/17/2026'])).toEqual(['2026-06-17']);
    expect(read('expectedOn', ['ab 16.06.2026'])).toEqual(['ab 16.06.2026']);
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

describe('windows with days', () => {
  it.each<[string, string[], string]>([
    ['Germany', ['16.01.2024 9-12 Uhr'], 'day-first, sure: 16.01.2024 9-12 Uhr'],
    ['Britain', ['16/01/2024 09:00 - 16/01/2024 12:00'], 'day-first, sure: 16/01/2024 09:00 - 16/01/2024 12:00'],
    ['America', ['01/06/2024 9:00 AM', '01/16/2024 9:00 AM'], 'month-first, sure: 01/06/2024 9:00 AM'],
    ['America with short years', ['1/16/24 9:00 AM'], 'month-first, sure: 1/16/24 9:00 AM'],
    ['early days alone', ['9-12', '01/06/2024 9-12'], 'day-first, open: 01/06/2024 9-12'],
    ['two habits', ['16/01/2024 09:00 - 01/17/2024 12:00'], 'day-first, mixed: 16/01/2024 09:00 - 01/17/2024 12:00'],
    ['the year first', ['2024-01-16 09:00'], 'day-first, plain: 2024-01-16 09:00'],
    ['no days', ['9-12', '9.30.00 - 12.00.00', '9-12-15'], 'day-first, plain: 9-12'],
  ])('of %s', (_, cells, form) => {
    for (const field of ['window', 'earliest', 'latest'] as const) expect(formOf(field, cells)).toBe(form);
  });

  it.each<[string, ColumnForm, string]>([
    ['01/06/2024 9:00 AM - 01/06/2024 12:00 PM', 'month-first', '2024-01-06 9:00 AM - 2024-01-06 12:00 PM'],
    ['01/06/2024 9-12', 'day-first', '2024-06-01 9-12'],
    ['16.01.24 09:00', 'day-first', '2024-01-16 09:00'],
    ['16-01-2024 09:00-12:00', 'day-first', '2024-01-16 09:00-12:00'],
    // What the form cannot be stays as it is.
    ['16/01/2024 9-12', 'month-first', '16/01/2024 9-12'],
    ['2024-01-16 09:00 - 12:00', 'month-first', '2024-01-16 09:00 - 12:00'],
    ['30.12.1899 09:00:00', 'day-first', '09:00:00'],
    ['9-12-15', 'day-first', '9-12-15'],
    ['9.30.00 - 12.00.00', 'day-first', '9.30.00 - 12.00.00'],
    ['Di 16.01.2024 9-12 Uhr', 'day-first', '2024-01-16 9-12 Uhr'],
    ['Tue 1/16/2024 9:00 AM - Tue 1/16/2024 12:00 PM', 'month-first', '2024-01-16 9:00 AM - 2024-01-16 12:00 PM'],
    ['mardi 16 janvier 2024, 9h-12h', 'day-first', '2024-01-16, 9h-12h'],
  ])('%s, %s, are read as %s', (cell, form, read) => {
    expect(inForm(cell, 'window', form)).toBe(read);
  });

  it('are read as the person says', () => {
    const chosen = { earliest: 'month-first' } as const;
    expect(formOf('earliest', ['01/06/2024 9:00'], chosen)).toBe('month-first, chosen: 01/06/2024 9:00');
    expect(formsOf('earliest')).toEqual(['day-first', 'month-first']);
  });
});

describe('windows as numbers of a spreadsheet', () => {
  it.each<[string, string[], string]>([
    ['parts of a day', ['0.375', '0,5'], 'day-numbers, sure: 0.375'],
    ['days and parts', ['45307.375', '45307'], 'day-numbers, sure: 45307.375'],
    ['two numbers', ['0.375 - 0.5', 'ab 0,375', '-'], 'day-numbers, sure: 0.375 - 0.5'],
    ['midnight beside others', ['0', '0.25'], 'day-numbers, sure: 0'],
    ['midnight alone', ['0', '0'], 'day-first, plain: 0'],
    ['hours', ['9', '12'], 'day-first, plain: 9'],
    ['hours beside parts of a day', ['9', '0.375'], 'day-first, plain: 9'],
    ['times with points', ['9.30', '12.00'], 'day-first, plain: 9.30'],
    ['numbers that are no days', ['12345', '99999.5'], 'day-first, plain: 12345'],
  ])('of %s', (_, cells, form) => {
    expect(formOf('earliest', cells)).toBe(form);
  });

  it('cannot be written otherwise', () => {
    expect(formOf('earliest', ['0.375'], { earliest: 'month-first' })).toBe('day-numbers, sure: 0.375');
    expect(formsOf('earliest', 'day-numbers')).toEqual(['day-numbers']);
    // In other columns they are no windows.
    expect(formOf('weightAmount', ['0.375'])).toBe('point, sure: 0.375');
  });

  it.each([
    ['0.375', '09:00'],
    ['0,333333333333333', '08:00'],
    ['0.33333', '08:00'],
    ['0.99998843', '23:59'],
    ['0', '00:00'],
    ['45307.375', '2024-01-16 09:00'],
    ['45307', '2024-01-16'],
    ['0.375-0.5', '09:00-12:00'],
    ['45307,375 bis 45307,5', '2024-01-16 09:00 bis 2024-01-16 12:00'],
    // Too few digits are left to tell the time, and a point would make it 00:38.
    ['0.38', '0,38'],
    ['45307.38', '45307,38'],
    ['9', '9'],
    ['12', '12'],
    ['9.30', '9.30'],
    ['9-12', '9-12'],
    ['2024-01-16', '2024-01-16'],
    ['99999.5', '99999.5'],
    ['1.5', '1.5'],
  ])('%s is read as %s', (cell, read) => {
    expect(inForm(cell, 'window', 'day-numbers')).toBe(read);
  });

  it('are read where a spreadsheet keeps them as numbers beside texts', () => {
    const rows = [['Number', 'From'], ...['9-12', '0.375', '9', '45307.375'].map((cell, at) => [String(at + 1), cell])];
    const sheet = stopSheet({ clock: { zone: 'Europe/Berlin', day: null }, now: 0, drivers: [], properties: [] });
    const columns: Columns = ['externalId', 'earliest'];
    const read = (hasNumbers: boolean) => {
      const report = { ...reportOf(rows), hasNumbers };
      const forms = byColumn(allSteps(formSteps(rows, 1, columns, {}, report)));
      return itemsOf(sheet, rows, columns, { forms, report }).map(({ fields }) => fields.earliest);
    };
    expect(read(true)).toEqual(['9-12', '09:00', '9', '2024-01-16 09:00']);
    expect(read(false)).toEqual(['9-12', '0.375', '9', '45307.375']);
  });
});

describe('addresses', () => {
  const whole = 'Lindenweg 4, 01067 Aldermünde';

  it.each<[string, string[], string]>([
    ['with their towns', [whole, 'Am Ring 3, 20095 Hamburg'], `whole-address, sure: ${whole}`],
    ['of which every second has a town', ['Am Ring 3', whole], `whole-address, sure: ${whole}`],
    ['that cannot be split', ['1 Elm St Springfield IL 62704'], 'whole-address, sure: 1 Elm St Springfield IL 62704'],
    ['of which fewer have a town', ['Am Ring 3', 'Am Hafen 1', whole], 'none'],
    ['that are streets', ['Am Ring 3', 'Straße 1234'], 'none'],
    ['that are missing', ['', '-'], 'none'],
  ])('%s', (_, cells, form) => {
    expect(formOf('addressLineOne', cells)).toBe(form);
  });

  it('are left as they are if the person says so', () => {
    expect(formOf('addressLineOne', [whole], { addressLineOne: 'street' })).toBe(`street, chosen: ${whole}`);
    expect(formsOf('addressLineOne')).toEqual(['whole-address', 'street']);
    expect(inForm(` ${whole} `, 'addressLineOne', 'whole-address')).toBe(whole);
  });

  it.each(['zip', 'city', 'place'] as const)('are streets beside a column of kind %s', (field) => {
    const rows = [
      ['Address', 'Beside'],
      [whole, ''],
    ];
    expect(allSteps(formSteps(rows, 1, ['addressLineOne', field], {}))).toEqual([]);
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

  /** The form of the weights of a workbook, and their values. */
  const readWorkbook = (textNumbers: number[], ...cells: string[]) => {
    const columns: Columns = ['externalId', 'weightAmount'];
    const rows = [['Number', 'Weight'], ...cells.map((cell, at) => [String(at + 1), cell])];
    const report = { ...reportOf(rows), hasNumbers: true, textNumbers };
    const forms = allSteps(formSteps(rows, 1, columns, {}, report));
    const items = itemsOf(orderSheet, rows, columns, { forms: byColumn(forms), report });
    return [forms.map(({ form, by }) => `${form}, ${by}`), items.map(({ fields }) => fields.weightAmount)];
  };

  it('are decided from all values of a column in which a spreadsheet keeps some as texts', () => {
    expect(readWorkbook([1], '1.500', '2,5')).toEqual([['comma, sure'], ['1500', '2.5']]);
    expect(readWorkbook([1], '1.500', '2')).toEqual([['point, open'], ['1.500', '2']]);
    expect(readWorkbook([1], '1.500', '2.25')).toEqual([['point, sure'], ['1.500', '2.25']]);
  });

  it('that are texts are decided among texts where a column has numbers as well, which keep their point', () => {
    expect(readWorkbook([], "'1.500", '2,5', '1.234')).toEqual([['comma, sure'], ['1500', '2.5', '1.234']]);
    expect(readWorkbook([], "'1.500", '12.5')).toEqual([['point, open'], ['1.500', '12.5']]);
    expect(readWorkbook([], "'1.5", '1.234')).toEqual([['point, sure'], ['1.5', '1.234']]);
  });

  it.each(['2.5', '1.23,4', '12.34.5', 'heavy', '1,2,3', '5 kg'])(
    '%s stays as it is in a column with commas',
    (text) => {
      expect(inForm(text, 'weightAmount', 'comma')).toBe(text);
    },
  );
});
