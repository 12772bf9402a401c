/** The fields of an edit, compared and merged leaf by leaf. */
import { isObject, isSame, type Fields } from '../../shared/outbox-merge.ts';

/** Whether an edit sets a field, or each leaf of it that has a value here. */
export function holds(edit: Fields, name: string, value: unknown): boolean {
  const there = edit[name];
  if (!isObject(value) || !isObject(there)) return Object.hasOwn(edit, name);
  return Object.keys(value).every((leaf) => Object.hasOwn(there, leaf));
}

/** Whether each leaf of an edited field has another value's; the edit may lack some leaves, and null is no value. */
export const isAsBefore = (value: unknown, other: unknown): boolean =>
  isObject(value) && isObject(other)
    ? Object.entries(value).every(([name, leaf]) => isSame(leaf ?? null, other[name] ?? null))
    : isSame(value ?? null, other ?? null);

/**
 * Applies an edit to content, or merges it into an earlier edit; nested objects field by field. Null removes a field
 * from content, and stays null in an edit, which clears the field with it.
 */
export function patched(content: Fields, edit: Fields, nulls: 'clears' | 'keeps-null' = 'clears', deep = true): Fields {
  const result = new Map(Object.entries(content));
  for (const [name, value] of Object.entries(edit)) {
    const there = result.get(name);
    const nested = deep && isObject(value) && isObject(there);
    if (value === null && nulls === 'clears') result.delete(name);
    else result.set(name, nested ? patched(there, value, nulls, false) : value);
  }
  return Object.fromEntries(result);
}
