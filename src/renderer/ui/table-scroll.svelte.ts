/** Where one table is scrolled to, and which of its lines are drawn. All in CSS pixels. */
import { afterPicture } from '../lib/after-picture.ts';
import type { Lines } from './table-lines.ts';
import {
  drawnAtOnce,
  drawnRange,
  type Heights,
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
} from './table-places.ts';

interface TableScrollOf<Row> {
  lines: () => Lines<Row>;
  heights: () => Heights;
  /** What the head of the table takes of its height. */
  head: number;
  element: () => HTMLElement | null;
  /** Runs work in the next frame; returns what cancels it. Default: that of the window. */
  later?: (work: () => void) => () => void;
}

/** No work is due in the next frame. */
const none = () => undefined;

export class TableScroll<Row> {
  /** The height of the table with its head. */
  height = $state(600);
  #top = $state(0);
  /** Where the list began by itself. */
  #begunAt = 0;
  /** Its user has scrolled it, or acted on a row: from then on nothing moves it under the user's eyes. */
  isTouched = $state(false);
  readonly #of: TableScrollOf<Row>;
  readonly tops = $derived.by(() => topsOf(this.#of.lines(), this.#of.heights()));
  readonly #bodyHeight = $derived.by(() => Math.max(0, this.height - this.#of.head));
  /** How many elements the lines take turns in. */
  readonly slots = $derived.by(() => {
    const { row, group } = this.#of.heights();
    // Each title of a group has a row at least.
    const lowest = this.#of.lines().titlesBefore(Infinity) === 0 ? row : (row + group) / 2;
    return drawnAtOnce(this.#bodyHeight, lowest);
  });
  readonly #range = $derived.by(() => drawnRange(this.#top, this.tops, this.slots));
  /** The first line that is drawn, and the one after the last. */
  readonly from = $derived.by(() => this.#range.from);
  readonly to = $derived.by(() => this.#range.to);
  /** The places of the lines that are drawn. */
  readonly drawn = $derived.by(() => Array.from({ length: this.to - this.from }, (_, offset) => this.from + offset));
  #lastTurns = firstTurns;
  readonly #turns = $derived.by(() => (this.#lastTurns = nextTurns(this.#lastTurns, this.from, this.slots)));

  /** What the last jump has left to the next frame, of which lines. */
  #left = $state.raw<{ late: Late; lines: Lines<Row>; slots: number } | null>(null);
  #cancel: () => void = none;
  /** Null as well once the lines are others, or are drawn elsewhere. */
  readonly #late = $derived.by(() => {
    const left = this.#left;
    if (left === null || left.lines !== this.#of.lines() || left.slots !== this.slots) return null;
    return left.late.from === this.from ? left.late : null;
  });

  constructor(of: TableScrollOf<Row>) {
    this.#of = of;
  }

  /** How many rows fit on the screen. */
  get pageRows(): number {
    return Math.floor(this.#bodyHeight / this.#of.heights().row);
  }

  /** The number of the element that shows a line. */
  slotOf(line: number): number {
    return slotOf(line, this.#turns);
  }

  /** The line that the element of a line shows: after a jump, those out of view are written in the next frame. */
  shownFor(line: number): number {
    return lineShown(line, this.#late);
  }

  /** The table was scrolled. */
  moved(): void {
    const lateBefore = this.#late;
    this.#top = this.#of.element()?.scrollTop ?? 0;
    if (this.#top !== this.#begunAt) this.isTouched = true;
    this.#leave(lateBefore);
  }

  /** Leaves to the next frame what nobody sees, where every line is another. @param before what was late until now */
  #leave(before: Late | null): void {
    this.#cancel();
    this.#cancel = none;
    const [lines, from, slots] = [this.#of.lines(), this.from, this.slots];
    const inView = rangeInView(this.#top, this.tops, this.#bodyHeight);
    // An element with the title of a group is lower than one with a row, so the lines in view would be out of place.
    const hasTitles = lines.titlesBefore(Infinity) > 0;
    const late = hasTitles ? null : lateAfter(this.#lastTurns, { from, slots }, inView, before);
    this.#left = late === null ? null : { late, lines, slots };
    if (late !== null) this.#cancel = (this.#of.later ?? afterPicture)(() => (this.#left = null));
  }

  reveal(line: number): void {
    const target = line < 0 ? undefined : scrollFor(line, this.#top, this.#bodyHeight, this.tops);
    const element = this.#of.element();
    if (target !== undefined && element !== null) element.scrollTop = target;
  }

  /** Scrolls to the row with which the list begins. */
  begin(key: string): void {
    const [element, lines] = [this.#of.element(), this.#of.lines()];
    const index = lines.indexOf(key);
    if (element === null || index < 0) return;
    const heading = lines.at(index - 1)?.kind === 'group' ? index - 1 : index;
    element.scrollTop = scrollToBegin(heading, this.#bodyHeight, this.tops, this.#of.heights().row);
    // Rounded, and not beyond the end.
    this.#begunAt = this.#top = element.scrollTop;
  }
}
