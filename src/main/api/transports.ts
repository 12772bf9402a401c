/** Creates all transports with the same proxies and the same trust rules. */
import type { ProxySetting } from '../../shared/settings.ts';
import type { System } from '../system.ts';
import { createProxyRoutes, noProxies, type ProxyEnvironment } from './proxy.ts';
import { SignInFallback, type OpenSignedIn } from './proxy-sign-in.ts';
import { HttpsTransport, type Transport } from './transport.ts';

export interface Destination {
  /** `https://host[:port]` */
  origin: string;
  authorities: string[] | null;
  /** Rejects private addresses, for external links. */
  publicOnly?: boolean;
  /** Never through a proxy, whatever the setting: the training service is on this computer, where no proxy looks. */
  direct?: boolean;
}
export type OpenTransport = (to: Destination) => Transport;

/** The network facilities of the platform that the app runs on. */
export interface Network {
  environment: ProxyEnvironment;
  /** The operating system's proxy for an address, in the syntax of a PAC file; null if it cannot be queried. */
  systemProxy: ((address: string) => Promise<string>) | null;
  /** Another network stack, for proxies that require the user's network sign-in; null if there is none. */
  openSignedIn: OpenSignedIn | null;
}

/** A network without any known proxy. */
export const plainNetwork: Network = {
  environment: { proxy: null, except: [] },
  systemProxy: null,
  openSignedIn: null,
};

export interface Transports {
  open: OpenTransport;
  /** Drops idle connections after the route has changed. Requests in flight are completed. */
  renew(): void;
}

/** @param setting the user's setting, read for each connection */
export function transportsOver(network: Network, setting: () => ProxySetting, system: System): Transports {
  const proxies = createProxyRoutes({ setting, system, ...network });
  const { openSignedIn } = network;
  const renewals = new Set<() => void>();
  return {
    open({ origin, authorities, publicOnly = false, direct = false }) {
      const closed = () => renewals.delete(renew);
      const ways = direct ? noProxies : proxies;
      const transport = new HttpsTransport({ origin, authorities, publicOnly, proxies: ways, system, closed });
      const fallback =
        openSignedIn === null || direct ? null : new SignInFallback({ origin, publicOnly, transport, openSignedIn });
      const renew = () => {
        transport.renew();
        fallback?.renew();
      };
      renewals.add(renew);
      return fallback ?? transport;
    },
    renew() {
      for (const renew of renewals) renew();
    },
  };
}
