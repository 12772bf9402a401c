import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keysBetween, lineAfter, linesOf, moveOf, scrollFor, visibleRange } from '../../../../src/renderer/ui/table.ts';

const rows = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: `r${index}`, group: `g${index >> 1}` }));
const plain = linesOf(rows(10), ({ id }) => id);
const grouped = linesOf(
  rows(4),
  ({ id }) => id,
  ({ group }) => group,
);

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
              : { kind: 'group' as const, key: String(index), title: '' },
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
    expect(visibleRange(0, 310, 31, 100_000)).toEqual({ from: 0, to: 18 });
    expect(visibleRange(31_000, 310, 31, 100_000)).toEqual({ from: 992, to: 1018 });
    expect(visibleRange(5_000, 310, 31, 20)).toEqual({ from: 20, to: 20 });
    expect(visibleRange(0, 310, 31, 0)).toEqual({ from: 0, to: 0 });
  });

  it('scrolls only as far as needed to show a row', () => {
    expect(scrollFor(5, 0, 310, 31)).toBeUndefined();
    expect(scrollFor(12, 0, 310, 31)).toBe(93);
    expect(scrollFor(2, 310, 310, 31)).toBe(62);
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
