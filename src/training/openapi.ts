/**
 * The OpenAPI 3.1 description of both services, generated from the endpoint table: methods, paths, parameters, page
 * sizes, rate limits and bodies. It does not affect responses: src/training/validate checks bodies and shares nothing
 * with the schemas shown here.
 */
import { z } from 'zod';
import { basePath, endpoints, limits, type Endpoint, type Version } from '../shared/endpoints.ts';

/** Served at this path, without a key. */
export const openapiPath = '/openapi.json';

type Json = Record<string, unknown>;

/** Default page sizes that are not the maximum (planning-api, Limits). */
const defaults: Readonly<Record<string, number>> = { 'plans.list': 10 };
/** The endpoint table has no page size for search; the document says 20 (planning-api, Stop search). */
const searchMaximum = 20;

const reference = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });

/** The schema of a request. v0.2b has another name for clientId (resolved, Reading). */
function sent(schema: z.ZodType, version: Version): Json {
  const { $schema: _said, ...json } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json;
  if (version === 'v1') return json;
  return JSON.parse(JSON.stringify(json).replaceAll('"clientId":', '"circuitClientId":')) as Json;
}

function queryParameters(name: string, { query, pageMaximum }: Endpoint): Json[] {
  if (query === undefined) return [];
  const { properties = {} } = sent(query, 'v1') as { properties?: Record<string, Json> };
  const maximum = pageMaximum ?? searchMaximum;
  const pageSize = { type: 'integer', minimum: 1, maximum, default: defaults[name] ?? maximum };
  return Object.entries(properties).map(([parameter, schema]) => ({
    name: parameter,
    in: 'query',
    required: false,
    schema: parameter === 'maxPageSize' ? pageSize : schema,
  }));
}

function pathParameters({ path }: Endpoint): Json[] {
  return Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema:
      name === 'customStopPropertyId'
        ? { type: 'string', minLength: 1, maxLength: 50 }
        : { type: 'string', pattern: '^[A-Za-z0-9_-]{1,50}$' },
  }));
}

/** Names of lists that differ from the operation's first word. */
const listNames: Readonly<Record<string, string>> = { 'routes.stops': 'stops', 'stops.search': 'stops' };

/** The schema of a 200 response, by the kinds of the endpoint table. */
function answered(name: string, { success }: Endpoint): Json {
  const items = listNames[name] ?? name.split('.')[0] ?? '';
  switch (success) {
    case 'page':
      return {
        type: 'object',
        properties: {
          [items]: { type: 'array', items: { type: 'object' } },
          nextPageToken: { type: ['string', 'null'] },
        },
        required: [items],
      };
    case 'id':
    case 'operation':
      return reference('Record');
    case 'pending':
      return { type: 'object', properties: { pending: { type: 'boolean' }, stop: reference('Record') } };
    case 'batch':
      return reference('Batch');
    case 'message':
      return reference('Message');
    case 'link':
      return { type: 'object', properties: { url: { type: 'string' }, expiresAt: { type: 'number' } } };
  }
}

const content = (schema: Json): Json => ({ 'application/json': { schema } });

/** Body schemas, deduplicated: a schema that several operations share appears only once. */
class Bodies {
  readonly schemas: Record<string, Json> = {};
  readonly #names = new Map<string, string>();

  /** @param name used if no earlier operation has the same schema */
  refer(name: string, schema: Json): Json {
    const text = JSON.stringify(schema);
    const known = this.#names.get(text);
    if (known !== undefined) return reference(known);
    this.#names.set(text, name);
    this.schemas[name] = schema;
    return reference(name);
  }
}

function operation(name: string, endpoint: Endpoint, version: Version, bodies: Bodies): Json {
  const { service, request, olderRequest, success, limitClasses } = endpoint;
  const body = version === 'v0.2b' ? (olderRequest ?? request) : request;
  const tooMany = service === 'orders' ? {} : { content: content(reference('Message')) };
  const operationId = `${service === 'orders' ? 'connect' : version}.${name}`;
  return {
    operationId,
    tags: [name.split('.')[0]],
    parameters: [...pathParameters(endpoint), ...queryParameters(name, endpoint)],
    ...(body === undefined
      ? {}
      : { requestBody: { required: true, content: content(bodies.refer(operationId, sent(body, version))) } }),
    responses: {
      200: { description: 'Done.', content: content(answered(name, endpoint)) },
      ...(success === 'message' ? { 204: { description: 'Done, with nothing to say.' } } : {}),
      429: { description: 'Too many requests.', ...tooMany },
      default: { description: 'Refused.', content: content(reference('Message')) },
    },
    'x-limits': limitClasses.map((limitClass) => ({ class: limitClass, windows: limits[limitClass] })),
  };
}

const texts = (...names: string[]): Json => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, { type: ['string', 'null'] }])),
});

const components = {
  schemas: {
    Record: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
    Message: texts('message', 'code', 'param', 'url'),
    Batch: {
      type: 'object',
      properties: {
        success: { type: 'array', items: { type: 'string' } },
        failed: { type: 'array', items: { type: 'object' } },
      },
      required: ['success', 'failed'],
    },
  },
  securitySchemes: {
    bearer: { type: 'http', scheme: 'bearer' },
    basic: { type: 'http', scheme: 'basic', description: 'The key as user name, the password empty.' },
  },
};

/**
 * The whole description.
 * @param address `https://127.0.0.1:port`
 */
export function openapi(address: string): Json {
  const paths: Record<string, Json> = {};
  const bodies = new Bodies();
  for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
    for (const version of endpoint.versions) {
      const path = basePath(endpoint.service, version) + endpoint.path;
      paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(name, endpoint, version, bodies) };
    }
  }
  return {
    openapi: '3.1.0',
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    info: {
      title: 'Depot Desk training service',
      version: '1',
      description:
        'Both services with invented data. Keys of the planning service do not open the orders, nor the reverse.',
    },
    servers: [{ url: address }],
    security: [{ bearer: [] }, { basic: [] }],
    paths,
    components: { ...components, schemas: { ...components.schemas, ...bodies.schemas } },
  };
}

/** The serialized description, generated on first use and cached. */
export class OpenApiDocument {
  readonly #address: () => string;
  #bytes: Buffer | undefined;

  /** @param address known once the service listens */
  constructor(address: () => string) {
    this.#address = address;
  }

  get bytes(): Buffer {
    this.#bytes ??= Buffer.from(JSON.stringify(openapi(this.#address())));
    return this.#bytes;
  }
}
