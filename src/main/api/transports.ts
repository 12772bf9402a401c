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

/** @param setting the person's choice; read at each connection */
export function transportsOver(network: Network, setting: () => ProxySetting, system: System): OpenTransport {
  const proxies = createProxyRoutes({ setting, system, ...network });
  const { openSignedIn } = network;
  return ({ origin, authorities, publicOnly = false }) => {
    const transport = new HttpsTransport({ origin, authorities, publicOnly, proxies, system });
    return openSignedIn === null ? transport : new SignInFallback({ origin, transport, proxies, openSignedIn });
  };
}
