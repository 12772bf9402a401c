/** Orders with the numbers of a file that are here or on the service already, as far as they were looked up. */
import type { KnownOrder } from '../../../shared/orders.ts';
import { backend } from '../../lib/backend.ts';
import { added, byNumber, none, unreadNumbers, type Details, type Known } from './import-rows.ts';

const lookedUpAtOnce = 100;
const askedAtOnce = 20;

/** Says whether what is looked up is wanted still: another file may have come. */
type IsWanted = () => boolean;

export class KnownOrders {
  known = $state.raw<Known>(none());
  /** Orders that are here, as they are now. */
  details = $state.raw<Details>(none());
  /** How far asking the service is. */
  asked = $state.raw<{ done: number; count: number; failed: number } | null>(null);

  /** Another file. */
  begin(): void {
    this.known = none();
    this.details = none();
    this.asked = null;
  }

  /** Looks order numbers up in what is on this computer. */
  async lookUp(numbers: readonly string[], isWanted: IsWanted): Promise<void> {
    for (let from = 0; from < numbers.length; from += lookedUpAtOnce) {
      const part = numbers.slice(from, from + lookedUpAtOnce);
      const found = await backend.orders.known({ externalIds: part, ask: false });
      if (!isWanted()) return;
      this.#learn(found);
    }
  }

  /** Asks the service for the order numbers that are not known here. */
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

  /** Reads orders that rows are to change. */
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

  /** What the service has and was not read from it yet can be changed once it was. */
  async #readUnread(isWanted: IsWanted): Promise<void> {
    const unread = unreadNumbers(this.known);
    if (unread.length === 0) return;
    try {
      await backend.orders.refresh();
      await this.lookUp(unread, isWanted);
    } catch {
      // They are known anyway; only changing them has to wait.
    }
  }

  #learn(found: readonly KnownOrder[]): void {
    if (found.length === 0) return;
    this.known = added(this.known, byNumber(found));
  }
}
