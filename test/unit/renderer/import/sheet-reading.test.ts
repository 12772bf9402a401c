/** How the rows of a file are interpreted, and the summary above its orders. */
import { beforeEach, describe, expect, it } from 'vitest';
import { orderSheet } from '../../../../src/renderer/orders/import/order-sheet.ts';
import type { SheetRows } from '../../../../src/renderer/import/keep-import.ts';
import { SheetReading } from '../../../../src/renderer/import/sheet-reading.svelte.ts';
import { factsOf } from '../../../../src/renderer/import/sheet-words.ts';
import { t } from '../../../../src/messages/index.ts';
import { reportOf } from '../../../../src/renderer/lib/sheet/report.ts';
import { filledColumns } from '../../../../src/renderer/import/sheet-facts.ts';
import type { ImportWork } from '../../../../src/shared/imports.ts';

let sheet: SheetReading;

const headings = ['Bestellnummer', 'Name', 'Strasse'];
const rows: SheetRows = [headings, ['A1', 'Mia', 'Weg 1'], ['A2', 'Ben', ''], ['A3', 'Cla']];
const nothing = new Map();

beforeEach(() => {
  sheet = new SheetReading(orderSheet);
});

function begun(some: SheetRows = rows): SheetReading {
  sheet.begin(some, reportOf(some));
  return sheet;
}

it('knows the columns that have a value in any record', () => {
  const wide = [
    ['Name', 'Ort', '', 'PLZ'],
    ['Mia', '', '', ''],
    ['Ben', '', 'x'],
  ];
  expect([...filledColumns(wide, true)]).toEqual([0, 2]);
  expect([...filledColumns(wide, false)]).toEqual([0, 1, 3, 2]);
  expect([...filledColumns([], true)]).toEqual([]);
});

const work = (change: Partial<ImportWork> = {}): ImportWork => ({
  ...{
    noun: 'orders' as const,
    place: '',
    name: 'a.csv',
    columns: ['notes', 'recipientName', null],
    corrected: {},
    chosen: {},
    taken: [],
  },
  ...{
    bad: 0,
    good: 0,
    report: reportOf(rows),
    joining: 'separate',
    hasHeadings: false,
    accepted: ['line-4'],
    forms: {},
    rejected: {},
  },
  ...change,
});

describe('a new file', () => {
  it('has headings and nothing else at first', () => {
    expect([sheet.rows, sheet.hasHeadings, sheet.joining, sheet.tally, sheet.unusedCorrections]).toEqual([
      [],
      true,
      'ask',
      null,
      0,
    ]);
  });

  it('takes over nothing from the previous one', () => {
    begun().goOn(work());
    sheet.columns = ['externalId', null, null];
    sheet.accept(['line-3']);
    sheet.items(new Map([['join-1-2-3', { notes: 'Ring' }]]));
    expect([sheet.unusedCorrections, sheet.tally?.items]).toEqual([1, 4]);
    begun([['Name'], ['Mia']]);
    expect([sheet.columns, sheet.hasHeadings, sheet.joining, sheet.tally, sheet.unusedCorrections]).toEqual([
      [],
      true,
      'ask',
      null,
      0,
    ]);
    expect(sheet.toKeep().accepted).toEqual([]);
  });

  it('is interpreted as before when its import is resumed', () => {
    expect(begun().goOn(work())).toEqual(['notes', 'recipientName', null]);
    expect([sheet.joining, sheet.hasHeadings, sheet.toKeep().accepted]).toEqual(['separate', false, ['line-4']]);
  });
});

describe('the columns of an earlier file with the same headings', () => {
  const remembered = [{ noun: 'orders' as const, headings: [...headings], columns: ['notes', 'recipientName', null] }];
  const said = () => factsOf(sheet).includes(t('imports.columnsAsBefore'));

  it('are chosen again, which is said until they are recognised again', () => {
    sheet.columns = begun().firstColumns(remembered);
    sheet.items(nothing);
    expect([sheet.columns, sheet.isRemembered, said()]).toEqual([['notes', 'recipientName', null], true, true]);
    // A correction is made to them.
    sheet.columns = sheet.columnsWith(2, 'addressLineOne');
    expect(sheet.isRemembered).toBe(true);
    sheet.columns = sheet.columnsWithHeadings(true);
    expect(sheet.columns).toEqual(['externalId', 'recipientName', 'addressLineOne']);
    expect([sheet.isRemembered, said()]).toEqual([false, false]);
  });

  it('are not those of a file with other headings, or of the next file', () => {
    expect(begun().firstColumns([{ ...remembered[0]!, headings: ['Nr', 'Name', 'Strasse'] }])).toEqual([
      'externalId',
      'recipientName',
      'addressLineOne',
    ]);
    expect(sheet.isRemembered).toBe(false);
    begun().firstColumns(remembered);
    expect(sheet.isRemembered).toBe(true);
    begun();
    expect(sheet.isRemembered).toBe(false);
  });
});

