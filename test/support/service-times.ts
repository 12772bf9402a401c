/**
 * When the training service had something, asked through its control API: beside the rate limits, which the app needs
 * for itself. The service's time must be the computer's.
 */
import type { ServicePlan } from './plain-client.ts';
import { waitFor } from './processes.ts';
import { control, type TrainingService } from './training-service.ts';

export type ControlledService = Pick<TrainingService, 'address' | 'authorityFile' | 'controlKey'>;

interface LoggedRequest {
  /** When it arrived, in milliseconds since the epoch. */
  at: number;
  method: string;
  path: string;
  status: number | null;
}

/** More than any number of a request. */
const noRequest = 999_999_999_999_999;

/** The number of the last request that the service received. */
export async function lastRequest(service: ControlledService): Promise<number> {
  const log = await control(service, 'GET', `/requests?after=${noRequest}`);
  return Number(log['count']);
}

/**
 * Waits until the service has done what a request asked for.
 *
 * @param since the number of a request; later ones count
 * @returns when the request arrived, in milliseconds since the epoch
 */
export function requestDone(service: ControlledService, since: number, method: string, path: RegExp): Promise<number> {
  return waitFor(
    `${method} ${String(path)}`,
    async () => {
      const log = await control(service, 'GET', `/requests?after=${since}`);
      const requests = log['requests'] as LoggedRequest[];
      return requests.find((each) => each.method === method && path.test(each.path) && each.status === 200)?.at;
    },
    30_000,
  );
}

/**
 * Waits until the service has a plan in some state.
 *
 * @param planId as in the API, `plans/…`
 * @returns when it was asked and had it, in milliseconds since the epoch; it may have had it 60 ms earlier
 */
export function planReached(
  service: ControlledService,
  planId: string,
  fits: (plan: ServicePlan) => boolean,
): Promise<number> {
  return waitFor(
    `the state of ${planId}`,
    async () => {
      const at = Date.now();
      const plan = await control(service, 'GET', `/${planId}`);
      return fits(plan as unknown as ServicePlan) ? at : undefined;
    },
    30_000,
  );
}
