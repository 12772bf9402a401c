/** Rows in the order of a column, at once and in slices. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareNames } from '../../../../src/renderer/lib/filter.ts';
import { allSteps, stepsInSlices } from '../../../../src/renderer/lib/in-slices.ts';
import { sortedRows, type SortValue } from '../../../../src/renderer/lib/sorting.ts';

interface Row {
  id: number;
  value: SortValue;
}
const rowsOf = (values: readonly SortValue[]): Row[] => values.map((value, id) => ({ id, value }));
const valueOf = ({ value }: Row) => value;
const sorted = (values: readonly SortValue[], direction: 'ascending' | 'descending' = 'ascending') =>
  allSteps(sortedRows(rowsOf(values), valueOf, direction));
const valuesOf = (rows: readonly Row[]) => rows.map(valueOf);

describe('a sorted list', () => {
  it('orders names as people count', () => {
    expect(valuesOf(sorted(['Tour 10', 'tour 2', 'Ärger', 'Zoë', 'Ada']))).toEqual([
      ...['Ada', 'Ärger', 'tour 2', 'Tour 10', 'Zoë'],
    ]);
  });

  it('orders numbers by size', () => {
    expect(valuesOf(sorted([10, 9, -1, 2.5]))).toEqual([-1, 2.5, 9, 10]);
    expect(valuesOf(sorted([10, 9, -1, 2.5], 'descending'))).toEqual([10, 9, 2.5, -1]);
  });

  it('has rows without a value last in both directions', () => {
    expect(valuesOf(sorted([null, 'b', '', 'a']))).toEqual(['a', 'b', null, '']);
    expect(valuesOf(sorted([null, 'b', '', 'a'], 'descending'))).toEqual(['b', 'a', null, '']);
    expect(valuesOf(sorted([null, 0]))).toEqual([0, null]);
  });

  it('keeps the order of rows with the same value in both directions', () => {
    for (const direction of ['ascending', 'descending'] as const) {
      const same = sorted(['b', 'a', 'b', 'a'], direction).filter(({ value }) => value === 'a');
      expect(same.map(({ id }) => id)).toEqual([1, 3]);
    }
  });

  it('is the same with what is known from the last time, and compares little then', () => {
    const texts = fc.array(fc.oneof(fc.string(), fc.nat(50), fc.constantFrom('Tour 2', 'Tour 10', '', null)), {
      maxLength: 120,
    });
    fc.assert(
      fc.property(fc.array(texts, { minLength: 2, maxLength: 5 }), fc.boolean(), (lists, isGrowing) => {
        const memory = { values: [] };
        let values: SortValue[] = [];
        for (const list of lists) {
          values = isGrowing ? [...values, ...list] : list;
          const rows = rowsOf(values);
          const made = allSteps(sortedRows(rows, valueOf, 'ascending', memory));
          expect(made).toEqual(allSteps(sortedRows(rows, valueOf, 'ascending')));
        }
      }),
    );
    const memory = { values: [] };
    const stepsOf = (rows: readonly Row[]) => {
      let steps = 0;
      for (const made = sortedRows(rows, valueOf, 'ascending', memory); made.next().done !== true;) steps += 1;
      return steps;
    };
    const many = Array.from({ length: 20_000 }, (_, index) => `Name ${(index * 7_919) % 20_000}`);
    const first = stepsOf(rowsOf(many));
    many[7] = 'Name 7b';
    expect(stepsOf(rowsOf(many))).toBeLessThan(first / 3);
  });

  it('is the one that a plain stable sort gives', () => {
    const names = fc.array(fc.oneof(fc.string(), fc.constantFrom('Tour 2', 'Tour 10', 'tour 2', '')), {
      maxLength: 200,
    });
    fc.assert(
      fc.property(names, (values) => {
        const filled = rowsOf(values).filter(({ value }) => value !== '');
        // Different texts that the collator finds equal are told apart by their letters.
        const plain = filled.toSorted(
          (one, other) =>
            compareNames(String(one.value), String(other.value)) ||
            Number(String(one.value) > String(other.value)) - Number(String(one.value) < String(other.value)),
        );
        const made = sorted(values).filter(({ value }) => value !== '');
        expect(made).toEqual(plain);
      }),
    );
  });

  it('is the same when it is sorted in slices', async () => {
    const values = Array.from({ length: 5_000 }, (_, index) => `Stop ${(index * 7_919) % 5_003}`);
    const inSlices = await stepsInSlices(sortedRows(rowsOf(values), valueOf, 'ascending'), () => true, 1);
    expect(inSlices).toEqual(sorted(values));
  });

  it('is dropped when nobody wants it any more', async () => {
    const values = Array.from({ length: 50_000 }, (_, index) => `Stop ${(index * 7_919) % 50_021}`);
    expect(await stepsInSlices(sortedRows(rowsOf(values), valueOf, 'ascending'), () => false, 1)).toBeUndefined();
  });
});
