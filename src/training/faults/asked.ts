/** Identifies the operation of a request from its method and path. */
import type { ServiceName } from '../../shared/endpoints.ts';
import { Refusal } from '../http/errors.ts';
import { limitClassOf } from '../http/limits.ts';
import { route, serviceOf } from '../http/router.ts';
import type { Asked } from './match.ts';

/** @param path without its query; never throws: for an unknown path, the operation is undefined */
export function askedOf(method: string, path: string): Asked & { service: ServiceName | undefined } {
  const found = serviceOf(path);
  const unknown = { method, path, operation: undefined, limitClass: undefined, service: found?.service };
  if (!found) return unknown;
  try {
    const { name, endpoint } = route(found.service, found.version, method, path);
    return { ...unknown, operation: name, limitClass: limitClassOf(endpoint) };
  } catch (error) {
    if (error instanceof Refusal) return unknown;
    throw error;
  }
}
