/** Looks up existing orders by the order numbers of a file, here and on the service, and those that look alike. */
import type { KnownOrder, OrderDelivery, OrderDetail } from '../../../shared/orders.ts';
import { dateText } from '../../../shared/time.ts';
import { AfterPause } from '../../lib/after-pause.ts';
import { backend } from '../../lib/backend.ts';
import { clock } from '../../lib/clock.svelte.ts';
import { dayOf, daysAway, formatDay } from '../../lib/format.ts';
import { parseDay } from '../../lib/typed.ts';
import type { ImportItem } from '../../import/item.ts';
import { added, none, numbersOf } from '../../import/import-rows.ts';
import { LikelyDoubles } from '../../import/likely-doubles.svelte.ts';
import { nowhere, type Existing, type IsWanted, type ItemsNow, type There } from '../../import/noun.ts';
import { t } from '../../../messages/index.ts';
import { fileChange, type FileChange } from './existing.ts';
import { orderSheet } from './order-sheet.ts';

const lookedUpAtOnce = 100;
const askedAtOnce = 20;
/** The contract takes no longer number; nor does the service (order-api, Order input). */
const longestNumber = 1_000;
const canBeAsked = (number: string) => number.length <= longestNumber;
/** Delay after a correction before its number is looked up, in milliseconds. */
const typingPause = 400;

/** By order number. */
export type Known = ReadonlyMap<string, readonly KnownOrder[]>;
/** Existing orders by id; null: no longer exists. */
export type Details = ReadonlyMap<string, OrderDetail | null>;

const nothingKnown: readonly KnownOrder[] = [];

/** Existing orders with this order's number. */
export const knownOf = (known: Known, { fields }: ImportItem): readonly KnownOrder[] =>
  known.get(fields.externalId.trim()) ?? nothingKnown;

/** Found orders, grouped by order number. */
export const byNumber = (found: readonly KnownOrder[]) => [...Map.groupBy(found, ({ externalId }) => externalId)];

/** Numbers of orders that exist on the service but are not in the cache yet. */
export const unreadNumbers = (known: Known): string[] =>
  [...known].flatMap(([number, there]) => (there.some(({ where }) => where === 'service') ? [number] : []));

function dayWords(day: string): string {
  const away = daysAway(day, clock.now);
  if (away === 0) return t('orderImport.today');
  return away === -1 ? t('orderImport.yesterday') : formatDay(day, clock.now);
}

function likeOrder({ externalId, name, address, createdAt }: OrderDelivery): string {
  const day = dayWords(dayOf(createdAt));
  return externalId === null
    ? t('orderImport.alikeUnnumbered', { name: name ?? address ?? '', day })
    : t('orderImport.alikeOrder', { number: externalId, day });
}

/** Reads the orders to compare with; of several that look alike, the newest is found first. */
async function readDeliveries(): Promise<OrderDelivery[]> {
  const rows: OrderDelivery[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof backend.orders.deliveries>> = await backend.orders.deliveries({ cursor });
    rows.push(...page.rows);
    cursor = page.cursor;
  } while (cursor !== null);
  return rows.sort((one, other) => other.createdAt - one.createdAt);
}

const likelyDoubles = () =>
  new LikelyDoubles<OrderDelivery>({
    deliveryOf: ({ fields }) => orderSheet.deliveryOf(fields),
    dayOf: ({ fields }) => {
      const day = parseDay(fields.expectedOn);
      return day === undefined ? null : dateText(day);
    },
    read: readDeliveries,
    ofFound: ({ name, phone, address, expectedOn, externalId }) => ({
      ...{ name, phone, address, day: expectedOn, number: externalId },
    }),
    words: likeOrder,
  });

export class KnownOrders implements Existing {
  known = $state.raw<Known>(none());
  /** Existing orders in their current state. */
  details = $state.raw<Details>(none());
  /** Progress of the lookup on the service. */
  asked = $state.raw<{ done: number; count: number; failed: number } | null>(null);
  readonly likely = likelyDoubles();
  /** Numbers that were looked up on this computer. */
  #lookedUp: Record<string, true> = {};
  /** Counts files. */
  #file = 0;
  readonly #soon = new AfterPause(typingPause);
  /** Cache of edits, valid while neither the row nor the existing order changes: there may be thousands. */
  readonly #changes = new WeakMap<ImportItem, { of: unknown; change: FileChange }>();

  get askedWords(): readonly string[] {
    if (this.asked === null) return [];
    const { done, count, failed } = this.asked;
    const words = t('orderImport.askedService', { done: done - failed, count });
    return failed === 0 ? [words] : [words, t('orderImport.askFailed', { count: failed })];
  }

  begin(): void {
    this.#soon.end();
    this.#file += 1;
    this.#lookedUp = {};
    this.likely.begin();
    this.known = none();
    this.details = none();
    this.asked = null;
  }

