/** What the outbox keeps and how it is changed: implemented on SQLite by db/outbox.ts, and in memory by the simulation. */
import type { EntryReason, EntryState } from '../../shared/outbox.ts';
import type { EntryKind, Noun } from '../../shared/outbox-kinds.ts';
import type { Progress } from '../outbox-json.ts';

/** Something that is, was or shall be on the service. */
export interface StoredRecord {
  /** Local UUID v7, for ever. */
  id: string;
  noun: Noun;
  /** Of a stop: its plan, by the service's id or by our own; else empty. */
  parentId: string;
  /** Known after the acknowledgement or the next pull. */
  serverId: string | null;
  /** Empty where a record has none. */
  marker: string;
  markerIsOurs: boolean;
  /** JSON, exactly what is sent to create it; `{}` of a record that was first seen on the service. */
  content: string;
}

export interface EntryFields {
  kind: EntryKind;
  /** Entries of one lane belong to one parent and are sent one request at a time. */
  lane: string;
  state: EntryState;
  reason: EntryReason | null;
  attempts: number;
  /** Entries claimed together carry the same. */
  attemptId: string | null;
  /** When it was last sent; of a doubt: when it arose. Milliseconds since the epoch, as all moments here. */
  lastAttemptAt: number | null;
  /** Ids that fitted before the attempt; null: not known. */
  knownIds: string[] | null;
  /** It rests until then; 0: it does not. */
  notBefore: number;
  /** Until then a request of this entry that was not answered may still be applied; 0: there is none. */
  doubtUntil: number;
  /** When the service is searched next for a copy of ours that came late; null: never. */
  sweepAt: number | null;
  settledAt: number | null;
  /** JSON of an edit or a command; null where the record's content is what is sent. */
  body: string | null;
  /** JSON: what the edited fields were when the person began. */
  base: string | null;
  progress: Progress | null;
}

/** An entry with its record. */
export interface StoredEntry extends EntryFields, Omit<StoredRecord, 'id'> {
  id: string;
  sequence: number;
  recordId: string;
  createdAt: number;
  /** False when a checksum does not fit its row. */
  intact: boolean;
}

/** What a new entry says; everything else begins empty. */
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
  /** Of all entries of a lane that are not settled. */
  | { do: 'change-lane'; from: string; to: string };

export interface OutboxStorage {
  find(entryId: string): StoredEntry | undefined;
  /** As `find`, of what this program wrote a moment ago: whether the row is intact is not looked at, which takes longest. */
  justWritten(entryId: string): StoredEntry | undefined;
  /** Kinds of the first entries of a lane that `due` would give. @param most how many at most */
  dueKinds(state: EntryState, now: number, most: number, lane: string): EntryKind[];
  /** Whether any entry is in this state. */
  isAny(state: EntryState): boolean;
  record(recordId: string): StoredRecord | undefined;
  /** All entries of a record, in the order in which they were made. */
  entriesOf(recordId: string): StoredEntry[];
  /** The record that owns an id of the service. */
  ownerOf(serverId: string): StoredRecord | undefined;
  /** Records that carry a marker: of one that was typed, there may be several. */
  withMarker(marker: string): StoredRecord[];
  /** Entries of a state that are due, in the order in which they were made, from after a sequence on. */
  due(state: EntryState, now: number, after: number, most: number, lane?: string): StoredEntry[];
  /** Lanes that hold entries of a state, in the order of their first ones. */
  lanes(state: EntryState): string[];
  /** Entries whose sweep is due. */
  sweeps(now: number, most: number): StoredEntry[];
  /**
   * The first entry of a lane, of all kinds or of those alone that go alone, that waits to be sent or carried out, or of
   * which a copy may still come. A live change that the service took waits no more: what goes alone carries it out.
   *
   * @param after a sequence
   */
  firstInLane(lane: string, aloneOnly: boolean, which: 'waiting' | 'swept', after?: number): StoredEntry | undefined;
  /** Entries that wait for a record: their parent, or one that their body names. */
  dependants(recordId: string): StoredEntry[];
  /** Moves of stops that are not settled. */
  moves(): StoredEntry[];
  /** Acknowledged creates of a parent that have no id of the service yet. */
  withoutId(parentId: string): StoredRecord[];
  /**
   * Entries of which something may still come, or that rest: in doubt, to be swept, with a doubt that ends after `now`, or
   * not looked at before `now`.
   */
  open(now: number): StoredEntry[];
  /** Queued entries that were told to wait until a moment, whether it has come or not. */
  resting(): StoredEntry[];
  /** The last moment in which any entry was sent or settled; 0: none was. */
  latest(): number;
  /** Entries that were sent or settled after `now`, by the clock as it was then. */
  ahead(now: number): StoredEntry[];
  /** The earliest moment after `now` at which a resting entry or a sweep is due. */
  nextDue(now: number): number | null;
  /** Everything in one transaction; when it returns, a power cut takes nothing of it (outbox, Rule 1). */
  commit(changes: readonly StorageChange[]): void;
}
