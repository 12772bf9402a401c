/** Parses the bytes of an answer with a schema, and tells the service's own answers from those of the network. */
import type { z } from 'zod';
import { errorBody } from '../../shared/shapes.ts';

/**
 * Maximum nesting of arrays and objects. Later steps (storing, passing between threads) recurse once per level, so a
 * deeper answer would overflow the stack there.
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

/** The body's JSON, or undefined when it is not valid JSON or is nested too deeply. */
export function jsonOf(body: Buffer): unknown {
  if (isTooDeep(body)) return undefined;
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

/**
 * The body as parsed by the schema, or undefined when it is not JSON or does not match.
 *
 * @param change maps the fields of the connection's version to those of v1
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

/**
 * Whether a network answered instead of the service: with a redirect, which the services never send, with the status of
 * a sign-in page (511), or with a web page in place of what was asked for.
 */
export function isSignInPage({ status, contentType }: { status: number; contentType: string }): boolean {
  if ((status >= 300 && status <= 399) || status === 511) return true;
  return status >= 200 && status <= 299 && /^\s*(text\/html|application\/xhtml)/i.test(contentType);
}

/**
 * Whether something between here and the service refused a request, so that the status says nothing about a key or a
 * record. A refusal of the services has a JSON body (resolved, Status codes; order-api, Errors), except for 429, whose
 * body may be empty. A 408 says the same whoever sends it.
 */
export function isForeignRefusal({ status, body }: { status: number; body: Buffer }): boolean {
  if (status < 400 || status > 499 || status === 408 || status === 429) return false;
  return readBody(errorBody, body) === undefined;
}

/** Whether an answer comes from something between here and the service, such as a proxy or a page to sign in at. */
export const isOfTheWay = (answer: { status: number; contentType: string; body: Buffer }): boolean =>
  isForeignRefusal(answer) || isSignInPage(answer);