  /**
   * Looks up the orders of a file on this computer, and those that look alike: a row of a resumed import may change one
   * of them, and would be a new order as long as that is not found.
   */
  async lookUp(items: ItemsNow, isWanted: IsWanted): Promise<void> {
    await Promise.all([this.likely.look(items), this.lookUpNumbers(numbersOf(items()), isWanted)]);
  }

  /**
   * Also looks up numbers that were typed. Hints at those that look alike come later: nothing waits for them but the
   * look at the whole file, if it has not ended.
   */
  lookSoon(items: ItemsNow): Promise<void> {
    void this.likely.lookSoon(items);
    const file = this.#file;
    // The import works without numbers that cannot be looked up, and they are looked up at the next correction.
    return this.#soon.begin(() => {
      const typed = numbersOf(items()).filter((number) => this.#lookedUp[number] !== true);
      return this.lookUpNumbers(typed, () => file === this.#file);
    });
  }

  there(): (item: ImportItem) => There {
    const { known } = this;
    const { texts, found } = this.likely;
    return (item) => thereIn(known, texts, item, found);
  }

  changeOf(item: ImportItem): FileChange {
    const there = knownOf(this.known, item);
    const [id = null] = this.#idsFor(item);
    const detail = id === null ? null : this.details.get(id);
    const found = this.#changes.get(item);
    if (found !== undefined && found.of === detail && there.length <= 1) return found.change;
    const change = fileChange(item, there, detail);
    if (there.length <= 1) this.#changes.set(item, { of: detail, change });
    return change;
  }

  /** Ids of the orders with the number of a row, else of the one that it looks like, as far as they are read. */
  #idsFor(item: ImportItem): string[] {
    const there = knownOf(this.known, item);
    const alike = there.length === 0 ? this.likely.found.get(item.key) : undefined;
    return alike === undefined ? there.flatMap(({ orderId }) => orderId ?? []) : [alike.id];
  }

  /** Reads the existing orders that rows will update. */
  async read(items: readonly ImportItem[], isWanted: IsWanted): Promise<void> {
    const ids = items.flatMap((item) => this.#idsFor(item));
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

  /** Looks up on the service the order numbers that are unknown here. */
  async ask(items: ItemsNow, isWanted: IsWanted): Promise<void> {
    const all = numbersOf(items()).filter((number) => !this.known.has(number));
    const numbers = all.filter(canBeAsked);
    let failed = all.length - numbers.length;
    this.asked = { done: failed, count: all.length, failed };
    for (let from = 0; from < numbers.length; from += askedAtOnce) {
      const part = numbers.slice(from, from + askedAtOnce);
      try {
        this.#learn(await backend.orders.known({ externalIds: part, ask: true }));
      } catch {
        failed += part.length;
      }
      if (!isWanted()) return;
      const left = Math.max(0, numbers.length - from - askedAtOnce);
      this.asked = { done: all.length - left, count: all.length, failed };
    }
    await this.#readUnread(isWanted);
  }

  /** Looks up order numbers on this computer. */
  async lookUpNumbers(all: readonly string[], isWanted: IsWanted): Promise<void> {
    const numbers = all.filter(canBeAsked);
    for (let from = 0; from < numbers.length; from += lookedUpAtOnce) {
      const part = numbers.slice(from, from + lookedUpAtOnce);
      const found = await backend.orders.known({ externalIds: part, ask: false });
      if (!isWanted()) return;
      for (const number of part) this.#lookedUp[number] = true;
      this.#learn(found);
    }
  }

  /** Refreshes the cache when the service has orders that are not in it, so that they can be updated. */
  async #readUnread(isWanted: IsWanted): Promise<void> {
    const unread = unreadNumbers(this.known);
    if (unread.length === 0) return;
    try {
      await backend.orders.refresh();
      await this.lookUpNumbers(unread, isWanted);
    } catch {
      // The duplicates are known anyway; only updating them has to wait.
    }
  }

  #learn(found: readonly KnownOrder[]): void {
    if (found.length === 0) return;
    this.known = added(this.known, byNumber(found));
  }
}

/**
 * What is known of an order like the one of a row.
 *
 * @param alike what a row's order looks like, by key
 * @param found the existing orders among it, by key
 */
export function thereIn(
  known: Known,
  alike: ReadonlyMap<string, string>,
  item: ImportItem,
  found: ReadonlyMap<string, OrderDelivery> = none(),
): There {
  const [first] = knownOf(known, item);
  const looksLike = alike.get(item.key) ?? null;
  if (first === undefined && looksLike === null) return nowhere;
  const text = () => (first?.where === 'waiting' ? t('imports.duplicateWaiting') : t('imports.duplicateCached'));
  return {
    duplicate: first === undefined ? null : text(),
    isKnown: first !== undefined,
    alike: looksLike,
    isAlikeKnown: found.has(item.key),
  };
}
