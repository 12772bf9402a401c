/** Finds the same delivery among thousands without comparing each one with every other. */
import { isSameDelivery, type ComparableDelivery } from './same-delivery.ts';

/** What more deliveries than this share, such as the phone number of a shop on every row, tells nothing. */
const mostOfKey = 50;

/** In ascending order, so that a house number with two swapped digits has the same key. */
const digitsOf = (house: number) => String(house).split('').toSorted().join('');

/**
 * Two deliveries that are the same share a key unless they differ by several slips at once: a word of the name and the
 * house, the street and the house, or the end of the phone number.
 */
function keysOf({ name, phone, address: { street, house } }: ComparableDelivery): string[] {
  const houses = house === null ? [''] : [...new Set([house.first, house.last].map(digitsOf))];
  const words = name.filter((word) => word.length > 1);
  return [
    ...words.flatMap((word) => houses.map((at) => `name ${word} ${at}`)),
    ...(street.length === 0 ? [] : houses.map((at) => `street ${street.join('')} ${at}`)),
    ...(phone === null ? [] : [`phone ${phone.digits.slice(-5)}`]),
  ];
}

interface Entry<Item> {
  item: Item;
  delivery: ComparableDelivery;
  /** In the order in which they were added. */
  place: number;
}

export class DeliveryIndex<Item> {
  private readonly entries = new Map<string, Entry<Item>[]>();
  private readonly isSame: typeof isSameDelivery;
  private count = 0;

  /** @param isSame compares two deliveries that share a key */
  constructor(isSame: typeof isSameDelivery = isSameDelivery) {
    this.isSame = isSame;
  }

  add(item: Item, delivery: ComparableDelivery): void {
    const entry = { item, delivery, place: this.count };
    this.count += 1;
    for (const key of keysOf(delivery)) {
      const known = this.entries.get(key);
      if (known === undefined) this.entries.set(key, [entry]);
      else if (known.length <= mostOfKey) known.push(entry);
    }
  }

  /**
   * The same delivery that was added first. It costs a few comparisons, and never more than fifty for each key.
   *
   * @param fits leaves out items that cannot be meant
   */
  find(delivery: ComparableDelivery, fits: (item: Item) => boolean): Item | undefined {
    const shared = keysOf(delivery).flatMap((key) => {
      const known = this.entries.get(key) ?? [];
      return known.length > mostOfKey ? [] : known;
    });
    const candidates = new Set(shared);
    return [...candidates]
      .sort((one, other) => one.place - other.place)
      .find((entry) => fits(entry.item) && this.isSame(delivery, entry.delivery))?.item;
  }
}
