import type { Context } from './context.ts';
import { once, onceInRun, type MainHandlers } from './gestures.ts';
import { refuseWhileSearching, refuseWithUnsent } from './leaving.ts';

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
      refuseWithUnsent(workspace);
      // Files that stay take up the search when this office signs in again.
      if (deleteData) refuseWhileSearching(workspace, context.system.now());
      await context.clipboardKey.clearNow();
      // Nobody is told that they are signed out while their data and keys are still here.
      await context.asOne(() => context.leave(deleteData));
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
      await context.readKeys();
      await context.workspace().tryLine();
      return context.session();
    },
  };
}
