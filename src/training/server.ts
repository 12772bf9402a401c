/** Puts the training service together and starts it: both services over HTTPS on one address of this computer. */
import { mkdirSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { realClock, type Clock } from './clock.ts';
import { dayOf } from './data/calendar.ts';
import { orderHandlers } from './handlers/orders.ts';
import { planHandlers } from './handlers/plans.ts';
import { stopHandlers } from './handlers/stops.ts';
import { teamHandlers } from './handlers/team.ts';
import { readBody } from './http/body.ts';
import { errorBody, Refusal } from './http/errors.ts';
import { answer, TooManyRequests, type Exchange } from './http/exchange.ts';
import { Limiter } from './http/limits.ts';
import { PageTokens } from './http/page-token.ts';
import { serviceOf } from './http/router.ts';
import { answerLabel } from './labels/answer.ts';
import { labelPath, LabelLinks } from './labels/link.ts';
import { openIdentity, saveIdentity } from './store/identity.ts';
import { openJournal } from './store/journal.ts';
import { openStore, type Change, type Store } from './store/store.ts';
import { serverCertificate } from './tls/certificates.ts';

const host = '127.0.0.1';
const day = 86_400_000;
const defaultSeed = 1;

export interface ServiceOptions {
  /** Where everything is kept; made when it is not there. One service at a time. */
  folder: string;
  /** Fails when it is taken. Left out: the port of the last start where it is free, else any free one. */
  port?: number | undefined;
  /** Of the data; used at the first start in a folder only. */
  seed?: number | undefined;
  /** The service's time: limits, expiry, and the day of the first start. */
  clock?: Clock;
  /** The time by which clients judge certificates: the computer's, unless a test wants to see one run out. */
  certificateClock?: Clock;
}

export interface RunningService {
  /** `https://127.0.0.1:port` */
  address: string;
  /** The certificate of the service's own authority, PEM. */
  authority: string;
  /** The same, as a file. */
  authorityFile: string;
  planningKey: string;
  ordersKey: string;
  /** How many requests came since the start, refused ones and label links included. */
  requestCount(): number;
  /** Ends at once, open connections included. */
  close(): Promise<void>;
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  const bytes = Buffer.from(JSON.stringify(body));
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': bytes.length,
    'cache-control': 'no-store',
  });
  response.end(bytes);
}

function sendRefusal(response: ServerResponse, refusal: Refusal): void {
  if (refusal instanceof TooManyRequests && refusal.emptyBody) {
    response.writeHead(refusal.status, { 'content-length': 0 });
    response.end();
  } else {
    sendJson(response, refusal.status, errorBody(refusal));
  }
}

/** Answers one request, whatever happens in it. */
async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  parts: { exchange: Exchange; links: LabelLinks; store: Store },
): Promise<void> {
  try {
    const body = await readBody(request);
    const url = new URL(request.url ?? '/', `https://${host}`);
    if (url.pathname.startsWith(labelPath)) {
      await answerLabel(response, url, parts.links, parts.store);
      return;
    }
    const service = serviceOf(url.pathname);
    if (!service) throw new Refusal(404, 'not_found', 'There is nothing at this path.');
    const result = await answer(parts.exchange, {
      service,
      method: request.method ?? 'GET',
      url,
      authorization: request.headers.authorization,
      contentType: request.headers['content-type'],
      source: request.socket.remoteAddress ?? '',
      body,
    });
    sendJson(response, 200, result);
  } catch (error) {
    // The other side went away while it was still sending: nobody is left to answer.
    if (response.destroyed) return;
    if (error instanceof Refusal) {
      sendRefusal(response, error);
    } else {
      process.stderr.write(`training service: ${error instanceof Error ? (error.stack ?? error.message) : 'failed'}\n`);
      sendJson(response, 500, errorBody(new Refusal(500, 'internal', 'The training service failed.')));
    }
  }
}

/** Tries a port; false when something else has it. */
function listen(server: ReturnType<typeof createServer>, port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const failed = (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(false);
      else reject(error);
    };
    server.once('error', failed);
    server.listen(port, host, () => {
      server.off('error', failed);
      resolve(true);
    });
  });
}

/** Tries a port for some seconds: the service that had it before may still be ending. */
async function listenPatiently(server: ReturnType<typeof createServer>, port: number): Promise<boolean> {
  for (let attempt = 1; attempt <= 10; attempt += 1) {
    if (await listen(server, port)) return true;
    await new Promise<void>((resolve) => void realClock.after(200, resolve));
  }
  return false;
}

/** Starts the service. Throws when the folder cannot be written or the given port is taken. */
export async function startService(options: ServiceOptions): Promise<RunningService> {
  const { folder, clock = realClock, certificateClock = realClock } = options;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const identityFile = join(folder, 'service.json');
  const identity = openIdentity(identityFile, options.seed ?? defaultSeed, dayOf(clock.now()));
  const certificate = await serverCertificate(folder, certificateClock);
  const { journal, changes } = openJournal<Change>(join(folder, 'journal.jsonl'), clock.now());
  const store = openStore(identity.seed, identity.day, journal, changes);

  let address = '';
  let requests = 0;
  const links = new LabelLinks(identity.secret, clock, () => address);
  const exchange: Exchange = {
    keys: { planning: identity.planningKey, orders: identity.ordersKey },
    limiter: new Limiter(clock),
    pageTokens: new PageTokens(identity.secret),
    handlers: {
      ...planHandlers(store),
      ...stopHandlers(store),
      ...teamHandlers(store),
      ...orderHandlers(store, links),
    },
  };
  const server = createServer({ cert: certificate.certificate, key: certificate.key }, (request, response) => {
    requests += 1;
    void serve(request, response, { exchange, links, store });
  });

  const listening =
    options.port === undefined
      ? (await listen(server, identity.port)) || (await listen(server, 0))
      : await listenPatiently(server, options.port);
  if (!listening) {
    journal.close();
    throw new Error(`Port ${String(options.port)} is taken by something else.`);
  }
  const { port } = server.address() as AddressInfo;
  address = `https://${host}:${port}`;
  saveIdentity(identityFile, { ...identity, port });

  // A service that is left running for a year renews its certificate too.
  let cancelRenewal: () => void;
  const renewLater = () => {
    cancelRenewal = certificateClock.after(day, () => {
      void serverCertificate(folder, certificateClock).then(({ certificate: cert, key }) => {
        server.setSecureContext({ cert, key });
        renewLater();
      });
    });
  };
  renewLater();

  const close = () =>
    new Promise<void>((resolve) => {
      cancelRenewal();
      server.close(() => {
        journal.close();
        resolve();
      });
      server.closeAllConnections();
    });
  let closed: Promise<void> | undefined;

  return {
    address,
    authority: certificate.authority,
    authorityFile: join(folder, 'authority.pem'),
    planningKey: identity.planningKey,
    ordersKey: identity.ordersKey,
    requestCount: () => requests,
    close: () => (closed ??= close()),
  };
}
