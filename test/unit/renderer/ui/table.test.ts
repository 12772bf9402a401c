import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lineAfter, lineAfterGap, marksOf, moveOf, stateWidth } from '../../../../src/renderer/ui/table.ts';
import { keysBetween, type Line, type Lines, linesOf, renewedKeys } from '../../../../src/renderer/ui/table-lines.ts';
import { TableMarks } from '../../../../src/renderer/ui/table-marks.ts';
import {
  drawnAtOnce,
  drawnRange,
  firstTurns,
  type Late,
  lateAfter,
  lineShown,
  nextTurns,
  rangeInView,
  scrollFor,
  scrollToBegin,
  slotOf,
  topsOf,
} from '../../../../src/renderer/ui/table-places.ts';

const rows = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: `r${index}`, group: `g${index >> 1}` }));
const heights = { row: 31, group: 22 };
const plain = linesOf(rows(10), ({ id }) => id);
const byGroup = { keyOf: ({ group }: { group: string }) => group, titleOf: ({ group }: { group: string }) => group };
const grouped = linesOf(rows(4), ({ id }) => id, byGroup);
/** All lines, in order. */
const all = <Row>(lines: Lines<Row>): Line<Row>[] =>
  Array.from({ length: lines.length }, (_, index) => {
    const line = lines.at(index);
    if (line === undefined) throw new Error(`there is no line ${index}`);
    return line;
  });

