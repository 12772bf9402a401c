/** The kinds of faults in a file, with their rows, and the way from one row of a kind to the next. */
import { expect, it } from 'vitest';
import { faultKinds, neighbourOf } from '../../../../src/renderer/import/fault-kinds.ts';
import { emptyItemFields } from '../../../../src/renderer/import/fields.ts';
import type { ImportItem, ImportRow } from '../../../../src/renderer/import/item.ts';
import { orderSheet } from '../../../../src/renderer/orders/import/order-sheet.ts';
import { t } from '../../../../src/messages/index.ts';

function row(line: number, problems: ImportItem['problems'], set: Partial<ImportRow> = {}): ImportRow {
  const item: ImportItem = { key: `line-${line}`, lines: [line], fields: emptyItemFields(), problems, faultyRows: 0 };
  return {
    ...{ item, choice: 'in', isLeftOut: false, duplicate: null, alike: null, waitsForChoice: false, isKnown: false },
    ...{ mayChange: false, change: null, isSame: false, waitsForJoining: false },
    problem: Object.values(problems)[0] ?? null,
    ...set,
  };
}
const keys = (...lines: number[]) => lines.map((line) => `line-${line}`);
const kindsOf = (...rows: ImportRow[]) =>
  faultKinds(rows, orderSheet).map(({ text, field, keys: of }) => [text, field, of]);

const noCount = 'Not a number. Examples: 1, 2';
const noCity = 'Enter a city';

it('names each fault with its field and its rows, the most frequent one first', () => {
  const rows = [
    row(2, { city: noCity }),
    row(3, { packageCount: noCount }),
    row(4, { packageCount: noCount, city: noCity }),
    row(5, { packageCount: noCount }),
  ];
  expect(kindsOf(...rows)).toEqual([
    [`Packages: ${noCount}`, 'packageCount', keys(3, 4, 5)],
    [`City: ${noCity}`, 'city', keys(2, 4)],
  ]);
  expect(kindsOf()).toEqual([]);
});

it('takes faults for the same that differ in a line or a quoted text alone', () => {
  const fault = (line: number) => ({ fault: t('imports.fault.too-few', { line: String(line) }) });
  const said = (text: string) => ({ notes: `“${text}” is not known` });
  const rows = [row(2, fault(2)), row(3, said('a')), row(7, fault(7)), row(8, fault(8)), row(9, said('b'))];
  expect(kindsOf(...rows)).toEqual([
    ['Line … has fewer cells than there are headings', null, keys(2, 7, 8)],
    [`${orderSheet.labelOf('notes')}: … is not known`, 'notes', keys(3, 9)],
  ]);
});

it('says of a row that waits for a decision, or changes a record, what it waits for', () => {
  const alike = 'Looks like the stop for Mia';
  const change = { choice: 'change', mayChange: true } as const;
  const rows = [
    row(2, {}, { alike, problem: alike, waitsForChoice: true }),
    row(3, {}, { alike: 'Looks like line 2', problem: 'Looks like line 2', waitsForChoice: true }),
    row(4, { city: noCity }, { ...change, problem: 'Cannot be updated' }),
    row(5, { rows: 'Line 5 differs' }, { waitsForJoining: true, problem: 'Are lines 5, 6 one order?' }),
  ];
  expect(kindsOf(...rows)).toEqual([
    [t('imports.filterAlike'), null, keys(2, 3)],
    ['Cannot be updated', null, keys(4)],
    ['Are lines 5, 6 one order?', null, keys(5)],
  ]);
});

it('puts the faults of a field together when there are too many to choose from', () => {
  const rows = Array.from({ length: 13 }, (_, at) =>
    row(at + 2, { notes: `Nobody is called ${String.fromCodePoint(97 + at)}` }),
  );
  expect(kindsOf(...rows.slice(1))).toHaveLength(12);
  expect(kindsOf(...rows)).toEqual([[orderSheet.labelOf('notes'), 'notes', rows.map(({ item }) => item.key)]]);
});

it('leads from one row of a kind to the next and to the one before, around the ends', () => {
  const rows = [2, 3, 4, 5].map((line) => row(line, {}));
  const next = (from: string | null, step: 1 | -1) => neighbourOf(rows, keys(3, 5), from, step);
  expect([next('line-3', 1), next('line-5', 1), next('line-4', 1), next(null, 1)]).toEqual(keys(5, 3, 5, 3));
  expect([next('line-5', -1), next('line-3', -1), next('line-2', -1), next(null, -1)]).toEqual(keys(3, 5, 5, 5));
  expect(neighbourOf(rows, keys(3), 'line-3', 1), 'the only one is its own neighbour').toBe('line-3');
  expect([neighbourOf(rows, [], null, 1), neighbourOf([], keys(3), null, -1)]).toEqual([null, null]);
});
