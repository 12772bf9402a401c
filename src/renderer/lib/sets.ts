/** Sets that are made again instead of being changed, so that they need no reactivity of their own. */

/** The values of all of them. */
export const setOf = <Value>(...parts: readonly Iterable<Value>[]): ReadonlySet<Value> =>
  new Set(parts.flatMap((part) => [...part]));
