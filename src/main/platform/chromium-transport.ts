/**
 * A transport over Chromium's network stack, for proxies that require the user's network sign-in (NTLM, Kerberos). It
 * trusts only the system's authorities and gives less evidence: a request is in doubt unless it certainly failed before
 * it was sent.
 */
import { net, session, type Session } from 'electron';
import type { ErrorCode } from '../../shared/errors.ts';
import type { PhaseBefore } from '../api/errors.ts';
import type { Exchange, Request, Transport } from '../api/transport.ts';
import type { System } from '../system.ts';

export interface ChromiumTransportOptions {
  /** `https://host[:port]` */
  origin: string;
  /** `http://host:port` */
  proxy: string;
  system: System;
}

/** Chromium's error names for failures before a request is written. */
const beforeSending: readonly [RegExp, PhaseBefore, ErrorCode][] = [
  [/^NAME_NOT_RESOLVED$/, 'name', 'line.unreachable'],
  [/^(PROXY_|TUNNEL_CONNECTION_FAILED|UNEXPECTED_PROXY_AUTH)/, 'proxy', 'line.proxy'],
  [/^(CERT_|SSL_PROTOCOL_ERROR|SSL_VERSION_OR_CIPHER_MISMATCH|BAD_SSL_CLIENT_AUTH_CERT)/, 'tls', 'line.certificate'],
  [/^(CONNECTION_REFUSED|ADDRESS_UNREACHABLE|INTERNET_DISCONNECTED|ADDRESS_INVALID)$/, 'connect', 'line.unreachable'],
];

/** Numbers of closed transports. Their sessions serve the next ones, because Chromium keeps each until the app ends. */
const free: number[] = [];
let made = 0;

/** For a request that was still waiting when the transport was closed. */
const tooLate: Exchange = { kind: 'not-sent', code: 'line.interrupted', cause: 'closed', phase: 'waiting' };

export class ChromiumTransport implements Transport {
  private readonly options: ChromiumTransportOptions;
  private readonly number: number;
  private readonly reads: Session;
  private readonly writes: Session;
  private readonly ready: Promise<unknown>;
  private lastWrite: Promise<unknown> = Promise.resolve();
  private closed: Promise<void> | null = null;

  constructor(options: ChromiumTransportOptions) {
    this.options = options;
    this.number = free.pop() ?? (made += 1);
    // Sessions of its own: a session has one proxy, and closing its connections ends the requests of all that share it.
    // They are in memory and without a cache, so nothing is left on disk.
    this.reads = session.fromPartition(`proxied reads ${this.number}`, { cache: false });
    this.writes = session.fromPartition(`proxied writes ${this.number}`, { cache: false });
    const proxy = {
      mode: 'fixed_servers' as const,
      proxyRules: options.proxy,
      // Otherwise Chromium would bypass the proxy for loopback addresses.
      proxyBypassRules: '<-loopback>',
    };
    this.ready = Promise.all([this.reads.setProxy(proxy), this.writes.setProxy(proxy)]);
  }

  async exchange(request: Request): Promise<Exchange> {
    await this.ready;
    if (request.method === 'GET') return this.closed === null ? this.run(request, this.reads) : tooLate;
    // One at a time, each on a new connection, because Chromium retries a write on a reused one.
    const turn = this.lastWrite.then(async () => {
      if (this.closed !== null) return tooLate;
      await this.writes.closeAllConnections();
      return this.run(request, this.writes);
    });
    this.lastWrite = turn.catch(() => undefined);
    return turn;
  }

  close(): Promise<void> {
    this.closed ??= this.end();
    return this.closed;
  }

  private async end(): Promise<void> {
    await Promise.all([this.reads.closeAllConnections(), this.writes.closeAllConnections()]);
    void this.lastWrite.then(() => free.push(this.number));
  }

  private run(request: Request, through: Session): Promise<Exchange> {
    const { origin, system } = this.options;
    return new Promise((resolve) => {
      let status: number | null = null;
      let size = 0;
      const chunks: Buffer[] = [];
      const asking = net.request({
        method: request.method,
        url: origin + request.path,
        session: through,
        redirect: 'manual',
        cache: 'no-store',
        useSessionCookies: false,
      });
      const finish = (exchange: Exchange) => {
        cancelDeadline();
        resolve(exchange);
      };
      const broken = (code: ErrorCode, cause: string) => {
        finish(
          status === null
            ? { kind: 'in-doubt', code, cause, phase: 'handed-over' }
            : { kind: 'in-doubt', code, cause, phase: 'answer-begun', status },
        );
        asking.abort();
      };
      const failed = (error: Error) => {
        const cause = /net::ERR_(\w+)/.exec(error.message)?.[1] ?? error.name;
        const before = status === null ? beforeSending.find(([pattern]) => pattern.test(cause)) : undefined;
        if (before === undefined) broken('line.interrupted', cause);
        else finish({ kind: 'not-sent', code: before[2], cause, phase: before[1] });
      };
      const cancelDeadline = system.after(request.deadlineMilliseconds, () => broken('line.timeout', 'deadline'));

      for (const [name, value] of Object.entries(request.headers)) asking.setHeader(name, value);
      asking.on('redirect', (redirected) => {
        finish({ kind: 'answered', status: redirected, contentType: '', body: Buffer.alloc(0) });
        asking.abort();
      });
      // Chromium signs in with the user's own account. The app never asks for a password.
      asking.on('login', (_info, answer) => answer());
      asking.on('response', (response) => {
        const { statusCode } = response;
        status = statusCode;
        response.on('data', (chunk) => {
          size += chunk.length;
          if (size > request.mostBytes) broken('line.too-large', 'TOO_LARGE');
          else chunks.push(chunk);
        });
        response.on('end', () => {
          const type = response.headers['content-type'];
          const contentType = Array.isArray(type) ? (type[0] ?? '') : (type ?? '');
          finish({ kind: 'answered', status: statusCode, contentType, body: Buffer.concat(chunks) });
        });
        response.on('aborted', () => broken('line.interrupted', 'aborted'));
        response.on('error', (error: Error) => failed(error));
      });
      asking.on('error', failed);
      if (request.body !== null) asking.write(request.body);
      asking.end();
    });
  }
}
