/** An action on several orders: which orders allow it, and how far each one is. */
import { AppError } from '../../shared/errors.ts';
import type { OrderChange, OrderRow } from '../../shared/orders.ts';
import { whyNotOrder, type OrderAction, type WhyNotOrder } from '../../shared/order-rules.ts';
import type { EntryReason } from '../../shared/outbox.ts';
import type { RowResult } from '../../shared/stops.ts';
import { errorText } from '../lib/error-text.ts';
import { isUnsentState, needsDecision } from '../lib/unsent.ts';
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
  /** Ids of the failed orders that can be tried again. */
  again: string[];
}

/** A submission or a withdrawal that may still be made. Main judges orders by the same ones. */
const isStanding = ({ kind, state }: OrderChange): boolean =>
  (kind === 'submit' || kind === 'withdraw') && state !== 'refused';

/** The order's state once its pending changes have been made. */
function willBe({ state, source, changes }: OrderRow) {
  const command = changes.findLast(isStanding);
  return {
    submitted: command === undefined ? state === 'submitted' : command.kind === 'submit',
    readOnly: state === 'read-only',
    source,
  };
}

/** Why the order's state does not allow an action, judging by its row; null when it does. */
export function whyNotRow(action: OrderAction, row: OrderRow): WhyNotOrder | 'is-deleted' | null {
  return row.changes.some(({ kind }) => kind === 'delete') ? 'is-deleted' : whyNotOrder(action, willBe(row));
}

/** Whether an action is allowed, judging by the row. An order that the service refused must be corrected first. */
export function canDo(action: OrderAction, row: OrderRow): boolean {
  const isRejected = row.changes.some(({ kind, state }) => kind === 'create' && needsDecision(state));
  return !(action === 'submit' && isRejected) && whyNotRow(action, row) === null;
}

/** Whether the order has a change that is not on the service: not sent yet, or refused. */
export const isUnsent = ({ change }: Pick<OrderRow, 'change'>): boolean =>
  change !== null && isUnsentState(change.state);

/** Whether to offer to discard its change: not sent, refused, blocked, or in need of a decision. */
export const offersDiscard = (row: Pick<OrderRow, 'change'>): boolean => isUnsent(row) || orderAsks(row);

/** Whether an order that was created here is discarded with its changes: its creation can be. */
export const goesWithChanges = ({ changes }: Pick<OrderRow, 'changes'>): boolean =>
  changes.some(({ kind, state }) => kind === 'create' && (isUnsentState(state) || needsDecision(state)));

/** Whether to offer deletion. An unsent new order is discarded instead, which has the same effect. */
export function offersDelete(row: OrderRow): boolean {
  if (row.changes.some(({ kind, state }) => kind === 'create' && isUnsentState(state))) return false;
  return canDo('delete', row) || canDo('withdraw', row);
}

/** Whether a row shows the requested result. Until the list is read again, it may show the old state. */
function isDone(action: Batch['action'], { state }: OrderRow): boolean {
  if (action === 'delete') return false;
  return action === 'submit' ? state !== 'draft' : state === 'draft';
}

/**
 * The progress of a batch, read from the current rows. Each order counts by the change that the action made: whatever
 * else waits or was rejected is not the action's.
 *
 * @param isWhole whether all rows are loaded: an order that is not among them is gone
 */
export function batchProgress(batch: Batch, rows: readonly OrderRow[], isWhole: boolean): BatchProgress {
  const byId = new Map<string, OrderRow>();
  for (const row of rows) {
    byId.set(row.id, row);
    byId.set(orderKey(row), row);
  }
  const progress: BatchProgress = { done: 0, waiting: 0, failed: [...batch.left], again: [] };
  const fail = (id: string, title: string, reason: AppError | EntryReason | null) =>
    progress.failed.push({ id, title, why: reason === null ? '' : errorText(reason).what });
  for (const [id, title] of batch.titles) {
    const row = byId.get(id);
    if (row === undefined) {
      if (batch.action === 'delete') progress.done += 1;
      else if (isWhole) fail(id, title, new AppError('record.not-found'));
      else progress.waiting += 1;
      continue;
    }
    const own = row.changes.findLast(({ kind }) => kind === batch.action);
    if (own !== undefined && needsDecision(own.state)) {
      // What it waits for says why it cannot be sent.
      fail(row.id, title, (own.state === 'blocked' ? row.change : own)?.reason ?? null);
      progress.again.push(row.id);
    } else if (own === undefined && isDone(batch.action, row)) progress.done += 1;
    else progress.waiting += 1;
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
