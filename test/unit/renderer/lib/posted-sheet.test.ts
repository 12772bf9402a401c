/** Rows go to the window in parts that do not block it, and arrive as they were. */
import { describe, expect, it } from 'vitest';
import { partOf, postedOf, ReceivedSheet, type Posted } from '../../../../src/renderer/lib/sheet/posted-sheet.ts';
import type { SheetResult } from '../../../../src/renderer/lib/sheet/read-sheet.ts';
import type { RowFault } from '../../../../src/shared/imports.ts';

const report = { lines: [], faults: [], blankLines: 0, isOneColumn: false, otherSheets: [] };
const rowsOf = (count: number, cells: number, text = 'text') =>
  Array.from({ length: count }, (_, at) => Array.from({ length: cells }, (_cell, column) => `${text} ${at} ${column}`));
const faultsOf = (count: number): RowFault[] =>
  Array.from({ length: count }, (_, at) => ({ row: at + 1, kind: 'too-few', cause: at + 2, lineCount: 1 }));

/** What the window has once all was posted. */
function received(posted: readonly Posted[]): SheetResult | null {
  const sheet = new ReceivedSheet();
  const results = posted.map((each) => sheet.take(each));
  expect(results.slice(0, -1).every((result) => result === null)).toBe(true);
  return results.at(-1) ?? null;
}

/** Cells, or faults, of each part. */
const sizes = (posted: readonly Posted[]) =>
  posted.map((each) =>
    each.kind === 'rows' ? each.rows.flat().length : each.kind === 'faults' ? each.faults.length : 0,
  );

describe('a file', () => {
  it.each<[string, SheetResult]>([
    ['of many rows', { kind: 'rows', rows: rowsOf(50_000, 9), report: { ...report, faults: faultsOf(4_500) } }],
    ['of rows with many cells', { kind: 'rows', rows: rowsOf(500, 300), report }],
    ['of one cell', { kind: 'rows', rows: [['Name']] }],
    ['that cannot be read', { kind: 'problem', problem: 'empty' }],
  ])('%s arrives as it was, in parts', (_what, result) => {
    const posted = [...postedOf(result)];
    expect(received(posted)).toEqual(result);
    // The window takes about a microsecond for each.
    expect(Math.max(...sizes(posted))).toBeLessThan(25_000);
  });

  it('is complete only with its last part', () => {
    const posted = [...postedOf({ kind: 'rows', rows: rowsOf(3, 2), report: { ...report, faults: faultsOf(1) } })];
    expect(posted.map(({ kind }) => kind)).toEqual(['rows', 'faults', 'result']);
  });

  it('is not mixed up with its first rows, which were shown before', () => {
    const rows = rowsOf(3, 2);
    const posted = [...postedOf({ kind: 'rows', rows })];
    expect(received([{ kind: 'first', rows: rows.slice(0, 2) }, ...posted])).toEqual({ kind: 'rows', rows });
  });
});

it('puts a row of any size into a part', () => {
  const long = ['x'.repeat(1_000_000)];
  expect(partOf([long, long, ['a']], 0)).toEqual([long]);
  expect(partOf([['a'], ['b'], long], 1)).toEqual([['b'], long]);
});
