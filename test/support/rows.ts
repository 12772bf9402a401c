/** Reads a table of the app while scrolling through it, because only visible rows are rendered. */
import type { Locator } from 'playwright';

interface ScannedRow {
  /** The id of what the row shows. */
  key: string;
  isMarked: boolean;
  cells: string[];
}

/** Every row, from the first to the last. @param table a grid */
async function scan(table: Locator): Promise<ScannedRow[]> {
  const found = await table.evaluate(async (element) => {
    const rows = new Map<number, ScannedRow>();
    const drawn = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    for (let top = 0; ; top += element.clientHeight / 2) {
      element.scrollTop = top;
      await drawn();
      for (const row of element.querySelectorAll('[role="row"][aria-selected]')) {
        const cells = [...row.querySelectorAll<HTMLElement>('[role="gridcell"]:not([data-mark])')];
        rows.set(Number(row.getAttribute('aria-rowindex')), {
          key: row.getAttribute('data-key') ?? '',
          isMarked: row.classList.contains('marked'),
          cells: cells.map((cell) => cell.innerText.trim()),
        });
      }
      if (element.scrollTop + element.clientHeight >= element.scrollHeight - 1) break;
    }
    element.scrollTop = 0;
    return [...rows];
  });
  return found.sort(([one], [other]) => one - other).map(([, row]) => row);
}

/** The cells of every row. @param table a grid */
export async function rowsOnScreen(table: Locator): Promise<string[][]> {
  return (await scan(table)).map(({ cells }) => cells);
}

/** The ids of all rows, and of those that are marked. @param table a grid whose rows can be marked */
export async function marksOnScreen(table: Locator): Promise<{ all: string[]; marked: string[] }> {
  const rows = await scan(table);
  return {
    all: rows.map(({ key }) => key),
    marked: rows.filter(({ isMarked }) => isMarked).map(({ key }) => key),
  };
}
