/** What of a workspace sends and reads: the outbox with its loop, and the lists that are read. */
import { cachedFacts } from '../sending/cached-facts.ts';
import { learner, learnIds } from '../refresh/learned-ids.ts';
import { ChangeFeed } from '../outbox/change-feed.ts';
import { describeError } from '../log.ts';
import type { Core } from '../outbox/core.ts';
import { Sender } from '../sending/sender.ts';
import { Refresher } from '../refresh/refresher.ts';
import { SendLoop } from '../sending/send-loop.ts';
import { Transfer } from '../outbox/transfer.ts';
import type { ConnectionKind } from '../../shared/connections.ts';
import type { Connection } from './connection.ts';
import type { WorkspaceOptions } from './options.ts';
import type { WorkspaceStorage } from './storage.ts';

export interface Sending {
  core: Core;
  sender: Sender;
  loop: SendLoop<{ lane: string }>;
  refresher: Refresher;
  transfer: Transfer;
  feed: ChangeFeed;
  /** Looks for work of both kinds soon. */
  wake(): void;
}

/** @param stack ends what is on its way, then waits until what became of it is written down */
export function openSending(
  options: WorkspaceOptions,
  storage: WorkspaceStorage,
  connection: Connection,
  stack: AsyncDisposableStack,
): Sending {
  const { definition, system, log } = options;
  const { cache, history, outboxFile } = storage;
  const { entries: table, drafts } = outboxFile;
  const { client, connectivity: line } = connection;
  const usable = (kind: ConnectionKind) => connection.usable(kind);

  const feed = new ChangeFeed({ system, storage: table, tell: options.changed, wake: () => loop.wake() });
  stack.defer(() => feed.close());
  const core: Core = {
    system,
    storage: table,
    service: client,
    cached: cachedFacts(cache, system, (noun, parentId) =>
      noun === 'stops' ? refresher.refreshStops(parentId, 'outbox') : refresher.refresh(noun, 'outbox'),
    ),
    times: options.times,
    usable,
    noticeClock: () => sender.watchClock(),
    clockMoved() {
      log.info('the clock was set, or the computer slept: connections are made anew');
      options.clockMoved();
      refresher.wake();
    },
    // Not documented (resolved, Reading): where it is not known to be so, a person is asked.
    settledAtOnce: 50,
    pendingStopsShow: false,
    imported: (parentId) => readImported(parentId),
  };
  const transfer = new Transfer(core, () => table.openIds());
  table.committed = (changes) => {
    history.committed(changes, (id) => table.justWritten(id), system.now());
    transfer.committed(changes);
    feed.committed(changes);
  };
  drafts.changed = () => feed.add(['drafts']);
  const sender = new Sender(core);
  const interrupted = sender.recover();
  if (interrupted > 0) log.info(`${interrupted} entries were on their way when the app ended; they are looked up`);
  const loop = new SendLoop({
    system,
    maySend: () => (usable('planning') || usable('orders')) && line.isOnline && !transfer.isLeaving,
    groups: (wanted) => sender.groups(wanted),
    doubtful: () => sender.doubtful(),
    send: (group) => sender.send(group),
    reconcile: (entry) => sender.reconcile(entry),
    nextDue: (since) => sender.nextDue(since),
    failed: (error) => log.warn(`send loop: ${describeError(error)}`),
  });
  stack.defer(() => loop.close());
  // Ended before: a write that had left is in doubt, and is recorded as such before the files close.
  stack.defer(() => connection.end());
  const learn = learner({
    system,
    storage: table,
    learnIds: (found, parentId, noun) => void learnIds(core, found, parentId, noun),
    isOver: () => connection.signal.aborted,
  });
  const refresher = new Refresher({
    system,
    client,
    cache,
    mayRead: (kind) => usable(kind) && line.isOnline,
    changed: (what, planId) => feed.add(what, planId),
    stopsRead: (planId, stops) => learn(stops, ({ recipient }) => recipient?.externalId, 'stops', planId),
    ordersRead: (orders) => learn(orders, ({ packageInfo }) => packageInfo?.externalId, 'orders', ''),
    unassignedRead: (stops) => learn(stops, ({ recipient }) => recipient?.externalId, 'unassignedStops', ''),
    hasSearch: definition.version === 'v1',
    failed: (error) => log.info(`refresh: ${describeError(error)}`),
    forbidden(lists) {
      log.info(`the key may not read: ${lists.join(', ') || 'nothing is refused any more'}`);
      options.forbidden(lists);
    },
  });
  stack.defer(() => refresher.close());

  /** A read that was under way when an import was answered may have begun before it: ids may still be missing then. */
  function readTwice(read: () => Promise<void>, isAwaited: () => boolean): void {
    read()
      .then(() => (isAwaited() ? read() : undefined))
      .catch((error: unknown) => log.warn(describeError(error)));
  }
  /** @param parentId the plan of imported stops, by the service's id or ours; empty: of orders and stops without a plan */
  function readImported(parentId: string): void {
    if (parentId !== '') {
      const planId = table.record(parentId)?.serverId ?? parentId;
      readTwice(
        () => refresher.refreshStops(planId, 'outbox'),
        () => table.withoutId(planId).length > 0,
      );
      return;
    }
    // Their ids: an order that is submitted next is known by nothing else.
    for (const list of ['orders', 'unassignedStops'] as const) {
      const isAwaited = () => table.withoutId('').some(({ noun }) => noun === list);
      if (isAwaited()) readTwice(() => refresher.refresh(list, 'outbox'), isAwaited);
    }
  }
  const wake = () => {
    refresher.wake();
    loop.wake();
  };
  return { core, sender: sender, loop, refresher: refresher, transfer, feed, wake };
}
