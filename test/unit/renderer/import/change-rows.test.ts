/** Changes of existing records as rows of a file say, and the outcome of each row. */
import { expect, it, vi } from 'vitest';
import { changeRows } from '../../../../src/renderer/import/change-rows.ts';
import type { ImportRow } from '../../../../src/renderer/import/item.ts';
import { AppError, encodeError } from '../../../../src/shared/errors.ts';
import type { RowResult } from '../../../../src/shared/stops.ts';

const change = { kind: 'change', recordId: 'orders/W-1', fields: [], effects: [] } as const;
const row = (key: string, of: ImportRow['change'] = change) => ({ item: { key }, change: of }) as ImportRow;

it('sends the changes that rows show in one call, and says why a row was refused', async () => {
  const error = encodeError(new AppError('record.not-editable'));
  const send = vi.fn((changes: readonly unknown[], _keys: readonly string[]) =>
    Promise.resolve(changes.map((_one, at): RowResult => ({ id: String(at), error: at === 1 ? error : null }))),
  );
  const why = await changeRows([row('a'), row('b'), row('c', null), row('d')], send);
  expect([...why.keys()]).toEqual(['b']);
  expect(send.mock.calls.map(([all, keys]) => [all.length, keys])).toEqual([[3, ['a', 'b', 'd']]]);
});

it('fails when there is not one result for each change', async () => {
  const send = () => Promise.resolve<RowResult[]>([{ id: 'orders/W-1', error: null }]);
  await expect(changeRows([row('a'), row('b')], send)).rejects.toMatchObject({ code: 'internal' });
});
