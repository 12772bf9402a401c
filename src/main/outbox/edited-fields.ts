/** The fields of an edit, compared and merged leaf by leaf. */
import { isObject, isSame, isValue, type Fields } from '../../shared/outbox-merge.ts';

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

/** The one object inside another that an edit merges too, because one of its fields may be sent alone. */
const handOff = 'deliveryInstructions.handOffInfo';

/**
 * Applies an edit to content, or merges it into an earlier edit; nested objects field by field, but an address, a weight
 * or a day as a whole (order-api, Edit semantics 4 to 6). Null removes a field from content, and stays null in an edit,
 * which clears the field with it.
 *
 * @param path dotted path of the object that is edited; empty for a record
 */
export function patched(content: Fields, edit: Fields, nulls: 'clears' | 'keeps-null' = 'clears', path = ''): Fields {
  const result = new Map(Object.entries(content));
  for (const [name, value] of Object.entries(edit)) {
    const there = result.get(name);
    const at = path === '' ? name : `${path}.${name}`;
    const isPlain = isObject(value) && !isValue(at, value);
    const isMerged = (path === '' || at === handOff) && isPlain && isObject(there);
    if (value === null && nulls === 'clears') result.delete(name);
    else if (isMerged) result.set(name, patched(there, value, nulls, at));
    else if (isPlain && nulls === 'clears') {
      // Content that does not have the object yet gets it without nulls, because no create may have them.
      const left = patched({}, value, nulls, at);
      if (Object.keys(left).length === 0) result.delete(name);
      else result.set(name, left);
    } else result.set(name, value);
  }
  // What is shipped is not picked up: the service clears the location as well (Edit semantics 5).
  if (path === handOff && result.get('handOffType') === 'ship_to_courier') result.delete('pickupLocationId');
  return Object.fromEntries(result);
}