describe('rows', () => {
  it('are listed under the title of their group', () => {
    expect(all(grouped).map((line) => (line.kind === 'group' ? line.title : line.key))).toEqual([
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
    expect(all(uneven).flatMap((line) => (line.kind === 'group' ? [line.rows.length] : []))).toEqual([2, 1]);
  });
});

describe('keys', () => {
  const sent: { id: string; localId?: string }[] = [
    { id: 'stops/1', localId: 'one' },
    { id: 'stops/2' },
    { id: 'three', localId: 'three' },
  ];
  const renewed = renewedKeys(
    sent,
    ({ id }) => id,
    ({ localId }) => localId,
  );

  it('that rows had before lead to those that they have', () => {
    expect([...renewed]).toEqual([['one', 'stops/1']]);
  });

  it('of marked rows are renewed, and where a range starts', () => {
    let marked: ReadonlySet<string> = new Set();
    let lines = linesOf([{ id: 'one' }, { id: 'stops/2' }, { id: 'three' }], ({ id }) => id);
    const marks = new TableMarks({
      ...{ lines: () => lines, marked: () => marked, active: () => 2, after: () => 2, activate: () => undefined },
      mark: (keys) => (marked = keys),
    });
    marks.toggle(2);
    marks.toggle(0);
    lines = linesOf(sent, ({ id }) => id);
    marks.renew(renewed);
    expect([...marked]).toEqual(['three', 'stops/1']);
    marks.extend();
    expect([...marked]).toEqual(['stops/1', 'stops/2', 'three']);
  });

  it('that stay leave the marks as they are', () => {
    const marked: ReadonlySet<string> = new Set(['stops/2']);
    const marks = new TableMarks({
      ...{ lines: () => linesOf(sent, ({ id }) => id), marked: () => marked, active: () => -1, after: () => -1 },
      ...{ activate: () => undefined, mark: () => expect.fail('nothing was marked') },
    });
    marks.renew(renewed);
  });
});

describe('the box that marks all rows', () => {
  const shown = rows(3);
  const keyOf = ({ id }: { id: string }) => id;

  it('counts marks of the rows that are shown, and none of those that a filter hides', () => {
    const marks = (...keys: string[]) => marksOf(shown, keyOf, new Set(keys));
    expect(marks()).toBe('none');
    expect(marks('hidden1', 'hidden2', 'hidden3'), 'as many as are shown').toBe('none');
    expect(marks('r1', 'hidden1', 'hidden2')).toBe('some');
    expect(marks('r0', 'r1', 'r2', 'hidden1')).toBe('all');
    expect(marksOf([], keyOf, new Set(['hidden1']))).toBe('none');
  });

  it('does not take the loaded rows for all while there are more', () => {
    expect(marksOf(shown, keyOf, new Set(['r0', 'r1', 'r2']), 5)).toBe('some');
    expect(marksOf(shown, keyOf, new Set(['r0', 'r1', 'r2']), 3)).toBe('all');
  });

  it('says whether the user meant all', () => {
    let marked: ReadonlySet<string> = new Set();
    const said: boolean[] = [];
    const marks = new TableMarks({
      ...{ lines: () => linesOf(shown, keyOf), marked: () => marked, active: () => 0, after: () => -1 },
      activate: () => undefined,
      mark: (keys) => (marked = keys),
      marksAll: (isAll) => void said.push(isAll),
    });
    marks.toggleAll();
    marks.renew(new Map([['r0', 'r9']]));
    expect([[...marked], said], 'another key is no choice of the user').toEqual([['r9', 'r1', 'r2'], [true]]);
    marks.toggle(1);
    marks.toggleAll();
    expect(said).toEqual([true, false, true]);
  });

  it('marks all that are shown when only hidden ones are marked, and none when all are', () => {
    let marked: ReadonlySet<string> = new Set(['hidden1', 'hidden2', 'hidden3']);
    const marks = new TableMarks({
      ...{ lines: () => linesOf(shown, keyOf), marked: () => marked, active: () => -1, after: () => -1 },
      activate: () => undefined,
      mark: (keys) => (marked = keys),
    });
    marks.toggleAll();
    expect([...marked]).toEqual(['r0', 'r1', 'r2']);
    marks.toggleAll();
    expect([...marked]).toEqual([]);
  });
});

describe('groups', () => {
  const keys = (lines: ReturnType<typeof grouping>) => all(lines).map(({ key }) => key);
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
    expect(all(linesOf(mixed, ({ id }) => id, byGroup)).map(({ key }) => key)).toEqual([
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

  it('go on between the rows that were beside one that has left', () => {
    expect(lineAfterGap(plain, 4, 'down', 5), 'the row that took its place').toBe(4);
    expect(lineAfterGap(plain, 4, 'up', 5)).toBe(3);
    expect(lineAfterGap(plain, 10, 'down', 5), 'it was the last one').toBe(9);
    expect(lineAfterGap(plain, 10, 'up', 5)).toBe(9);
    expect(lineAfterGap(plain, 0, 'down', 5), 'it was the first one').toBe(0);
    expect(lineAfterGap(plain, 0, 'up', 5)).toBe(0);
    expect(lineAfterGap(plain, 2, 'page-down', 5)).toBe(5);
    expect(lineAfterGap(plain, 5, 'page-up', 5)).toBe(1);
    expect(lineAfterGap(plain, 5, 'first', 5)).toBe(0);
    expect(lineAfterGap(plain, 5, 'last', 5)).toBe(9);
    expect(lineAfterGap(grouped, 3, 'down', 5), 'past the title of the next group').toBe(4);
    expect(lineAfterGap(grouped, 0, 'up', 5), 'nothing but a title is above').toBe(1);
    expect(lineAfterGap(plain, -1, 'down', 5), 'nobody knows where it was').toBe(0);
    expect(lineAfterGap([], 3, 'up', 5)).toBe(-1);
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
          for (const found of [
            lineAfter(lines, present, move as 'up', page),
            lineAfterGap(lines, at % (lines.length + 1), move as 'up', page),
          ]) {
            if (kinds.some(Boolean)) expect(lines[found]?.kind).toBe('row');
            else expect(found).toBe(-1);
          }
        },
      ),
    );
  });
});

describe('lines', () => {
  it('are found by their key, wherever they were before', () => {
    const list = rows(4);
    const lines = linesOf(list, ({ id }) => id, byGroup);
    for (const index of [-1, 0, 2, 4, 99]) {
      for (const row of [null, list[2]!, list[3]!, { id: 'r2', group: 'g1' }]) {
        expect(lines.indexOf('r2', { index, row })).toBe(4);
        expect(lines.indexOf('gone', { index, row })).toBe(-1);
        expect(plain.indexOf('r2', { index, row })).toBe(2);
      }
    }
    expect(lines.indexOf('r2')).toBe(4);
  });

  it('stay the same while the list does', () => {
    expect(plain.at(3)).toBe(plain.at(3));
    expect(grouped.at(3)).toBe(grouped.at(3));
    const many = linesOf(rows(5_000), ({ id }) => id);
    expect(all(many).map(({ key }) => key)).toEqual(rows(5_000).map(({ id }) => id));
  });

  it('are none beyond the ends', () => {
    expect([-1, 6, 7].map((index) => grouped.at(index))).toEqual([undefined, undefined, undefined]);
    expect([-1, 10].map((index) => plain.at(index))).toEqual([undefined, undefined]);
    expect(linesOf([], () => 'none').at(0)).toBeUndefined();
  });

  it('have the rows and their keys in the order on screen', () => {
    const mixed = [...rows(2), { id: 'other', group: 'g1' }, { id: 'late', group: 'g0' }];
    const lines = linesOf(mixed, ({ id }) => id, byGroup);
    expect(lines.keys).toEqual(['r0', 'r1', 'late', 'other']);
    expect(lines.rows.map(({ id }) => id)).toEqual(lines.keys);
    expect(linesOf(mixed, ({ id }) => id).rows).toBe(mixed);
    expect(linesOf([], () => 'none').keys).toEqual([]);
  });
});

describe('rendering', () => {
  it('draws as many lines wherever the table is scrolled to', () => {
    const many = topsOf(
      linesOf(rows(100_000), ({ id }) => id),
      heights,
    );
    const count = drawnAtOnce(310, 31);
    expect(count).toBe(19);
    expect(drawnRange(0, many, count)).toEqual({ from: 0, to: 19 });
    expect(drawnRange(31_000, many, count)).toEqual({ from: 996, to: 1015 });
    expect(drawnRange(99_999 * 31, many, count)).toEqual({ from: 99_981, to: 100_000 });
  });

  it('covers what can be seen, with spare lines where there are any', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 400 }),
        fc.integer({ min: 0, max: 700 }),
        fc.boolean(),
        fc.nat(15_000),
        (count, height, isGrouped, wanted) => {
          const lines = isGrouped
            ? linesOf(rows(count), ({ id }) => id, byGroup)
            : linesOf(rows(count), ({ id }) => id);
          const tops = topsOf(lines, heights);
          const [end, most] = [tops.of(lines.length), drawnAtOnce(height, isGrouped ? 26.5 : 31)];
          const top = Math.min(wanted, Math.max(0, end - height));
          const { from, to } = drawnRange(top, tops, most);
          expect(to - from).toBe(Math.min(most, lines.length));
          expect(tops.of(Math.min(from + 3, lines.length))).toBeLessThanOrEqual(Math.max(top, tops.of(3)));
          expect(tops.of(to)).toBeGreaterThanOrEqual(Math.min(end, top + height));
        },
      ),
    );
  });

  it('covers the last rows when the list is shorter than what was scrolled, and none of an empty list', () => {
    const few = topsOf(
      linesOf(rows(25), ({ id }) => id),
      heights,
    );
    expect(drawnRange(5_000, few, 19)).toEqual({ from: 6, to: 25 });
    expect(drawnRange(5_000, few, 30)).toEqual({ from: 0, to: 25 });
    const none = topsOf(
      linesOf([], () => 'none'),
      heights,
    );
    expect(drawnRange(0, none, 19)).toEqual({ from: 0, to: 0 });
    expect(none.of(0)).toBe(0);
  });

  it('lets a line keep its element while it is drawn, and all elements their order in a jump', () => {
    const elements = (turns: typeof firstTurns) =>
      Array.from({ length: turns.slots }, (_, offset) => slotOf(turns.from + offset, turns));
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 40 }),
        fc.array(fc.integer({ min: 0, max: 200 }), { minLength: 1 }),
        (slots, places) => {
          let turns = nextTurns(firstTurns, 0, slots);
          for (const from of places) {
            const next = nextTurns(turns, from, slots);
            expect(new Set(elements(next)).size).toBe(slots);
            const stays = Array.from({ length: slots }, (_, offset) => from + offset).filter(
              (line) => line >= turns.from && line < turns.from + slots,
            );
            for (const line of stays) expect(slotOf(line, next)).toBe(slotOf(line, turns));
            if (stays.length === 0) expect(elements(next)).toEqual(elements(turns));
            turns = next;
          }
        },
      ),
    );
  });

  it('sees the lines of which a part is in view', () => {
    const tops = topsOf(
      linesOf(rows(20), ({ id }) => id),
      heights,
    );
    expect(rangeInView(0, tops, 310)).toEqual({ from: 0, to: 10 });
    expect(rangeInView(1, tops, 310)).toEqual({ from: 0, to: 11 });
    expect(rangeInView(31, tops, 310)).toEqual({ from: 1, to: 11 });
    expect(rangeInView(310, tops, 310)).toEqual({ from: 10, to: 20 });
    expect(rangeInView(0, topsOf(grouped, heights), 22)).toEqual({ from: 0, to: 1 });
  });

  it('writes what is in view at once, leaves the text of what is late, and shows no line twice', () => {
    const height = 310;
    const many = topsOf(
      linesOf(rows(2_000), ({ id }) => id),
      heights,
    );
    const slots = drawnAtOnce(height, 31);
    const step = fc.oneof(
      fc.record({ to: fc.integer({ min: 0, max: 2_000 * 31 - height }) }),
      fc.record({ by: fc.integer({ min: -900, max: 900 }) }),
      fc.constant('frame' as const),
    );
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 30 }), (steps) => {
        let [top, late, turns] = [0, null as Late | null, nextTurns(firstTurns, 0, slots)];
        /** The line that each element shows. */
        let shown = Array.from({ length: slots }, (_, index) => index);
        for (const each of steps) {
          const before = shown;
          if (each === 'frame') late = null;
          else {
            top = Math.min(2_000 * 31 - height, Math.max(0, 'to' in each ? each.to : top + each.by));
            const { from } = drawnRange(top, many, slots);
            late = lateAfter(turns, { from, slots }, rangeInView(top, many, height), late);
            turns = nextTurns(turns, from, slots);
          }
          shown = [];
          const inView = rangeInView(top, many, height);
          for (let line = turns.from; line < turns.from + slots; line += 1) {
            const [element, of] = [slotOf(line, turns), lineShown(line, late)];
            shown[element] = of;
            if (line >= inView.from && line < inView.to) expect(of).toBe(line);
            // Nothing is written for an element that is late.
            if (of !== line) expect(of).toBe(before[element]);
          }
          expect(new Set(shown).size).toBe(slots);
          if (each === 'frame') expect(late).toBeNull();
        }
      }),
    );
  });

  it('leaves lines to the next frame after a jump alone', () => {
    const turns = nextTurns(nextTurns(firstTurns, 0, 19), 100, 19);
    const inView = { from: 504, to: 514 };
    const jump = { from: 500, was: 100, written: inView };
    expect(lateAfter(turns, { from: 500, slots: 19 }, inView, null)).toEqual(jump);
    expect(lateAfter(turns, { from: 118, slots: 19 }, inView, null), 'lines stay').toBeNull();
    expect(lateAfter(turns, { from: 500, slots: 20 }, inView, null), 'the window is larger').toBeNull();
    const after = nextTurns(turns, 500, 19);
    expect(lateAfter(after, { from: 900, slots: 19 }, { from: 903, to: 913 }, jump)).toEqual({
      ...{ from: 900, was: 100 },
      written: { from: 903, to: 914 },
    });
    expect(lateAfter(after, { from: 110, slots: 19 }, { from: 114, to: 124 }, jump), 'back again').toBeNull();
    expect([lineShown(500, jump), lineShown(504, jump), lineShown(514, jump)]).toEqual([100, 504, 114]);
    expect(lineShown(500, null)).toBe(500);
  });

  it('places the lower titles of groups between the rows', () => {
    const tops = topsOf(grouped, heights);
    expect(Array.from({ length: 7 }, (_, line) => tops.of(line))).toEqual([0, 22, 53, 84, 106, 137, 168]);
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
