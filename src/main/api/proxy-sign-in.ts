/**
 * Proxies that want the person's own sign-in to the network (NTLM, Kerberos): only the browser's stack can give it. The
 * first refusal of this kind is told by the transport as not sent, so the same request may go the other way at once.
 */
import type { ProxyRoutes } from './proxy.ts';
import type { Exchange, Request, Transport } from './transport.ts';

/** Opens the browser's stack for an origin, through this proxy (`http://host:port`). */
export type OpenSignedIn = (origin: string, proxy: string) => Transport;

export interface SignInFallbackOptions {
  origin: string;
  transport: Transport;
  proxies: ProxyRoutes;
  openSignedIn: OpenSignedIn;
}

export class SignInFallback implements Transport {
  private readonly options: SignInFallbackOptions;
  private signedIn: Transport | null = null;
  /** The last word was that of a proxy that wants a sign-in. */
  private preferred = false;

  constructor(options: SignInFallbackOptions) {
    this.options = options;
  }

  async exchange(request: Request): Promise<Exchange> {
    if (this.preferred && this.signedIn !== null) {
      const exchange = await this.signedIn.exchange(request);
      // Another network, perhaps: the next request tries the usual way again.
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
    return this.signedIn.exchange(request);
  }

  async close(): Promise<void> {
    await Promise.all([this.options.transport.close(), this.signedIn?.close()]);
  }
}
