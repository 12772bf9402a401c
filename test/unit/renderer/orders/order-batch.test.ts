import { describe, expect, it } from 'vitest';
import {
  batchOf,
  batchProgress,
  canDo,
  goesWithChanges,
  isUnsent,
  offersDelete,
  offersDiscard,
  whyNotRow,
  type Batch,
} from '../../../../src/renderer/orders/order-batch.ts';
import { errorText } from '../../../../src/renderer/lib/error-text.ts';
import { AppError, encodeError } from '../../../../src/shared/errors.ts';
import type { OrderChange, OrderRow } from '../../../../src/shared/orders.ts';
import { standIn } from '../../../fixtures/backend-stand-in.ts';

const [some] = standIn().state.orders;
/** @param more later changes; the first one is shown */
const order = (
  change: Partial<OrderChange> | null,
  state: OrderRow['state'] = 'draft',
  ...more: Partial<OrderChange>[]
) => ({ ...some, source: 'retailer', state, change, changes: change === null ? [] : [change, ...more] }) as OrderRow;

it('offers to discard an unsent new order, but not to delete it as well', () => {
  for (const state of ['queued', 'refused', 'blocked'] as const) {
    expect(isUnsent(order({ kind: 'create', state }))).toBe(true);
    expect(offersDelete(order({ kind: 'create', state }))).toBe(false);
  }
  // It is in flight or may be on the service, so the deletion waits for it.
  expect(offersDelete(order({ kind: 'create', state: 'in-doubt' }))).toBe(true);
});

it('offers to discard what was not sent, was rejected, or needs a decision, and nothing else', () => {
  for (const state of ['queued', 'refused', 'blocked', 'decision'] as const)
    expect(offersDiscard(order({ kind: 'edit', state })), state).toBe(true);
  for (const state of ['sending', 'in-doubt', 'pending'] as const)
    expect(offersDiscard(order({ kind: 'edit', state })), state).toBe(false);
  expect(offersDiscard(order(null))).toBe(false);
});

it('takes a new order for one that goes with its changes, also if it waits to be submitted', () => {
  expect(goesWithChanges(order({ kind: 'create', state: 'queued' }))).toBe(true);
  const submitted = order({ kind: 'create', state: 'queued' }, 'draft', { kind: 'submit', state: 'queued' });
  expect([goesWithChanges(submitted), offersDelete(submitted)]).toEqual([true, false]);
  // It may be on the service, and only the submission is discarded.
  const sent = order({ kind: 'create', state: 'in-doubt' }, 'draft', { kind: 'submit', state: 'queued' });
  expect(goesWithChanges(sent)).toBe(false);
  expect(goesWithChanges(order({ kind: 'edit', state: 'queued' }))).toBe(false);
});

it('offers to delete an order on the service even with other pending changes', () => {
  expect(offersDelete(order(null))).toBe(true);
  expect(offersDelete(order({ kind: 'edit', state: 'refused' }))).toBe(true);
  expect(offersDelete(order(null, 'submitted'))).toBe(true);
  expect(offersDelete(order(null, 'read-only'))).toBe(false);
});

describe('the actions for an order', () => {
  it('treat a waiting submission as submitted unless it was rejected', () => {
    const waits = order({ kind: 'submit', state: 'queued' });
    expect([canDo('submit', waits), canDo('withdraw', waits), canDo('delete', waits)]).toEqual([false, true, false]);
    const asks = order({ kind: 'submit', state: 'refused' });
    expect([canDo('submit', asks), canDo('withdraw', asks)]).toEqual([true, false]);
    expect([canDo('submit', order(null)), canDo('withdraw', order(null, 'submitted'))]).toEqual([true, true]);
    const back = order({ kind: 'withdraw', state: 'queued' }, 'submitted');
    expect([canDo('submit', back), canDo('withdraw', back)]).toEqual([true, false]);
  });

  it('follow the last submission or withdrawal that was not rejected, whatever else is open', () => {
    const submitted = order({ kind: 'submit', state: 'queued' }, 'draft', { kind: 'edit', state: 'queued' });
    expect([canDo('submit', submitted), canDo('withdraw', submitted)]).toEqual([false, true]);
    const withdrawn = order({ kind: 'withdraw', state: 'queued' }, 'submitted', { kind: 'edit', state: 'queued' });
    expect([canDo('submit', withdrawn), canDo('withdraw', withdrawn)]).toEqual([true, false]);
    const again = order({ kind: 'withdraw', state: 'queued' }, 'submitted', { kind: 'submit', state: 'refused' });
    expect([canDo('submit', again), canDo('withdraw', again)]).toEqual([true, false]);
    const deleted = order({ kind: 'edit', state: 'decision' }, 'draft', { kind: 'delete', state: 'queued' });
    expect(whyNotRow('edit', deleted)).toBe('is-deleted');
  });

  it('start with a correction if the service rejected the order', () => {
    expect(canDo('submit', order({ kind: 'create', state: 'refused' }))).toBe(false);
    expect(canDo('submit', order({ kind: 'create', state: 'queued' }))).toBe(true);
    expect(canDo('submit', order({ kind: 'edit', state: 'refused' }))).toBe(true);
    expect(canDo('edit', order({ kind: 'create', state: 'refused' }))).toBe(true);
  });

  it('are none while it is being deleted or is on a route', () => {
    expect(whyNotRow('edit', order({ kind: 'delete', state: 'queued' }))).toBe('is-deleted');
    expect(whyNotRow('edit', order(null, 'read-only'))).toBe('on-route');
    expect(whyNotRow('edit', { ...order(null, 'read-only'), source: 'courier' })).toBe('from-courier');
    expect(whyNotRow('edit', order(null))).toBeNull();
  });
});

