/** From a request as it comes over HTTPS to its answer. */
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
  /** `https://127.0.0.1:port`; stands before links to files. */
  address: () => string;
  switches: Switches;
  clock: { now(): number; request(): void };
  faults: FaultLayer;
  control: ControlOptions;
  openapi: OpenApiDocument;
  /** What happens by itself as the service's time passes: each is brought up to date before a request is answered. */
  passing: readonly (() => void)[];
}

/** What is kept of a request: it may be applied long after its connection is gone. */
type Asking = Pick<IncomingMessage, 'method' | 'headers'> & {
  /** The address it came from. */
  source: string;
  /** The plan that it is about a part of, if that was there when the request came: `plans/…`. */
  parentPlanId: string | null;
};

/** An answer before it is sent. */
export interface Outgoing {
  status: number;
  /** Undefined: empty. */
  json: unknown;
}

/** Only `nextPageToken` is documented as null at the end; every other empty field may be left out instead. */
function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEmpty);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, each]) => each !== null || name === 'nextPageToken')
      .map(([name, each]) => [name, withoutEmpty(each)]),
  );
}

/** The plan a path leads into (not to), where there is one. */
function parentPlan(store: Store, path: string): string | null {
  const segment = /\/plans\/([^/:]+)\/./.exec(path)?.[1];
  const id = `plans/${segment ?? ''}`;
  return store.plans.get(id) === undefined ? null : id;
}

/** 404 says that there is no such thing; of a plan that went while the request ran, 410 (resolved, Status codes). */
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

/** Does what a request of one of the two services asks for. Never throws: what is refused is an answer too. */
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

/** Does what is asked of the services or of a label link. Never throws. */
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

/** The control API: no fault hits it, and the service's time does not notice it. */
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

/** Answers one request, whatever happens in it. */
export async function serve(serving: Serving, request: IncomingMessage, response: ServerResponse): Promise<void> {
  // By the service's clock: a client may compare it with its own.
  const date = () => new Date(serving.clock.now()).toUTCString();
  const url = new URL(request.url ?? '/', 'https://training.invalid');
  if (url.pathname.startsWith(`${controlBase}/`)) {
    const answer = await answerToControl(serving, request, url);
    if (!response.destroyed) deliver(response, answer, date());
    return;
  }
  // The description of the services is no part of them: no key, no fault, no limit.
  if (url.pathname === openapiPath && request.method === 'GET') {
    const headers = { 'content-type': 'application/json; charset=utf-8' };
    deliver(response, { status: 200, headers, body: serving.openapi.bytes }, date());
    return;
  }
  serving.clock.request();
  const source = request.socket.remoteAddress ?? '';
  // Before its body has come: a long one, or a bad line, leaves others time to delete what it is about.
  const parentPlanId = parentPlan(serving.store, url.pathname);
  let body: Buffer;
  try {
    body = await readBody(request);
  } catch (error) {
    // The other side went away while it was still sending: nobody is left to answer.
    if (!response.destroyed) deliver(response, wireAnswerOf(refusalAsAnswer(error)), date());
    return;
  }
  const { method, headers } = request;
  const asking: Asking = { method, headers, source, parentPlanId };
  const asked = askedOf(method ?? 'GET', url.pathname);
  await serving.faults.around({ ...asked, response }, () => answerTo(serving, asking, url, body));
}
