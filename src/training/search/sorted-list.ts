/** Up to so many are put in one by one; more of them cut the list into parts, which are joined again. */
const few = 64;

/** A list that is always in the order of its keys. What is added is put in when the list is next looked at. */
export class SortedList<Item> {
  readonly #keyOf: (item: Item) => string;
  #sorted: Item[] = [];
  #added: Item[] = [];

  /** @param keyOf a key that no two items share and that stays as it is while the item is in the list */
  constructor(keyOf: (item: Item) => string) {
    this.#keyOf = keyOf;
  }

  add(item: Item): void {
    this.#added.push(item);
  }

  /** Takes out the item with this key; does nothing when there is none. */
  remove(key: string): void {
    const place = this.placeOf(key);
    const found = this.#sorted[place];
    if (found !== undefined && this.#keyOf(found) === key) this.#sorted.splice(place, 1);
  }

  items(): readonly Item[] {
    this.#putIn();
    return this.#sorted;
  }

  /** How many items have a lesser key: where the item with this key stands, or would stand. */
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
