/** Storage interface of the outbox, implemented on SQLite by db/outbox.ts and in memory by the simulation. */
import type { EntryReason, EntryState } from '../../shared/outbox.ts';
import type { EntryKind, Noun } from '../../shared/outbox-kinds.ts';
import type { Progress } from '../outbox-json.ts';

/** A record that exists, existed or will exist on the service. */
export interface StoredRecord {
  /** Local UUID v7 that never changes. */
  id: string;
  noun: Noun;
  /** For a stop, the server id or local id of its plan; otherwise empty. */
  parentId: string;
  /** Known after the acknowledgement or the next pull. */
  serverId: string | null;
  /** Empty if the record has none. */
  marker: string;
  markerIsOurs: boolean;
  /** JSON, exactly as sent to create the record; `{}` for a record first seen on the service. */
  content: string;
}

export interface EntryFields {
  kind: EntryKind;
  /** Entries of one lane belong to one parent and are sent one request at a time. */
  lane: string;
  state: EntryState;
  reason: EntryReason | null;
  attempts: number;
  /** Entries claimed together share one id. */
  attemptId: string | null;
  /** When it was last sent or, if in doubt, when the doubt arose. All times here are milliseconds since the epoch. */
  lastAttemptAt: number | null;
  /** Ids that matched before the attempt; null: unknown. */
  knownIds: string[] | null;
  /** The entry is not due before this time; 0: no wait. */
  notBefore: number;
  /** Until then the service may still apply an unanswered request of this entry; 0: no such request. */
  doubtUntil: number;
  /** When the next sweep searches the service for a duplicate from a late request; null: never. */
  sweepAt: number | null;
  settledAt: number | null;
  /** JSON of an edit or a command; null when the record's content is sent. */
  body: string | null;
  /** JSON: values of the edited fields when the user started editing. */
  base: string | null;
  progress: Progress | null;
}

/** An entry with its record. */
export interface StoredEntry extends EntryFields, Omit<StoredRecord, 'id'> {
  id: string;
  sequence: number;
  recordId: string;
  createdAt: number;
  /** False when a row does not match its checksum. */
  intact: boolean;
}

/** Fields of a new entry. All others start empty. */
export interface NewEntry extends Pick<EntryFields, 'kind' | 'lane' | 'body' | 'base' | 'progress'> {
  id: string;
  recordId: string;
  createdAt: number;
}

export type StorageChange =
  | { do: 'add-record'; record: StoredRecord }
  | { do: 'add-entry'; entry: NewEntry }
  | { do: 'change-record'; id: string; set: Partial<Omit<StoredRecord, 'id'>> }
  | { do: 'change-entry'; id: string; set: Partial<EntryFields> }
  /** Moves all unsettled entries of a lane to another lane. */
  | { do: 'change-lane'; from: string; to: string };

export interface OutboxStorage {
  find(entryId: string): StoredEntry | undefined;
  /** Like `find`, for a row that was just written: skips the integrity check, which takes longest. */
  justWritten(entryId: string): StoredEntry | undefined;
  /** Kinds of the first entries of a lane that `due` would return. @param most maximum number of entries */
  dueKinds(state: EntryState, now: number, most: number, lane: string): EntryKind[];
  /** Whether any entry is in this state. */
  isAny(state: EntryState): boolean;
  record(recordId: string): StoredRecord | undefined;
  /** All entries of a record, in creation order. */
  entriesOf(recordId: string): StoredEntry[];
  /** The record with this server id. */
  ownerOf(serverId: string): StoredRecord | undefined;
  /** Records with a marker. Several records may share a marker that a user typed. */
  withMarker(marker: string): StoredRecord[];
  /** Due entries in a state, in creation order. @param after a sequence; earlier entries are skipped */
  due(state: EntryState, now: number, after: number, most: number, lane?: string): StoredEntry[];
  /** Lanes with entries in a state, ordered by their first such entry. */
  lanes(state: EntryState): string[];
  /**
   * Entries whose sweep is due. One whose own request is being sent or looked up is swept when that has come to an end.
   */
  sweeps(now: number, most: number): StoredEntry[];
  /**
   * The first entry of a lane that waits to be sent or applied, or that may still get a late duplicate. A live change
   * that the service accepted no longer waits: an entry that goes alone applies it.
   *
   * @param aloneOnly considers only kinds that go alone
   * @param after a sequence
   */
  firstInLane(lane: string, aloneOnly: boolean, which: 'waiting' | 'swept', after?: number): StoredEntry | undefined;
  /** Open entries that depend on a record: their own, their parent, or one that their body names. */
  dependants(recordId: string): StoredEntry[];
  /** Unsettled moves of stops. */
  moves(): StoredEntry[];
  /** Records of a parent whose create was acknowledged but which have no server id yet. */
  withoutId(parentId: string): StoredRecord[];
  /**
   * Entries with an unresolved request or a wait: in doubt, awaiting a sweep, with a doubt that ends after `now`, or
   * not due before `now`.
   */
  open(now: number): StoredEntry[];
  /** Queued entries with a `notBefore`, whether or not it has passed. */
  resting(): StoredEntry[];
  /** When an entry was last sent or settled; 0: never. */
  latest(): number;
  /** Entries sent or settled after `now`, because the clock was set back since. */
  ahead(now: number): StoredEntry[];
  /** The earliest time after `now` at which a resting entry or a sweep is due. */
  nextDue(now: number): number | null;
  /** Applies all changes in one transaction. When it returns, they survive a power cut (outbox, Rule 1). */
  commit(changes: readonly StorageChange[]): void;
}