describe('the progress of several orders', () => {
  const batch = (action: Batch['action'], ...ids: string[]): Batch => ({
    ...{ action, left: [] },
    titles: new Map(ids.map((id) => [id, `Title of ${id}`])),
  });
  const row = (
    id: string,
    state: OrderRow['state'],
    change: Partial<OrderChange> | null = null,
    ...more: Partial<OrderChange>[]
  ) => ({
    ...order(change, state, ...more),
    ...{ id, recordId: null },
  });
  const counts = (of: Batch, ...rows: OrderRow[]) => {
    const { done, waiting, failed } = batchProgress(of, rows, false);
    return [done, waiting, failed.length];
  };

  it('counts a submission by the state of the order once nothing waits', () => {
    const submit = batch('submit', 'a');
    expect(counts(submit, row('a', 'submitted'))).toEqual([1, 0, 0]);
    expect(counts(submit, row('a', 'read-only'))).toEqual([1, 0, 0]);
    // The list has not been refreshed yet.
    expect(counts(submit, row('a', 'draft'))).toEqual([0, 1, 0]);
    expect(counts(submit, row('a', 'submitted', { kind: 'submit', state: 'sending' }))).toEqual([0, 1, 0]);
    expect(counts(submit)).toEqual([0, 1, 0]);
  });

  it('counts a withdrawal by the draft, and a deletion by the missing order', () => {
    expect(counts(batch('withdraw', 'a'), row('a', 'draft'))).toEqual([1, 0, 0]);
    expect(counts(batch('withdraw', 'a'), row('a', 'submitted'))).toEqual([0, 1, 0]);
    expect(counts(batch('withdraw', 'a'))).toEqual([0, 1, 0]);
    expect(counts(batch('delete', 'a'))).toEqual([1, 0, 0]);
    expect(counts(batch('delete', 'a'), row('a', 'draft'))).toEqual([0, 1, 0]);
  });

  it('counts an order by the change of the action, and not by another one', () => {
    const submit = batch('submit', 'a');
    const edit = { kind: 'edit', state: 'refused' } as const;
    expect(counts(submit, row('a', 'draft', edit, { kind: 'submit', state: 'queued' }))).toEqual([0, 1, 0]);
    expect(counts(submit, row('a', 'submitted', edit))).toEqual([1, 0, 0]);
    expect(counts(batch('withdraw', 'a'), row('a', 'draft', { kind: 'edit', state: 'queued' }))).toEqual([1, 0, 0]);
  });

  it('says of a submission that waits for a rejected order why that one was rejected', () => {
    const reason = { code: 'service.refused' as const, detail: {} };
    const parent = { code: 'outbox.parent-refused' as const, detail: {} };
    const blocked = { kind: 'submit', state: 'blocked', reason: parent } as const;
    const rows = [row('a', 'draft', { kind: 'create', state: 'refused', reason }, blocked)];
    const { failed } = batchProgress(batch('submit', 'a'), rows, true);
    expect(failed.map(({ why }) => why)).toEqual([errorText(reason).what]);
  });

  it('counts a submission of an order that is gone as failed, once all rows are loaded', () => {
    const gone = errorText(new AppError('record.not-found')).what;
    expect(batchProgress(batch('submit', 'a'), [], true)).toEqual({
      ...{ done: 0, waiting: 0, again: [] },
      failed: [{ id: 'a', title: 'Title of a', why: gone }],
    });
    expect(batchProgress(batch('delete', 'a'), [], true)).toMatchObject({ done: 1, failed: [] });
  });

  it('gives the reasons of those that need a decision, and counts every order once', () => {
    const reason = { code: 'service.refused' as const, detail: {} };
    const rows = [
      row('a', 'draft', { kind: 'submit', state: 'refused', reason }),
      row('b', 'draft', { kind: 'submit', state: 'decision', reason: null }),
      row('c', 'submitted'),
      row('d', 'submitted'),
      row('e', 'draft', { kind: 'submit', state: 'queued' }),
      row('f', 'submitted'),
    ];
    expect(batchProgress(batch('submit', 'a', 'b', 'c', 'd', 'e'), rows, true)).toEqual({
      done: 2,
      waiting: 1,
      again: ['a', 'b'],
      failed: [
        { id: 'a', title: 'Title of a', why: errorText(reason).what },
        { id: 'b', title: 'Title of b', why: '' },
      ],
    });
  });

  it('finds an order by its local id after the service has given it another', () => {
    const sent = { ...row('orders/o1', 'submitted'), recordId: 'ours' };
    expect(counts(batch('submit', 'ours'), sent)).toEqual([1, 0, 0]);
    expect(counts(batch('submit', 'orders/o1'), sent)).toEqual([1, 0, 0]);
  });

  it('starts with the orders that failed immediately, which it does not wait for', () => {
    const error = encodeError(new AppError('record.not-editable'));
    const rows = [row('a', 'draft'), { ...row('b', 'draft'), externalId: 'W-2' }];
    const begun = batchOf('submit', rows, [
      { id: 'a', error: null },
      { id: 'b', error },
      { id: 'gone', error },
    ]);
    const why = errorText(error).what;
    expect(begun.left).toEqual([
      { id: 'b', title: 'W-2', why },
      { id: 'gone', title: 'gone', why },
    ]);
    expect([...begun.titles.keys()]).toEqual(['a']);
    expect(batchProgress(begun, [row('a', 'submitted')], true)).toEqual({
      ...{ done: 1, waiting: 0, again: [] },
      failed: begun.left,
    });
  });
});
