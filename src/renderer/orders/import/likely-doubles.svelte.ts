/**
 * Orders of a file that look like another one: of the last days, or further up in the file. The number decides first
 * (known-orders.svelte.ts); this is a hint for a person, and nothing follows from it.
 */
import { DeliveryIndex } from '../../../shared/delivery-index.ts';
import type { OrderDelivery } from '../../../shared/orders.ts';
import { comparableDelivery, type ComparableDelivery } from '../../../shared/same-delivery.ts';
import { dateText } from '../../../shared/time.ts';
import { backend } from '../../lib/backend.ts';
import { clock } from '../../lib/clock.svelte.ts';
import { dayOf, daysAway, formatDay } from '../../lib/format.ts';
import { inSlices } from '../../lib/in-slices.ts';
import { t } from '../../../messages/index.ts';
import { parseDay } from '../order-build.ts';
import type { ImportOrder } from './group.ts';
import { added, none } from './import-rows.ts';

/** Delay after a correction before the orders are compared again, in milliseconds. */
const pause = 400;

/** An order of the file, prepared for comparing. */
interface Prepared {
  delivery: ComparableDelivery;
  expectedOn: string | null;
}

/** Valid while the order is not corrected: there may be thousands. */
const preparations = new WeakMap<ImportOrder, Prepared>();

function prepared(order: ImportOrder): Prepared {
  const known = preparations.get(order);
  if (known !== undefined) return known;
  const { fields } = order;
  const place = [fields.addressLineOne, fields.addressLineTwo, `${fields.zip} ${fields.city}`];
  const day = parseDay(fields.expectedOn);
  const made: Prepared = {
    delivery: comparableDelivery({ name: fields.recipientName, phone: fields.phone, address: place.join(', ') }),
    expectedOn: day === undefined ? null : dateText(day),
  };
  preparations.set(order, made);
  return made;
}

type OfDay = Pick<Prepared, 'expectedOn'>;

/** Orders for two days are two deliveries. */
const mayBeOneDay = (one: OfDay, other: OfDay) =>
  one.expectedOn === null || other.expectedOn === null || one.expectedOn === other.expectedOn;

function dayWords(day: string): string {
  const away = daysAway(day, clock.now);
  if (away === 0) return t('orderImport.today');
  return away === -1 ? t('orderImport.yesterday') : formatDay(day, clock.now);
}

function words({ externalId, name, address, createdAt }: OrderDelivery): string {
  const day = dayWords(dayOf(createdAt));
  return externalId === null
    ? t('orderImport.alikeUnnumbered', { name: name ?? address ?? '', day })
    : t('orderImport.alikeOrder', { number: externalId, day });
}

export class LikelyDoubles {
  /** What each order of the file looks like, by its key. */
  texts = $state.raw<ReadonlyMap<string, string>>(none());
  #existing: Promise<DeliveryIndex<OrderDelivery>> | null = null;
  #turn = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Forgets everything, for another file. */
  begin(): void {
    clearTimeout(this.#timer);
    this.#turn += 1;
    this.#existing = null;
    this.texts = none();
  }

  /** Compares all orders again after a pause. @param orders as they are then */
  lookSoon(orders: () => readonly ImportOrder[]): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.look(orders()), pause);
  }

  /** Compares all orders, in time slices, with those that were read once for the file, and with each other. */
  async look(orders: readonly ImportOrder[]): Promise<void> {
    clearTimeout(this.#timer);
    this.#turn += 1;
    const turn = this.#turn;
    const isWanted = () => turn === this.#turn;
    try {
      this.#existing ??= readExisting();
      const existing = await this.#existing;
      const inFile = new DeliveryIndex<{ line: number } & OfDay>();
      const found: [key: string, text: string][] = [];
      const compare = (order: ImportOrder) => {
        const { delivery, expectedOn } = prepared(order);
        const number = order.fields.externalId.trim();
        const fits = (other: OfDay & { externalId?: string | null }) =>
          mayBeOneDay({ expectedOn }, other) && (number === '' || other.externalId !== number);
        const there = existing.find(delivery, fits);
        const above = there === undefined ? inFile.find(delivery, fits) : undefined;
        if (there !== undefined) found.push([order.key, words(there)]);
        else if (above !== undefined) found.push([order.key, t('orderImport.alikeLine', { line: String(above.line) })]);
        inFile.add({ line: order.lines[0], expectedOn }, delivery);
      };
      const isDone = isWanted() && (await inSlices(orders, compare, { progress: () => undefined, isWanted }));
      if (isDone) this.texts = added(none(), found);
    } catch {
      // The import works without the hints, and the next look reads again.
      this.#existing = null;
    }
  }
}

/** Reads the orders to compare with; of several that look alike, the newest is found first. */
async function readExisting(): Promise<DeliveryIndex<OrderDelivery>> {
  const rows: OrderDelivery[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof backend.orders.deliveries>> = await backend.orders.deliveries({ cursor });
    rows.push(...page.rows);
    cursor = page.cursor;
  } while (cursor !== null);
  const index = new DeliveryIndex<OrderDelivery>();
  const newestFirst = rows.sort((one, other) => other.createdAt - one.createdAt);
  const add = (row: OrderDelivery) => index.add(row, comparableDelivery(row));
  await inSlices(newestFirst, add, { progress: () => undefined, isWanted: () => true });
  return index;
}
