/** Entries of the outbox as the window shows them. */
import type { EntryReason, EntryState } from './outbox.ts';
import type { Way } from './outbox-decisions.ts';
import type { EntryKind } from './outbox-kinds.ts';
import type { Conflict, Fields } from './outbox-merge.ts';

/** An entry as listed in the window. */
export interface EntryRow {
  id: string;
  sequence: number;
  kind: EntryKind;
  state: EntryState;
  reason: EntryReason | null;
  /** milliseconds since the epoch */
  createdAt: number;
  attempts: number;
  lastAttemptAt: number | null;
  /** When it is looked at again; null when nothing is planned. */
  notBefore: number | null;
  /** The plan it belongs to, or is about, by the service's id or ours; null: none. */
  planId: string | null;
  planTitle: string | null;
  /** The order it is about, by the service's id; null: none, or it has none yet. */
  orderId: string | null;
  /** Recipient, driver or title, as typed or as last read; an order without a recipient by its number; null: not known. */
  name: string | null;
  /** One line of text; empty where there is none. */
  address: string;
  /** What can be chosen for it, the most likely first; empty for one that does not ask. */
  ways: Way[];
}

/** What one entry says, for reading. */
export interface EntryDetail {
  /** Of a new record all that was typed; of an edit the fields that are set; of a command what it says. */
  typed: Fields;
  /** Of an edit: what these fields were when the person began; null: it is none. */
  base: Fields | null;
  /** Names of the drivers, depots and plans that the values name, by id. */
  names: Record<string, string>;
  /** Of a move: title of the plan it comes from; null: it is none, or the plan is not known. */
  from: string | null;
  /** Of an edit that a colleague crossed: base, mine and theirs of each field; else empty. */
  conflicts: Conflict[];
}

/** What the history tells of an entry; `queued`: the service itself said "later". */
export const historyStates = [
  'acknowledged',
  'pending',
  'in-doubt',
  'refused',
  'blocked',
  'decision',
  'given-up',
  'queued',
] as const satisfies EntryState[];
export type HistoryState = (typeof historyStates)[number];

/** One line of the history: what became of an entry, and what the service said. */
export interface HistoryRow {
  number: number;
  /** milliseconds since the epoch */
  at: number;
  kind: EntryKind;
  state: HistoryState;
  reason: EntryReason | null;
  attempts: number;
  planTitle: string | null;
  /** The service's id of the record; null while it has none. */
  serverId: string | null;
  name: string | null;
  address: string;
}
