/** How transports are made: the same proxies and the same trust rules for everything that speaks to anybody. */
import type { ProxySetting } from '../../shared/settings.ts';
import type { System } from '../system.ts';
import { createProxyRoutes, type ProxyEnvironment } from './proxy.ts';
import { SignInFallback, type OpenSignedIn } from './proxy-sign-in.ts';
import { HttpsTransport, type Transport } from './transport.ts';

export interface Destination {
  /** `https://host[:port]` */
  origin: string;
  authorities: string[] | null;
  /** Private addresses are refused: for links that come from outside. */
  publicOnly?: boolean;
}
export type OpenTransport = (to: Destination) => Transport;

/** What the place where the app runs knows of the network. */
export interface Network {
  environment: ProxyEnvironment;
  /** What the operating system says for an address, in the words of a proxy script; null where nobody can be asked. */
  systemProxy: ((address: string) => Promise<string>) | null;
  /** Another network stack, for proxies that want the person's sign-in to the network; null where there is none. */
  openSignedIn: OpenSignedIn | null;
}

/** No proxy is known of. */
export const plainNetwork: Network = {
  environment: { proxy: null, except: [] },
  systemProxy: null,
  openSignedIn: null,
};

export interface Transports {
  open: OpenTransport;
  /** The way has changed: connections that are kept for the next read are let go, what is under way is finished. */
  renew(): void;
}

/** @param setting the person's choice; read at each connection */
export function transportsOver(network: Network, setting: () => ProxySetting, system: System): Transports {
  const proxies = createProxyRoutes({ setting, system, ...network });
  const { openSignedIn } = network;
  const opened = new Set<HttpsTransport>();
  return {
    open({ origin, authorities, publicOnly = false }) {
      const closed = () => opened.delete(transport);
      const transport = new HttpsTransport({ origin, authorities, publicOnly, proxies, system, closed });
      opened.add(transport);
      return openSignedIn === null ? transport : new SignInFallback({ origin, transport, proxies, openSignedIn });
    },
    renew() {
      for (const transport of opened) transport.renew();
    },
  };
}
