/**
 * Fallback for proxies that require the user's network sign-in (NTLM, Kerberos), which only the browser's network stack
 * supports. The transport reports such a refusal as not sent, so the same request can use the fallback immediately.
 */
import { leadsToPrivate, privateAddress } from './private-addresses.ts';
import type { ProxyRoutes } from './proxy.ts';
import type { Exchange, Request, Transport } from './transport.ts';

/** Opens a transport over the browser's stack for an origin, through this proxy (`http://host:port`). */
export type OpenSignedIn = (origin: string, proxy: string) => Transport;

export interface SignInFallbackOptions {
  origin: string;
  /** Rejects private addresses. */
  publicOnly: boolean;
  transport: Transport;
  proxies: ProxyRoutes;
  openSignedIn: OpenSignedIn;
}

export class SignInFallback implements Transport {
  private readonly options: SignInFallbackOptions;
  private signedIn: Transport | null = null;
  /** Whether the last request met a proxy that requires a sign-in. */
  private preferred = false;

  constructor(options: SignInFallbackOptions) {
    this.options = options;
  }

  async exchange(request: Request): Promise<Exchange> {
    if (this.preferred && this.signedIn !== null) {
      const exchange = await this.through(this.signedIn, request);
      // The network may have changed, so the next request tries the normal transport again.
      if (exchange.kind === 'not-sent') this.preferred = false;
      return exchange;
    }
    const exchange = await this.options.transport.exchange(request);
    if (exchange.kind !== 'not-sent' || !exchange.cause.startsWith('PROXY_ASKS_')) return exchange;
    const routes = await this.options.proxies(new URL(this.options.origin));
    const route = routes.find((each) => each.kind === 'proxy');
    if (route === undefined) return exchange;
    this.signedIn ??= this.options.openSignedIn(this.options.origin, route.address.origin);
    this.preferred = true;
    return this.through(this.signedIn, request);
  }

  /** The first transport checks its own requests. The name may lead elsewhere by now, so this one asks again. */
  private async through(signedIn: Transport, request: Request): Promise<Exchange> {
    const { origin, publicOnly } = this.options;
    if (publicOnly && (await leadsToPrivate(new URL(origin).hostname.replace(/^\[|\]$/g, ''))))
      return { kind: 'not-sent', code: 'label.link-refused', cause: privateAddress, phase: 'name' };
    return signedIn.exchange(request);
  }

  async close(): Promise<void> {
    await Promise.all([this.options.transport.close(), this.signedIn?.close()]);
  }
}
