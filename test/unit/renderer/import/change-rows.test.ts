/** Changes of existing records as rows of a file say: what became of each row. */
import { expect, it, vi } from 'vitest';
import { changeRows } from '../../../../src/renderer/import/change-rows.ts';
import type { ImportRow, ItemChange } from '../../../../src/renderer/import/item.ts';
import { AppError, encodeError } from '../../../../src/shared/errors.ts';
import type { RowResult } from '../../../../src/shared/stops.ts';

const row = (key: string) => ({ item: { key } }) as ImportRow;
const change: ItemChange = { kind: 'change', fields: [], effects: [] };

it('says why a row was refused, and why one can no longer be changed', async () => {
  const changes: Record<string, ItemChange> = {
    a: change,
    b: { kind: 'cannot', why: 'Gone' },
    c: { kind: 'same' },
    d: change,
  };
  const send = vi.fn((all: readonly ItemChange[]) =>
    Promise.resolve(
      all.map((_one, at): RowResult => ({
        ...{ id: String(at), error: at === 1 ? encodeError(new AppError('record.not-editable')) : null },
      })),
    ),
  );
  const why = await changeRows(['a', 'b', 'c', 'd'].map(row), ({ key }) => changes[key] ?? change, send);
  expect([...why.keys()]).toEqual(['b', 'd']);
  expect(why.get('b')).toBe('Gone');
  expect(send.mock.calls.map(([all]) => all.length)).toEqual([2]);
});

it('sends nothing when no row changes anything any more', async () => {
  const send = vi.fn(() => Promise.resolve([]));
  const why = await changeRows([row('a')], () => ({ kind: 'cannot', why: 'Gone' }), send);
  expect([...why]).toEqual([['a', 'Gone']]);
  expect(send).not.toHaveBeenCalled();
});
