/**
 * Connects in this order: DNS, socket, proxy tunnel, TLS. The dialer records each step, because the failed step is the
 * evidence that nothing was sent. The service's certificate is checked on every route, through every proxy.
 */
import { connect as connectSocket, isIP, type LookupFunction, type Socket } from 'node:net';
import tls from 'node:tls';
import type { System } from '../system.ts';
import { causeOf, DialError, reasonOf, type PhaseBefore, type Reason } from './errors.ts';
import { leadsToPrivate, privateAddress, publicLookup } from './private-addresses.ts';
import type { ProxyRoute, ProxyRoutes } from './proxy.ts';

export interface DialerOptions {
  /** `https:` */
  origin: URL;
  /** Certificate authorities in PEM format, for the service and for a proxy over TLS. */
  authorities: string[];
  /** Rejects private addresses of the service, but not of a proxy. */
  publicOnly: boolean;
  proxies: ProxyRoutes;
  system: System;
}

/** For all steps of all routes together. */
const connectMilliseconds = 8_000;
const bareHost = (url: URL) => url.hostname.replace(/^\[|\]$/g, '');

interface Attempt {
  phase: PhaseBefore;
  /** Destroyed on timeout. The latest socket closes the ones below it. */
  socket: Socket | null;
  ended: boolean;
}

export class Dialer {
  /** The step of the latest attempt, for a request that times out while it waits for a connection. */
  phase: PhaseBefore = 'waiting';
  private readonly options: DialerOptions;
  /** Created once, because parsing a few hundred authorities takes tens of milliseconds. */
  private trust: tls.SecureContext | undefined;
  private readonly stops = new Set<(error: DialError) => void>();

  constructor(options: DialerOptions) {
    this.options = options;
  }

  /**
   * Opens a verified TLS socket to the service.
   *
   * @throws DialError with the step that failed
   */
  async dial(): Promise<tls.TLSSocket> {
    const attempt: Attempt = { phase: 'waiting', socket: null, ended: false };
    let stop: (error: DialError) => void = () => undefined;
    const stopped = new Promise<never>((_resolve, reject) => {
      stop = (error) => {
        attempt.ended = true;
        attempt.socket?.destroy();
        reject(error);
      };
    });
    const cancel = this.options.system.after(connectMilliseconds, () =>
      stop(new DialError(attempt.phase, { code: 'line.timeout', cause: 'CONNECT_TIMEOUT' })),
    );
    this.stops.add(stop);
    try {
      return await Promise.race([this.tryRoutes(attempt), stopped]);
    } finally {
      cancel();
      this.stops.delete(stop);
      this.phase = 'waiting';
    }
  }

  /** Aborts connections in progress. */
  close(): void {
    for (const stop of this.stops) stop(new DialError('waiting', { code: 'line.interrupted', cause: 'closed' }));
  }

  /** Returns the first route that works. Tries the next one only if a route could not be reached at all. */
  private async tryRoutes(attempt: Attempt): Promise<tls.TLSSocket> {
    const routes = await this.options.proxies(this.options.origin);
    let last: unknown = new DialError('waiting', { code: 'line.proxy', cause: 'NO_ROUTE' });
    for (const route of routes) {
      try {
        return await this.tryRoute(route, attempt);
      } catch (error) {
        last = error;
        if (attempt.ended || !(error instanceof DialError)) break;
        if (error.phase !== 'name' && error.phase !== 'connect') break;
        if (error.reason.cause === privateAddress) break;
      }
    }
    throw last;
  }

  private trusted(): tls.SecureContext {
    this.trust ??= tls.createSecureContext({ ca: this.options.authorities, minVersion: 'TLSv1.2' });
    return this.trust;
  }

  private async tryRoute(route: ProxyRoute, attempt: Attempt): Promise<tls.TLSSocket> {
    const { origin } = this.options;
    if (route.kind === 'unusable')
      throw new DialError('proxy', { code: 'line.proxy', cause: `PROXY_${route.scheme.slice(0, 20)}` });
    if (this.options.publicOnly) await this.refusePrivate(route, attempt);
    const proxied = (reason: Reason): Reason => ({ code: 'line.proxy', cause: reason.cause });
    const open = await this.step(attempt, 'connect', route.kind === 'proxy' ? proxied : null, () =>
      this.openSocket(route.kind === 'proxy' ? route.address : origin, attempt),
    );
    let tunnel = open;
    if (route.kind === 'proxy') {
      tunnel = await this.step(attempt, 'proxy', proxied, async () => {
        const spoken =
          route.address.protocol === 'https:' ? await handshake(open, route.address, this.trusted(), attempt) : open;
        return openTunnel(spoken, origin, route.address);
      });
    }
    const socket = await this.step(attempt, 'tls', null, () => handshake(tunnel, origin, this.trusted(), attempt));
    socket.setKeepAlive(true, 60_000);
    return socket;
  }

