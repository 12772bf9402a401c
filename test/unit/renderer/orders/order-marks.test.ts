/** All orders are marked, though they are loaded page by page. */
import { expect, it } from 'vitest';
import { OrderMarks } from '../../../../src/renderer/orders/order-marks.svelte.ts';
import { orderKey } from '../../../../src/renderer/orders/order-words.ts';
import { standInState } from '../../../fixtures/backend-stand-in.ts';

const all = standInState().orders.slice(0, 3);
const [first, second, third] = all.map(orderKey);
const any = { text: '', state: 'all', courier: null, expectedOn: null, label: null } as const;

function begun() {
  const list = { criteria: { ...any }, rows: all.slice(0, 1), hasMore: true };
  const marks = new OrderMarks(list);
  /** The user marks the loaded orders. */
  const mark = (isAll: boolean) => {
    marks.keys = new Set([first!]);
    marks.chosen(isAll);
  };
  /** The next page comes. */
  const load = () => {
    Object.assign(list, { rows: all.slice(0, list.rows.length + 1), hasMore: list.rows.length + 1 < all.length });
    marks.follow();
  };
  return { list, marks, mark, load };
}

it('marks each page that comes after all were marked, and nothing that comes later', () => {
  const { list, marks, mark, load } = begun();
  mark(true);
  load();
  expect([...marks.keys]).toEqual([first, second]);
  load();
  expect([...marks.keys]).toEqual([first, second, third]);
  list.rows = [...all, { ...all[0]!, id: 'orders/later', recordId: null }];
  marks.follow();
  expect([...marks.keys], 'an order that was made since').toEqual([first, second, third]);
});

it('marks no others if the user marked some, cleared the marks, or filters otherwise', () => {
  const some = begun();
  some.mark(false);
  some.load();
  expect([...some.marks.keys]).toEqual([first]);

  const cleared = begun();
  cleared.mark(true);
  cleared.marks.clear();
  cleared.load();
  expect([...cleared.marks.keys]).toEqual([]);

  const filtered = begun();
  filtered.mark(true);
  filtered.list.criteria = { ...any };
  filtered.load();
  expect([...filtered.marks.keys]).toEqual([first]);
});
