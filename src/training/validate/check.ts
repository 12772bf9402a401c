/**
 * Validates request bodies. Written separately from the client's schemas on purpose: both follow the documents, so a
 * mistake in one conflicts with the other. A check throws a refusal (400) that names the field. Unknown fields are
 * rejected, as by the deployed service (resolved).
 */
import { invalid } from '../http/errors.ts';

/** Throws when the value is invalid, otherwise returns it with its type. */
export type Check<Value> = (value: unknown, path: string) => Value;

const at = (path: string, name: string | number) => (path === '' ? String(name) : `${path}.${name}`);

/** Text with a maximum length; an empty text is never valid (resolved, Bounds). */
export const text =
  (maximum: number): Check<string> =>
  (value, path) => {
    if (typeof value !== 'string') throw invalid(path, `${path} must be text.`);
    // Counts characters like JSON Schema, not UTF-16 code units.
    const length = Array.from(value).length;
    if (length < 1 || length > maximum) throw invalid(path, `${path} must have 1 to ${maximum} characters.`);
    return value;
  };

/** An e-mail address. @param of the check of the text */
export const email =
  (of: Check<string>): Check<string> =>
  (value, path) => {
    const address = of(value, path);
    if (!/^[^\s@<>()[\]\\,;:"]+@[^\s@.]+(\.[^\s@.]+)+$/.test(address)) {
      throw invalid(path, `${path} must be an e-mail address.`);
    }
    return address;
  };

export const number =
  (least: number, most: number): Check<number> =>
  (value, path) => {
    if (typeof value !== 'number') throw invalid(path, `${path} must be a number.`);
    if (value < least || value > most) throw invalid(path, `${path} must be from ${least} to ${most}.`);
    return value;
  };

export const whole = (least: number, most: number): Check<number> => {
  const inBounds = number(least, most);
  return (value, path) => {
    const checked = inBounds(value, path);
    if (!Number.isInteger(checked)) throw invalid(path, `${path} must be a whole number.`);
    return checked;
  };
};

export const truth: Check<boolean> = (value, path) => {
  if (typeof value !== 'boolean') throw invalid(path, `${path} must be true or false.`);
  return value;
};

export const oneOf =
  <Word extends string>(...words: readonly Word[]): Check<Word> =>
  (value, path) => {
    const found = words.find((word) => word === value);
    if (found === undefined) throw invalid(path, `${path} must be one of ${words.join(', ')}.`);
    return found;
  };

/** `drivers/<id>` and similar (planning-api, Identifiers 4 and 5). */
export const idOf =
  (collection: string): Check<string> =>
  (value, path) => {
    const [prefix, segment, ...rest] = typeof value === 'string' ? value.split('/') : [];
    if (prefix !== collection || rest.length > 0 || !/^[A-Za-z0-9_-]{1,50}$/.test(segment ?? '')) {
      throw invalid(path, `${path} must be an id of the form ${collection}/<id>.`);
    }
    return `${prefix}/${segment ?? ''}`;
  };

export const list =
  <Item>(item: Check<Item>, least: number, most: number): Check<Item[]> =>
  (value, path) => {
    if (!Array.isArray(value)) throw invalid(path, `${path === '' ? 'The body' : path} must be a list.`);
    if (value.length < least || value.length > most) {
      throw invalid(path, `${path === '' ? 'The list' : path} must have ${least} to ${most} items.`);
    }
    return value.map((each, index) => item(each, at(path, index)));
  };

export const orNull =
  <Value>(check: Check<Value>): Check<Value | null> =>
  (value, path) =>
    value === null ? null : check(value, path);

/** An object with arbitrary keys, which are checked too. */
export const record =
  <Value>(key: Check<string>, item: Check<Value>): Check<Record<string, Value>> =>
  (value, path) =>
    Object.fromEntries(
      Object.entries(plainObject(value, path)).map(([name, each]) => {
        key(name, at(path, name));
        return [name, item(each, at(path, name))];
      }),
    );

type Fields = Record<string, Check<unknown>>;
type Checked<Shape extends Fields> = { [Name in keyof Shape]?: ReturnType<Shape[Name]> };

function plainObject(value: unknown, path: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalid(path, `${path === '' ? 'The body' : path} must be an object.`);
  }
  return value as Record<string, unknown>;
}

/** An object with only these fields, all optional. */
export const fields =
  <Shape extends Fields>(shape: Shape): Check<Checked<Shape>> =>
  (value, path) => {
    const given = plainObject(value, path);
    for (const name of Object.keys(given)) {
      if (!Object.hasOwn(shape, name)) throw invalid(at(path, name), `Unknown field '${at(path, name)}'.`);
    }
    // Each value was validated by its field's check.
    return Object.fromEntries(
      Object.entries(given).map(([name, each]) => [name, shape[name]?.(each, at(path, name))]),
    ) as Checked<Shape>;
  };

const noFields = fields({});

/** For an operation that needs no body. An empty object is one too; anything else throws a refusal (400). */
export function noBody(body: unknown): void {
  if (body !== undefined) noFields(body, '');
}

/** Throws when one of these fields is missing. */
export function required(value: object, path: string, ...names: readonly string[]): void {
  for (const name of names) {
    if (!Object.hasOwn(value, name)) throw invalid(at(path, name), `${at(path, name)} is missing.`);
  }
}