describe('a choice of the user', () => {
  it('can turn the first row into a row of data and back into headings', () => {
    begun().joining = 'join';
    expect(sheet.columnsWithHeadings(false)).toEqual([null, null, null]);
    expect([sheet.hasHeadings, sheet.joining]).toEqual([false, 'ask']);
    expect(sheet.headings).toEqual(['Column 1', 'Column 2', 'Column 3']);
    sheet.joining = 'join';
    expect(sheet.columnsWithHeadings(true)).toEqual(['externalId', 'recipientName', 'addressLineOne']);
    expect([sheet.hasHeadings, sheet.joining]).toEqual([true, 'ask']);
  });

  it('can accept rows one after the other', () => {
    const short = [headings, ['A1', 'Mia'], ['A2', 'Ben']];
    begun(short).accept(['line-2']);
    expect(sheet.short).toEqual(['line-3']);
    sheet.accept(['line-3']);
    expect(sheet.short).toEqual([]);
  });

  it('can assign another field to a column without separating rows joined by their number', () => {
    sheet = begun();
    sheet.columns = ['externalId', 'recipientName', 'addressLineOne'];
    sheet.joining = 'join';
    expect(sheet.columnsWith(1, 'notes')).toEqual(['externalId', 'notes', 'addressLineOne']);
    expect(sheet.joining).toBe('join');
  });
});

describe('the summary', () => {
  it('finds the cells of a row by its key', () => {
    expect(begun().rowOf('line-3')).toEqual(['A2', 'Ben', '']);
    expect(sheet.rowOf('line-9')).toBeUndefined();
  });

  it.each<[string, SheetReading['columns'], boolean]>([
    ['a street', ['externalId', 'recipientName', 'addressLineOne'], true],
    ['a postcode alone', [null, null, 'zip'], true],
    ['none', ['externalId', 'recipientName', null], false],
  ])('says whether a column holds the address: %s', (_what, columns, expected) => {
    begun().columns = columns;
    expect(sheet.hasNeeded).toBe(expected);
  });

  it.each<[string, SheetReading['columns'], boolean]>([
    ['all are used', ['externalId', 'recipientName', 'addressLineOne'], false],
    ['all are used, none for the recipient', ['externalId', 'notes', 'addressLineOne'], false],
    ['one is not used, and nothing is missing', [null, 'recipientName', 'addressLineOne'], false],
    ['one is not used, and a place is known', [null, 'recipientName', 'latitude'], false],
    ['one is not used, and the recipient is missing', ['externalId', null, 'addressLineOne'], true],
    ['one is not used, and the street is missing', ['externalId', 'recipientName', null], true],
  ])('says whether an unused column may hold a missing field: %s', (_what, columns, expected) => {
    begun().columns = columns;
    expect(sheet.lacksColumns).toBe(expected);
  });

  it('says whether a heading was recognised', () => {
    begun().columns = [null, 'recipientName', null];
    expect(sheet.hasKnownHeading).toBe(true);
    sheet.columns = [null, null, null];
    expect(sheet.hasKnownHeading).toBe(false);
  });

  it('lists unused columns with values, by their position if they have no heading', () => {
    begun([
      ['Nr', '', ''],
      ['1', '', ''],
      ['2', 'Ring', ''],
    ]).columns = [null, null, null];
    expect(sheet.notTaken).toEqual(['Nr', 'Column 2']);
  });

  it('counts orders with corrections whose rows are now joined differently', () => {
    begun().columns = ['externalId', 'recipientName', 'addressLineOne'];
    sheet.items(nothing);
    expect([sheet.unusedCorrections, sheet.tally?.items]).toEqual([0, 3]);
    sheet.items(new Map([['join-2-2-3', { notes: 'Ring' }]]));
    expect(sheet.unusedCorrections).toBe(1);
  });
});
