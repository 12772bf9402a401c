/** What the keys do on the edge between two panes. */

/** The direction in which a pane grows. */
export type Grows = 'right' | 'left' | 'up';

export interface Sizes {
  /** In CSS pixels. */
  value: number;
  least: number;
  most: number;
}

const step = 16;
const bigger: Readonly<Record<Grows, string>> = { right: 'ArrowRight', left: 'ArrowLeft', up: 'ArrowUp' };
const smaller: Readonly<Record<Grows, string>> = { right: 'ArrowLeft', left: 'ArrowRight', up: 'ArrowDown' };

/** Keeps a size between its bounds, in whole pixels. Where there is no room for the least size, it has that size. */
export const within = (size: number, { least, most }: Omit<Sizes, 'value'>): number =>
  Math.round(Math.max(least, Math.min(most, size)));

/**
 * The size after a key. Arrows move the edge, with Shift further; Home and End go to the bounds.
 *
 * @returns null: the key does not change it
 */
export function sizeAfter({ key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>, grows: Grows, sizes: Sizes) {
  const by = shiftKey ? 5 * step : step;
  if (key === bigger[grows]) return within(sizes.value + by, sizes);
  if (key === smaller[grows]) return within(sizes.value - by, sizes);
  if (key === 'Home') return sizes.least;
  if (key === 'End') return within(sizes.most, sizes);
  return null;
}
