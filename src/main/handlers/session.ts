import { AppError } from '../../shared/errors.ts';
import type { Handlers } from '../../shared/contract.ts';
import { describeError } from '../log.ts';
import { keyAccount, type Context } from './context.ts';

export function sessionHandlers(context: Context): Handlers['session'] {
  return {
    get: async () => context.session(),

    async startTraining() {
      await context.startTraining();
      return context.session();
    },

    async stopTrainingService() {
      await context.stopTrainingService();
      return context.session();
    },

    async signOut() {
      const workspace = context.workspace();
      const { definition } = workspace;
      const { waiting, asking } = workspace.summary();
      // What was typed goes out first, or is given up one by one (outbox, Rule 11).
      if (waiting + asking > 0) {
        throw new AppError('workspace.unsent-entries', { retry: 'after-change', detail: { count: waiting + asking } });
      }
      await context.leave();
      if (definition.mode === 'connected') {
        for (const kind of definition.kinds) {
          await context.keyStore.remove(keyAccount(definition.id, kind)).catch((error: unknown) => {
            context.log.warn(`a key could not be removed from the keychain: ${describeError(error)}`);
          });
        }
      }
      return context.session();
    },

    async dismissNotice({ kind }) {
      context.dismissNotice(kind);
      return context.session();
    },

    async confirmAccount({ kind }) {
      context.workspace().confirmAccount(kind);
      return context.session();
    },

    async tryLine() {
      await context.workspace().tryLine();
      return context.session();
    },
  };
}
