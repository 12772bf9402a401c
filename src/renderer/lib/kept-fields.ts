/** Reads the fields of a form from its draft, which an older version of the app may have written. */

type Kept = Readonly<Record<string, unknown>>;

const isText = (value: unknown): value is string => typeof value === 'string';

/** Whether a kept value can stand in a field. @param empty the field's value in an empty form */
function fitsField(value: unknown, empty: unknown): boolean {
  if (Array.isArray(empty)) return Array.isArray(value) && value.every(isText);
  // A choice that may be open.
  if (empty === null) return value === null || isText(value);
  return isText(value) && isText(empty);
}

/**
 * The fields of a draft: texts, lists of texts, and choices (null: open). What is missing or of another kind stays as in
 * an empty form.
 *
 * @param empty the fields of an empty form; they are not changed
 */
export function keptFields<Fields extends object>(kept: Kept, empty: Fields): Fields {
  const fields = Object.entries(empty).map(([name, value]: [string, unknown]) => {
    const found = kept[name];
    return [name, fitsField(found, value) ? structuredClone(found) : value] as const;
  });
  return Object.fromEntries(fields) as unknown as Fields;
}

/** The first of these fields with text, to name a draft by; null: all are empty. */
export function firstText(kept: Kept, names: readonly string[]): string | null {
  const found = names.map((name) => kept[name]).find((value) => isText(value) && value.trim() !== '');
  return isText(found) ? found : null;
}

/**
 * The edited record that a draft remembers, and its fields before the edit; null: the draft is not an edit.
 *
 * @param fieldsOf reads the fields of the form
 */
export function keptEdit<Fields>(
  kept: unknown,
  fieldsOf: (before: Kept) => Fields,
): { id: string; before: Fields } | null {
  if (typeof kept !== 'object' || kept === null || !('id' in kept) || typeof kept.id !== 'string') return null;
  const { id, before } = kept as { id: string; before?: Kept | null };
  return { id, before: fieldsOf(before ?? {}) };
}
