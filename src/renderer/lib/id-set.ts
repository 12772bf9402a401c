/** A set of ids that is replaced and never changed, outside of Svelte's reactivity. */
export const idSet = (ids: Iterable<string>): ReadonlySet<string> => new Set(ids);
