/** What the outbox's core is given, and what its parts share. Time, chance, service, storage and cache all come from here. */
import type { CallOptions, WriteOutcome } from '../api/client.ts';
import type { System } from '../system.ts';
import type { EndpointName, ResponseOf, ServiceName } from '../../shared/endpoints.ts';
import type { AppError } from '../../shared/errors.ts';
import type { EntryReason } from '../../shared/outbox.ts';
import { isLocalId, type Noun } from '../../shared/outbox-kinds.ts';
import type { StorageChange, EntryFields, OutboxStorage, StoredEntry, StoredRecord } from '../db/outbox-storage.ts';

/** The calls that the core makes of the service; the client is one, the simulation's hostile service another. */
export interface ServiceClient {
  /** @throws AppError when nothing could be read */
  read<Name extends EndpointName>(name: Name, call: CallOptions): Promise<ResponseOf<Name>>;
  write<Name extends EndpointName>(name: Name, call: CallOptions): Promise<WriteOutcome<ResponseOf<Name>>>;
}

/** What is known of the service without asking it: the cache. */
export interface CachedFacts {
  /** Keeps a record that the service just answered. May be repeated (outbox, Rule 1). */
  put(noun: Noun, parentId: string, view: { id: string }): Promise<void>;
  /** Takes away a record that the service just said is gone. May be repeated. */
  forget(noun: Noun, id: string): Promise<void>;
  /** Ids that carry a marker, or null when the list was not read within the last ten minutes (Rule 4). */
  idsByMarker(noun: Noun, parentId: string, marker: string): Promise<string[] | null>;
  /** Reads a list that markers stand in, so that it says what is there now. @throws AppError when it could not be read */
  readList(noun: Noun, parentId: string): Promise<void>;
  /** The day of a plan as `2026-06-15`, or null when it is not known. */
  dayOf(planId: string): Promise<string | null>;
}

/** In milliseconds. */
export interface WaitTimes {
  /** How long after an attempt an absence counts for what carries a marker of ours. */
  settle: number;
  /** After a doubt arose, its request is applied within this time or never (outbox, Why the obvious ways fail). */
  late: number;
}

/** The design's own: 120 s; sweeps until ten minutes after the last doubt. */
export const safeTimes: WaitTimes = { settle: 120_000, late: 600_000 };

export interface Core {
  system: System;
  storage: OutboxStorage;
  service: ServiceClient;
  cached: CachedFacts;
  times: WaitTimes;
  /** False while nothing may be sent to a service: no line, no key, or a refused one. */
  usable(service: ServiceName): boolean;
  /** Entries of one request whose end is written down in one turn of main: an import brings that of a hundred. */
  settledAtOnce: number;
  /** Whether pending live stops are known to show in a plan's list (outbox, By operation). */
  pendingStopsShow: boolean;
  /**
   * Looks whether the clock was set, and brings along what is written in moments. Before anything is written that says a
   * moment: what a person does may be the first thing after the clock was set.
   */
  noticeClock(): void;
  /** Told when the clock was set, or the computer slept: sockets that were open then are not to be trusted. */
  clockMoved(): void;
  /** Told after an import: the parent is read next, because its answer does not say whose the new ids are. */
  imported(parentId: string): void;
}

export const set = (entry: Pick<StoredEntry, 'id'>, fields: Partial<EntryFields>): StorageChange => ({
  do: 'change-entry',
  id: entry.id,
  set: fields,
});

export const reasonOf = (error: AppError): EntryReason => ({ code: error.code, detail: error.detail });

/** How long something that did not work rests: growing with the attempts, random in its upper half, a minute at most. */
export function restOf(core: Core, attempts: number): number {
  const most = Math.min(60_000, 2_000 * 2 ** Math.min(attempts, 5));
  return Math.ceil(most * (0.5 + core.system.random() / 2));
}

/** The record of an id of ours or of the service's; undefined for what nothing was typed of. */
export function recordWith({ storage }: Pick<Core, 'storage'>, id: string): StoredRecord | undefined {
  return isLocalId(id) ? storage.record(id) : storage.ownerOf(id);
}

/** The service's id for one of ours or its own; null while it has none. */
export function serverIdOf(core: Core, id: string): string | null {
  return id.includes('/') ? id : (core.storage.record(id)?.serverId ?? null);
}

/** Settled: nothing more follows for it by itself. */
export function isSettled({ state }: Pick<StoredEntry, 'state'>): boolean {
  return state === 'acknowledged' || state === 'given-up';
}
