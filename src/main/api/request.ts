/** Turns a call into a request and validates everything before anything is sent. */
import type { z } from 'zod';
import { basePath, type Endpoint, type EndpointName, type Version } from '../../shared/endpoints.ts';
import { AppError } from '../../shared/errors.ts';
import type { VersionEdge } from './versions/edge.ts';

export interface Call {
  /** Bare id segments for the `{names}` of the path. */
  path?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
}

export interface Prepared {
  /** Path and query, beginning with a slash. */
  path: string;
  /** JSON, or null if the call has no body. */
  body: string | null;
  /** Number of items in an import; otherwise 1. */
  items: number;
}

/**
 * @throws AppError `input.invalid` with the name of an invalid field; `connection.version` when this version of the
 *   service does not have the operation
 */
export function prepare(
  name: EndpointName,
  endpoint: Endpoint,
  call: Call,
  version: Version,
  edge: VersionEdge,
): Prepared {
  if (endpoint.service === 'planning' && !endpoint.versions.includes(version)) {
    throw new AppError('connection.version', { detail: { name } });
  }
  const schema = version === 'v1' ? endpoint.request : (endpoint.olderRequest ?? endpoint.request);
  check(schema, call.body);
  const query = call.query ?? {};
  check(endpoint.query, Object.keys(query).length === 0 ? undefined : query);
  const text = new URLSearchParams(query).toString();
  return {
    path: basePath(endpoint.service, version) + pathOf(endpoint, call.path ?? {}) + (text === '' ? '' : `?${text}`),
    body: call.body === undefined ? null : JSON.stringify(edge.request(name, call.body)),
    items: itemsOf(endpoint, call.body),
  };
}

/** Validates a body or query. Without a schema the value must be missing too. */
function check(schema: z.ZodType | undefined, value: unknown): void {
  if (schema === undefined) {
    if (value !== undefined) refuse('');
    return;
  }
  const issue = schema.safeParse(value === undefined ? {} : value).error?.issues[0];
  if (issue === undefined) return;
  // For an unknown field, the issue's path is that of the enclosing object.
  const path = issue.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0] ?? ''] : issue.path;
  refuse(path.join('.'));
}

function refuse(field: string): never {
  throw new AppError('input.invalid', { retry: 'after-change', detail: { field } });
}

/** planning-api, Identifiers 4: the id of a custom stop property may contain any character, all others only these. */
function pathOf(endpoint: Endpoint, segments: Record<string, string>): string {
  return endpoint.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => {
    const segment = segments[name] ?? '';
    if (/^[A-Za-z0-9_-]{1,50}$/.test(segment)) return segment;
    const free = name === 'customStopPropertyId' && segment.length >= 1 && segment.length <= 50;
    // `.` and `..` would lead out of the collection.
    if (!free || /^\.{1,2}$/.test(segment) || !segment.isWellFormed()) refuse(name);
    return encodeURIComponent(segment);
  });
}

function itemsOf(endpoint: Endpoint, body: unknown): number {
  if (endpoint.items === undefined) return 1;
  const list = endpoint.items === 'body' ? body : (body as Record<string, unknown>)[endpoint.items];
  return Array.isArray(list) ? list.length : 1;
}
