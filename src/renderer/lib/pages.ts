/** Paginated lists. */
import type { Listing } from '../../shared/contract.ts';

/**
 * The rows of several pages, each id once. Between two reads a row may move to a later page, and a view fails that draws
 * two rows with one key. What was read later is newer.
 */
export function eachOnce<Row extends { id: string }>(rows: readonly Row[]): Row[] {
  const lastAt = new Map(rows.map(({ id }, index) => [id, index]));
  return rows.filter(({ id }, index) => lastAt.get(id) === index);
}

/** Reads every page of a list and joins the rows; `asOf` and counts come from the last page. */
export async function readAllPages<Row extends { id: string }>(
  readPage: (cursor: string | null) => Promise<Listing<Row>>,
): Promise<Listing<Row>> {
  let page = await readPage(null);
  const rows = [...page.rows];
  while (page.cursor !== null) {
    page = await readPage(page.cursor);
    rows.push(...page.rows);
  }
  return { ...page, rows: eachOnce(rows) };
}
