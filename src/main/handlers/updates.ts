import type { Handlers } from '../../shared/contract.ts';
import { AppError } from '../../shared/errors.ts';
import { readUpdateAddress } from '../../shared/updates.ts';
import type { Context } from './context.ts';

export function updatesHandlers({ updates, desktop }: Context): Handlers['updates'] {
  return {
    get: async () => updates.view,
    async look() {
      await updates.look();
      return updates.view;
    },
    async setSource({ address, channel }) {
      const read = readUpdateAddress(address);
      if ('problem' in read) throw new AppError('update.address', { retry: 'after-change' });
      // A window that was taken over could tell a foreign host that this computer is here (attack 24).
      if (await desktop.confirmUpdateHost(read.host)) updates.use({ address: read.address, channel });
      return updates.view;
    },
    async turnOff() {
      updates.use(null);
      return updates.view;
    },
    async install() {
      updates.install();
      return updates.view;
    },
    async dontInstall() {
      updates.dontInstall();
      return updates.view;
    },
  };
}
