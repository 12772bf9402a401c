/**
 * One open workspace, put together: its two files, its client, and what sends and reads. Part of the composition root;
 * nothing else says `new` of these.
 */
import { join } from 'node:path';
import { mkdirSync } from 'node:fs';
import { hostname } from 'node:os';
import { bareId, Client } from './api/client.ts';
import { Downloads } from './api/download.ts';
import type { Pace } from './api/pace.ts';
import { authoritiesOf, type Exchange } from './api/transport.ts';
import type { OpenTransport } from './api/transports.ts';
import { copyIn, openCache } from './db/cache.ts';
import type { Cache } from './db/cache-functions.ts';
import { backupEvery } from './db/outbox-backup.ts';
import { describeEntry } from './db/entry-subjects.ts';
import { History } from './db/history.ts';
import { openOutboxFile, type OutboxFile } from './db/outbox-file.ts';
import { LabelDocuments, mostLabelBytes } from './labels/documents.ts';
import { Batches } from './labels/batches.ts';
import { LabelPrinter } from './labels/label-printer.ts';
import { PaperPrinter } from './labels/paper-printer.ts';
import { Ledger } from './labels/ledger.ts';
import { Preflight } from './labels/preflight.ts';
import type { StartPreflight } from './labels/preflight-process.ts';
import type { PrintBackEnd } from './labels/print-back-end.ts';
import { PrinterWatch } from './labels/printer-watch.ts';
import { describeError, type Log } from './log.ts';
import type { System } from './system.ts';
import { ChangeFeed } from './change-feed.ts';
import { Turns } from './turns.ts';
import { Account } from './sync/account.ts';
import { Choices } from './sync/choices.ts';
import type { Core, Times } from './sync/core.ts';
import { Intake } from './sync/intake.ts';
import { knownFrom, knownThings } from './sync/known.ts';
import { learner } from './sync/learn.ts';
import { Line } from './sync/line.ts';
import { isOrderOnService } from './sync/look-up.ts';
import { Outbox } from './sync/outbox.ts';
import { Pull } from './sync/pull.ts';
import { SendLoop } from './sync/send-loop.ts';
import { Transfer } from './sync/transfer.ts';
import { waitingFor } from './sync/waiting-for.ts';
import type { ConnectionKind, ConnectionState, LineState, Notice, ReadableList } from '../shared/connections.ts';
import type { Changed } from '../shared/contract.ts';
import type { Version } from '../shared/endpoints.ts';
import { AppError } from '../shared/errors.ts';
import type { Operation } from '../shared/operations.ts';
import type { OutboxSummary } from '../shared/outbox.ts';
import type { LabelProfile } from '../shared/settings.ts';

export interface WorkspaceDefinition {
  /** Name of its folder. */
  id: string;
  mode: 'connected' | 'training';
  /** `https://host[:port]` */
  origin: string;
  /** A certificate authority in PEM form trusted for this workspace alone, or null. */
  authority: string | null;
  kinds: ConnectionKind[];
  /** The version of the planning service, found when it was connected. */
  version: Version;
}

export interface WorkspaceOptions {
  definition: WorkspaceDefinition;
  folder: string;
  system: System;
  log: Log;
  cacheWorker: URL;
  startPreflight: StartPreflight;
  backEnd: PrintBackEnd;
  openTransport: OpenTransport;
  /** Of the service's address; outlives the workspace, because the service remembers too. */
  pace: Pace;
  /** The clock was set, or the computer slept. */
  clockMoved: () => void;
  /** How the label printer of this computer is set up. */
  labelProfile: () => LabelProfile;
  times: Times;
  changed: (what: Changed[], planId: string | null) => void;
  /** Line, key or counts changed. */
  stateChanged: () => void;
  /** Lists that the key may not read, whenever these are others. */
  forbidden: (lists: ReadableList[]) => void;
}

