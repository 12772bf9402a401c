/** Helpers for converting JSON between two versions. They trust nothing and drop nothing. */

export type JsonObject = Record<string, unknown>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Applies a change to one field of an object. A value that is no object or lacks the field stays unchanged. */
export function withField(value: unknown, name: string, change: (field: unknown) => unknown): unknown {
  if (!isObject(value) || !Object.hasOwn(value, name)) return value;
  return { ...value, [name]: change(value[name]) };
}

/** Applies a change to every item of a list. Any other value stays unchanged. */
export const eachItem = (change: (item: unknown) => unknown) => (value: unknown) =>
  Array.isArray(value) ? value.map(change) : value;
