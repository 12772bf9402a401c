import type { Handlers } from '../../shared/contract.ts';
import type { Context } from './context.ts';

export function settingsHandlers(context: Context): Handlers['settings'] {
  return {
    get: async () => context.settings(),
    async set(change) {
      const saved = context.saveSettings(change);
      context.changed(['settings'], null);
      return saved;
    },
  };
}
