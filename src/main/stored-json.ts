/** The one door for JSON that the app stored itself: every text is parsed with a schema, never cast. */
import { z } from 'zod';
import type { Fields } from '../shared/outbox-merge.ts';

const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Fields of a record by their names in the API. Their values were validated when they were entered. */
export const fields = z.custom<Fields>(isObject, 'an object is expected');

/** An object whose parts are checked where they are used: an error's detail, the findings of a check. */
export const objectOf = <Shape extends object>() => z.custom<Shape>(isObject, 'an object is expected');

/** @throws SyntaxError | ZodError for a text that does not fit the schema */
export function fromStored<Schema extends z.ZodType>(schema: Schema, text: string): z.output<Schema> {
  return schema.parse(JSON.parse(text));
}

/** @returns the fallback for null and for a text that does not fit the schema */
export function fromStoredOr<Schema extends z.ZodType, Fallback>(
  schema: Schema,
  text: unknown,
  fallback: Fallback,
): z.output<Schema> | Fallback {
  if (typeof text !== 'string') return fallback;
  try {
    return fromStored(schema, text);
  } catch {
    return fallback;
  }
}

/** The fields in a text; none for null. @throws SyntaxError | ZodError for a text that holds no object */
export const storedFields = (text: string | null): Fields => (text === null ? {} : fromStored(fields, text));
