/** Converts requests to the fields of v0.2b (planning-api, Versioning; resolved, Reading). */
import { isObject } from './json.ts';

/** Sends `clientId` under its wire name. `driver` is never sent, because it excludes `allowedDrivers`. */
export function stopInputOf(input: unknown): unknown {
  if (!isObject(input) || !Object.hasOwn(input, 'clientId')) return input;
  const { clientId, ...rest } = input;
  return { ...rest, circuitClientId: clientId };
}
