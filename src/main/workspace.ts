/**
 * One open workspace, put together: its files, its connection, what sends and reads, and what prints. Part of the composition
 * root; nothing else says `new` of these.
 */
import { mkdirSync } from 'node:fs';
import { bareId } from '../shared/ids.ts';
import type { Cache } from './db/cache-functions.ts';
import type { History } from './db/history.ts';
import type { OutboxFile } from './db/outbox-file.ts';
import { Choices } from './outbox/choices.ts';
import { Intake } from './outbox/intake.ts';
import { isOrderOnService } from './refresh/order-look-up.ts';
import type { Refresher } from './refresh/refresher.ts';
import type { SendLoop } from './sending/send-loop.ts';
import type { Transfer } from './outbox/transfer.ts';
import { waitingFor } from './sending/waiting-for.ts';
import { Turns } from './chunks.ts';
import { openConnection, type Connection } from './workspace/connection.ts';
import type { WorkspaceDefinition, WorkspaceOptions } from './workspace/options.ts';
import { openPrinting, type Printing } from './workspace/printing.ts';
import { openSending } from './workspace/sending.ts';
import { openStorage } from './workspace/storage.ts';
import type { ConnectionKind, ConnectionState, ConnectivityState, Notice } from '../shared/connections.ts';
import type { Operation } from '../shared/operations.ts';
import type { OutboxSummary } from '../shared/outbox.ts';

export interface Workspace extends Printing {
  readonly definition: WorkspaceDefinition;
  readonly outboxFile: OutboxFile;
  readonly cache: Cache;
  readonly refresher: Refresher;
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
  readonly notices: Notice[];
  line(): ConnectivityState;
  summary(): OutboxSummary;
  connections(): ConnectionState[];
  /** The keys in use, for main alone: for a workspace that is opened anew with one of them changed. */
  keys: Connection['keys'];
  setKey(kind: ConnectionKind, key: string | null, kept: ConnectionState['kept']): void;
  /** The person says that a key opens the account that the entries belong to (outbox, Rule 12). */
  confirmAccount(kind: ConnectionKind): void;
  tryLine(): Promise<void>;
  close(): Promise<void>;
}

/**
 * What was opened before something fails is closed again, the last first, as it is when the workspace closes.
 *
 * @throws AppError `storage.newer` when a newer app wrote the outbox; what the disk says otherwise
 */
export async function openWorkspace(options: WorkspaceOptions): Promise<Workspace> {
  mkdirSync(options.folder, { recursive: true, mode: 0o700 });
  const stack = new AsyncDisposableStack();
  try {
    return await assemble(options, stack);
  } catch (error) {
    await stack.disposeAsync();
    throw error;
  }
}

async function assemble(options: WorkspaceOptions, stack: AsyncDisposableStack): Promise<Workspace> {
  const storage = await openStorage(options, stack);
  const { outboxFile, cache, history, notices } = storage;
  const { entries: table } = outboxFile;
  const mayGo = () => {
    sending.sender.wakeQueued();
    sending.wake();
  };
  const connection = openConnection(options, storage, mayGo, stack);
  const { client, connectivity: line, account } = connection;
  const sending = openSending(options, storage, connection, stack);
  const { core, loop, refresher: pull, transfer, feed } = sending;
  const printing = openPrinting(options, storage, connection, feed, stack);
  return {
    ...printing,
    definition: options.definition,
    outboxFile,
    cache,
    refresher: pull,
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
      client.read('operations.get', { path: { operationId: bareId(operationId) }, priority: 'click' }),
    notices,
    line: () => line.state,
    summary: () => table.summary(),
    connections: () => connection.states(),
    confirmAccount: (kind) => account.confirm(kind),
    keys: () => connection.keys(),
    setKey(kind, key, kept) {
      // A keychain may answer after the workspace was closed.
      if (connection.signal.aborted) return;
      connection.setKey(kind, key, kept);
      pull.askAgain();
      mayGo();
      options.stateChanged();
    },
    tryLine() {
      pull.askAgain();
      return line.tryNow();
    },
    close: () => stack.disposeAsync(),
  };
}
