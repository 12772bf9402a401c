/** What is sent, in the fields of v0.2b (planning-api, Versioning; resolved, Reading). */
import { isObject } from './json.ts';

/** `clientId` goes under its wire name. `driver` is never sent: it excludes `allowedDrivers`. */
export function stopInputOf(input: unknown): unknown {
  if (!isObject(input) || !Object.hasOwn(input, 'clientId')) return input;
  const { clientId, ...rest } = input;
  return { ...rest, circuitClientId: clientId };
}
