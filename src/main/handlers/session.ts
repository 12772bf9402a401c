import { openCount } from '../../shared/outbox.ts';
import { AppError } from '../../shared/errors.ts';
import { describeError } from '../log.ts';
import { keyAccount, type Context } from './context.ts';
import { once, onceInRun, type MainHandlers } from './gestures.ts';

export function sessionHandlers(context: Context): MainHandlers['session'] {
  return {
    get: async () => context.session(),

    startTraining: onceInRun(context, 'session.startTraining', async () => {
      await context.startTraining();
      return context.session();
    }),

    stopTrainingService: onceInRun(context, 'session.stopTrainingService', async () => {
      await context.stopTrainingService();
      return context.session();
    }),

    signOut: onceInRun(context, 'session.signOut', async ({ deleteData = false }) => {
      const workspace = context.workspace();
      const { definition } = workspace;
      const count = openCount(workspace.summary());
      // Entries must be sent or discarded before signing out (outbox, Rule 11).
      if (count > 0) throw new AppError('workspace.unsent-entries', { retry: 'after-change', detail: { count } });
      // Nobody is told that they are signed out while their data and keys are still here.
      await context.asOne(async () => {
        await context.leave(deleteData);
        for (const kind of definition.mode === 'connected' ? definition.kinds : []) {
          await context.keyStore.remove(keyAccount(definition.id, kind)).catch((error: unknown) => {
            context.log.warn(`a key could not be removed from the keychain: ${describeError(error)}`);
          });
        }
      });
      return context.session();
    }),

    async dismissNotice({ kind }) {
      context.dismissNotice(kind);
      return context.session();
    },

    confirmAccount: once(context, 'session.confirmAccount', {
      work({ kind }, gesture) {
        gesture.commit(() => null);
        context.workspace().confirmAccount(kind);
      },
      answer: () => context.session(),
    }),

    async tryLine() {
      await context.workspace().tryLine();
      return context.session();
    },
  };
}