export interface Workspace {
  readonly definition: WorkspaceDefinition;
  readonly outboxFile: OutboxFile;
  readonly cache: Cache;
  readonly pull: Pull;
  readonly loop: SendLoop<{ lane: string }>;
  /**
   * Changes whose state is looked at first: what one looks at is what the one before has left, so that what a double
   * click asks for twice is done once.
   */
  readonly changes: Turns;
  /** Takes what is typed. @param also what is done in the same transaction */
  intake: (also?: () => void) => Intake;
  readonly choices: Choices;
  /** The entry that has to move on before this one can, by their ids; null: it waits for no other. */
  waitingFor: (entryId: string) => string | null;
  /** What was sent, and what the service said. */
  readonly history: History;
  /** Unsent entries out to a file, and in from one. */
  readonly transfer: Transfer;
  /** Asks the service for an order by its external id. @throws AppError what the line or the service said */
  isOrderOnService: (externalId: string) => Promise<boolean>;
  /** An operation as the service has it. @throws AppError what the line or the service said */
  readOperation(operationId: string): Promise<Operation>;
  readonly labels: LabelDocuments;
  readonly ledger: Ledger;
  readonly printerWatch: PrinterWatch;
  readonly labelPrinter: LabelPrinter;
  readonly paperPrinter: PaperPrinter;
  readonly batches: Batches;
  readonly notices: Notice[];
  line(): LineState;
  summary(): OutboxSummary;
  connections(): ConnectionState[];
  /** The keys in use, for main alone: for a workspace that is opened anew with one of them changed. */
  keys(): { kind: ConnectionKind; key: string; kept: 'keychain' | 'session' }[];
  setKey(kind: ConnectionKind, key: string | null, kept: ConnectionState['kept']): void;
  /** The person says that a key opens the account that the entries belong to (outbox, Rule 12). */
  confirmAccount(kind: ConnectionKind): void;
  tryLine(): Promise<void>;
  close(): Promise<void>;
}

/** What is shown from the cache. */
const everythingRead: Changed[] = [
  'plans',
  'stops',
  'unassignedStops',
  'drivers',
  'depots',
  'orders',
  'couriers',
  'outbox',
];

interface KeyState {
  key: string | null;
  kept: ConnectionState['kept'];
  refused: boolean;
}

