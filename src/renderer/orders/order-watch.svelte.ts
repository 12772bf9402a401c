/** Notices what happens elsewhere to the order that is open: at another desk, or at the courier. */
import type { OrderChange, OrderRow, OrderState } from '../../shared/orders.ts';
import { needsDecision } from '../lib/unsent.ts';
import { orderKey } from './order-words.ts';

export type OrderNews = 'gone' | 'submitted' | 'withdrawn' | 'read-only';

/** What happened to an order between two of its states; null: nothing. */
export function newsOf(before: OrderState, after: OrderState): Exclude<OrderNews, 'gone'> | null {
  if (before === after) return null;
  if (after === 'read-only') return after;
  return after === 'submitted' ? after : 'withdrawn';
}

/** The state that an action from here leads to. */
const results: Readonly<Partial<Record<OrderChange['kind'], OrderState | 'gone'>>> = {
  submit: 'submitted',
  withdraw: 'draft',
  delete: 'gone',
};

export class OrderWatch {
  /** What happened to the order in the pane; null: nothing, or the user has read it. */
  news = $state.raw<OrderNews | null>(null);
  /** The order in the pane, as last listed. */
  #last: OrderRow | null = null;
  /** What actions from here lead to, by the order's id: that is no news. */
  #expected: Readonly<Record<string, OrderState | 'gone'>> = {};

  /** An action from here was begun. */
  expect(action: OrderChange['kind'], rows: readonly Pick<OrderRow, 'id'>[]): void {
    const result = results[action];
    if (result === undefined) return;
    this.#expected = { ...this.#expected, ...Object.fromEntries(rows.map(({ id }) => [id, result])) };
  }

  /** Takes the order in the pane as it is listed now. */
  see(row: OrderRow): void {
    const last = this.#last;
    this.#last = row;
    this.#follow(row);
    if (last === null || orderKey(last) !== orderKey(row)) this.news = null;
    else if (last.state !== row.state) {
      const expected = this.#expected[row.id];
      // An order with a courier is withdrawn before it is deleted.
      this.news = expected === row.state || expected === 'gone' ? null : newsOf(last.state, row.state);
      if (expected === row.state) this.#forget(row.id);
    }
  }

  dismiss(): void {
    this.news = null;
  }

  /**
   * The order for the pane when the list does not show it any more, as last listed: it was deleted elsewhere, or
   * belongs to a page that is not loaded. The details tell which.
   *
   * @param selected key of the order in the pane
   * @param listed all rows that are loaded, whatever the filter
   * @returns undefined when the filter hides it, or when it went because of an action from here
   */
  left(selected: string | null, listed: readonly OrderRow[]): OrderRow | undefined {
    const last = this.#last;
    if (last === null || orderKey(last) !== selected || last.origin === 'outbox') return undefined;
    const isDeleted = last.changes.some(({ kind }) => kind === 'delete');
    const isOurs = isDeleted || this.#expected[last.id] === 'gone';
    return isOurs || listed.some(({ id }) => id === last.id) ? undefined : last;
  }

  /** A change that waits or is being sent will be no news; a rejected one leads to nothing. */
  #follow({ id, changes }: OrderRow): void {
    const last = changes.findLast(({ kind }) => results[kind] !== undefined);
    if (last === undefined) return;
    if (needsDecision(last.state)) this.#forget(id);
    else this.expect(last.kind, [{ id }]);
  }

  #forget(id: string): void {
    const { [id]: _done, ...others } = this.#expected;
    this.#expected = others;
  }
}
