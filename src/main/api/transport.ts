/**
 * HTTPS and nothing else: one exchange with the service, and the evidence for what became of it. TLS is always
 * verified; redirects are never followed; nothing is sent again from here.
 */
import tls from 'node:tls';
import { Pool, type Dispatcher } from 'undici';
import type { ErrorCode } from '../../shared/errors.ts';
import type { System } from '../system.ts';

export interface Request {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Path and query, beginning with a slash. */
  path: string;
  headers: Record<string, string>;
  body: string | null;
  /** For the whole exchange, from the call to the last byte of the answer, in milliseconds. */
  deadlineMilliseconds: number;
  /** Bytes of the answer, beyond which it is broken off. */
  mostBytes: number;
}

/**
 * answered: status and whole body are here · not-sent: no byte of the request left (name look-up, connect, TLS, proxy) ·
 * in-doubt: the request was handed to the socket and no whole answer came.
 */
export type Exchange =
  | { kind: 'answered'; status: number; contentType: string; body: Buffer }
  | { kind: 'not-sent'; code: ErrorCode; cause: string }
  | { kind: 'in-doubt'; code: ErrorCode; cause: string };

export interface Transport {
  /** Never throws. */
  exchange(request: Request): Promise<Exchange>;
  close(): Promise<void>;
}

export interface TransportOptions {
  /** `https://host[:port]` */
  origin: string;
  /** Certificate authorities in PEM form; null: those of the system and of the runtime. */
  authorities: string[] | null;
  system: System;
}

let systemAuthorities: string[] | undefined;

/** The authorities that the operating system and the runtime trust. Read once: it takes some time. */
export function trustedAuthorities(): string[] {
  systemAuthorities ??= [...new Set([...tls.getCACertificates('default'), ...tls.getCACertificates('system')])];
  return systemAuthorities;
}

/** The authorities a workspace trusts: in training its own alone, else those of the system and what the person gave. */
export function authoritiesOf(workspace: {
  mode: 'connected' | 'training';
  authority: string | null;
}): string[] | null {
  const { mode, authority } = workspace;
  if (mode === 'training') return authority === null ? [] : [authority];
  return authority === null ? null : [...trustedAuthorities(), authority];
}

const connectMilliseconds = 8_000;

/**
 * Two pools for one origin: reads share kept-alive sockets; each write has a socket of its own, because a reused one that
 * the service had just closed would leave the write in doubt.
 */
export class HttpsTransport implements Transport {
  private readonly reads: Pool;
  private readonly writes: Pool;
  private readonly system: System;

  /** @throws TypeError when the origin is not `https:` */
  constructor(options: TransportOptions) {
    const origin = new URL(options.origin);
    if (origin.protocol !== 'https:') throw new TypeError('only https addresses are spoken to');
    this.system = options.system;
    const connect = {
      ca: options.authorities ?? trustedAuthorities(),
      rejectUnauthorized: true,
      timeout: connectMilliseconds,
    };
    // The deadline below bounds the whole exchange; undici's own clocks would only restart with each byte.
    const shared = { connect, allowH2: false, headersTimeout: 0, bodyTimeout: 0 };
    this.reads = new Pool(origin.origin, { ...shared, connections: 8, pipelining: 1, keepAliveTimeout: 4_000 });
    this.writes = new Pool(origin.origin, { ...shared, connections: 4, pipelining: 0 });
  }

  exchange(request: Request): Promise<Exchange> {
    const pool = request.method === 'GET' ? this.reads : this.writes;
    return new Promise((resolve) => {
      let handedOver = false;
      let overdue = false;
      let controller: Dispatcher.DispatchController | undefined;
      let status = 0;
      let contentType = '';
      let size = 0;
      const chunks: Buffer[] = [];

      const finish = (exchange: Exchange) => {
        cancelDeadline();
        resolve(exchange);
      };
      const failed = (error: Error) => {
        const { code, cause } = overdue ? { code: 'line.timeout' as const, cause: 'deadline' } : failureOf(error);
        finish({ kind: handedOver ? 'in-doubt' : 'not-sent', code, cause });
      };
      const cancelDeadline = this.system.after(request.deadlineMilliseconds, () => {
        overdue = true;
        const error = new Error('deadline');
        if (controller) controller.abort(error);
        else failed(error);
      });

      pool.dispatch(
        { method: request.method, path: request.path, headers: request.headers, body: request.body },
        {
          // Called right before the request is written to a connected socket: from here on it may arrive.
          onRequestStart(started) {
            controller = started;
            if (overdue) {
              started.abort(new Error('deadline'));
              return;
            }
            handedOver = true;
          },
          onResponseStart(_controller, statusCode, headers) {
            status = statusCode;
            contentType = String(headers['content-type'] ?? '');
          },
          onResponseData(current, chunk) {
            size += chunk.length;
            if (size > request.mostBytes) current.abort(Object.assign(new Error('too large'), { code: 'TOO_LARGE' }));
            else chunks.push(chunk);
          },
          onResponseEnd() {
            finish({ kind: 'answered', status, contentType, body: Buffer.concat(chunks) });
          },
          onResponseError(_controller, error) {
            failed(error);
          },
        },
      );
    });
  }

  async close(): Promise<void> {
    await Promise.all([this.reads.destroy(), this.writes.destroy()]);
  }
}

/** Puts what the socket, TLS or undici said into the app's own code; the original code stays as evidence. */
function failureOf(error: Error): { code: ErrorCode; cause: string } {
  const inner = error instanceof AggregateError && error.errors[0] instanceof Error ? error.errors[0] : error;
  const cause = 'code' in inner && typeof inner.code === 'string' ? inner.code : inner.name;
  if (/CERT|SELF_SIGNED|UNABLE_TO_|ALTNAME|ISSUER|ERR_TLS|ERR_SSL|EPROTO/.test(cause))
    return { code: 'line.certificate', cause };
  if (cause === 'TOO_LARGE') return { code: 'line.too-large', cause };
  if (cause === 'UND_ERR_CONNECT_TIMEOUT' || cause === 'ETIMEDOUT') return { code: 'line.timeout', cause };
  if (/^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ENETDOWN|EADDRNOTAVAIL)$/.test(cause)) {
    return { code: 'line.unreachable', cause };
  }
  return { code: 'line.interrupted', cause };
}
