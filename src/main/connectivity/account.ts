/**
 * Whether a key opens the account that the entries belong to: after a change of key nothing is read into the cache or sent
 * before something that is known resolves with it (outbox, Rule 12).
 */
import type { CallOptions } from '../api/client.ts';
import type { System } from '../system.ts';
import type { ConnectionKind } from '../../shared/connections.ts';
import type { EndpointName } from '../../shared/endpoints.ts';
import { AppError } from '../../shared/errors.ts';

/** Something of the account that was read with an earlier key. */
export interface KnownThing {
  name: Extract<EndpointName, 'plans.get' | 'drivers.get' | 'orders.get'>;
  path: Record<string, string>;
}

export interface AccountOptions {
  system: System;
  /** @throws AppError when it was not read */
  read(name: EndpointName, call: CallOptions): Promise<unknown>;
  /** What is known of the account, the surest first; none in a workspace that has read nothing yet. */
  known(kind: ConnectionKind): Promise<KnownThing[]>;
  /** Told when sending may go on, or must not. */
  changed(kind: ConnectionKind): void;
}

/** unseen: not looked at yet, or not answered · same: as before · other: nothing that is known is there */
type AccountState = 'unseen' | 'same' | 'other';

/** A plan may have been deleted meanwhile; so many things that are all gone are another account. */
const mostReads = 6;
/** After a read that was not answered. */
const again = 5_000;

export class Account {
  private readonly options: AccountOptions;
  private readonly states: Record<ConnectionKind, AccountState> = { planning: 'unseen', orders: 'unseen' };
  /** Counts changes of keys: what an earlier key was answered says nothing. */
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

  /** This key opens another account: it waits for another key, or for the person's word. */
  isOther(kind: ConnectionKind): boolean {
    return this.states[kind] === 'other';
  }

  /** A key was given, by the person or by the keychain; it is looked at. */
  keyChanged(kind: ConnectionKind): void {
    this.keys[kind] += 1;
    this.set(kind, 'unseen');
    void this.look(kind);
  }

  /** The line is back: what could not be seen is looked at now. */
  lineIsUp(): void {
    for (const kind of [...this.cancels.keys()]) void this.look(kind);
  }

  /** The person says that it is the same account, although nothing that was known is there any more. */
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
      for (const { name, path } of known) {
        if (await this.isThere(name, path)) return 'same';
      }
      return known.length === 0 ? 'same' : 'other';
    } catch {
      // Also what should not happen, a disk that failed for instance: sending must not stop for ever for it.
      return 'unseen';
    }
  }

  private async isThere(name: KnownThing['name'], path: Record<string, string>): Promise<boolean> {
    try {
      await this.options.read(name, { path, priority: 'outbox' });
      return true;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (error.code === 'service.not-found' || error.code === 'service.forbidden') return false;
      throw error;
    }
  }

  private set(kind: ConnectionKind, state: AccountState): void {
    if (this.states[kind] === state) return;
    this.states[kind] = state;
    this.options.changed(kind);
  }
}
