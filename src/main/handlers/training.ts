/** The trainer's controls: clock, faults and switches of the training service, through its control API. */
import type { Handlers } from '../../shared/contract.ts';
import { AppError } from '../../shared/errors.ts';
import type { TrainingState, TrainingView } from '../../shared/training.ts';
import type { TrainingControl } from '../api/training-control.ts';
import { describeError } from '../log.ts';
import type { Context } from './context.ts';

const mostRequests = 200;

export function trainingHandlers(context: Context): Handlers['training'] {
  /** @throws AppError `training.not-open` in any other workspace; `training.not-started` while the service is stopped */
  function control(): TrainingControl {
    if (context.session().mode !== 'training') throw new AppError('training.not-open');
    const found = context.trainingControl();
    if (found === null) throw new AppError('training.not-started', { retry: 'later' });
    return found;
  }

  async function view(of: TrainingControl, state: TrainingState): Promise<TrainingView> {
    // The service keeps the last thousand requests, and the screen shows the latest of them.
    const requests = await of.requests(Math.max(0, state.counts.requests - mostRequests));
    return { state, requests: requests.reverse().slice(0, mostRequests) };
  }

  async function change(make: (of: TrainingControl) => Promise<TrainingState>): Promise<TrainingView> {
    const of = control();
    const changed = await view(of, await make(of));
    context.changed(['training'], null);
    return changed;
  }

  /** Checks connectivity immediately over a new connection, so that it reflects the new faults. */
  async function changeFaults(make: (of: TrainingControl) => Promise<TrainingState>): Promise<TrainingView> {
    const changed = await change(make);
    context.renewConnections();
    context
      .openWorkspace()
      ?.tryLine()
      .catch((error: unknown) => context.log.info(`line after changed faults: ${describeError(error)}`));
    return changed;
  }

  return {
    async get() {
      const of = control();
      return view(of, await of.state());
    },
    setPreset: async ({ preset }) => changeFaults((of) => of.setPreset(preset)),
    setRules: async ({ rules }) => changeFaults((of) => of.setRules(rules)),
    setClock: async (clock) => change((of) => of.setClock(clock)),
    setSwitch: async ({ name, choice }) => change((of) => of.setSwitches({ [name]: choice })),
  };
}
