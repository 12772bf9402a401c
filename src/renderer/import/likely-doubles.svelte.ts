/**
 * Records of a file that look like another one: one that exists, or one further up in the file. What follows from it is
 * for a person to decide.
 */
import { DeliveryIndex } from '../../shared/delivery-index.ts';
import { comparableDelivery, type ComparableDelivery, type DeliveryText } from '../../shared/same-delivery.ts';
import { AfterPause } from '../lib/after-pause.ts';
import { inSlices } from '../lib/in-slices.ts';
import { t } from '../../messages/index.ts';
import type { ImportItem } from './item.ts';
import { added, none } from './import-rows.ts';

/** Delay after a correction before the records are compared again, in milliseconds. */
const pause = 400;

/** A record of the file, prepared for comparing. */
interface Prepared {
  delivery: ComparableDelivery;
  /** Records of two days are two deliveries. Null: of any day. */
  day: string | null;
  /** Records with the same number are found by it. */
  number: string;
}

/** What a kind of record says of the records to compare with. */
export interface DoublesOf<Found> {
  /** Of a record of the file; null: it is none that could be compared. */
  deliveryOf(item: ImportItem): DeliveryText | null;
  dayOf(item: ImportItem): string | null;
  /** The existing records; of several that look alike, the first is taken. */
  read(): Promise<readonly Found[]>;
  ofFound(found: Found): DeliveryText & { day: string | null; number: string | null };
  /** What the record looks like, as a text. */
  words(found: Found): string;
}

type OfDay = Pick<Prepared, 'day'>;

const mayBeOneDay = (one: OfDay, other: OfDay) => one.day === null || other.day === null || one.day === other.day;

export class LikelyDoubles<Found> {
  /** What each record of the file looks like, by its key. */
  texts = $state.raw<ReadonlyMap<string, string>>(none());
  /** The existing record among it, by the key. */
  found = $state.raw<ReadonlyMap<string, Found>>(none());
  readonly #of: DoublesOf<Found>;
  /** Valid while the record is not corrected: there may be thousands. */
  readonly #prepared = new WeakMap<ImportItem, Prepared>();
  #existing: Promise<DeliveryIndex<Found>> | null = null;
  #turn = 0;
  /** The look that began last; null: none has begun for this file. */
  #latest: Promise<void> | null = null;
  readonly #soon = new AfterPause(pause);

  constructor(of: DoublesOf<Found>) {
    this.#of = of;
  }

  /** Forgets everything, for another file. */
  begin(): void {
    this.#soon.end();
    this.#turn += 1;
    this.#existing = null;
    this.#latest = null;
    this.texts = none();
    this.found = none();
  }

  /** Reads the existing records again at the next look. */
  forgetExisting(): void {
    this.#existing = null;
  }

  /** Compares all records again after a pause. @param items as they are then @returns when a look has ended */
  lookSoon(items: () => readonly ImportItem[]): Promise<void> {
    return this.#soon.begin(() => this.look(items));
  }

  /**
   * Compares all records, in time slices, with those that were read once for the file, and with each other. A look that
   * a later one replaces ends with that: until then, a row that changes an existing record would be a new one.
   *
   * @param items as they are once those are read
   */
  async look(items: () => readonly ImportItem[]): Promise<void> {
    this.#soon.end();
    this.#turn += 1;
    const looking = this.#compareAll(items, this.#turn);
    this.#latest = looking;
    for (let look: Promise<void> | null = looking; look !== null; look = this.#replacementOf(look)) await look;
  }

  #replacementOf(look: Promise<void>): Promise<void> | null {
    return this.#latest === look ? null : this.#latest;
  }

  async #compareAll(items: () => readonly ImportItem[], turn: number): Promise<void> {
    const isWanted = () => turn === this.#turn;
    try {
      this.#existing ??= this.#readExisting();
      const existing = await this.#existing;
      const inFile = new DeliveryIndex<{ line: number; number: string } & OfDay>();
      const texts: [key: string, text: string][] = [];
      const records: [key: string, record: Found][] = [];
      const compare = (item: ImportItem) => {
        const made = this.#prepare(item);
        if (made === null) return;
        const { delivery, day, number } = made;
        const fits = (other: OfDay, its: string | null) =>
          mayBeOneDay({ day }, other) && (number === '' || its !== number);
        const there = existing.find(delivery, (other) => {
          const of = this.#of.ofFound(other);
          return fits(of, of.number);
        });
        const above = there === undefined ? inFile.find(delivery, (other) => fits(other, other.number)) : undefined;
        if (there !== undefined) {
          texts.push([item.key, this.#of.words(there)]);
          records.push([item.key, there]);
        } else if (above !== undefined) texts.push([item.key, t('imports.alikeLine', { line: String(above.line) })]);
        inFile.add({ line: item.lines[0], day, number }, delivery);
      };
      const isDone = isWanted() && (await inSlices(items(), compare, { progress: () => undefined, isWanted }));
      if (!isDone || !isWanted()) return;
      this.found = added(none(), records);
      this.#take(texts);
    } catch {
      // The import works without the hints, and the next look reads again.
      this.#existing = null;
    }
  }

  /** The same texts as before stay the same map, so that no row is made again for them. */
  #take(found: readonly (readonly [key: string, text: string])[]): void {
    const isSame = found.length === this.texts.size && found.every(([key, text]) => this.texts.get(key) === text);
    if (!isSame) this.texts = added(none(), found);
  }

  #prepare(item: ImportItem): Prepared | null {
    const known = this.#prepared.get(item);
    if (known !== undefined) return known;
    const delivery = this.#of.deliveryOf(item);
    if (delivery === null) return null;
    const number = item.fields.externalId.trim();
    const made: Prepared = { delivery: comparableDelivery(delivery), day: this.#of.dayOf(item), number };
    this.#prepared.set(item, made);
    return made;
  }

  async #readExisting(): Promise<DeliveryIndex<Found>> {
    const rows = await this.#of.read();
    const index = new DeliveryIndex<Found>();
    const add = (row: Found) => index.add(row, comparableDelivery(this.#of.ofFound(row)));
    await inSlices(rows, add, { progress: () => undefined, isWanted: () => true });
    return index;
  }
}
