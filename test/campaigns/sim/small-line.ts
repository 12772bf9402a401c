/** The connection in the small scope: a request may be lost, its answer may be lost, or it may arrive late. */
import type { CallOptions, WriteOutcome } from '../../../src/main/api/client.ts';
import type { ServiceClient } from '../../../src/main/outbox/core.ts';
import { AppError } from '../../../src/shared/errors.ts';
import type { EndpointName } from '../../../src/shared/endpoints.ts';
import type { VirtualClock } from '../bench/models/virtual-clock.ts';
import type { ServiceModel } from './service-model.ts';

const roundTrip = 100;
/** Delays: before the settle time is over, and after the request was sent again. */
const lateBy = [30_000, 300_000];

export interface SmallLineOptions {
  clock: VirtualClock;
  model: ServiceModel;
  /** Whether the requesting process is gone and no longer waits for answers. */
  isDead: () => boolean;
  /** @returns the outcome of a request, from 0 to `of - 1`; 0: success */
  choose: (of: number) => number;
  /** Schedules a request to be applied at this time, whether or not anyone still waits for it. */
  late: (at: number, name: EndpointName, call: CallOptions) => void;
}

export function smallLine({ clock, model, isDead, choose, late }: SmallLineOptions): ServiceClient {
  const answer = (action: () => void) =>
    clock.after(roundTrip, () => {
      if (!isDead()) action();
    });
  const timeout = () => new AppError('line.timeout', { retry: 'later' });
  return {
    read: (name, call) =>
      new Promise((resolve, reject) => {
        const isLost = choose(2) === 1;
        const { status, value } = model.apply(name, call);
        if (isLost) answer(() => reject(timeout()));
        else if (status < 300) answer(() => resolve(value as never));
        else answer(() => reject(new AppError('service.not-found')));
      }),
    write: (name, call) =>
      new Promise((resolve) => {
        const choice = choose(3 + lateBy.length);
        if (choice === 0 || choice === 2) {
          const { status, value, code } = model.apply(name, call);
          if (choice === 2) answer(() => resolve({ kind: 'in-doubt', error: timeout() }));
          else if (status < 300) answer(() => resolve({ kind: 'answered', value: value as never }));
          else answer(() => resolve(refused(status, code)));
          return;
        }
        const by = lateBy[choice - 3];
        if (by !== undefined) late(clock.now() + roundTrip + by, name, call);
        answer(() => resolve({ kind: 'in-doubt', error: timeout() }));
      }),
  };
}

function refused(status: number, code: string | undefined): WriteOutcome<never> {
  const detail = { status, ...(code === undefined ? {} : { serviceCode: code }) };
  return {
    kind: 'refused',
    error: new AppError(status === 404 ? 'service.not-found' : 'service.conflict', { detail }),
  };
}
