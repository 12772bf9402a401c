/** From a request as it comes over HTTPS to its answer. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Reply } from '../handlers/handler.ts';
import { answerLabel } from '../labels/answer.ts';
import { labelPath, type LabelLinks } from '../labels/link.ts';
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
  switches: Switches;
  clock: { now(): number; request(): void };
}

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
  { exchange, switches }: Serving,
  request: Pick<IncomingMessage, 'method' | 'headers' | 'socket'>,
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
      source: request.socket.remoteAddress ?? '',
      body,
    });
    const { status, body: json } = result instanceof Reply ? result : new Reply(200, result);
    return { status, json: switches.emptyFields === 'absent' ? withoutEmpty(json) : json };
  } catch (error) {
    return refusalAsAnswer(error);
  }
}

export function send(response: ServerResponse, { status, json }: Outgoing): void {
  if (json === undefined) {
    response.writeHead(status, status === 204 ? {} : { 'content-length': 0 });
    response.end();
    return;
  }
  const bytes = Buffer.from(JSON.stringify(json));
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': bytes.length,
    'cache-control': 'no-store',
  });
  response.end(bytes);
}

/** Answers one request, whatever happens in it. */
export async function serve(serving: Serving, request: IncomingMessage, response: ServerResponse): Promise<void> {
  serving.clock.request();
  // By the service's clock: a client may compare it with its own.
  response.sendDate = false;
  response.setHeader('date', new Date(serving.clock.now()).toUTCString());
  try {
    const body = await readBody(request);
    const url = new URL(request.url ?? '/', 'https://training.invalid');
    if (url.pathname.startsWith(labelPath)) {
      await answerLabel(response, url, serving.links, serving.store);
    } else {
      send(response, await apply(serving, request, url, body));
    }
  } catch (error) {
    // The other side went away while it was still sending: nobody is left to answer.
    if (!response.destroyed && !response.headersSent) send(response, refusalAsAnswer(error));
  }
}
