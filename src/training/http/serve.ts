/** Handles HTTPS requests: from the incoming message to the response. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { control, controlBase, type ControlOptions } from '../control/control.ts';
import { askedOf } from '../faults/asked.ts';
import { deliver } from '../faults/delivery.ts';
import type { FaultLayer } from '../faults/layer.ts';
import { emptyAnswer, jsonAnswer, type WireAnswer } from '../faults/wire-answer.ts';
import { fileAnswer } from '../files/answer.ts';
import { filesPath, withWholeLinks } from '../files/links.ts';
import { Reply } from '../handlers/handler.ts';
import { labelAnswer } from '../labels/answer.ts';
import { labelPath, type LabelLinks } from '../labels/link.ts';
import { openapiPath, type OpenApiDocument } from '../openapi.ts';
import type { Store } from '../store/store.ts';
import type { Switches } from '../switches.ts';
import { readBody } from './body.ts';
import { errorBody, Refusal } from './errors.ts';
import { answer, TooManyRequests, type Exchange } from './exchange.ts';
import { serviceOf } from './router.ts';

export interface Serving {
  exchange: Exchange;
  links: LabelLinks;
  store: Store;
  /** `https://127.0.0.1:port`, the prefix of links to files. */
  address: () => string;
  switches: Switches;
  clock: { now(): number; request(): void };
  faults: FaultLayer;
  control: ControlOptions;
  openapi: OpenApiDocument;
  /** Simulations that follow the service's time. Each is brought up to date before a request is answered. */
  passing: readonly (() => void)[];
}

/** The parts of a request that are kept: it may be applied long after its connection has closed. */
type Asking = Pick<IncomingMessage, 'method' | 'headers'> & {
  /** The client's IP address. */
  source: string;
  /** The plan whose subresource is requested, if it existed when the request came: `plans/…`. */
  parentPlanId: string | null;
};

/** A response before it is sent. */
export interface Outgoing {
  status: number;
  /** Undefined: no body. */
  json: unknown;
}

/** Removes null fields, except `nextPageToken`, the only one documented as null. */
function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEmpty);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, each]) => each !== null || name === 'nextPageToken')
      .map(([name, each]) => [name, withoutEmpty(each)]),
  );
}

/** The plan that a path leads below, if it exists. */
function parentPlan(store: Store, path: string): string | null {
  const segment = /\/plans\/([^/:]+)\/./.exec(path)?.[1];
  const id = `plans/${segment ?? ''}`;
  return store.plans.get(id) === undefined ? null : id;
}

/** Turns a 404 into a 410 if the plan was deleted while the request ran (resolved, Status codes). */
function orGone(error: unknown, { parentPlanId }: Asking, store: Store): unknown {
  const isGone = error instanceof Refusal && error.status === 404 && parentPlanId !== null;
  return isGone && store.plans.get(parentPlanId) === undefined
    ? new Refusal(410, 'plan_deleted', 'The plan was deleted while the request ran.')
    : error;
}

function refusalAsAnswer(error: unknown): Outgoing {
  if (!(error instanceof Refusal)) {
    process.stderr.write(`training service: ${error instanceof Error ? (error.stack ?? error.message) : 'failed'}\n`);
    return { status: 500, json: errorBody(new Refusal(500, 'internal', 'The training service failed.')) };
  }
  const empty = error instanceof TooManyRequests && error.emptyBody;
  return { status: error.status, json: empty ? undefined : errorBody(error) };
}

/** Executes a request to one of the two services. Never throws: refusals become responses. */
export async function apply(
  { exchange, switches, address, store }: Serving,
  request: Asking,
  url: URL,
  body: Buffer,
): Promise<Outgoing> {
  try {
    const service = serviceOf(url.pathname);
    if (!service) throw new Refusal(404, 'not_found', 'There is nothing at this path.');
    const result = await answer(exchange, {
      ...service,
      method: request.method ?? 'GET',
      url,
      authorization: request.headers.authorization,
      contentType: request.headers['content-type'],
      source: request.source,
      body,
    });
    const { status, body: answered } = result instanceof Reply ? result : new Reply(200, result);
    const json = withWholeLinks(answered, address());
    return { status, json: switches.emptyFields === 'absent' ? withoutEmpty(json) : json };
  } catch (error) {
    return refusalAsAnswer(orGone(error, request, store));
  }
}

const wireAnswerOf = ({ status, json }: Outgoing): WireAnswer =>
  json === undefined ? emptyAnswer(status) : jsonAnswer(status, json);

/** Executes a request to the services, a label link or a file link. Never throws. */
async function answerTo(serving: Serving, request: Asking, url: URL, body: Buffer): Promise<WireAnswer> {
  try {
    for (const advance of serving.passing) advance();
    if (url.pathname.startsWith(labelPath)) return await labelAnswer(url, serving.links, serving.store);
    if (url.pathname.startsWith(filesPath)) return fileAnswer(request.method ?? 'GET', url.pathname, serving.store);
    return wireAnswerOf(await apply(serving, request, url, body));
  } catch (error) {
    return wireAnswerOf(refusalAsAnswer(error));
  }
}

/** Answers a control API request. Faults never affect it, and it does not advance the service's time. */
async function answerToControl(serving: Serving, request: IncomingMessage, url: URL): Promise<WireAnswer> {
  try {
    const { method = 'GET', headers } = request;
    const asked = { method, url, authorization: headers.authorization, contentType: headers['content-type'] };
    const result = await control(serving.control, { ...asked, body: await readBody(request) });
    return jsonAnswer(200, result);
  } catch (error) {
    return wireAnswerOf(refusalAsAnswer(error));
  }
}

/** Answers one request, with or without faults. */
export async function serve(serving: Serving, request: IncomingMessage, response: ServerResponse): Promise<void> {
  // By the service's clock, as a client may compare it with its own.
  const date = () => new Date(serving.clock.now()).toUTCString();
  const url = new URL(request.url ?? '/', 'https://training.invalid');
  if (url.pathname.startsWith(`${controlBase}/`)) {
    const answer = await answerToControl(serving, request, url);
    if (!response.destroyed) deliver(response, answer, date());
    return;
  }
  // The OpenAPI description is not part of the services: it needs no key, and no faults or limits apply.
  if (url.pathname === openapiPath && request.method === 'GET') {
    const headers = { 'content-type': 'application/json; charset=utf-8' };
    deliver(response, { status: 200, headers, body: serving.openapi.bytes }, date());
    return;
  }
  serving.clock.request();
  const source = request.socket.remoteAddress ?? '';
  // Determined before the body is read: a long body or a slow network leaves time for the plan to be deleted.
  const parentPlanId = parentPlan(serving.store, url.pathname);
  let body: Buffer;
  try {
    body = await readBody(request);
  } catch (error) {
    // The client disconnected while sending, so there is nobody to answer.
    if (!response.destroyed) deliver(response, wireAnswerOf(refusalAsAnswer(error)), date());
    return;
  }
  const { method, headers } = request;
  const asking: Asking = { method, headers, source, parentPlanId };
  const asked = askedOf(method ?? 'GET', url.pathname);
  await serving.faults.around({ ...asked, parameters: [...url.searchParams.keys()], response }, () =>
    answerTo(serving, asking, url, body),
  );
}