/** @throws AppError `storage.newer` when a newer app wrote the outbox; what the disk says otherwise */
export async function openWorkspace(options: WorkspaceOptions): Promise<Workspace> {
  const { definition, folder, system, log, stateChanged } = options;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const slow = {
    milliseconds: 50,
    report: (sql: string, took: number) => log.warn(`slow statement ${took.toFixed(0)} ms: ${sql.slice(0, 80)}`),
  };
  const outboxPath = join(folder, 'outbox.db');
  const later = (action: () => void) => void system.after(0, action);
  // The worker looks at every row of the outbox before main opens it: of thousands that would take main a second.
  const opened = await openCache(
    options.cacheWorker,
    { cacheFile: join(folder, 'cache.db'), outboxFile: outboxPath, now: system.now(), checksOutbox: true },
    (text) => log.warn(text),
    () => options.changed(everythingRead, null),
  );
  const { cache } = opened;
  let outboxFile: OutboxFile;
  try {
    outboxFile = openOutboxFile(outboxPath, system.now(), {
      slow,
      report: (text, error) => log.warn(`${text}: ${describeError(error)}`),
      ...(opened.outbox === null ? {} : { check: opened.outbox }),
      later,
      makeCopy: (file, copy) => copyIn(options.cacheWorker, file, copy),
    });
  } catch (error) {
    await opened.close();
    throw error;
  }
  const { entries: table } = outboxFile;
  const feed = new ChangeFeed({ system, storage: table, tell: options.changed, wake: () => loop.wake() });
  const history = new History(
    {
      file: join(folder, 'history.db'),
      describe: describeEntry,
      later,
      report: (text, error) => log.warn(`${text}: ${describeError(error)}`),
    },
    system.now(),
  );
  table.committed = (changes) => {
    history.committed(changes, (id) => table.justWritten(id), system.now());
    transfer.committed(changes);
    feed.committed(changes);
  };
  outboxFile.drafts.changed = () => feed.add(['drafts']);
  const keys: Record<ConnectionKind, KeyState> = {
    planning: { key: null, kept: 'none', refused: false },
    orders: { key: null, kept: 'none', refused: false },
  };
  const authorities = authoritiesOf(definition);
  const { openTransport } = options;
  const transport = openTransport({ origin: definition.origin, authorities });
  const closing = new AbortController();

  const observe = (exchange: Exchange, kind: ConnectionKind) => {
    if (exchange.kind === 'answered') {
      if (exchange.status === 401 && !keys[kind].refused) {
        keys[kind].refused = true;
        log.warn(`the ${kind} key was refused`);
        stateChanged();
      }
      line.answered();
    } else if (exchange.code.startsWith('line.')) {
      line.failed(new AppError(exchange.code, { retry: 'later', detail: { cause: exchange.cause } }));
    }
  };
  const withKey = (key: (kind: ConnectionKind) => string | null) => ({
    transport,
    pace: options.pace,
    signal: closing.signal,
    host: new URL(definition.origin).host,
    version: definition.version,
    key,
    observe,
  });
  const given = (kind: ConnectionKind) => (keys[kind].refused ? null : keys[kind].key);
  const client = new Client(withKey((kind) => (account.isOther(kind) ? null : given(kind))));
  /** For the line and the account, which are looked at with any key. */
  const asking = new Client(withKey(given));
  const account = new Account({
    system,
    read: (name, call) => asking.read(name, call),
    known: (kind) => knownThings(cache, table, kind),
    changed(kind) {
      if (account.isOther(kind)) log.warn(`the ${kind} key opens another account`);
      if (account.isSame(kind)) {
        outbox.wakeQueued();
        wake();
      }
      stateChanged();
    },
  });
  const usable = (kind: ConnectionKind) => given(kind) !== null && account.isSame(kind);
  const line = new Line({
    system,
    async probe() {
      const query = { maxPageSize: '1' };
      if (given('planning') !== null) await asking.read('plans.list', { query, lane: 'background' });
      else if (given('orders') !== null) await asking.read('orders.list', { query, lane: 'background' });
    },
    changed(state) {
      log.info(`line: ${state.state}${state.error ? ` (${state.error.code}, ${state.error.detail.cause ?? ''})` : ''}`);
      if (state.state === 'up') {
        account.lineIsUp();
        outbox.wakeQueued();
        wake();
      }
      stateChanged();
    },
  });
  /** A read that was under way when an import was answered may have begun before it: ids may still be missing then. */
  const readTwice = (read: () => Promise<void>, isAwaited: () => boolean) => {
    read()
      .then(() => (isAwaited() ? read() : undefined))
      .catch((error: unknown) => log.warn(describeError(error)));
  };
  const core: Core = {
    system,
    storage: table,
    service: client,
    known: knownFrom(cache, system, (noun, parentId) =>
      noun === 'stops' ? pull.refreshStops(parentId, 'outbox') : pull.refresh(noun, 'outbox'),
    ),
    times: options.times,
    usable,
    noticeClock: () => outbox.watchClock(),
    clockMoved() {
      log.info('the clock was set, or the computer slept: connections are made anew');
      options.clockMoved();
      pull.wake();
    },
    // Not documented (resolved, Reading): where it is not known to be so, a person is asked.
    settledAtOnce: 50,
    pendingStopsShow: false,
    imported: (parentId) => {
      if (parentId === '') {
        // Their ids: an order that is submitted next is known by nothing else.
        for (const list of ['orders', 'unassignedStops'] as const) {
          const isAwaited = () => table.withoutId('').some(({ noun }) => noun === list);
          if (isAwaited()) readTwice(() => pull.refresh(list, 'outbox'), isAwaited);
        }
      }
      const planId = parentId === '' ? null : (table.record(parentId)?.serverId ?? parentId);
      if (planId === null) return;
      readTwice(
        () => pull.refreshStops(planId, 'outbox'),
        () => table.withoutId(planId).length > 0,
      );
    },
  };
  const transfer = new Transfer(core, () => table.openIds());
  const outbox = new Outbox(core);
  const interrupted = outbox.recover();
  if (interrupted > 0) log.info(`${interrupted} entries were on their way when the app ended; they are looked up`);
  const loop = new SendLoop({
    system,
    maySend: () => (usable('planning') || usable('orders')) && line.isUp && !transfer.isLeaving,
    groups: (wanted) => outbox.groups(wanted),
    doubtful: () => outbox.doubtful(),
    send: (group) => outbox.send(group),
    reconcile: (entry) => outbox.reconcile(entry),
    nextDue: (since) => outbox.nextDue(since),
    failed: (error) => log.warn(`send loop: ${describeError(error)}`),
  });
  const learn = learner({
    system,
    storage: table,
    learnIds: (found, parentId, noun) => outbox.learnIds(found, parentId, noun),
    isOver: () => closing.signal.aborted,
  });
  const pull = new Pull({
    system,
    client,
    cache,
    mayRead: (kind) => usable(kind) && line.isUp,
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
  const printsChanged = () => feed.add(['prints', 'orders']);
  const preflight = new Preflight({ start: options.startPreflight, system, report: (text) => log.warn(text) });
  const downloads = new Downloads({ origin: definition.origin, transport, openTransport, mostBytes: mostLabelBytes });
  const labels = new LabelDocuments({
    folder: join(folder, 'labels'),
    client,
    cache,
    prints: outboxFile.prints,
    system,
    downloads,
    preflight,
    dotsPerInch: () => options.labelProfile().dotsPerInch,
  });
  const printerWatch = new PrinterWatch({
    system,
    backEnd: options.backEnd,
    changed() {
      batches.printerChanged();
      printsChanged();
    },
  });
  const ledger = new Ledger({
    system,
    prints: outboxFile.prints,
    backEnd: options.backEnd,
    watch: printerWatch,
    desk: hostname(),
    changed(print) {
      batches.pageChanged(print);
      printsChanged();
    },
  });
  const labelPrinter = new LabelPrinter({
    folder: join(folder, 'labels', 'placed'),
    documents: labels,
    ledger,
    backEnd: options.backEnd,
    cache,
    profile: options.labelProfile,
  });
  const batches = new Batches({
    system,
    batches: outboxFile.printBatches,
    prints: outboxFile.prints,
    documents: labels,
    ledger,
    labelPrinter,
    watch: printerWatch,
    changed: printsChanged,
  });
  const wake = () => {
    pull.wake();
    loop.wake();
  };

  let cancelBackup: () => void = () => undefined;
  let backup: Promise<void> = Promise.resolve();
  const backUp = () => {
    backup = outboxFile
      .backUpIfDue(system.now())
      .then((sound) => {
        if (!sound) log.warn('a copy of the outbox was not sound and was not kept');
      })
      .catch((error: unknown) => log.warn(`copy of the outbox: ${describeError(error)}`));
    cancelBackup = system.after(backupEvery, backUp);
  };
  backUp();

  const notices: Notice[] = [];
  if (outboxFile.recovery !== null) {
    const { file, recovered, unreadable } = outboxFile.recovery;
    log.warn(`the outbox was damaged: ${recovered} open entries recovered, ${unreadable} unreadable`);
    notices.push({ kind: 'outbox-set-aside', file });
  }
  if (opened.setAside !== null) notices.push({ kind: 'cache-rebuilt', file: opened.setAside });

  return {
    definition,
    outboxFile,
    cache,
    pull,
    loop,
    changes: new Turns(),
    intake: (also) => new Intake(core, (changes) => table.commit(changes, also)),
    choices: new Choices(core),
    waitingFor(entryId) {
      const entry = table.find(entryId);
      return entry === undefined ? null : (waitingFor(core, entry)?.id ?? null);
    },
    history,
    transfer,
    isOrderOnService: (externalId) => isOrderOnService(client, externalId),
    readOperation: (operationId) =>
      client.read('operations.get', { path: { operationId: bareId(operationId) }, lane: 'click' }),
    labels,
    ledger,
    printerWatch,
    labelPrinter,
    paperPrinter: new PaperPrinter({ folder: join(folder, 'papers'), backEnd: options.backEnd }),
    batches,
    notices,
    line: () => line.state,
    summary: () => table.summary(),
    connections: () =>
      definition.kinds.map((kind) => {
        const { kept, refused } = keys[kind];
        return { kind, kept, refused, otherAccount: account.isOther(kind) };
      }),
    confirmAccount: (kind) => account.confirm(kind),
    keys: () =>
      definition.kinds.flatMap((kind) => {
        const { key, kept } = keys[kind];
        return key === null || kept === 'none' ? [] : [{ kind, key, kept }];
      }),
    setKey(kind, key, kept) {
      // A keychain may answer after the workspace was closed.
      if (closing.signal.aborted) return;
      keys[kind] = { key, kept, refused: false };
      // The training service's own: a depot made anew is still the one to practise in.
      if (definition.mode === 'training') account.confirm(kind);
      else account.keyChanged(kind);
      outbox.wakeQueued();
      pull.askAgain();
      wake();
      stateChanged();
    },
    tryLine() {
      pull.askAgain();
      return line.tryNow();
    },
    async close() {
      feed.close();
      pull.close();
      line.close();
      account.close();
      batches.close();
      ledger.close();
      await preflight.close();
      closing.abort();
      // Ends what is on its way: a write that had left is in doubt and is recorded as such before the file closes.
      await Promise.all([transport.close(), downloads.close()]);
      await loop.close();
      await opened.close();
      cancelBackup();
      await backup;
      history.close();
      outboxFile.close();
    },
  };
}
