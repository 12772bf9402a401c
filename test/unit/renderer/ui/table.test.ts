import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  keysBetween,
  lineAfter,
  linesOf,
  moveOf,
  scrollFor,
  scrollToBegin,
  stateWidth,
  topsOf,
  visibleRange,
} from '../../../../src/renderer/ui/table.ts';

const rows = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: `r${index}`, group: `g${index >> 1}` }));
const heights = { row: 31, group: 22 };
const plain = linesOf(rows(10), ({ id }) => id);
const byGroup = { keyOf: ({ group }: { group: string }) => group, titleOf: ({ group }: { group: string }) => group };
const grouped = linesOf(rows(4), ({ id }) => id, byGroup);

describe('rows', () => {
  it('are listed under the title of their group', () => {
    expect(grouped.map((line) => (line.kind === 'group' ? line.title : line.key))).toEqual([
      'g0',
      'r0',
      'r1',
      'g1',
      'r2',
      'r3',
    ]);
  });

  it('are counted for each group', () => {
    const uneven = linesOf(rows(3), ({ id }) => id, byGroup);
    expect(uneven.flatMap((line) => (line.kind === 'group' ? [line.rows.length] : []))).toEqual([2, 1]);
  });
});

describe('groups', () => {
  const keys = (lines: ReturnType<typeof grouping>) => lines.map(({ key }) => key);
  const grouping = (more: { compare?: (one: { group: string }, other: { group: string }) => number }) =>
    linesOf(rows(4).toReversed(), ({ id }) => id, { ...byGroup, ...more }, rows(4));

  it('stay in the order of the list while their rows are sorted', () => {
    expect(keys(grouping({}))).toEqual(['group:g0', 'r1', 'r0', 'group:g1', 'r3', 'r2']);
  });

  it('have an order of their own if they say one', () => {
    const compare = (one: { group: string }, other: { group: string }) => (one.group < other.group ? 1 : -1);
    expect(keys(grouping({ compare }))).toEqual(['group:g1', 'r3', 'r2', 'group:g0', 'r1', 'r0']);
  });

  it('collect rows that are not beside each other', () => {
    const mixed = [...rows(2), { id: 'other', group: 'g1' }, { id: 'late', group: 'g0' }];
    expect(linesOf(mixed, ({ id }) => id, byGroup).map(({ key }) => key)).toEqual([
      ...['group:g0', 'r0', 'r1', 'late'],
      ...['group:g1', 'other'],
    ]);
  });
});

describe('navigation keys', () => {
  const key = (name: string, held: Partial<Record<'ctrlKey' | 'altKey' | 'metaKey' | 'shiftKey', boolean>> = {}) =>
    moveOf({ key: name, ctrlKey: false, altKey: false, metaKey: false, shiftKey: false, ...held });

  it('work only without modifiers', () => {
    expect(key('ArrowDown')).toBe('down');
    expect(key('ArrowDown', { ctrlKey: true })).toBeUndefined();
    expect(key('a')).toBeUndefined();
  });

  it('move up and down and stop at the ends', () => {
    expect(lineAfter(plain, 3, 'down', 5)).toBe(4);
    expect(lineAfter(plain, 3, 'up', 5)).toBe(2);
    expect(lineAfter(plain, 9, 'down', 5)).toBe(9);
    expect(lineAfter(plain, 0, 'up', 5)).toBe(0);
  });

  it('move by pages with one row still visible, and to both ends', () => {
    expect(lineAfter(plain, 2, 'page-down', 5)).toBe(6);
    expect(lineAfter(plain, 8, 'page-down', 5)).toBe(9);
    expect(lineAfter(plain, 3, 'page-up', 5)).toBe(0);
    expect(lineAfter(plain, 5, 'first', 5)).toBe(0);
    expect(lineAfter(plain, 5, 'last', 5)).toBe(9);
  });

  it('skip the titles of groups', () => {
    expect(lineAfter(grouped, 2, 'down', 5)).toBe(4);
    expect(lineAfter(grouped, 4, 'up', 5)).toBe(2);
    expect(lineAfter(grouped, 1, 'up', 5)).toBe(1);
    expect(lineAfter(grouped, -1, 'first', 5)).toBe(1);
  });

  it('start at the first or last row if none is active, and find none in an empty table', () => {
    expect(lineAfter(plain, -1, 'down', 5)).toBe(0);
    expect(lineAfter(plain, -1, 'up', 5)).toBe(9);
    expect(lineAfter([], -1, 'down', 5)).toBe(-1);
  });

  it('always lead to a row', () => {
    const moves = fc.constantFrom('up', 'down', 'page-up', 'page-down', 'first', 'last' as const);
    fc.assert(
      fc.property(
        fc.array(fc.boolean(), { minLength: 1 }),
        fc.nat(),
        moves,
        fc.integer({ min: 1, max: 40 }),
        (kinds, at, move, page) => {
          const lines = kinds.map((isRow, index) =>
            isRow
              ? { kind: 'row' as const, key: String(index), row: index }
              : { kind: 'group' as const, key: String(index), title: '', rows: [] },
          );
          const present = lines.findIndex((line, index) => line.kind === 'row' && index >= at % lines.length);
          const found = lineAfter(lines, present, move as 'up', page);
          if (kinds.some(Boolean)) expect(lines[found]?.kind).toBe('row');
          else expect(found).toBe(-1);
        },
      ),
    );
  });
});

