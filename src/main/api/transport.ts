/**
 * The HTTPS transport: one exchange with a service, and the evidence for its outcome. It always verifies TLS, never
 * follows redirects, and never retries.
 */
import tls from 'node:tls';
import type { Dispatcher } from 'undici';
// Not by the library's index, which loads fetch, web sockets and caches as well: that lasts longer than the pool.
import Pool from 'undici/lib/dispatcher/pool.js';
import type { ErrorCode } from '../../shared/errors.ts';
import type { System } from '../system.ts';
import { BrokenOff, DialError, overdue, reasonOf, tooLarge, type PhaseAfter, type PhaseBefore } from './errors.ts';
import { noProxies, type ProxyRoutes } from './proxy.ts';
import { acceptedEncoding, unpack } from './transport-body.ts';
import { Dialer } from './transport-dial.ts';

export interface Request {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path and query, beginning with a slash. */
  path: string;
  headers: Record<string, string>;
  body: string | null;
  /** For the whole exchange, from the call to the last byte of the answer, in milliseconds. */
  deadlineMilliseconds: number;
  /** Maximum size of the answer in bytes, both compressed and unpacked. A larger one is aborted. */
  mostBytes: number;
  /** Called when the request is handed to a connection, if the transport knows that. */
  left?: () => void;
}

/**
 * answered: status and whole body arrived · not-sent: no byte of the request left · in-doubt: the request was handed to
 * a socket and no complete answer came. The phase is the evidence that decides between the last two.
 */
export type Exchange =
  | { kind: 'answered'; status: number; contentType: string; body: Buffer }
  | {
      kind: 'not-sent';
      code: ErrorCode;
      cause: string;
      phase: PhaseBefore;
      /** `http://host:port` of the proxy that requires the user's network sign-in. */
      signInAt?: string;
    }
  | {
      kind: 'in-doubt';
      code: ErrorCode;
      cause: string;
      phase: PhaseAfter;
      /** Status of an incomplete answer. */
      status?: number;
    };

export interface Transport {
  /** Never throws. */
  exchange(request: Request): Promise<Exchange>;
  close(): Promise<void>;
}

export interface TransportOptions {
  /** `https://host[:port]` */
  origin: string;
  /** Certificate authorities in PEM format; null: those of the system and the runtime. */
  authorities: string[] | null;
  /** Rejects private addresses. */
  publicOnly?: boolean;
  /** The routes to the origin; default: direct. */
  proxies?: ProxyRoutes;
  system: System;
  closed?: () => void;
}

let systemAuthorities: string[] | undefined;

/** The authorities that the operating system and the runtime trust. Read once, because that is slow. */
export function trustedAuthorities(): string[] {
  systemAuthorities ??= [...new Set([...tls.getCACertificates('default'), ...tls.getCACertificates('system')])];
  return systemAuthorities;
}

/** The authorities a workspace trusts: in training only its own, otherwise the system's and the one the user added. */
export function authoritiesOf(workspace: {
  mode: 'connected' | 'training';
  authority: string | null;
}): string[] | null {
  const { mode, authority } = workspace;
  if (mode === 'training') return authority === null ? [] : [authority];
  return authority === null ? null : [...trustedAuthorities(), authority];
}

/**
 * Uses two pools for one origin. Reads share kept-alive sockets. Each write gets its own socket, because a reused one
 * that the service has just closed would leave the write in doubt.
 */
export class HttpsTransport implements Transport {
  private reads: Pool;
  private readonly former = new Set<Pool>();
  private readonly writes: Pool;
  private readonly dialer: Dialer;
  private readonly system: System;
  private readonly openReads: () => Pool;
  private readonly closed: () => void;