  /** Runs one step. Any error in it becomes a DialError of that step. */
  private async step<Result>(
    attempt: Attempt,
    phase: PhaseBefore,
    reword: ((reason: Reason) => Reason) | null,
    action: () => Promise<Result>,
  ): Promise<Result> {
    if (attempt.ended) throw new DialError(attempt.phase, { code: 'line.interrupted', cause: 'closed' });
    attempt.phase = phase;
    this.phase = phase;
    try {
      return await action();
    } catch (error) {
      attempt.socket?.destroy();
      const reason = reasonOf(error instanceof Error ? error : new Error('unknown'));
      throw error instanceof DialError ? error : new DialError(attempt.phase, reword?.(reason) ?? reason);
    }
  }

  /**
   * Covers what `publicLookup` cannot check in the socket: a literal address needs no lookup, and a proxy does its own.
   * The check behind a proxy is best effort, because there may be no DNS at all.
   */
  private async refusePrivate(route: ProxyRoute, attempt: Attempt): Promise<void> {
    const host = bareHost(this.options.origin);
    const refused = new DialError('name', { code: 'label.link-refused', cause: privateAddress });
    if (isIP(host) === 0) {
      if (route.kind !== 'proxy') return;
      this.phase = attempt.phase = 'name';
    }
    if (await leadsToPrivate(host)) throw refused;
  }

  private openSocket(to: URL, attempt: Attempt): Promise<Socket> {
    const host = bareHost(to);
    const defaultPort = to.protocol === 'https:' ? 443 : 80;
    if (isIP(host) === 0) this.phase = attempt.phase = 'name';
    const port = to.port === '' ? defaultPort : Number(to.port);
    const checked: { lookup?: LookupFunction } =
      this.options.publicOnly && to === this.options.origin ? { lookup: publicLookup } : {};
    return new Promise((resolve, reject) => {
      const socket = connectSocket({ host, port, noDelay: true, ...checked });
      attempt.socket = socket;
      socket.once('lookup', (error: Error | null) => {
        if (error === null) this.phase = attempt.phase = 'connect';
      });
      socket.once('error', reject);
      socket.once('connect', () => {
        this.phase = attempt.phase = 'connect';
        socket.off('error', reject);
        // No step listens for errors between two steps. The next step finds a destroyed socket.
        socket.on('error', () => undefined);
        resolve(socket);
      });
    });
  }
}

/** TLS over a socket. The certificate must be valid for the host of `to`. */
function handshake(below: Socket, to: URL, trust: tls.SecureContext, attempt: Attempt): Promise<tls.TLSSocket> {
  const host = bareHost(to);
  return new Promise((resolve, reject) => {
    const socket = tls.connect({
      socket: below,
      host,
      // A server name must not be an address (RFC 6066).
      ...(isIP(host) === 0 ? { servername: host } : {}),
      secureContext: trust,
      // Explicit, because an environment variable could switch the default off.
      rejectUnauthorized: true,
      ALPNProtocols: ['http/1.1'],
    });
    attempt.socket = socket;
    socket.once('error', reject);
    socket.once('secureConnect', () => {
      socket.off('error', reject);
      socket.on('error', () => undefined);
      resolve(socket);
    });
  });
}

/** A name or password of an address. One with a percent sign that encodes nothing is meant as it is written. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Asks a proxy for a tunnel. Anything but 2xx is the proxy's refusal, and the service has seen nothing. */
async function openTunnel(socket: Socket, origin: URL, proxy: URL): Promise<Socket> {
  // Only now: with this module Node loads its own fetch, and most offices have no proxy.
  const { request } = await import('node:http');
  const target = `${origin.hostname}:${origin.port === '' ? '443' : origin.port}`;
  const headers: Record<string, string> = { host: target };
  if (proxy.username !== '') {
    const who = `${decoded(proxy.username)}:${decoded(proxy.password)}`;
    headers['proxy-authorization'] = `Basic ${Buffer.from(who).toString('base64')}`;
  }
  return new Promise((resolve, reject) => {
    const asking = request({ method: 'CONNECT', path: target, headers, createConnection: () => socket });
    asking.once('error', (error) => reject(refused(causeOf(error))));
    asking.once('connect', (answer, tunnel: Socket, head: Buffer) => {
      const status = answer.statusCode ?? 0;
      if (status < 200 || status > 299) {
        tunnel.destroy();
        const asked = status === 407 ? signInAskedBy(answer.headers['proxy-authenticate'] ?? '') : null;
        reject(asked === null ? refused(`PROXY_${status}`) : refused(`PROXY_ASKS_${asked}`, proxy.origin));
        return;
      }
      // Bytes before the handshake cannot come from the service, because in TLS the client speaks first.
      if (head.length > 0) {
        tunnel.destroy();
        reject(refused('PROXY_EARLY_BYTES'));
        return;
      }
      resolve(tunnel);
    });
    asking.end();
  });
}

const refused = (cause: string, signInAt: string | null = null) =>
  new DialError('proxy', { code: 'line.proxy', cause }, signInAt);

/** `NEGOTIATE` or `NTLM` for a proxy that requires the user's network sign-in; null: it wants something else. */
const signInAskedBy = (schemes: string): string | null =>
  /\b(negotiate|ntlm)\b/i.exec(schemes)?.[1]?.toUpperCase() ?? null;
