/**
 * Checks whether a key opens the account that the entries belong to. After a change of key, nothing is cached or sent
 * until a known record of the account resolves with it (outbox, Rule 12). Records that are missing were perhaps deleted
 * elsewhere, so only an account whose list shows nothing known counts as another one.
 */
import type { CallOptions } from '../api/client.ts';
import type { System } from '../system.ts';
import type { ConnectionKind } from '../../shared/connections.ts';
import type { EndpointName } from '../../shared/endpoints.ts';
import { AppError, type ErrorCode } from '../../shared/errors.ts';

/** A record of the account that was read with an earlier key. */
export interface KnownThing {
  name: Extract<EndpointName, 'plans.get' | 'drivers.get' | 'orders.get'>;
  path: Record<string, string>;
}

export interface AccountOptions {
  system: System;
  /** @throws AppError when the read fails */
  read(name: EndpointName, call: CallOptions): Promise<unknown>;
  /** Known records of the account, the most reliable first; empty in a workspace that has read nothing yet. */
  known(kind: ConnectionKind): Promise<KnownThing[]>;
  /**
   * Whether the account's list shows a record that was read with an earlier key.
   *
   * @throws AppError when the read fails
   */
  listsKnown(kind: ConnectionKind): Promise<boolean>;
  /** Called when sending may continue, or must stop. */
  changed(kind: ConnectionKind): void;
}

/** unseen: not checked, or no answer yet · same: a known record exists · other: nothing known is in the account */
type AccountState = 'unseen' | 'same' | 'other';

/** Records that are asked for by themselves. When all of them are gone, the list is read. */
const mostReads = 6;
/**
 * Failures that may concern one record alone: the service may fail for ever at a plan that was deleted in part
 * (planning-api, Errors 3).
 */
const ofOneRecord: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'service.failed',
  'service.refused',
  'service.conflict',
  'line.odd-answer',
  'line.too-large',
  'input.invalid',
]);
/** Milliseconds until a failed check is retried. */
const again = 5_000;

export class Account {
  private readonly options: AccountOptions;
  private readonly states: Record<ConnectionKind, AccountState> = { planning: 'unseen', orders: 'unseen' };
  /** Counts key changes, to ignore answers to an earlier key. */
  private readonly keys: Record<ConnectionKind, number> = { planning: 0, orders: 0 };
  private readonly cancels = new Map<ConnectionKind, () => void>();
  private closed = false;

  constructor(options: AccountOptions) {
    this.options = options;
  }

  /** Nothing may be sent over a connection for which this is false. */
  isSame(kind: ConnectionKind): boolean {
    return this.states[kind] === 'same';
  }

  /** The key opens another account: wait for another key or for the user's confirmation. */
  isOther(kind: ConnectionKind): boolean {
    return this.states[kind] === 'other';
  }

  /** Checks a new key, entered by the user or read from the keychain. */
  keyChanged(kind: ConnectionKind): void {
    this.keys[kind] += 1;
    this.set(kind, 'unseen');
    void this.look(kind);
  }

  /** Retries failed checks now that the app is online again. */
  lineIsUp(): void {
    for (const kind of [...this.cancels.keys()]) void this.look(kind);
  }

  /** The user confirms that it is the same account although none of its known records exist any more. */
  confirm(kind: ConnectionKind): void {
    this.keys[kind] += 1;
    this.set(kind, 'same');
  }

  close(): void {
    this.closed = true;
    for (const cancel of this.cancels.values()) cancel();
  }

  private async look(kind: ConnectionKind): Promise<void> {
    this.cancels.get(kind)?.();
    this.cancels.delete(kind);
    const key = this.keys[kind];
    const found = await this.resolves(kind);
    if (this.closed || key !== this.keys[kind]) return;
    if (found === 'unseen')
      this.cancels.set(
        kind,
        this.options.system.after(again, () => void this.look(kind)),
      );
    else this.set(kind, found);
  }

  private async resolves(kind: ConnectionKind): Promise<AccountState> {
    try {
      const known = (await this.options.known(kind)).slice(0, mostReads);
      let isUnread = false;
      for (const { name, path } of known) {
        const isThere = await this.isThere(name, path);
        if (isThere === true) return 'same';
        if (isThere === null) isUnread = true;
      }
      if (known.length === 0 || (await isFound(() => this.options.listsKnown(kind)))) return 'same';
      return isUnread ? 'unseen' : 'other';
    } catch {
      // Includes unexpected errors such as a failing disk: they must not stop sending for ever.
      return 'unseen';
    }
  }

  /** Null: it cannot be read, which says nothing about the other records. @throws AppError when none can be read */
  private async isThere(name: KnownThing['name'], path: Record<string, string>): Promise<boolean | null> {
    try {
      return await isFound(async () => {
        await this.options.read(name, { path, priority: 'outbox' });
        return true;
      });
    } catch (error) {
      if (error instanceof AppError && ofOneRecord.has(error.code)) return null;
      throw error;
    }
  }

  private set(kind: ConnectionKind, state: AccountState): void {
    if (this.states[kind] === state) return;
    this.states[kind] = state;
    this.options.changed(kind);
  }
}

/** What a key may not read is not there for it. @throws the other errors of the look */
async function isFound(look: () => Promise<boolean>): Promise<boolean> {
  try {
    return await look();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'service.not-found' || error.code === 'service.forbidden') return false;
    throw error;
  }
}
