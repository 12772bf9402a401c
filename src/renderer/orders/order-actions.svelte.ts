/** Actions on one or many orders, and the progress of each until the service has answered. */
import type { OrderRow } from '../../shared/orders.ts';
import type { RowResult } from '../../shared/stops.ts';
import { errorLine } from '../lib/error-text.ts';
import { inParts } from '../lib/in-parts.ts';
import { press } from '../lib/press.ts';
import { t } from '../../messages/index.ts';
import { toasts } from '../ui/toasts.svelte.ts';
import { batchOf, type Batch } from './order-batch.ts';

/** The most orders that one call takes. */
const atOnce = 500;

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

  /** What changed is shown by the rows themselves, so only failures are said. */
  async #quietly(orderIds: readonly string[], act: (orderIds: string[]) => Promise<RowResult[]>): Promise<void> {
    const results = await this.#inParts(orderIds, act);
    const failed = results.flatMap(({ error }) => error ?? []);
    const [first] = failed;
    if (first === undefined) return;
    toasts.show('error', 'orders.change', t('orders.staysAsIs', { count: failed.length, why: errorLine(first) }));
  }

  async #inParts(ids: readonly string[], act: (orderIds: string[]) => Promise<RowResult[]>): Promise<RowResult[]> {
    let results: RowResult[] = [];
    this.busy = true;
    await toasts.attempt('orders.change', async () => {
      results = await inParts(
        ids.map((id) => ({ id })),
        atOnce,
        (part) => act(part.map(({ id }) => id)),
      );
    });
    this.busy = false;
    return results;
  }
}
