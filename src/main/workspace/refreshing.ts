/** The refreshing part of a workspace: reads lists, and learns server ids from them. */
import type { ChangeFeed } from '../outbox/change-feed.ts';
import type { Core } from '../outbox/core.ts';
import type { OutboxStorage } from '../db/outbox-storage.ts';
import { describeError, type Log } from '../log.ts';
import { learner, learnIds } from '../refresh/learned-ids.ts';
import { Refresher } from '../refresh/refresher.ts';
import { learnDriverIds } from '../sending/driver-ids.ts';
import type { Connection } from './connection.ts';
import type { WorkspaceOptions } from './options.ts';
import type { WorkspaceStorage } from './storage.ts';

/**
 * @param feed receives the lists that changed
 * @param planIsIdle called with each plan that was read and is not being optimised
 */
export function openRefresher(
  options: WorkspaceOptions,
  { cache, outboxFile }: WorkspaceStorage,
  connection: Connection,
  core: Core,
  feed: ChangeFeed,
  planIsIdle: (planId: string) => void,
): Refresher {
  const { definition, system, attendance, log } = options;
  const learn = learner({
    system,
    storage: outboxFile.entries,
    learnIds: (found, parentId, noun) => void learnIds(core, found, parentId, noun),
    isOver: () => connection.signal.aborted,
  });
  return new Refresher({
    system,
    attendance,
    client: connection.client,
    cache,
    mayRead: (kind) => connection.usable(kind) && connection.connectivity.isOnline,
    changed: (what, planId) => feed.add(what, planId),
    stopsRead: (planId, stops) => learn(stops, ({ recipient }) => recipient?.externalId, 'stops', planId),
    ordersRead: (orders) => learn(orders, ({ packageInfo }) => packageInfo?.externalId, 'orders', ''),
    unassignedRead: (stops) => learn(stops, ({ recipient }) => recipient?.externalId, 'unassignedStops', ''),
    driversRead: (drivers) => learnDriverIds(core, drivers, undefined, () => connection.signal.aborted),
    hasSearch: definition.version === 'v1',
    failed: (error) => log.info(`refresh: ${describeError(error)}`),
    planRead(planId, { optimization }) {
      if (optimization !== 'optimizing') planIsIdle(planId);
    },
    readingChanged: options.stateChanged,
    forbidden(lists) {
      log.info(`the key may not read: ${lists.join(', ') || 'nothing is refused any more'}`);
      options.forbidden(lists);
    },
  });
}

interface AfterImport {
  storage: Pick<OutboxStorage, 'record' | 'withoutId'>;
  refresher: Refresher;
  log: Log;
}

/**
 * Reads the list that an import added to, because the import's answer does not say which record got which id.
 *
 * @param parentId the plan of imported stops, by server or local id; empty for orders, drivers and stops without a plan
 */
export function readImported({ storage, refresher, log }: AfterImport, parentId: string): void {
  /** Reads again if ids are missing, because the first read may have joined one that began before the import ended. */
  const readTwice = (read: () => Promise<void>, isAwaited: () => boolean) => {
    read()
      .then(() => (isAwaited() ? read() : undefined))
      .catch((error: unknown) => log.warn(describeError(error)));
  };
  if (parentId !== '') {
    const planId = storage.record(parentId)?.serverId ?? parentId;
    readTwice(
      () => refresher.refreshStops(planId, 'outbox'),
      () => storage.withoutId(planId).length > 0,
    );
    return;
  }
  // The ids are needed immediately: an order that is submitted next can only be addressed by its id.
  for (const list of ['orders', 'unassignedStops', 'drivers'] as const) {
    const isAwaited = () => storage.withoutId('').some(({ noun }) => noun === list);
    if (isAwaited()) readTwice(() => refresher.refresh(list, 'outbox'), isAwaited);
  }
}
