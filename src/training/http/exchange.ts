/**
 * Processes a request to either service. Checks run in this order, and the first failure determines the response:
 * limits at the edge (orders), key, content type, limits (planning), path, unexpected body, query, operation.
 */
import type { Endpoint, LimitClass, ServiceName, Version } from '../../shared/endpoints.ts';
import type { Handlers, Page } from '../handlers/handler.ts';
import { checkContentType, parseBody } from './body.ts';
import { Refusal } from './errors.ts';
import { keyOf, sameKey } from './keys.ts';
import type { Blocker } from './block.ts';
import { limitClassesOf, type Limiter } from './limits.ts';
import { positionTokens, type PageTokens } from './page-token.ts';
import { readQuery } from './query.ts';
import { route, type Match } from './router.ts';
import type { Switches } from '../switches.ts';

export interface Incoming {
  service: ServiceName;
  version: Version;
  method: string;
  url: URL;
  authorization: string | undefined;
  contentType: string | undefined;
  /** The client's IP address. */
  source: string;
  body: Buffer;
}

export interface Exchange {
  keys: Record<ServiceName, string>;
  limiter: Limiter;
  blocker: Blocker;
  switches: Switches;
  pageTokens: PageTokens;
  handlers: Handlers;
}

/** Default page sizes that differ from the maximum (planning-api, Limits). */
const defaultPageSizes: Partial<Record<string, number>> = { 'plans.list': 10 };

/** A 429 in each service's format: the orders' edge sends an empty body (order-api, Errors). */
export class TooManyRequests extends Refusal {
  readonly emptyBody: boolean;

  constructor(service: ServiceName) {
    super(429, 'rate_limit_exceeded', 'Too many requests. Try again later.');
    this.emptyBody = service === 'orders';
  }
}

function tryRoute({ service, version, method, url }: Incoming, { planningVersions }: Switches): Match | Refusal {
  if (service === 'planning' && version === 'v1' && planningVersions === 'older-only') {
    return new Refusal(404, 'not_found', 'There is nothing at this path.');
  }
  try {
    return route(service, version, method, url.pathname);
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/** The number of items in a body, capped so that an oversized import fails for its size, not its rate. */
function itemsOf({ items }: Endpoint, body: unknown): number {
  const list =
    items === undefined || items === 'body' || typeof body !== 'object' || body === null
      ? body
      : (body as Record<string, unknown>)[items];
  return items !== undefined && Array.isArray(list) ? Math.min(list.length, 100) : 1;
}

/** Throws a refusal (429, empty) when the address exceeds the orders' limits or is blocked for it. */
function enterByEdge({ limiter, blocker }: Exchange, source: string, classes: readonly LimitClass[]): void {
  if (blocker.isBlocked(source)) throw new TooManyRequests('orders');
  if (!limiter.admit({ who: source, classes, items: 1 })) {
    blocker.refused(source);
    throw new TooManyRequests('orders');
  }
}

/**
 * Throws a refusal (400) for a body where none is allowed. No read or delete operation takes a body (planning-api and
 * order-api, Endpoints), so all its fields would be unknown, and unknown fields are rejected (resolved).
 */
function checkNoBody({ method, body }: Incoming): void {
  if (body.length > 0 && (method === 'GET' || method === 'DELETE')) {
    throw new Refusal(400, 'unexpected_body', `${method} takes no body.`);
  }
}

/** Answers a request with the body of a 200 or a `Reply`, or throws a {@link Refusal}. */
export async function answer(exchange: Exchange, incoming: Incoming): Promise<unknown> {
  const { service, version, method, url } = incoming;
  const match = tryRoute(incoming, exchange.switches);

  const fallback = method === 'GET' ? (`${service}.read` as const) : (`${service}.write` as const);
  const classes = match instanceof Refusal ? [fallback] : limitClassesOf(match.endpoint, exchange.switches.imports);

  // The orders' limits apply in front of the service, so they also count requests without a key.
  if (service === 'orders') enterByEdge(exchange, incoming.source, classes);
  if (!sameKey(keyOf(incoming.authorization), exchange.keys[service])) {
    throw new Refusal(401, 'unauthorized', 'The API key is missing, wrong or expired.');
  }
  const hasBody = incoming.body.length > 0;
  if (hasBody) checkContentType(incoming.contentType);
  const body = hasBody ? parseBody(incoming.body) : undefined;
  const items = match instanceof Refusal ? 1 : itemsOf(match.endpoint, body);
  if (service === 'planning' && !exchange.limiter.admit({ who: exchange.keys[service], classes, items })) {
    throw new TooManyRequests(service);
  }
  if (match instanceof Refusal) throw match;

  checkNoBody(incoming);
  const { name, endpoint, parameters } = match;
  const handler = exchange.handlers[name];
  if (handler === undefined) throw new Refusal(404, 'not_found', 'The training service does not have this yet.');
  const { filters = [], query: names = [], handle } = handler;
  const tokens = handler.pageTokens === 'position' ? positionTokens : exchange.pageTokens;
  const maximum = endpoint.pageMaximum;
  const query = readQuery(url.searchParams, {
    filters,
    others: names,
    pages: maximum === undefined ? undefined : { default: defaultPageSizes[name] ?? maximum, maximum },
  });
  const bound = `${url.pathname} ${query.fingerprint}`;
  const page: Page = {
    size: query.pageSize,
    after: query.pageToken === undefined ? null : tokens.read(query.pageToken, bound),
    token: (place) => tokens.issue(place, bound),
  };
  return handle({ version, parameters, filters: query.filters, query: query.others, page, body });
}
