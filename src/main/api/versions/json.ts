/** Plain JSON on its way between two versions: nothing of it is trusted, and nothing of it is dropped. */

export type JsonObject = Record<string, unknown>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The object with one of its fields changed; what is no object, or lacks the field, stays as it is. */
export function withField(value: unknown, name: string, change: (field: unknown) => unknown): unknown {
  if (!isObject(value) || !Object.hasOwn(value, name)) return value;
  return { ...value, [name]: change(value[name]) };
}

/** Every item of a list changed; what is no list stays as it is. */
export const eachItem = (change: (item: unknown) => unknown) => (value: unknown) =>
  Array.isArray(value) ? value.map(change) : value;
