/** Up to this many items are inserted one by one; for more, the list is split and joined again. */
const few = 64;

/** A list sorted by key. New items are inserted lazily, on the next read. */
export class SortedList<Item> {
  readonly #keyOf: (item: Item) => string;
  #sorted: Item[] = [];
  #added: Item[] = [];

  /** @param keyOf returns a unique key that does not change while the item is in the list */
  constructor(keyOf: (item: Item) => string) {
    this.#keyOf = keyOf;
  }

  add(item: Item): void {
    this.#added.push(item);
  }

  /** Removes the item with this key, if it exists. */
  remove(key: string): void {
    const place = this.placeOf(key);
    const found = this.#sorted[place];
    if (found !== undefined && this.#keyOf(found) === key) this.#sorted.splice(place, 1);
  }

  items(): readonly Item[] {
    this.#putIn();
    return this.#sorted;
  }

  /** The number of items with a lower key, which is the index of the item with this key. */
  placeOf(key: string): number {
    this.#putIn();
    return this.#search(key);
  }

  #search(key: string): number {
    let from = 0;
    let to = this.#sorted.length;
    while (from < to) {
      const middle = (from + to) >>> 1;
      const item = this.#sorted[middle];
      if (item !== undefined && this.#keyOf(item) < key) from = middle + 1;
      else to = middle;
    }
    return from;
  }

  #putIn(): void {
    if (this.#added.length === 0) return;
    const added = this.#added.toSorted((one, other) => (this.#keyOf(one) < this.#keyOf(other) ? -1 : 1));
    this.#added = [];
    if (added.length > few) {
      this.#join(added);
    } else {
      for (const item of added) this.#sorted.splice(this.#search(this.#keyOf(item)), 0, item);
    }
  }

  #join(added: readonly Item[]): void {
    const parts: Item[][] = [];
    let from = 0;
    for (const item of added) {
      const to = this.#search(this.#keyOf(item));
      if (to > from) parts.push(this.#sorted.slice(from, to));
      parts.push([item]);
      from = to;
    }
    parts.push(this.#sorted.slice(from));
    this.#sorted = parts.flat();
  }
}
