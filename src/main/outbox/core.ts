/** Everything the outbox core is given: time, randomness, service, storage and cache; and helpers its parts share. */
import type { CallOptions, WriteOutcome } from '../api/client.ts';
import type { System } from '../system.ts';
import type { EndpointName, ResponseOf, ServiceName } from '../../shared/endpoints.ts';
import type { AppError } from '../../shared/errors.ts';
import type { EntryReason } from '../../shared/outbox.ts';
import { isLocalId, type Noun } from '../../shared/outbox-kinds.ts';
import type { Progress } from '../outbox-json.ts';
import type { StorageChange, EntryFields, OutboxStorage, StoredEntry, StoredRecord } from '../db/outbox-storage.ts';

/** The core's view of the service. Implemented by the client, and by the simulation's hostile service. */
export interface ServiceClient {
  /** @throws AppError when the read fails */
  read<Name extends EndpointName>(name: Name, call: CallOptions): Promise<ResponseOf<Name>>;
  write<Name extends EndpointName>(name: Name, call: CallOptions): Promise<WriteOutcome<ResponseOf<Name>>>;
}

/** What is known of the service without a request: the cache. */
export interface CachedFacts {
  /** Stores a record that the service just returned. Idempotent (outbox, Rule 1). */
  put(noun: Noun, parentId: string, view: { id: string }): Promise<void>;
  /** Removes a record that the service just reported gone. Idempotent. */
  forget(noun: Noun, id: string): Promise<void>;
  /** Ids that carry a marker, or null when the list was not read within the last ten minutes (Rule 4). */
  idsByMarker(noun: Noun, parentId: string, marker: string): Promise<string[] | null>;
  /** Reads a list whose records carry markers, to bring the cache up to date. @throws AppError when the read fails */
  readList(noun: Noun, parentId: string): Promise<void>;
  /**
   * The day of a plan as `2026-06-15`, and the zone in which it is that day; null when the day is not known.
   *
   * @param planId the service's id or the local id, which stays that of the stops of a plan that was created here
   */
  dayOf(planId: string): Promise<{ day: string; zone: string } | null>;
}

/** In milliseconds. */
export interface WaitTimes {
  /** How long after an attempt a record with a generated marker must stay absent before its create counts as lost. */
  settle: number;
  /** A request with an unknown outcome is applied within this time or never (outbox, Why the obvious ways fail). */
  late: number;
}

/** The values of the design: 120 s, and sweeps until ten minutes after the last unknown outcome. */
export const safeTimes: WaitTimes = { settle: 120_000, late: 600_000 };

export interface Core {
  system: System;
  storage: OutboxStorage;
  service: ServiceClient;
  cached: CachedFacts;
  times: WaitTimes;
  /** False while nothing may be sent to a service: offline, no key, or a key that was refused. */
  usable(service: ServiceName): boolean;
  /** How many entries of one request are settled in one turn of the event loop; an import settles a hundred. */
  settledAtOnce: number;
  /** Whether pending live stops are known to appear in a plan's list (outbox, By operation). */
  pendingStopsShow: boolean;
  /**
   * Checks whether the clock was set, and shifts stored timestamps accordingly. Call it before writing any timestamp: a
   * user action may be the first thing to happen after the clock was set. Before a transaction that may be rolled back,
   * call it once more outside of it: the shifted timestamps would be rolled back with it, and not be shifted again.
   */
  noticeClock(): void;
  /** Called when the clock was set or the computer slept: sockets that were open then cannot be trusted. */
  clockMoved(): void;
  /**
   * Called after an import. The parent is read next, because the answer does not say which new id belongs to which
   * entry.
   */
  imported(parentId: string): void;
}

export const set = (entry: Pick<StoredEntry, 'id'>, fields: Partial<EntryFields>): StorageChange => ({
  do: 'change-entry',
  id: entry.id,
  set: fields,
});

export const reasonOf = (error: AppError): EntryReason => ({ code: error.code, detail: error.detail });

/** Milliseconds until a retry: exponential backoff with jitter in the upper half, capped at a minute. */
export function restOf(core: Core, attempts: number): number {
  const most = Math.min(60_000, 2_000 * 2 ** Math.min(attempts, 5));
  return Math.ceil(most * (0.5 + core.system.random() / 2));
}

/** The record with a local id or the service's id; undefined when nothing here ever changed that record. */
export function recordWith({ storage }: Pick<Core, 'storage'>, id: string): StoredRecord | undefined {
  return isLocalId(id) ? storage.record(id) : storage.ownerOf(id);
}

/** The service's id for a local id or for itself; null while the service has not assigned one. */
export function serverIdOf({ storage }: Pick<Core, 'storage'>, id: string): string | null {
  return id.includes('/') ? id : (storage.record(id)?.serverId ?? null);
}

/** What an entry remembers, but for its user having paused it. */
export function unpaused(progress: Progress | null): Progress | null {
  const { paused: _paused, ...others } = progress ?? {};
  return Object.keys(others).length === 0 ? null : others;
}

/** Settled: nothing further happens to the entry automatically. */
export function isSettled({ state }: Pick<StoredEntry, 'state'>): boolean {
  return state === 'acknowledged' || state === 'given-up';
}
