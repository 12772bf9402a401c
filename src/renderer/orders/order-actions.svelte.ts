/** Actions on one or many orders, and the progress of each until the service has answered. */
import type { OrderRow } from '../../shared/orders.ts';
import type { RowResult } from '../../shared/stops.ts';
import { press } from '../lib/press.ts';
import { toasts } from '../ui/toasts.svelte.ts';
import { batchOf, type Batch } from './order-batch.ts';

const mostAtOnce = 500;

export class OrderActions {
  /** The last action; shown until the user closes the dialog. */
  batch = $state.raw<Batch | null>(null);
  busy = $state(false);

  submit = (rows: readonly OrderRow[], courierId: string) =>
    this.#each('submit', rows, (orderIds) => press('orders.submit', { orderIds, courierId }));

  withdraw = (rows: readonly OrderRow[]) =>
    this.#each('withdraw', rows, (orderIds) => press('orders.withdraw', { orderIds }));

  remove = (rows: readonly OrderRow[]) =>
    this.#each('delete', rows, (orderIds) => press('orders.remove', { orderIds, withdraw: true }));

  /** Queues the refused changes of these orders again. */
  retry = (orderIds: readonly string[]) => this.#quietly(orderIds, (ids) => press('orders.retry', { orderIds: ids }));

  /** Discards the unsent and refused changes of these orders. */
  giveUp = (orderIds: readonly string[]) => this.#quietly(orderIds, (ids) => press('orders.giveUp', { orderIds: ids }));

  async #each(
    action: Batch['action'],
    rows: readonly OrderRow[],
    act: (orderIds: string[]) => Promise<RowResult[]>,
  ): Promise<void> {
    // Shown at once: many orders take a while.
    const begun = batchOf(action, rows, []);
    this.batch = begun;
    const results = await this.#inParts(
      rows.map(({ id }) => id),
      act,
    );
    // Somebody who has closed it is only told of what failed.
    const isWanted = this.batch === begun || results.some(({ error }) => error !== null);
    if (isWanted) this.batch = results.length > 0 ? batchOf(action, rows, results) : null;
  }

  async #quietly(orderIds: readonly string[], act: (orderIds: string[]) => Promise<RowResult[]>): Promise<void> {
    await this.#inParts(orderIds, act);
  }

  async #inParts(ids: readonly string[], act: (orderIds: string[]) => Promise<RowResult[]>): Promise<RowResult[]> {
    const results: RowResult[] = [];
    this.busy = true;
    await toasts.attempt('orders.change', async () => {
      for (let from = 0; from < ids.length; from += mostAtOnce) {
        results.push(...(await act(ids.slice(from, from + mostAtOnce))));
      }
    });
    this.busy = false;
    return results;
  }
}