  /** @throws TypeError when the origin is not `https:` */
  constructor(options: TransportOptions) {
    const origin = new URL(options.origin);
    if (origin.protocol !== 'https:') throw new TypeError('only https addresses are spoken to');
    this.system = options.system;
    this.dialer = new Dialer({
      origin,
      authorities: options.authorities ?? trustedAuthorities(),
      publicOnly: options.publicOnly ?? false,
      proxies: options.proxies ?? noProxies,
      system: options.system,
    });
    const connect = (_to: unknown, callback: (...result: [null, tls.TLSSocket] | [Error, null]) => void) => {
      this.dialer.dial().then(
        (socket) => callback(null, socket),
        (error: unknown) => callback(error instanceof Error ? error : new Error('unknown'), null),
      );
    };
    // The deadline below limits the whole exchange. undici's own timeouts would restart with each byte.
    const shared = { connect, allowH2: false, headersTimeout: 0, bodyTimeout: 0 };
    this.openReads = () =>
      new Pool(origin.origin, { ...shared, connections: 8, pipelining: 1, keepAliveTimeout: 4_000 });
    this.closed = options.closed ?? (() => undefined);
    this.reads = this.openReads();
    this.writes = new Pool(origin.origin, { ...shared, connections: 4, pipelining: 0 });
  }

  exchange(request: Request): Promise<Exchange> {
    const pool = request.method === 'GET' ? this.reads : this.writes;
    return new Promise((resolve) => {
      let phase: PhaseAfter | null = null;
      let isOverdue = false;
      let controller: Dispatcher.DispatchController | undefined;
      let status = 0;
      let contentType = '';
      let encoding = '';
      let size = 0;
      const chunks: Buffer[] = [];

      const finish = (exchange: Exchange) => {
        cancelDeadline();
        resolve(exchange);
      };
      const failed = (error: Error) => {
        const reason = isOverdue ? overdue : reasonOf(error);
        if (phase === null) {
          const dialing = error instanceof DialError ? error : null;
          finish({
            kind: 'not-sent',
            ...reason,
            phase: dialing?.phase ?? this.dialer.phase,
            ...(dialing?.signInAt == null ? {} : { signInAt: dialing.signInAt }),
          });
        } else {
          finish({ kind: 'in-doubt', ...reason, phase, ...(phase === 'answer-begun' ? { status } : {}) });
        }
      };
      const cancelDeadline = this.system.after(request.deadlineMilliseconds, () => {
        isOverdue = true;
        const error = new BrokenOff(overdue);
        if (controller) controller.abort(error);
        else failed(error);
      });

      const headers = { 'accept-encoding': acceptedEncoding, ...request.headers };
      pool.dispatch(
        { method: request.method, path: request.path, headers, body: request.body },
        {
          // Called right before the request is written to a connected socket. From here on it may arrive.
          onRequestStart(started) {
            controller = started;
            if (isOverdue) {
              started.abort(new BrokenOff(overdue));
              return;
            }
            phase = 'handed-over';
            request.left?.();
          },
          onResponseStart(_controller, statusCode, headers) {
            phase = 'answer-begun';
            status = statusCode;
            contentType = String(headers['content-type'] ?? '');
            encoding = String(headers['content-encoding'] ?? '');
          },
          onResponseData(current, chunk) {
            size += chunk.length;
            if (size > request.mostBytes) current.abort(new BrokenOff(tooLarge));
            else chunks.push(chunk);
          },
          onResponseEnd() {
            void unpack(Buffer.concat(chunks), encoding, request.mostBytes).then((unpacked) => {
              if ('reason' in unpacked) failed(new BrokenOff(unpacked.reason));
              else finish({ kind: 'answered', status, contentType, body: unpacked.body });
            });
          },
          onResponseError(_controller, error) {
            failed(error);
          },
        },
      );
    });
  }

  /** New reads use new connections. Reads in flight are completed on the old ones. */
  renew(): void {
    const before = this.reads;
    this.reads = this.openReads();
    this.former.add(before);
    const gone = () => this.former.delete(before);
    before.close().then(gone, gone);
  }

  async close(): Promise<void> {
    this.closed();
    this.dialer.close();
    await Promise.all([this.reads, this.writes, ...this.former].map((pool) => pool.destroy()));
  }
}
