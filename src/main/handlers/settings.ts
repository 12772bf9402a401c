import type { Handlers } from '../../shared/contract.ts';
import { AppError } from '../../shared/errors.ts';
import type { ProxySetting } from '../../shared/settings.ts';
import { proxyAddress } from '../api/proxy.ts';
import type { Context } from './context.ts';

/**
 * Asks in main's own dialog before connections go through a proxy that is not the one of the settings. A window that
 * was taken over could name any host: the system would look that name up and, asked by the proxy, sign in to it with
 * the user's own account (attack 24).
 *
 * @param proxy undefined: the change concerns other settings
 * @throws AppError `input.invalid` for an address that is none, `proxy.not-confirmed`
 */
async function confirmProxy(context: Context, proxy: ProxySetting | undefined): Promise<void> {
  if (proxy?.kind !== 'explicit' || JSON.stringify(proxy) === JSON.stringify(context.settings().proxy)) return;
  const address = proxyAddress(proxy.address);
  if (address === null) throw new AppError('input.invalid', { detail: { field: 'proxy.address' } });
  if (await context.desktop.confirmProxyHost(address.host)) return;
  throw new AppError('proxy.not-confirmed', { retry: 'after-change' });
}

export function settingsHandlers(context: Context): Handlers['settings'] {
  return {
    get: async () => context.settings(),
    async set(change) {
      await confirmProxy(context, change.proxy);
      const saved = context.saveSettings(change);
      context.changed(['settings'], null);
      return saved;
    },
  };
}