describe('rendering', () => {
  it('covers the visible rows with some spare ones and nothing more', () => {
    const many = topsOf(
      linesOf(rows(100_000), ({ id }) => id),
      heights,
    );
    expect(visibleRange(0, 310, many)).toEqual({ from: 0, to: 18 });
    expect(visibleRange(31_000, 310, many)).toEqual({ from: 992, to: 1018 });
  });

  it('covers the last rows when the list is shorter than what was scrolled, and none of an empty list', () => {
    const few = topsOf(
      linesOf(rows(20), ({ id }) => id),
      heights,
    );
    expect(visibleRange(5_000, 310, few)).toEqual({ from: 12, to: 20 });
    expect(visibleRange(0, 310, topsOf([], heights))).toEqual({ from: 0, to: 0 });
  });

  it('places the lower titles of groups between the rows', () => {
    expect(topsOf(grouped, heights)).toEqual([0, 22, 53, 84, 106, 137, 168]);
  });

  it('scrolls only as far as needed to show a row', () => {
    const tops = topsOf(
      linesOf(rows(20), ({ id }) => id),
      heights,
    );
    expect(scrollFor(5, 0, 310, tops)).toBeUndefined();
    expect(scrollFor(12, 0, 310, tops)).toBe(93);
    expect(scrollFor(2, 310, 310, tops)).toBe(62);
    expect(scrollFor(4, 0, 100, topsOf(grouped, heights))).toBe(37);
  });

  it('begins at the top unless the first wanted line is far down', () => {
    const tops = topsOf(
      linesOf(rows(40), ({ id }) => id),
      heights,
    );
    expect(scrollToBegin(0, 310, tops, 31)).toBe(0);
    expect(scrollToBegin(5, 310, tops, 31)).toBe(0);
    expect(scrollToBegin(20, 310, tops, 31)).toBe(558);
  });

  it('makes a column of states as wide as its longest text', () => {
    expect(stateWidth(['Sent', 'Waiting for another entry'])).toBe('199px');
  });
});

describe('rows marked together', () => {
  it('are those between two rows in either direction, without the titles between', () => {
    expect(keysBetween(grouped, 'r1', 'r3')).toEqual(['r1', 'r2', 'r3']);
    expect(keysBetween(grouped, 'r3', 'r1')).toEqual(['r1', 'r2', 'r3']);
    expect(keysBetween(grouped, 'r2', 'r2')).toEqual(['r2']);
    expect(keysBetween(grouped, 'gone', 'r2')).toEqual(['r2']);
    expect(keysBetween(grouped, 'gone', 'gone')).toEqual([]);
  });
});
