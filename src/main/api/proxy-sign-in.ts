/**
 * Fallback for proxies that require the user's network sign-in (NTLM, Kerberos), which only the browser's network stack
 * supports. The transport reports such a refusal as not sent, so the same request can use the fallback immediately.
 */
import { leadsToPrivate, privateAddress } from './private-addresses.ts';
import type { Exchange, Request, Transport } from './transport.ts';

/** Opens a transport over the browser's stack for an origin, through this proxy (`http://host:port`). */
export type OpenSignedIn = (origin: string, proxy: string) => Transport;

export interface SignInFallbackOptions {
  origin: string;
  /** Rejects private addresses. */
  publicOnly: boolean;
  transport: Transport;
  openSignedIn: OpenSignedIn;
}

export class SignInFallback implements Transport {
  private readonly options: SignInFallbackOptions;
  /** By proxy. One that is not preferred any more may still have requests in flight. */
  private readonly signedIn = new Map<string, Transport>();
  /** The proxy that required a sign-in last; null: the normal transport finds out whether one does. */
  private preferred: string | null = null;

  constructor(options: SignInFallbackOptions) {
    this.options = options;
  }

  async exchange(request: Request): Promise<Exchange> {
    const { preferred } = this;
    if (preferred !== null) {
      const exchange = await this.through(preferred, request);
      // The proxy may be gone, or the network another one, so the next request tries the normal transport again.
      if (exchange.kind !== 'answered' && this.preferred === preferred) this.preferred = null;
      return exchange;
    }
    const exchange = await this.options.transport.exchange(request);
    // Of several proxies it is the first that was reached, and not always the first of the list.
    if (exchange.kind !== 'not-sent' || exchange.signInAt === undefined) return exchange;
    this.preferred = exchange.signInAt;
    return this.through(exchange.signInAt, request);
  }

  /** The routes may have changed, so the next request tries the normal transport again. */
  renew(): void {
    this.preferred = null;
  }

  /** The first transport checks its own requests. The name may lead elsewhere by now, so this one asks again. */
  private async through(proxy: string, request: Request): Promise<Exchange> {
    const { origin, publicOnly, openSignedIn } = this.options;
    const signedIn = this.signedIn.get(proxy) ?? openSignedIn(origin, proxy);
    this.signedIn.set(proxy, signedIn);
    if (publicOnly && (await leadsToPrivate(new URL(origin).hostname.replace(/^\[|\]$/g, ''))))
      return { kind: 'not-sent', code: 'label.link-refused', cause: privateAddress, phase: 'name' };
    return signedIn.exchange(request);
  }

  async close(): Promise<void> {
    await Promise.all([this.options.transport, ...this.signedIn.values()].map((transport) => transport.close()));
  }
}
