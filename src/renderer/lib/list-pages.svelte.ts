/**
 * A long list, read page by page. Its first page can be shown while the others are read. When the list is read again,
 * main gives only the pages whose rows have changed, and rows that are as they were stay the same objects, so that
 * nothing that was worked out from them has to be again.
 */
import type { Listing, Page } from '../../shared/contract.ts';
import { eachOnce } from './pages.ts';

type Known<Row> = Pick<Page<Row>, 'rows' | 'digest'>;

export class ListPages<Row extends { id: string }> {
  /** The first of several pages, as it was read first. Null: there is only one. */
  first = $state.raw<Listing<Row> | null>(null);
  #pages: readonly Known<Row>[] = [];
  #rows: Row[] | null = null;
  readonly #readPage: (cursor: string | null, known: string | undefined) => Promise<Page<Row>>;

  readonly #prepare: (row: Row) => void;

  /**
   * @param readPage `known`: what `digest` of the same page was when it was last read
   * @param prepare called with the rows of pages that are new or have changed, page by page, so that it holds up nothing
   */
  constructor(
    readPage: (cursor: string | null, known: string | undefined) => Promise<Page<Row>>,
    prepare: (row: Row) => void = () => undefined,
  ) {
    this.#readPage = readPage;
    this.#prepare = prepare;
  }

  /** Reads all pages. The array of rows is the same as before if no row changed. Throws what the read of a page throws. */
  readonly read = async (): Promise<Listing<Row>> => {
    const pages: Known<Row>[] = [];
    let cursor: string | null = null;
    let page: Page<Row>;
    do {
      const before = this.#pages[pages.length];
      page = await this.#readPage(cursor, before?.digest);
      const isKnown = before !== undefined && page.digest === before.digest;
      const now = isKnown ? before : { rows: kept(before?.rows ?? [], page.rows), digest: page.digest };
      pages.push(now);
      ({ cursor } = page);
      if (pages.length === 1 && cursor !== null && this.#rows === null) this.first = page;
      // The first page is shown at once.
      else if (!isKnown) now.rows.forEach(this.#prepare);
    } while (cursor !== null);
    const isSame = pages.length === this.#pages.length && pages.every((each, index) => each === this.#pages[index]);
    this.#pages = pages;
    if (!isSame || this.#rows === null) this.#rows = eachOnce(pages.flatMap(({ rows }) => rows));
    return { ...page, rows: this.#rows };
  };
}

/** The rows, with the objects from before for those that did not change. */
function kept<Row extends { id: string }>(before: readonly Row[], rows: Row[]): Row[] {
  const byId = new Map(before.map((row) => [row.id, row]));
  return rows.map((row) => {
    const old = byId.get(row.id);
    return old !== undefined && JSON.stringify(old) === JSON.stringify(row) ? old : row;
  });
}
