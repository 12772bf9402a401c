/** From the bytes of an answer to what the schema reads of it, or to nothing. */
import type { z } from 'zod';

/**
 * Arrays and objects inside each other, beyond which an answer is taken for a trap: every later step (storing, passing on
 * between threads) goes down one call a level and would fail instead of this one.
 */
const deepest = 500;

const bytes = { quote: 0x22, backslash: 0x5c, openArray: 0x5b, closeArray: 0x5d, openObject: 0x7b, closeObject: 0x7d };

function isTooDeep(body: Buffer): boolean {
  let depth = 0;
  let inText = false;
  let isEscaped = false;
  for (const byte of body) {
    if (isEscaped) isEscaped = false;
    else if (inText) {
      if (byte === bytes.backslash) isEscaped = true;
      else if (byte === bytes.quote) inText = false;
    } else if (byte === bytes.quote) inText = true;
    else if (byte === bytes.openArray || byte === bytes.openObject) {
      depth += 1;
      if (depth > deepest) return true;
    } else if (byte === bytes.closeArray || byte === bytes.closeObject) depth -= 1;
  }
  return false;
}

/** The body's JSON, or undefined when it is none. */
export function jsonOf(body: Buffer): unknown {
  if (isTooDeep(body)) return undefined;
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

/**
 * The body as the schema reads it, or undefined when it is no JSON or not of that shape.
 *
 * @param change from the fields of the connection's version to those of v1
 */
export function readBody<Schema extends z.ZodType>(
  schema: Schema,
  body: Buffer,
  change: (json: unknown) => unknown = (json) => json,
): z.infer<Schema> | undefined {
  const json = jsonOf(body);
  if (json === undefined) return undefined;
  const parsed = schema.safeParse(change(json));
  return parsed.success ? parsed.data : undefined;
}
