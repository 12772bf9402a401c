/**
 * Three-way merge of an edited record: base (where the user began), mine, theirs (outbox, Rule 9). Fields that only I
 * changed are sent. Fields that both changed to the same value are done. Fields that both changed differently are
 * conflicts for the user.
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
  /** What is left to send, in the shape of `mine`. Empty if the record matches already. */
  send: Fields;
  conflicts: Conflict[];
}

/**
 * The names on the way to a field of a conflict. The own name of a custom property may hold dots, so the path is not
 * simply split at them.
 *
 * @param fields an edit or a record
 * @param field dotted path
 */
export function pathOf(fields: unknown, field: string): string[] {
  const names = isObject(fields) && !Object.hasOwn(fields, field) ? Object.keys(fields) : [];
  const [name] = names.filter((one) => field.startsWith(`${one}.`)).sort((one, other) => other.length - one.length);
  if (name === undefined) return [field];
  return [name, ...pathOf((fields as Fields)[name], field.slice(name.length + 1))];
}

/** A plain object, not a list. */
export const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Null, missing and an empty list are equal. Objects are compared leaf by leaf. */
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

/** Nested objects that are sent as a whole, each with the leaves that may be sent. Null: all of them. */
export type Whole = ReadonlyMap<string, readonly string[] | null>;

/**
 * @param mine the fields that the user set; null clears a field
 * @param whole nested objects that are sent as a whole if a leaf changed, because it is undocumented whether the
 *   service merges them (resolved, Reading)
 */
export function merge(base: Fields, mine: Fields, theirs: Fields, whole: Whole): Merge {
  const send: Fields = {};
  const conflicts: Conflict[] = [];
  for (const [name, value] of Object.entries(mine)) {
    const inner = mergeValue(name, base[name], value, theirs[name], conflicts);
    if (inner === undefined) continue;
    const names = whole.get(name);
    send[name] = names !== undefined && isObject(inner) ? complete(leaves(theirs[name], names), inner) : inner;
  }
  return { send, conflicts };
}

/**
 * What an edit changes of what its user began with: one field typed to and fro is not among it.
 *
 * @param base the values of the edit's fields when the user began
 */
export const changedBy = (edit: Fields, base: Fields): Fields => merge(base, edit, base, new Map()).send;

/**
 * An edit that builds on something else than before: what it left as it was, it leaves as it is now.
 *
 * @param before the values of the edit's fields when the user began
 * @param now what takes their place
 */
export const onto = (edit: Fields, before: Fields, now: Fields): Fields =>
  Object.fromEntries(
    Object.entries(edit).map(([name, value]) => [name, valueOnto(name, value, before[name], now[name])]),
  );

function valueOnto(path: string, value: unknown, before: unknown, now: unknown): unknown {
  if (isSame(value, before)) return now ?? null;
  if (!isObject(value) || isValue(path, value)) return value;
  const [from, there] = [before, now].map((each) => (isObject(each) ? each : {})) as [Fields, Fields];
  const leaves = Object.entries(value).map(
    ([name, leaf]) => [name, valueOnto(`${path}.${name}`, leaf, from[name], there[name])] as const,
  );
  return Object.fromEntries(leaves);
}

/** What is left to send of an object, with everything that the service has beside it, at any depth. */
function complete(there: Fields, left: Fields): Fields {
  const both = Object.entries(left).map(([name, value]) => {
    const other = there[name];
    const isPart = isObject(value) && !isValue(name, value) && isObject(other);
    return [name, isPart ? complete(other, value) : value] as const;
  });
  return { ...there, ...Object.fromEntries(both) };
}

/** What is left to send of one field. Undefined: nothing. */
function mergeValue(path: string, base: unknown, mine: unknown, theirs: unknown, conflicts: Conflict[]): unknown {
  if (isSame(mine, theirs) || isSame(mine, base)) return undefined;
  if (isObject(mine) && !isValue(path, mine)) {
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

/**
 * A day, a time, a weight, an amount of money, coordinates, an address: one value that is never merged in part. The
 * service replaces an address as a whole, also one without a street (order-api, Edit semantics 4).
 *
 * @param path dotted path
 */
export function isValue(path: string, value: Fields): boolean {
  if (path === 'address' || /(?:start|end)Address$/.test(path)) return true;
  // Its parts are named by users, as they like.
  if (path === 'customProperties') return false;
  return ['day', 'hour', 'amount', 'latitude', 'addressLineOne'].some((name) => name in value);
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/**
 * Applies my removals and additions to their list. Arrays are replaced as a whole on the service, so this is done here.
 */
function mergeLists(base: unknown[], mine: unknown[], theirs: unknown[]): unknown[] {
  const has = (list: unknown[], item: unknown) => list.some((other) => isSame(other, item));
  const kept = theirs.filter((item) => !has(base, item) || has(mine, item));
  return [...kept, ...mine.filter((item) => !has(base, item) && !has(kept, item))];
}

/** The leaves of a read object that an edit may contain. */
function leaves(value: unknown, names: readonly string[] | null): Fields {
  if (!isObject(value)) return {};
  const taken = (name: string, leaf: unknown) => leaf !== undefined && (names === null || names.includes(name));
  return Object.fromEntries(Object.entries(value).filter(([name, leaf]) => taken(name, leaf)));
}
