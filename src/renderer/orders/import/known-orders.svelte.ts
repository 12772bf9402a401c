/** Looks up existing orders by the order numbers of a file, here and on the service, and those that look alike. */
import type { KnownOrder } from '../../../shared/orders.ts';
import { backend } from '../../lib/backend.ts';
import type { ImportOrder } from './group.ts';
import { added, byNumber, none, numbersOf, unreadNumbers, type Details, type Known } from './import-rows.ts';
import { LikelyDoubles } from './likely-doubles.svelte.ts';

const lookedUpAtOnce = 100;
const askedAtOnce = 20;

/** Whether the result is still wanted: the user may have chosen another file. */
type IsWanted = () => boolean;

export class KnownOrders {
  known = $state.raw<Known>(none());
  /** Existing orders in their current state. */
  details = $state.raw<Details>(none());
  /** Progress of the lookup on the service. */
  asked = $state.raw<{ done: number; count: number; failed: number } | null>(null);
  readonly likely = new LikelyDoubles();

  /** Resets everything for another file. */
  begin(): void {
    this.likely.begin();
    this.known = none();
    this.details = none();
    this.asked = null;
  }

  /** Looks up the orders of a file on this computer. Hints at those that look alike come later. */
  async lookUpAll(orders: readonly ImportOrder[], isWanted: IsWanted): Promise<void> {
    void this.likely.look(orders);
    await this.lookUp(numbersOf(orders), isWanted);
  }

  /** Looks up order numbers on this computer. */
  async lookUp(numbers: readonly string[], isWanted: IsWanted): Promise<void> {
    for (let from = 0; from < numbers.length; from += lookedUpAtOnce) {
      const part = numbers.slice(from, from + lookedUpAtOnce);
      const found = await backend.orders.known({ externalIds: part, ask: false });
      if (!isWanted()) return;
      this.#learn(found);
    }
  }

  /** Looks up on the service the order numbers that are unknown here. */
  async ask(all: readonly string[], isWanted: IsWanted): Promise<void> {
    const numbers = all.filter((number) => !this.known.has(number));
    let failed = 0;
    this.asked = { done: 0, count: numbers.length, failed };
    for (let from = 0; from < numbers.length; from += askedAtOnce) {
      const part = numbers.slice(from, from + askedAtOnce);
      try {
        this.#learn(await backend.orders.known({ externalIds: part, ask: true }));
      } catch {
        failed += part.length;
      }
      if (!isWanted()) return;
      this.asked = { done: Math.min(from + askedAtOnce, numbers.length), count: numbers.length, failed };
    }
    await this.#readUnread(isWanted);
  }

  /** Reads the existing orders that rows will update. */
  async read(ids: readonly string[], isWanted: IsWanted): Promise<void> {
    for (let from = 0; from < ids.length; from += lookedUpAtOnce) {
      const part = ids.slice(from, from + lookedUpAtOnce);
      const details = await backend.orders.getMany({ orderIds: part });
      if (!isWanted()) return;
      this.details = added(
        this.details,
        part.map((id, index) => [id, details[index] ?? null] as const),
      );
    }
  }

  /** Refreshes the cache when the service has orders that are not in it, so that they can be updated. */
  async #readUnread(isWanted: IsWanted): Promise<void> {
    const unread = unreadNumbers(this.known);
    if (unread.length === 0) return;
    try {
      await backend.orders.refresh();
      await this.lookUp(unread, isWanted);
    } catch {
      // The duplicates are known anyway; only updating them has to wait.
    }
  }

  #learn(found: readonly KnownOrder[]): void {
    if (found.length === 0) return;
    this.known = added(this.known, byNumber(found));
  }
}
