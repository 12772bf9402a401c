/** Chromium's network facilities: the system's proxies, and a network stack that can sign in to them. */
import { app, session } from 'electron';
import type { Network } from '../api/transports.ts';
import { ChromiumTransport } from './chromium-transport.ts';
import type { System } from '../system.ts';

/** @param system for the deadlines of Chromium's stack */
export function chromiumNetwork(system: System): Pick<Network, 'systemProxy' | 'openSignedIn'> {
  return {
    async systemProxy(address) {
      await app.whenReady();
      // The window's own session has no way out.
      return session.fromPartition('system proxy', { cache: false }).resolveProxy(address);
    },
    openSignedIn: (origin, proxy) => new ChromiumTransport({ origin, proxy, system }),
  };
}
