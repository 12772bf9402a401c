/** Columns of a table: which are shown, in which order, and what a click on a head leads to. */
import { describe, expect, it } from 'vitest';
import { leastWidth } from '../../../../src/renderer/ui/column-tracks.ts';
import { columnChoices, moved, nextSort, shownColumns, toggled } from '../../../../src/renderer/ui/columns.ts';
import type { Column } from '../../../../src/renderer/ui/table.ts';

const column = (id: string, more: Partial<Column<string>> = {}): Column<string> => ({
  id,
  title: id.toUpperCase(),
  width: '80px',
  text: (row) => row,
  ...more,
});
const columns = [column('a', { below: { instead: 'b', text: () => 'below' } }), column('b'), column('c'), column('d')];
const usual = ['a', 'b', 'c'];
const ids = (of: readonly { id: string }[]) => of.map(({ id }) => id);
const shown = (chosen: string[] | null, twoLines = false) =>
  ids(shownColumns(columns, { columns: chosen, twoLines }, usual));

it('columns together need what each needs at least', () => {
  expect(leastWidth('28px 48px minmax(100px, 2fr) minmax(120px, 3fr) 104px')).toBe(400);
  expect(leastWidth('')).toBe(0);
});

describe('the columns of a table', () => {
  it('are those that the app chooses, until somebody chooses others', () => {
    expect(shown(null)).toEqual(['a', 'b', 'c']);
    expect(shown(['d', 'a'])).toEqual(['d', 'a']);
  });

  it('are the usual ones if none of the chosen exists here', () => {
    expect(shown(['property:gate'])).toEqual(['a', 'b', 'c']);
    expect(shown(['property:gate', 'd'])).toEqual(['d']);
  });

  it('leave out what is on the second line', () => {
    expect(shown(null, true)).toEqual(['a', 'c']);
    expect(shown(['b'], true), 'the column that would replace it is not shown').toEqual(['b']);
  });

  it('are offered in their order, those that are not shown last', () => {
    const choices = columnChoices(columns, ['c', 'a'], usual);
    expect(choices.map(({ id, isShown }) => [id, isShown])).toEqual([
      ['c', true],
      ['a', true],
      ['b', false],
      ['d', false],
    ]);
  });

  it('can be hidden but for the last, and come back at the end', () => {
    expect(toggled(columnChoices(columns, ['c', 'a'], usual), 'c')).toEqual(['a']);
    expect(toggled(columnChoices(columns, ['a'], usual), 'a')).toEqual(['a']);
    expect(toggled(columnChoices(columns, ['a'], usual), 'd')).toEqual(['a', 'd']);
  });

  it('move by one place, and stay at both ends', () => {
    const choices = columnChoices(columns, ['a', 'b', 'c'], usual);
    expect(moved(choices, 'b', -1)).toEqual(['b', 'a', 'c']);
    expect(moved(choices, 'b', 1)).toEqual(['a', 'c', 'b']);
    expect(moved(choices, 'a', -1)).toEqual(['a', 'b', 'c']);
    expect(moved(choices, 'c', 1)).toEqual(['a', 'b', 'c']);
    expect(moved(choices, 'd', -1), 'it is not shown').toEqual(['a', 'b', 'c']);
  });
});

it('sorts ascending, then descending, then as the list is', () => {
  const first = nextSort(null, 'a');
  expect(first).toEqual({ column: 'a', direction: 'ascending' });
  const second = nextSort(first, 'a');
  expect(second).toEqual({ column: 'a', direction: 'descending' });
  expect(nextSort(second, 'a')).toBeNull();
  expect(nextSort(second, 'b')).toEqual({ column: 'b', direction: 'ascending' });
});
