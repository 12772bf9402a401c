/** Reads a table of the app while scrolling through it, because only visible rows are rendered. */
import type { Locator } from 'playwright';

/**
 * The cells of every row, from the first to the last.
 * @param table a grid
 */
export async function rowsOnScreen(table: Locator): Promise<string[][]> {
  const found = await table.evaluate(async (element) => {
    const rows = new Map<number, string[]>();
    const drawn = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    for (let top = 0; ; top += element.clientHeight / 2) {
      element.scrollTop = top;
      await drawn();
      for (const row of element.querySelectorAll('[role="row"][aria-selected]')) {
        const cells = [...row.querySelectorAll<HTMLElement>('[role="gridcell"]:not([data-mark])')];
        rows.set(
          Number(row.getAttribute('aria-rowindex')),
          cells.map((cell) => cell.innerText.trim()),
        );
      }
      if (element.scrollTop + element.clientHeight >= element.scrollHeight - 1) break;
    }
    element.scrollTop = 0;
    return [...rows];
  });
  return found.sort(([one], [other]) => one - other).map(([, cells]) => cells);
}
