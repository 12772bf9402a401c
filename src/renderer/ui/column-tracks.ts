/** The widths of a table's columns: what the column declares, what its content needs, and what the user dragged. */
import type { Column } from './table.ts';

/** Dragged widths stay between these, in CSS pixels; the settings allow no others. */
export const narrowest = 32;
export const widest = 1_200;
/** A column grows to its content, up to so many times its declared width. */
const mostGrowth = 2;

/** The declared width of a column that takes no share of the space; null: it takes one. */
export function fixedWidth({ width }: Pick<Column<unknown>, 'width'>): number | null {
  const found = /^(\d+)px$/.exec(width)?.[1];
  return found === undefined ? null : Number(found);
}

/**
 * @param needed the widest content seen, in CSS pixels, by column
 * @param dragged what the user chose, in CSS pixels, by column
 * @returns the columns' tracks for `grid-template-columns`
 */
export function tracksOf(
  columns: readonly Pick<Column<never>, 'id' | 'width'>[],
  needed: Readonly<Record<string, number>>,
  dragged: Readonly<Record<string, number>>,
): string[] {
  return columns.map((column) => {
    const chosen = dragged[column.id];
    if (chosen !== undefined) return `${clamped(chosen)}px`;
    const declared = fixedWidth(column);
    if (declared === null) return column.width;
    return `${Math.min(declared * mostGrowth, Math.max(declared, needed[column.id] ?? 0))}px`;
  });
}

/**
 * What a row with these tracks needs, in CSS pixels without its padding. Each track names one width, its own or its
 * least. @param tracks for `grid-template-columns`
 */
export const leastWidth = (tracks: string): number =>
  [...tracks.matchAll(/(\d+)px/g)].reduce((sum, [, width]) => sum + Number(width), 0);

export const clamped = (width: number): number => Math.round(Math.min(widest, Math.max(narrowest, width)));

/**
 * Adds what the cells of some lines need to what was seen before. Columns never shrink while the table is open, so that
 * they do not jump while it is scrolled.
 *
 * @param lines the cells of each line, in the order of the columns
 * @returns the same object when nothing grew
 */
export function grown(
  before: Readonly<Record<string, number>>,
  columns: readonly Pick<Column<never>, 'id' | 'width'>[],
  lines: Iterable<readonly HTMLElement[]>,
): Readonly<Record<string, number>> {
  const found: Record<string, number> = { ...before };
  let hasGrown = false;
  for (const cells of lines) {
    for (const [index, column] of columns.entries()) {
      const cell = cells[index];
      if (cell === undefined || fixedWidth(column) === null) continue;
      const width = contentWidth(cell);
      if (width <= (found[column.id] ?? 0)) continue;
      found[column.id] = width;
      hasGrown = true;
    }
  }
  return hasGrown ? found : before;
}

/** What a cell's content needs without being cut, with its padding, in CSS pixels. */
function contentWidth(cell: HTMLElement): number {
  const range = cell.ownerDocument.createRange();
  // In the head the edge that is dragged is not content.
  range.selectNodeContents(cell.querySelector('[data-content]') ?? cell);
  const { paddingLeft, paddingRight } = getComputedStyle(cell);
  const padding = Number.parseFloat(paddingLeft) + Number.parseFloat(paddingRight);
  return Math.ceil(range.getBoundingClientRect().width + padding);
}

/** The cells of each line that is drawn, without the boxes of marks. */
export function cellsOf(table: HTMLElement): HTMLElement[][] {
  const lines = table.querySelectorAll<HTMLElement>('[role="row"]:has([data-content]), [data-line]');
  return [...lines].map((line) =>
    [...line.children].filter(
      (cell): cell is HTMLElement => cell instanceof HTMLElement && !cell.classList.contains('mark'),
    ),
  );
}

/** Gives a cell its whole text as a tooltip while it is cut. Cells are used again for other rows. */
export function setTooltip(cell: HTMLElement): void {
  if (cell.scrollWidth > cell.clientWidth) cell.title = cell.textContent.replace(/\s+/g, ' ').trim();
  else cell.removeAttribute('title');
}
