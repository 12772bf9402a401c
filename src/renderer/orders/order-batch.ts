/** An action on several orders: which orders allow it, and how far each one is. */
import type { OrderRow } from '../../shared/orders.ts';
import { whyNotOrder, type OrderAction, type WhyNotOrder } from '../../shared/order-rules.ts';
import type { RowResult } from '../../shared/stops.ts';
import { errorText } from '../lib/error-text.ts';
import { isUnsentState } from '../lib/unsent.ts';
import { orderAsks, orderKey, orderTitle } from './order-words.ts';

/** An action on orders; its progress is read from their rows. */
export interface Batch {
  action: 'submit' | 'withdraw' | 'delete';
  /** Titles by `RowResult` id. */
  titles: ReadonlyMap<string, string>;
  /** Orders that main rejected immediately, with the reasons. */
  left: readonly { id: string; title: string; why: string }[];
}

/** Progress of a batch. */
export interface BatchProgress {
  done: number;
  waiting: number;
  failed: { id: string; title: string; why: string }[];
}

/** The order's state once its pending change has been made. */
const willBe = ({ state, source, change }: OrderRow) => ({
  submitted: change?.kind === 'submit' && !orderAsks({ change }) ? true : state === 'submitted',
  readOnly: state === 'read-only',
  source,
});

/** Why the order's state does not allow an action, judging by its row; null when it does. */
export function whyNotRow(action: OrderAction, row: OrderRow): WhyNotOrder | 'is-deleted' | null {
  return row.change?.kind === 'delete' ? 'is-deleted' : whyNotOrder(action, willBe(row));
}

/** Whether an action is allowed, judging by the row. An order that the service refused must be corrected first. */
export function canDo(action: OrderAction, row: OrderRow): boolean {
  if (action === 'submit' && row.change?.kind === 'create' && orderAsks(row)) return false;
  return whyNotRow(action, row) === null;
}

/** Whether the order has a change that is not on the service: not sent yet, or refused. */
export const isUnsent = ({ change }: Pick<OrderRow, 'change'>): boolean =>
  change !== null && isUnsentState(change.state);

/** Whether to offer to discard its change: not sent, refused, blocked, or in need of a decision. */
export const offersDiscard = (row: Pick<OrderRow, 'change'>): boolean => isUnsent(row) || orderAsks(row);

/** Whether to offer deletion. An unsent new order is discarded instead, which has the same effect. */
export function offersDelete(row: OrderRow): boolean {
  if (row.change?.kind === 'create' && isUnsent(row)) return false;
  return canDo('delete', row) || canDo('withdraw', row);
}

/** Whether a row shows the requested result. Until the list is read again, it may show the old state. */
function isDone(action: Batch['action'], row: OrderRow | undefined): boolean {
  if (row === undefined) return action === 'delete';
  if (row.change !== null || action === 'delete') return false;
  return action === 'submit' ? row.state !== 'draft' : row.state === 'draft';
}

/** The progress of a batch, read from the current rows. */
export function batchProgress(batch: Batch, rows: readonly OrderRow[]): BatchProgress {
  const byId = new Map<string, OrderRow>();
  for (const row of rows) {
    byId.set(row.id, row);
    byId.set(orderKey(row), row);
  }
  const progress: BatchProgress = { done: 0, waiting: 0, failed: [...batch.left] };
  for (const [id, title] of batch.titles) {
    const row = byId.get(id);
    if (isDone(batch.action, row)) progress.done += 1;
    else if (row === undefined || !orderAsks(row)) progress.waiting += 1;
    else {
      const reason = row.change?.reason ?? null;
      progress.failed.push({ id: row.id, title, why: reason === null ? '' : errorText(reason).what });
    }
  }
  return progress;
}

/** @param results main's answer for each order when the action was queued */
export function batchOf(action: Batch['action'], rows: readonly OrderRow[], results: readonly RowResult[]): Batch {
  const titles = new Map(rows.map((row) => [row.id, orderTitle(row)]));
  const left = results.flatMap(({ id, error }) =>
    error === null ? [] : [{ id, title: titles.get(id) ?? id, why: errorText(error).what }],
  );
  for (const { id } of left) titles.delete(id);
  return { action, titles, left };
}
