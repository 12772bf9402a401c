/** Where the lines of a table are, which of them are drawn, and how far it has to be scrolled. All in CSS pixels. */
import type { Lines } from './table-lines.ts';

/** Heights of the lines in pixels. */
export interface Heights {
  row: number;
  /** The title of a group is lower than a row. */
  group: number;
}

/** Where each line begins, in pixels below the first. */
export interface Tops {
  /** How many lines there are. */
  lines: number;
  /** @param line the number of lines: the height of all */
  of: (line: number) => number;
}

export function topsOf(lines: Pick<Lines<never>, 'length' | 'titlesBefore'>, heights: Heights): Tops {
  const of = (line: number) => {
    const titles = lines.titlesBefore(line);
    return titles * heights.group + (line - titles) * heights.row;
  };
  return { lines: lines.length, of };
}

/** The first line that begins at a place or below; the number of lines when none does. */
function lineFrom(tops: Tops, place: number): number {
  let [low, high] = [0, tops.lines];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (tops.of(middle) < place) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Lines drawn above and below those that can be seen: scrolling shows them before the window has drawn others. */
const spare = 4;

/**
 * How many lines are drawn: as many wherever the table is scrolled to, so that no element has to be made then.
 * @param lowest the least height that a line has on average
 */
export const drawnAtOnce = (height: number, lowest: number): number => Math.ceil(height / lowest) + 1 + 2 * spare;

/** First line to draw and the one after the last. @param count of `drawnAtOnce` */
export function drawnRange(scrollTop: number, tops: Tops, count: number): { from: number; to: number } {
  const from = Math.max(0, Math.min(lineFrom(tops, scrollTop) - spare, tops.lines - count));
  return { from, to: Math.min(tops.lines, from + count) };
}

/** How the elements of a table take turns. */
interface Turns {
  /** The first line that is drawn. */
  from: number;
  /** A line that has the first element. */
  origin: number;
  /** How many elements there are. */
  slots: number;
}

export const firstTurns: Turns = { from: 0, origin: 0, slots: 1 };

/** The number of the element that shows a line. */
export const slotOf = (line: number, { origin, slots }: Turns): number => (((line - origin) % slots) + slots) % slots;

/**
 * A line that stays keeps its element, and lines that come get those of lines that went. After a jump no line stays: the
 * elements keep their order then, because moving them costs almost as much as making them.
 */
export function nextTurns(before: Turns, from: number, slots: number): Turns {
  const stays = before.slots === slots && Math.abs(from - before.from) < slots;
  return { from, origin: stays ? before.origin : from - (slotOf(before.from, before) % slots), slots };
}

/** The scroll position at which a line is fully visible below the header; undefined when it already is. */
export function scrollFor(line: number, scrollTop: number, height: number, tops: Tops): number | undefined {
  const [top, bottom] = [tops.of(line), tops.of(line + 1)];
  if (top < scrollTop) return top;
  return bottom > scrollTop + height ? bottom - height : undefined;
}

/**
 * The scroll position that a list begins with when it begins with a line of its middle: the top as long as that line is
 * in the upper half then, else with the line below two others, so that what is before it can be seen to be there.
 */
export function scrollToBegin(line: number, height: number, tops: Tops, rowHeight: number): number {
  const top = tops.of(line);
  return top <= height / 2 ? 0 : top - 2 * rowHeight;
}
