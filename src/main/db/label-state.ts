/** Open label work at the end of the day, from the cached orders and the ledger. */
import { staleParts, type LabelsOpen, labelContentOf } from '../../shared/labels.ts';
import { labelContent } from '../../shared/label-content.ts';
import { order as orderSchema, orderState } from '../../shared/orders.ts';
import type { Database } from './database.ts';
import { fromStored } from '../stored-json.ts';

interface Stored {
  id: string;
  body: string;
  /** JSON of the content of the last printed label; null: never printed, or printed by an earlier version. */
  content: string | null;
  printed: number;
  doubt: number;
}

const onPaper = `prints.state NOT IN ('failed', 'missing', 'cancelled')`;

/**
 * Orders whose label does not match their current state. Orders that a courier added need no label from here.
 *
 * @param most maximum orders listed for each kind
 */
export function labelsOpen(database: Database, most: number): LabelsOpen {
  const rows = database.all<Stored>(
    `SELECT orders.id, orders.body,
       (SELECT content FROM outbox.prints WHERE order_id = orders.id AND ${onPaper} ORDER BY requested_at DESC LIMIT 1)
         AS content,
       (SELECT count(*) FROM outbox.prints WHERE order_id = orders.id AND ${onPaper}) AS printed,
       (SELECT count(*) FROM outbox.prints WHERE order_id = orders.id AND prints.state = 'doubt') AS doubt
     FROM orders ORDER BY position DESC`,
  );
  const open: Omit<LabelsOpen, 'counts'> = { doubt: [], stale: [], draftPrinted: [], submittedUnprinted: [] };
  for (const row of rows) {
    const order = fromStored(orderSchema, row.body);
    const found = { orderId: row.id, title: order.packageInfo?.externalId ?? row.id.replace(/^orders\//, '') };
    const state = orderState(order);
    if (row.doubt > 0) open.doubt.push(found);
    if (row.content !== null) {
      const parts = staleParts(fromStored(labelContent, row.content), labelContentOf(order));
      if (parts.length > 0) open.stale.push({ ...found, parts });
    }
    if (state === 'draft' && row.printed > 0) open.draftPrinted.push(found);
    if (state === 'submitted' && row.printed === 0) open.submittedUnprinted.push(found);
  }
  const first = <Item>(items: Item[]) => items.slice(0, most);
  return {
    doubt: first(open.doubt),
    stale: first(open.stale),
    draftPrinted: first(open.draftPrinted),
    submittedUnprinted: first(open.submittedUnprinted),
    counts: {
      doubt: open.doubt.length,
      stale: open.stale.length,
      draftPrinted: open.draftPrinted.length,
      submittedUnprinted: open.submittedUnprinted.length,
    },
  };
}
