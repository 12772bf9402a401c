import { beforeEach, describe, expect, it } from 'vitest';
import { queryOf, wholeView } from '../../../../src/renderer/outbox/entry-list.ts';
import { EntryPages } from '../../../../src/renderer/outbox/entry-pages.svelte.ts';
import type { EntryQuery, EntryRow } from '../../../../src/shared/entries.ts';

let asked: EntryQuery[];
let hasGaps: boolean;

/** 500 entries, 200 per page. With gaps, every second page is empty. */
function pageOf({ cursor, noun }: EntryQuery) {
  const from = cursor === null ? 0 : Number(cursor);
  const isGap = hasGaps && (from / 200) % 2 === 0;
  const numbers = isGap ? [] : Array.from({ length: Math.min(200, 500 - from) }, (_, place) => from + place);
  const next = from + 200;
  return {
    rows: numbers.map((number) => ({ id: `${noun ?? 'all'} ${number}` }) as EntryRow),
    cursor: next < 500 ? String(next) : null,
  };
}

beforeEach(() => {
  asked = [];
  hasGaps = false;
});

function pages() {
  const read = (query: EntryQuery) => {
    asked.push(query);
    return Promise.resolve(pageOf(query));
  };
  const around = { hidden: () => false, onVisible: () => () => undefined, onChanged: () => () => undefined };
  return new EntryPages(read, queryOf(wholeView), around);
}
const ids = (list: EntryPages) => list.live.value?.rows.map(({ id }) => id) ?? [];

describe('EntryPages', () => {
  it('reads a page and then the next ones until the end', async () => {
    const list = pages();
    await list.show(queryOf(wholeView));
    expect(ids(list)).toHaveLength(200);
    await list.more();
    await list.more();
    await list.more();
    expect(ids(list)).toHaveLength(500);
    expect(asked.map(({ cursor }) => cursor)).toEqual([null, '200', '400']);
  });

  it('reloads as many entries as were shown', async () => {
    const list = pages();
    await list.show(queryOf(wholeView));
    await list.more();
    asked = [];
    await list.live.reload();
    expect(ids(list)).toHaveLength(400);
    expect(asked.map(({ cursor }) => cursor)).toEqual([null, '200']);
  });

  it('starts from the top when the query changes', async () => {
    const list = pages();
    await list.show(queryOf(wholeView));
    await list.more();
    await list.show(queryOf({ ...wholeView, noun: 'orders' }));
    expect(ids(list)).toHaveLength(200);
    expect(ids(list)[0]).toBe('orders 0');
  });

  it('continues after an empty page if more follow', async () => {
    hasGaps = true;
    const list = pages();
    await list.show(queryOf(wholeView));
    expect(ids(list)[0]).toBe('all 200');
    await list.more();
    expect(ids(list)).toHaveLength(200);
  });
});
