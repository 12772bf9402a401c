/** In-memory records of one kind, accessible by id, in insertion order and by index. */

/** The values by which records are indexed besides their id; null: not in this index. */
export type Indexes<Item> = Readonly<Record<string, (item: Item) => string | null>>;

interface Row<Item> {
  item: Item;
  /** Increases with each record and never changes, because page tokens refer to it. */
  place: number;
}

interface Change<Item> {
  before: Row<Item> | undefined;
  at: number;
}

/** How long the previous versions of changed records are kept for lagging lists, in milliseconds. */
const memory = 10_000;

interface Index<Item> {
  valueOf: (item: Item) => string | null;
  /** Ids by value, in the order in which they were added to it. */
  ids: Map<string, Set<string>>;
}

function unindex<Item>({ ids: byValue }: Index<Item>, id: string, value: string | null): void {
  if (value === null) return;
  const ids = byValue.get(value);
  ids?.delete(id);
  if (ids?.size === 0) byValue.delete(value);
}

export class Collection<Item extends object> {
  readonly #idOf: (item: Item) => string;
  readonly #rows = new Map<string, Row<Item>>();
  readonly #indexes: ReadonlyMap<string, Index<Item>>;
  /** Recent changes by id, oldest first. The id that changed last comes last. */
  readonly #changes = new Map<string, Change<Item>[]>();
  #nextPlace = 0;
  #version = 0;

  constructor(idOf: (item: Item) => string, indexes: Indexes<Item> = {}) {
    this.#idOf = idOf;
    this.#indexes = new Map(Object.entries(indexes).map(([name, valueOf]) => [name, { valueOf, ids: new Map() }]));
  }

  get size(): number {
    return this.#rows.size;
  }

  /** Increases with each change and invalidates what was computed from the records. */
  get version(): number {
    return this.#version;
  }

  idOf(item: Item): string {
    return this.#idOf(item);
  }

  get(id: string): Item | undefined {
    return this.#rows.get(id)?.item;
  }

  /** All records, oldest first. */
  all(): Item[] {
    return Array.from(this.#rows.values(), ({ item }) => item);
  }

  /** The records with a value in an index, oldest first. */
  of(index: string, value: string): Item[] {
    const ids = this.#indexes.get(index)?.ids.get(value);
    if (!ids) return [];
    const rows = Array.from(ids, (id) => this.#rows.get(id)).filter((row) => row !== undefined);
    // A record that got this value later than others may still be older.
    if (rows.some((row, index) => row.place < (rows[index - 1]?.place ?? 0))) {
      rows.sort((one, other) => one.place - other.place);
    }
    return rows.map(({ item }) => item);
  }

  /** The place of the next new record. */
  get nextPlace(): number {
    return this.#nextPlace;
  }

  /** Reserves all places below this one, even those without a record. */
  keepPlacesBefore(place: number): void {
    this.#nextPlace = Math.max(this.#nextPlace, place);
  }

  /** A record's position among all that ever existed, or -1. */
  placeOf(id: string): number {
    return this.#rows.get(id)?.place ?? -1;
  }

  /**
   * Adds a record, or replaces the one with the same id, which keeps its place.
   * @param at milliseconds since the epoch; 0 for records from before the service started
   * @param newPlace the previous place of a record that is restored
   */
  put(item: Item, at: number, newPlace = this.#nextPlace): void {
    const id = this.#idOf(item);
    const before = this.#rows.get(id);
    this.#remember(id, before, at);
    this.#rows.set(id, { item, place: before?.place ?? newPlace });
    if (!before) this.keepPlacesBefore(newPlace + 1);
    for (const index of this.#indexes.values()) {
      const value = index.valueOf(item);
      const valueBefore = before ? index.valueOf(before.item) : null;
      if (value === valueBefore) continue;
      unindex(index, id, valueBefore);
      if (value === null) continue;
      const ids = index.ids.get(value);
      if (ids) ids.add(id);
      else index.ids.set(value, new Set([id]));
    }
    this.#version += 1;
  }

  remove(id: string, at: number): void {
    const before = this.#rows.get(id);
    if (!before) return;
    this.#remember(id, before, at);
    for (const index of this.#indexes.values()) unindex(index, id, index.valueOf(before.item));
    this.#rows.delete(id);
    this.#version += 1;
  }

  /**
   * The records as of an earlier time, for lagging lists (resolved: lists may be a second late).
   * @param items the current content of the list
   * @param belongs whether a record would be in that list
   * @param since milliseconds since the epoch; later changes are ignored
   * @param now changes that are later still were made before the clock was set back: lists have shown them long ago
   */
  asOf(items: readonly Item[], belongs: (item: Item) => boolean, since: number, now: number): Item[] {
    const late = new Map<string, Change<Item>>();
    for (const [id, changes] of this.#changes) {
      // The record before the first of the later changes.
      const first = changes.find(({ at }) => at > since && at <= now);
      if (first) late.set(id, first);
    }
    const unchanged = items.filter((item) => !late.has(this.#idOf(item)));
    const before = Array.from(late.values(), (change) => change.before).filter(
      (row) => row !== undefined && belongs(row.item),
    );
    if (before.length === 0) return unchanged;
    const rows = [...unchanged.map((item) => this.#rows.get(this.#idOf(item))), ...before];
    return rows
      .filter((row) => row !== undefined)
      .sort((one, other) => one.place - other.place)
      .map(({ item }) => item);
  }

  #remember(id: string, before: Row<Item> | undefined, at: number): void {
    // Written before the service started, so no list lags behind it.
    if (at === 0) return;
    // Those with a later time were made before the clock was set back.
    const isRecent = (change: Change<Item> | undefined) =>
      change !== undefined && change.at > at - memory && change.at <= at;
    for (const [known, changes] of this.#changes) {
      if (isRecent(changes.at(-1))) break;
      this.#changes.delete(known);
    }
    const recent = (this.#changes.get(id) ?? []).filter(isRecent);
    this.#changes.delete(id);
    this.#changes.set(id, [...recent, { before, at }]);
  }
}
