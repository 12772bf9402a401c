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

/** Lines from the first one on, without the last. */
interface Range {
  from: number;
  to: number;
}

/** The lines of which something can be seen. @param height of the place where lines are, below the head */
export function rangeInView(scrollTop: number, tops: Tops, height: number): Range {
  const below = lineFrom(tops, scrollTop);
  const isCut = below > 0 && tops.of(below) > scrollTop;
  return { from: isCut ? below - 1 : below, to: lineFrom(tops, scrollTop + height) };
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

/**
 * A jump writes the lines that can be seen, and the spare ones a frame later: meanwhile their elements show, unseen, the
 * lines that they had.
 */
export interface Late {
  /** The first line that is drawn. */
  from: number;
  /** The first line that was drawn when the late elements were written. */
  was: number;
  /** The lines that are written. */
  written: Range;
}

/**
 * @param before how the elements took turns
 * @param next the first line that is drawn now, and how many there are
 * @param inView the lines that can be seen then
 * @param late what was late until now
 * @returns null: all lines are written, as where some of them stay
 */
export function lateAfter(
  before: Turns,
  { from, slots }: Pick<Turns, 'from' | 'slots'>,
  inView: Range,
  late: Late | null,
): Late | null {
  if (before.slots !== slots || Math.abs(from - before.from) < slots) return null;
  if (late?.from !== before.from) return { from, was: before.from, written: inView };
  // Those of two jumps ago would be on screen twice.
  if (Math.abs(from - late.was) < slots) return null;
  // An element that was written shows a line of the last jump, so it is written again.
  const moved = from - late.from;
  const written = {
    from: Math.min(inView.from, late.written.from + moved),
    to: Math.max(inView.to, late.written.to + moved),
  };
  return { from, was: late.was, written };
}

/** The line that the element of a line shows. @param late null: nothing is */
export function lineShown(line: number, late: Late | null): number {
  if (late === null || (line >= late.written.from && line < late.written.to)) return line;
  return line - late.from + late.was;
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
