/** Resolves a method and path to an operation, using the endpoint table of src/shared. */
import {
  basePath,
  endpoints,
  versions,
  type Endpoint,
  type EndpointName,
  type ServiceName,
  type Version,
} from '../../shared/endpoints.ts';
import { Refusal, invalid } from './errors.ts';

export interface Match {
  name: EndpointName;
  endpoint: Endpoint;
  /** Id segments without prefixes, by name. */
  parameters: Record<string, string>;
}

interface Route {
  name: EndpointName;
  endpoint: Endpoint;
  version: Version;
  pattern: RegExp;
}

const escaped = (text: string) => text.replace(/[.*+?^$()|[\]\\]/g, '\\$&');

/** Groups routes by base path and first word, so that only few patterns are tried. */
const placeOf = (service: ServiceName, version: Version, path: string): string =>
  `${service} ${version} ${/^\/[A-Za-z]*/.exec(path.slice(basePath(service, version).length))?.[0] ?? ''}`;

const routes: ReadonlyMap<string, readonly Route[]> = Map.groupBy(
  (Object.keys(endpoints) as EndpointName[]).flatMap((name) => {
    const endpoint: Endpoint = endpoints[name];
    const path = escaped(endpoint.path).replace(/\{(\w+)\}/g, '(?<$1>[^/:]*)');
    return endpoint.versions.map((version) => ({
      name,
      endpoint,
      version,
      pattern: new RegExp(`^${escaped(basePath(endpoint.service, version))}${path}$`),
    }));
  }),
  ({ endpoint, version }) =>
    placeOf(endpoint.service, version, `${basePath(endpoint.service, version)}${endpoint.path}`),
);

/** All base paths; the connect API has one version. */
const bases = (['planning', 'orders'] as const).flatMap((service) =>
  (service === 'orders' ? (['v1'] as const) : versions).map((version) => ({
    service,
    version,
    base: `${basePath(service, version)}/`,
  })),
);

/** The service and version of a path. */
export function serviceOf(path: string): { service: ServiceName; version: Version } | undefined {
  return bases.find(({ base }) => path.startsWith(base));
}

/** Decodes and checks an id. Throws a refusal (400) for an invalid one (planning-api, Identifiers 4). */
function idFrom(name: string, segment: string): string {
  if (name === 'customStopPropertyId') {
    // Only this id may contain any characters, so it is URL-encoded.
    const id = decoded(segment);
    if (id === null || id === '' || Array.from(id).length > 50)
      throw invalid(name, `${name} must be 1 to 50 characters.`);
    return id;
  }
  if (!/^[A-Za-z0-9_-]{1,50}$/.test(segment)) {
    throw invalid(name, `${name} must be 1 to 50 letters, digits, hyphens or underscores.`);
  }
  return segment;
}

function decoded(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}

/** Throws a refusal: 404 for an unknown path, 405 for an unsupported method, 400 for a malformed id. */
export function route(service: ServiceName, version: Version, method: string, path: string): Match {
  const onPath = (routes.get(placeOf(service, version, path)) ?? []).filter(({ pattern }) => pattern.test(path));
  const found = onPath.find(({ endpoint }) => endpoint.method === method);
  if (!found) {
    if (onPath.length > 0) throw new Refusal(405, 'method_not_allowed', `${method} is not possible here.`);
    throw new Refusal(404, 'not_found', 'There is nothing at this path.');
  }
  const segments = Object.entries({ ...found.pattern.exec(path)?.groups });
  const parameters = Object.fromEntries(segments.map(([name, segment]) => [name, idFrom(name, segment)]));
  return { name: found.name, endpoint: found.endpoint, parameters };
}
