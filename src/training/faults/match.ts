/** Decides which rules apply to a request. */
import type { EndpointName, LimitClass } from '../../shared/endpoints.ts';
import type { Hits } from './faults.ts';

/** What is known of a request before it is applied. */
export interface Asked {
  method: string;
  /** Without its query. */
  path: string;
  /** Undefined when the request matches no operation of either service. */
  operation: EndpointName | undefined;
  limitClass: LimitClass | undefined;
}

/** Milliseconds: the service's time, and the computer's time since the rules became active. */
export interface Moment {
  service: number;
  inForce: number;
}

/** `*` stands for any characters. */
function fits(pattern: string, path: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop();
  if (last === undefined) return path === pattern;
  if (!path.startsWith(first)) return false;
  let at = first.length;
  for (const part of rest) {
    const found = path.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return path.length - last.length >= at && path.endsWith(last);
}

const isOneOf = (values: readonly string[] | undefined, value: string | undefined) =>
  values === undefined || (value !== undefined && values.includes(value));

/** Whether the rule is active at this time. */
export function isTime({ from, until, startsAfter, endsAfter }: Hits, { service, inForce }: Moment): boolean {
  if (from !== undefined && service < from) return false;
  if (until !== undefined && service >= until) return false;
  if (startsAfter !== undefined && inForce < startsAfter) return false;
  return endsAfter === undefined || inForce < endsAfter;
}

/** Whether a rule's conditions match a request. The dealer checks share, count and time. */
export function isAbout(hits: Hits, { method, path, operation, limitClass }: Asked): boolean {
  if (!isOneOf(hits.methods, method)) return false;
  if (!isOneOf(hits.operations, operation)) return false;
  if (!isOneOf(hits.limitClasses, limitClass)) return false;
  return hits.path === undefined || fits(hits.path, path);
}
