/** Which lines the elements of a table show while it is scrolled. */
import { SvelteMap } from 'svelte/reactivity';
import { describe, expect, it } from 'vitest';
import { linesOf } from '../../../../src/renderer/ui/table-lines.ts';
import { TableScroll } from '../../../../src/renderer/ui/table-scroll.svelte.ts';

const rows = (count: number) => Array.from({ length: count }, (_, index) => ({ id: `r${index}`, group: index >> 1 }));
const listed = (count: number) => linesOf(rows(count), ({ id }) => id);
const grouped = linesOf(rows(1_000), ({ id }) => id, {
  keyOf: ({ group }) => String(group),
  titleOf: ({ group }) => String(group),
});

/** A table of 340 pixels, of which the head takes 30, and the frames that it asked for. */
function table(lines = listed(1_000)) {
  const listing = new SvelteMap([['lines', lines]]);
  const element = { scrollTop: 0 };
  const frames: (() => void)[] = [];
  const scroll = new TableScroll({
    lines: () => listing.get('lines') ?? lines,
    heights: () => ({ row: 31, group: 22 }),
    head: 30,
    element: () => element as HTMLElement,
    later: (work) => {
      frames.push(work);
      return () => void frames.splice(frames.indexOf(work), 1);
    },
  });
  scroll.height = 340;
  /** The line of each element that is drawn, by the number of the element. */
  const draw = () => {
    const found: number[] = [];
    for (const line of scroll.drawn) found[scroll.slotOf(line)] = scroll.shownFor(line);
    return found;
  };
  draw();
  return {
    ...{ scroll, frames, draw, list: (next: typeof lines) => listing.set('lines', next) },
    to: (top: number) => {
      element.scrollTop = top;
      scroll.moved();
      return draw();
    },
    frame: () => {
      for (const work of frames.splice(0)) work();
      return draw();
    },
  };
}

const from = (first: number, count = 19) => Array.from({ length: count }, (_, index) => first + index);

describe('a jump in a table', () => {
  it('writes the lines in view, and the spare ones in the next frame', () => {
    const { to, frame, frames } = table();
    // Lines 300 to 309 are in view; four before them and five after them are not.
    expect(to(9_300)).toEqual([...from(0, 4), ...from(300, 10), ...from(14, 5)]);
    expect(frames).toHaveLength(1);
    expect(frame()).toEqual(from(296));
    expect(frames).toHaveLength(0);
  });

  it('has one frame to come, however many jumps there are before it', () => {
    const { to, frame, frames } = table();
    to(9_300);
    expect(to(15_500)).toEqual([...from(0, 4), ...from(500, 10), ...from(14, 5)]);
    expect(frames).toHaveLength(1);
    expect(frame()).toEqual(from(496));
  });

  it('writes all lines at once when some of them stay', () => {
    const { scroll, to, frames } = table();
    to(9_300);
    to(9_362);
    expect([scroll.drawn.map((line) => scroll.shownFor(line)), frames.length]).toEqual([from(298), 0]);
  });

  it('writes all lines at once when the list changes before the next frame', () => {
    const { to, draw, list, frame } = table();
    to(9_300);
    list(listed(900));
    expect(draw()).toEqual(from(296));
    expect(frame()).toEqual(from(296));
  });

  it('writes all lines at once where titles of groups are lower than rows', () => {
    const { scroll, to, frames } = table(grouped);
    to(9_300);
    expect(scroll.drawn.every((line) => scroll.shownFor(line) === line)).toBe(true);
    expect(frames).toHaveLength(0);
  });
});
