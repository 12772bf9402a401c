/** Orders as an import makes them. */
import { AppError } from '../../../shared/errors.ts';
import { backend } from '../../lib/backend.ts';
import { depotZones } from '../../lib/depot-zones.svelte.ts';
import { addressGaps } from '../../import/address-gaps.ts';
import { changeRows } from '../../import/change-rows.ts';
import type { ImportNoun } from '../../import/noun.ts';
import { partOf } from '../../import/part-of.ts';
import { addressText } from '../../import/row-texts.ts';
import { t } from '../../../messages/index.ts';
import { buildOrder } from '../order-build.ts';
import type { FileChange } from './existing.ts';
import { KnownOrders } from './known-orders.svelte.ts';
import { orderFieldsOf, orderSheet } from './order-sheet.ts';

type OrderEdit = Extract<FileChange, { kind: 'change' }>;

export function orderNoun(): ImportNoun {
  const existing = new KnownOrders();
  return {
    ...orderSheet,
    place: '',
    existing,
    // An order has no depot.
    warningsOf: (fields) => addressGaps(fields, depotZones.countryOf(null)),
    shown: (heading) => [
      {
        id: 'number',
        // Rows are joined by this column, so its heading in the file is shown.
        title: heading ?? t('orderImport.columnNumber'),
        width: 'minmax(100px, 1fr)',
        text: ({ item }) => item.fields.externalId,
      },
      {
        id: 'recipient',
        title: t('orderImport.columnRecipient'),
        width: 'minmax(120px, 1.4fr)',
        text: ({ item }) => item.fields.recipientName,
      },
      { id: 'address', title: t('orderImport.columnAddress'), width: 'minmax(150px, 2fr)', text: addressText },
      {
        id: 'packages',
        title: t('orderImport.columnPackages'),
        width: '76px',
        align: 'end',
        text: ({ item }) => item.fields.packageCount,
      },
      {
        id: 'products',
        title: t('orderImport.columnProducts'),
        width: 'minmax(90px, 1fr)',
        text: ({ item }) => item.fields.products.split('\n').join(', '),
      },
    ],

    async add({ rows, importId, name, last }) {
      const made = rows.flatMap(({ item: { key, fields } }) => {
        const { order } = buildOrder(orderFieldsOf(fields));
        if (order === null) throw new AppError('input.invalid', { detail: { field: 'orders' } });
        return [{ key, order }];
      });
      const keys = made.map(({ key }) => key);
      const orders = made.map(({ order }) => order);
      const gesture = partOf(importId, 'rows', { keys, orders });
      return backend.orders.addMany({ orders, of: { importId, name, keys, last }, gesture });
    },

    change: ({ rows, importId, name }, attempt) =>
      changeRows(rows, (changes: readonly OrderEdit[], keys: string[]) => {
        const edits = changes.map(({ recordId: orderId, edit, base }) => ({ orderId, edit, base }));
        const gesture = partOf(importId, `changes${attempt}`, { keys, edits });
        return backend.orders.editMany({ edits, of: { importId, name, keys }, gesture });
      }),
  };
}
