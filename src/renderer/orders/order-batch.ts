/** Several orders that something was done with: which it can be done with, and how far each is. */
import type { OrderRow } from '../../shared/orders.ts';
import { whyNotOrder, type OrderAction, type WhyNotOrder } from '../../shared/order-rules.ts';
import type { RowResult } from '../../shared/stops.ts';
import { errorText } from '../lib/error-text.ts';
import { isUnsentState } from '../lib/unsent.ts';
import { orderAsks, orderKey, orderTitle } from './order-words.ts';

/** Orders that something was done with; their rows say how it goes. */
export interface Batch {
  action: 'submit' | 'withdraw' | 'delete';
  /** Titles by what stays of each order. */
  titles: ReadonlyMap<string, string>;
  /** Those that it could not be done with from the start, and why. */
  left: readonly { id: string; title: string; why: string }[];
}

/** How far a batch is. */
export interface BatchProgress {
  done: number;
  waiting: number;
  failed: { id: string; title: string; why: string }[];
}

/** A row that is waiting for one thing stands for what it will be. */
const willBe = ({ state, source, change }: OrderRow) => ({
  submitted: change?.kind === 'submit' && !orderAsks({ change }) ? true : state === 'submitted',
  readOnly: state === 'read-only',
  source,
});

/** Why something cannot be done with an order as far as its row says, by its state; null when it can. */
export function whyNotRow(action: OrderAction, row: OrderRow): WhyNotOrder | 'is-deleted' | null {
  return row.change?.kind === 'delete' ? 'is-deleted' : whyNotOrder(action, willBe(row));
}

/** Whether something can be done with an order as far as its row says. One that the service refused is corrected first. */
export function canDo(action: OrderAction, row: OrderRow): boolean {
  if (action === 'submit' && row.change?.kind === 'create' && orderAsks(row)) return false;
  return whyNotRow(action, row) === null;
}

/** What was typed of the order has not left, or was refused. */
export const isUnsent = ({ change }: Pick<OrderRow, 'change'>): boolean =>
  change !== null && isUnsentState(change.state);

/** Whether deleting is offered: a new order that has not left is taken back instead, and both would be the same. */
export function offersDelete(row: OrderRow): boolean {
  if (row.change?.kind === 'create' && isUnsent(row)) return false;
  return canDo('delete', row) || canDo('withdraw', row);
}

/** Whether a row says what was wanted; until the list is read again, it may say what was before. */
function isDone(action: Batch['action'], row: OrderRow | undefined): boolean {
  if (row === undefined) return action === 'delete';
  if (row.change !== null || action === 'delete') return false;
  return action === 'submit' ? row.state !== 'draft' : row.state === 'draft';
}

/** How far a batch is, by the rows as they are now. */
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

/** @param results what main said of each when it took them */
export function batchOf(action: Batch['action'], rows: readonly OrderRow[], results: readonly RowResult[]): Batch {
  const titles = new Map(rows.map((row) => [row.id, orderTitle(row)]));
  const left = results.flatMap(({ id, error }) =>
    error === null ? [] : [{ id, title: titles.get(id) ?? id, why: errorText(error).what }],
  );
  for (const { id } of left) titles.delete(id);
  return { action, titles, left };
}
