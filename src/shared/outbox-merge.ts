/**
 * Three versions of an edited record: base (what the person began from), mine, theirs (outbox, Rule 9). What only I
 * changed is sent; what both changed to the same is done; what both changed to something else is for a person.
 */

export type Fields = Record<string, unknown>;

export interface Conflict {
  /** Dotted path. */
  field: string;
  base: unknown;
  mine: unknown;
  theirs: unknown;
}

export interface Merge {
  /** What is left to be sent, in the shape of `mine`; empty when the record says it already. */
  send: Fields;
  conflicts: Conflict[];
}

/** An object with fields of its own; a list is none. */
export const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Null, missing and an empty list say the same; of an object, its leaves are compared. */
export function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (isEmpty(one) && isEmpty(other)) return true;
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((item, index) => isSame(item, other[index]));
  }
  if (!isObject(one) || !isObject(other)) return false;
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].every((name) => isSame(one[name], other[name]));
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined) return true;
  if (Array.isArray(value)) return value.length === 0;
  return isObject(value) && Object.values(value).every(isEmpty);
}

/** Nested objects that go whole, each with the leaves that may be sent; null: all of them. */
export type Whole = ReadonlyMap<string, readonly string[] | null>;

/**
 * @param mine the fields that the person set; null clears one
 * @param whole nested objects that are sent whole when a leaf of them changed, because nobody says whether the service
 *   merges them (resolved, Reading)
 */
export function merge(base: Fields, mine: Fields, theirs: Fields, whole: Whole): Merge {
  const send: Fields = {};
  const conflicts: Conflict[] = [];
  for (const [name, value] of Object.entries(mine)) {
    const inner = mergeValue(name, base[name], value, theirs[name], conflicts);
    if (inner === undefined) continue;
    const names = whole.get(name);
    send[name] = names !== undefined && isObject(inner) ? { ...leaves(theirs[name], names), ...inner } : inner;
  }
  return { send, conflicts };
}

/** What of one field is left to be sent; undefined: nothing. */
function mergeValue(path: string, base: unknown, mine: unknown, theirs: unknown, conflicts: Conflict[]): unknown {
  if (isSame(mine, theirs) || isSame(mine, base)) return undefined;
  if (isObject(mine) && !isValue(mine)) {
    const from = isObject(base) ? base : {};
    const there = isObject(theirs) ? theirs : {};
    const inner = Object.entries(mine).flatMap(([name, value]) => {
      const left = mergeValue(`${path}.${name}`, from[name], value, there[name], conflicts);
      return left === undefined ? [] : [[name, left] as const];
    });
    return inner.length === 0 ? undefined : Object.fromEntries(inner);
  }
  if (isSame(base, theirs)) return mine;
  if (Array.isArray(mine)) {
    const merged = mergeLists(listOf(base), mine, listOf(theirs));
    return isSame(merged, theirs) ? undefined : merged;
  }
  conflicts.push({ field: path, base, mine, theirs });
  return undefined;
}

/** A day, a time, a weight, a sum of money, coordinates: one value, of which no half is taken from another. */
function isValue(value: Fields): boolean {
  return ['day', 'hour', 'amount', 'latitude', 'addressLineOne'].some((name) => name in value);
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** What I took out goes, what I put in comes, what they changed stays. Arrays are replaced whole, so this is done first. */
function mergeLists(base: unknown[], mine: unknown[], theirs: unknown[]): unknown[] {
  const has = (list: unknown[], item: unknown) => list.some((other) => isSame(other, item));
  const kept = theirs.filter((item) => !has(base, item) || has(mine, item));
  return [...kept, ...mine.filter((item) => !has(base, item) && !has(kept, item))];
}

/** The leaves that a read object has, of those that an edit takes. */
function leaves(value: unknown, names: readonly string[] | null): Fields {
  if (!isObject(value)) return {};
  const taken = (name: string, leaf: unknown) => leaf !== undefined && (names === null || names.includes(name));
  return Object.fromEntries(Object.entries(value).filter(([name, leaf]) => taken(name, leaf)));
}
