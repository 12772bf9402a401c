/** Paginated lists. */
import type { Listing } from '../../shared/contract.ts';

/** Reads every page of a list and joins the rows; `asOf` and counts come from the last page. */
export async function readAllPages<Row>(
  readPage: (cursor: string | null) => Promise<Listing<Row>>,
): Promise<Listing<Row>> {
  let page = await readPage(null);
  const rows = [...page.rows];
  while (page.cursor !== null) {
    page = await readPage(page.cursor);
    rows.push(...page.rows);
  }
  return { ...page, rows };
}
