/** A list read page by page, and again after a change. */
import { describe, expect, it } from 'vitest';
import { ListPages } from '../../../../src/renderer/lib/list-pages.svelte.ts';
import { readAllPages } from '../../../../src/renderer/lib/pages.ts';
import { pageOf } from '../../../../src/main/db/known-page.ts';

interface Row {
  id: string;
  name: string;
}
const size = 3;

/** A list in main, which notes what each page sent. */
function listed(count: number) {
  const rows: Row[] = Array.from({ length: count }, (_, index) => ({ id: `r${index}`, name: `Row ${index}` }));
  const sent: number[] = [];
  const prepared: string[] = [];
  const readPage = async (cursor: string | null, known: string | undefined) => {
    const from = Number(cursor ?? 0);
    // What crosses to the window is a copy.
    const page = pageOf(structuredClone(rows.slice(from, from + size)), known);
    sent.push(page.rows.length);
    const next = from + page.count < rows.length ? String(from + page.count) : null;
    return { ...page, asOf: 1, refreshing: false, cursor: next, total: rows.length };
  };
  const pages = new ListPages<Row>(readPage, ({ id }) => prepared.push(id));
  const said = () => sent.splice(0);
  return { rows, pages, said, prepared };
}

describe('a list of several pages', () => {
  it('is read whole, and its first page can be shown before', async () => {
    const { rows, pages, said } = listed(7);
    expect(pages.first).toBeNull();
    const reading = pages.read();
    await expect.poll(() => pages.first?.rows).toEqual(rows.slice(0, 3));
    expect(pages.first?.total).toBe(7);
    expect((await reading).rows).toEqual(rows);
    expect(said()).toEqual([3, 3, 1]);
  });

  it('shows nothing before it is whole if it is only one page', async () => {
    const { rows, pages } = listed(3);
    expect((await pages.read()).rows).toEqual(rows);
    expect(pages.first).toBeNull();
  });

  it('gets only the pages that changed, and keeps the rows that did not', async () => {
    const { rows, pages, said } = listed(7);
    const before = await pages.read();
    said();
    rows[4]!.name = 'Changed';
    const after = await pages.read();
    expect(said()).toEqual([0, 3, 0]);
    expect(after.rows).toEqual(rows);
    expect(after.rows.map((row, index) => row === before.rows[index])).toEqual([
      ...[true, true, true, true],
      ...[false, true, true],
    ]);
  });

  it('prepares rows that are new or changed, but not those of the page that is shown at once', async () => {
    const { rows, pages, prepared } = listed(7);
    await pages.read();
    expect(prepared.splice(0)).toEqual(['r3', 'r4', 'r5', 'r6']);
    rows[0]!.name = 'Changed';
    await pages.read();
    expect(prepared).toEqual(['r0', 'r1', 'r2']);
  });

  it('is the same array when nothing changed', async () => {
    const { pages, said } = listed(7);
    const before = await pages.read();
    said();
    expect((await pages.read()).rows).toBe(before.rows);
    expect(said()).toEqual([0, 0, 0]);
  });

  it('has a row once that went to a later page between two reads, as it was read last', async () => {
    const row = (id: string, name = id): Row => ({ id, name });
    const page = (rows: Row[], cursor: string | null) => ({
      rows,
      cursor,
      ...{ asOf: 1, refreshing: false, total: 3, digest: JSON.stringify(rows) },
    });
    const readPage = async (cursor: string | null) =>
      cursor === null ? page([row('a'), row('b')], '2') : page([row('c'), row('a', 'Sent')], null);
    const once = [row('b'), row('c'), row('a', 'Sent')];
    expect((await new ListPages<Row>(readPage).read()).rows).toEqual(once);
    expect((await readAllPages(readPage)).rows).toEqual(once);
  });

  it('is another one when it has become shorter or longer', async () => {
    const { rows, pages } = listed(7);
    await pages.read();
    rows.splice(3);
    expect((await pages.read()).rows).toEqual(rows);
    rows.push({ id: 'new', name: 'New' });
    expect((await pages.read()).rows).toEqual(rows);
    rows.splice(0);
    expect((await pages.read()).rows).toEqual([]);
  });
});
