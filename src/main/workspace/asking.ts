/** The part of a workspace that asks the services something for a person who waits for the answer. */
import type { AccessRow } from '../../shared/access.ts';
import { bareId } from '../../shared/ids.ts';
import type { Operation } from '../../shared/operations.ts';
import { readPatiently } from '../api/pages.ts';
import type { ChangeFeed } from '../outbox/change-feed.ts';
import { readAccess } from '../refresh/access.ts';
import { isOrderOnService } from '../refresh/order-look-up.ts';
import { readRoute } from '../refresh/read-route.ts';
import type { Refresher } from '../refresh/refresher.ts';
import { stopsWithNumbers, type StopLookUp } from '../refresh/stop-look-up.ts';
import type { Connection } from './connection.ts';
import type { WorkspaceOptions } from './options.ts';
import type { WorkspaceStorage } from './storage.ts';

/** Each call fails with an AppError from the connection or the service. */
export interface Asking {
  /** Looks an order up on the service by its external id. */
  isOrderOnService: (externalId: string) => Promise<boolean>;
  /** Searches for stops by their numbers. Null: the service has no search. */
  stopsWithNumbers: (numbers: readonly string[]) => Promise<StopLookUp | null>;
  /** Reads a driver's route in a plan. */
  readRoute: (planId: string, driverId: string) => Promise<void>;
  /** Finds out what the keys can read. */
  readAccess: () => Promise<AccessRow[]>;
  readOperation: (operationId: string) => Promise<Operation>;
  /** Cancels an operation. Fails when it is not known to be canceled. False: it had ended before. */
  cancelOperation: (operationId: string) => Promise<boolean>;
}

/** @param feed receives what was read */
export function openAsking(
  { definition: { version }, system }: WorkspaceOptions,
  { cache }: WorkspaceStorage,
  connection: Connection,
  refresher: Refresher,
  feed: ChangeFeed,
): Asking {
  const { client } = connection;
  const route = {
    ...{ client, cache, system, listsStops: version === 'v1' },
    changed: (planId: string) => feed.add(['stops', 'plans'], planId),
    readPlan: (planId: string) => refresher.refreshStops(planId, 'click'),
  };
  return {
    isOrderOnService: (externalId) => isOrderOnService(client, externalId),
    stopsWithNumbers: async (numbers) => (version === 'v1' ? stopsWithNumbers(client, numbers) : null),
    readRoute: (planId, driverId) => readRoute(route, planId, driverId),
    readAccess: () =>
      readAccess({ client, version, hasKey: (service) => connection.keys().some(({ kind }) => kind === service) }),
    readOperation: (operationId) =>
      readPatiently(client, 'operations.get', { path: { operationId: bareId(operationId) }, priority: 'click' }),
    async cancelOperation(operationId) {
      const path = { operationId: bareId(operationId) };
      const result = await client.write('operations.cancel', { path, priority: 'click' });
      // Refused: it was done before, which its next poll shows.
      if (result.kind !== 'answered' && result.kind !== 'refused') throw result.error;
      return result.kind === 'answered';
    },
  };
}
