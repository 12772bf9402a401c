/** What is done with orders, one or many at once, and what becomes of each until the service has answered. */
import type { OrderRow } from '../../shared/orders.ts';
import type { RowResult } from '../../shared/stops.ts';
import { asAppError } from '../lib/backend.ts';
import { errorLine } from '../lib/error-text.ts';
import { press } from '../lib/press.ts';
import { toasts } from '../ui/toasts.svelte.ts';
import { batchOf, type Batch } from './order-batch.ts';

const mostAtOnce = 500;

export class OrderActions {
  /** What was done last with several; shown until it is looked at. */
  batch = $state.raw<Batch | null>(null);
  busy = $state(false);

  submit = (rows: readonly OrderRow[], courierId: string) =>
    this.#each('submit', rows, (orderIds) => press('orders.submit', { orderIds, courierId }));

  withdraw = (rows: readonly OrderRow[]) =>
    this.#each('withdraw', rows, (orderIds) => press('orders.withdraw', { orderIds }));

  remove = (rows: readonly OrderRow[]) =>
    this.#each('delete', rows, (orderIds) => press('orders.remove', { orderIds, withdraw: true }));

  /** Queues again what was refused of them. */
  retry = (orderIds: readonly string[]) => this.#quietly(orderIds, (ids) => press('orders.retry', { orderIds: ids }));

  /** What waits of them or was refused is not sent. */
  giveUp = (orderIds: readonly string[]) => this.#quietly(orderIds, (ids) => press('orders.giveUp', { orderIds: ids }));

  async #each(
    action: Batch['action'],
    rows: readonly OrderRow[],
    act: (orderIds: string[]) => Promise<RowResult[]>,
  ): Promise<void> {
    const results = await this.#inParts(
      rows.map(({ id }) => id),
      act,
    );
    if (results.length > 0) this.batch = batchOf(action, rows, results);
  }

  async #quietly(orderIds: readonly string[], act: (orderIds: string[]) => Promise<RowResult[]>): Promise<void> {
    await this.#inParts(orderIds, act);
  }

  async #inParts(ids: readonly string[], act: (orderIds: string[]) => Promise<RowResult[]>): Promise<RowResult[]> {
    const results: RowResult[] = [];
    this.busy = true;
    try {
      for (let from = 0; from < ids.length; from += mostAtOnce) {
        results.push(...(await act(ids.slice(from, from + mostAtOnce))));
      }
    } catch (error) {
      toasts.show('error', errorLine(asAppError(error)));
    } finally {
      this.busy = false;
    }
    return results;
  }
}
