/**
 * Assembles one open workspace: its files, its connection, sending and refreshing, and printing. Part of the
 * composition root: no other code constructs these parts.
 */
import { mkdirSync } from 'node:fs';
import type { Cache } from './db/cache-functions.ts';
import type { History } from './db/history.ts';
import type { OutboxFile } from './db/outbox-file.ts';
import type { Arrivals } from './outbox/arrivals.ts';
import { Choices } from './outbox/choices.ts';
import { MovesUndone } from './outbox/undo-move.ts';
import { Intake } from './outbox/intake.ts';
import type { Refresher } from './refresh/refresher.ts';
import type { SendLoop } from './sending/send-loop.ts';
import type { Transfer } from './outbox/transfer.ts';
import { waitingFor } from './sending/waiting-for.ts';
import { Turns } from './chunks.ts';
import { openAsking, type Asking } from './workspace/asking.ts';
import { openConnection, type Connection } from './workspace/connection.ts';
import type { WorkspaceDefinition, WorkspaceOptions } from './workspace/options.ts';
import { openPrinting, type Printing } from './workspace/printing.ts';
import { openSending } from './workspace/sending.ts';
import { openStorage } from './workspace/storage.ts';
import type { ConnectionKind, ConnectionState, ConnectivityState, Notice } from '../shared/connections.ts';
import type { OutboxSummary } from '../shared/outbox.ts';
import { ownFolder } from './private-files.ts';

export interface Workspace extends Printing, Asking {
  readonly definition: WorkspaceDefinition;
  readonly outboxFile: OutboxFile;
  readonly cache: Cache;
  readonly refresher: Refresher;
  readonly loop: SendLoop<{ lane: string }>;
  /**
   * Serializes changes that depend on the current state. Each sees what the one before it left, so a double click acts
   * once.
   */
  readonly changes: Turns;
  /** Creates an intake for user input. @param also runs in the same transaction */
  intake: (also?: () => void) => Intake;
  readonly choices: Choices;
  /** Undoes moves of stops; for one call. */
  moves: () => MovesUndone;
  /** Shifts the waits if the clock was set. Call it before a transaction that may be rolled back. */
  noticeClock(): void;
  /** The id of the entry that has to move on before the given one can; null: it waits for no other. */
  waitingFor: (entryId: string) => string | null;
  /** What was sent, and how the service answered. */
  readonly history: History;
  /** Moves unsent entries out to a file. */
  readonly transfer: Transfer;
  /** Takes unsent entries in from a file. */
  readonly arrivals: Arrivals;
  readonly notices: Notice[];
  connectivity(): ConnectivityState;
  summary(): OutboxSummary;
  connections(): ConnectionState[];
  /** The keys in use, for main only: they carry over when the workspace is reopened with one of them changed. */
  keys: Connection['keys'];
  setKey(kind: ConnectionKind, key: string | null, kept: ConnectionState['kept']): void;
  /** The user confirms that a key opens the account that the entries belong to (outbox, Rule 12). */
  confirmAccount(kind: ConnectionKind): void;
  tryLine(): Promise<void>;
  /** Tells the window now what has changed, instead of in the next turn. */
  tellNow(): void;
  close(): Promise<void>;
}

/**
 * Opens a workspace. If a part fails to open, the parts opened before it are closed in reverse order, as on a normal
 * close.
 *
 * @throws AppError `storage.newer` when a newer app wrote the outbox; other storage errors as they occur
 */
export async function openWorkspace(options: WorkspaceOptions): Promise<Workspace> {
  mkdirSync(options.folder, { recursive: true, mode: ownFolder });
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
  const resumeSending = () => {
    sending.sender.wakeQueued();
    sending.wake();
  };
  const connection = openConnection(options, storage, resumeSending, stack);
  const { connectivity, account } = connection;
  const sending = openSending(options, storage, connection, stack);
  const { core, loop, refresher, transfer, arrivals, feed } = sending;
  const printing = openPrinting(options, storage, connection, feed, stack);
  return {
    ...printing,
    ...openAsking(options, storage, connection, refresher, feed),
    definition: options.definition,
    outboxFile,
    cache,
    refresher,
    loop,
    changes: new Turns(),
    intake: (also) => new Intake(core, (changes) => table.commit(changes, also)),
    choices: new Choices(core),
    moves: () => new MovesUndone(core),
    noticeClock: () => core.noticeClock(),
    waitingFor(entryId) {
      const entry = table.find(entryId);
      return entry === undefined ? null : (waitingFor(core, entry)?.id ?? null);
    },
    history,
    transfer,
    arrivals,
    notices,
    connectivity: () => connectivity.state,
    summary: () => table.summary(),
    connections: () => connection.states(),
    confirmAccount: (kind) => account.confirm(kind),
    keys: () => connection.keys(),
    setKey(kind, key, kept) {
      // A keychain may answer after the workspace was closed.
      if (connection.signal.aborted) return;
      connection.setKey(kind, key, kept);
      refresher.askAgain();
      resumeSending();
      options.stateChanged();
    },
    tryLine() {
      refresher.askAgain();
      return connectivity.tryNow();
    },
    tellNow: () => feed.tellNow(),
    close: () => stack.disposeAsync(),
  };
}
