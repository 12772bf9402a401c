/** The sending and reading parts of a workspace: the outbox with its loop, and the refresher of the lists. */
import { cachedFacts, type ReadList } from '../sending/cached-facts.ts';
import { Arrivals } from '../outbox/arrivals.ts';
import { ChangeFeed } from '../outbox/change-feed.ts';
import { describeError } from '../log.ts';
import type { Core } from '../outbox/core.ts';
import { Sender } from '../sending/sender.ts';
import { ReadBack } from '../refresh/read-back.ts';
import type { Refresher } from '../refresh/refresher.ts';
import { SendLoop } from '../sending/send-loop.ts';
import { Transfer } from '../outbox/transfer.ts';
import type { ConnectionKind } from '../../shared/connections.ts';
import type { Connection } from './connection.ts';
import type { WorkspaceOptions } from './options.ts';
import { openRefresher, readImported } from './refreshing.ts';
import type { WorkspaceStorage } from './storage.ts';

export interface Sending {
  core: Core;
  sender: Sender;
  loop: SendLoop<{ lane: string }>;
  refresher: Refresher;
  transfer: Transfer;
  arrivals: Arrivals;
  feed: ChangeFeed;
  /** Makes the send loop and the refresher look for work soon. */
  wake(): void;
}

/** @param stack ends requests in flight, then waits until their outcomes are stored */
export function openSending(
  options: WorkspaceOptions,
  storage: WorkspaceStorage,
  connection: Connection,
  stack: AsyncDisposableStack,
): Sending {
  const { system, log, zoneChoices } = options;
  const { mode } = options.definition;
  const { cache, history, outboxFile } = storage;
  const { entries: table, drafts } = outboxFile;
  const { client, connectivity } = connection;
  const usable = (kind: ConnectionKind) => connection.usable(kind);

  const feed = new ChangeFeed({ system, storage: table, tell: options.changed, wake: () => loop.wake() });
  stack.defer(() => feed.close());
  const readList: ReadList = (noun, parentId) =>
    noun === 'stops' ? refresher.refreshStops(parentId, 'outbox') : refresher.refresh(noun, 'outbox');
  const core: Core = {
    system,
    storage: table,
    service: client,
    cached: cachedFacts({ cache, storage: table, system, zoneChoices, mode, readList }),
    times: options.times,
    usable,
    noticeClock: () => sender.watchClock(),
    clockMoved() {
      log.info('the clock was set, or the computer slept: connections are reopened');
      options.clockMoved();
      refresher.wake();
    },
    settledAtOnce: 50,
    // Undocumented (resolved, Reading): unless it is known to be so, the user decides.
    pendingStopsShow: false,
    imported: (parentId) => readImported({ storage: table, refresher, log }, parentId),
  };
  const readBack = new ReadBack({
    system,
    storage: table,
    read: (planId, part) => refresher.readBack(planId, part),
    lastState: async (planId) => (await cache.getPlan(planId))?.optimization,
    failed: (error) => log.info(`read back: ${describeError(error)}`),
  });
  stack.defer(() => readBack.close());
  const { transfer, arrivals, isMoving } = openTransfers(options, storage, core, () => loop.wake(), stack);
  table.committed = (changes) => {
    history.committed(changes, (id) => table.justWritten(id), system.now());
    transfer.committed(changes);
    feed.committed(changes);
    readBack.committed(changes);
  };
  drafts.changed = () => feed.add(['drafts']);
  outboxFile.sentImports.changed = () => feed.add(['drafts']);
  const sender = new Sender(core);
  const interrupted = sender.recover();
  if (interrupted > 0) log.info(`${interrupted} entries were in flight when the app ended; they are looked up`);
  const loop = new SendLoop({
    system,
    maySend: () => (usable('planning') || usable('orders')) && connectivity.isOnline && !isMoving(),
    groups: (wanted) => sender.groups(wanted),
    doubtful: () => sender.doubtful(),
    send: (group) => sender.send(group),
    reconcile: (entry) => sender.reconcile(entry),
    nextDue: (since) => sender.nextDue(since),
    failed: (error) => log.warn(`send loop: ${describeError(error)}`),
  });
  stack.defer(() => loop.close());
  // The connection ends first: a write that had left is in doubt, and is stored as such before the files close.
  stack.defer(() => connection.end());
  const refresher = openRefresher(options, storage, connection, core, feed, (planId) => {
    sender.pollNow(planId);
    loop.wake();
  });
  stack.defer(() => refresher.close());

  const wake = () => {
    refresher.wake();
    loop.wake();
  };
  return { core, sender, loop, refresher, transfer, arrivals, feed, wake };
}

/** @param ended called when a file was taken in, because nothing is sent meanwhile */
function openTransfers(
  { folder, log }: WorkspaceOptions,
  { outboxFile }: WorkspaceStorage,
  core: Core,
  ended: () => void,
  stack: AsyncDisposableStack,
) {
  const { entries: table, arrival: note } = outboxFile;
  const transfer = new Transfer(core, () => table.openIds());
  const arrivals = new Arrivals({
    ...{ core, transfer, note, folder, ended },
    commit: (work) => table.commit([], work),
    failed: (error) => log.warn(`entries of a file: ${describeError(error)}`),
  });
  stack.defer(() => arrivals.close());
  // In a later turn, when everything that it needs is open.
  void arrivals.resume();
  return { transfer, arrivals, isMoving: () => transfer.isLeaving || arrivals.isUnderWay };
}
