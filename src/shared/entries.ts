/** Outbox entries as the window shows them. */
import { z } from './schemas.ts';
import { entryStates, openStates, type EntryReason, type EntryState } from './outbox.ts';
import type { OtherHalf, Way } from './outbox-decisions.ts';
import { nouns, operations, type EntryKind, type Noun } from './outbox-kinds.ts';
import type { Conflict, Fields } from './outbox-merge.ts';

/** The groups of states that the list can filter by. `open` is everything that is not settled. */
export const entryGroups = ['open', 'waiting', 'asking', 'settled'] as const;
/** Parts of `waiting`, which the end of the day counts separately. */
export const waitingParts = ['unsent', 'in-doubt', 'pending'] as const;
const allGroups = [...entryGroups, ...waitingParts] as const;
export type EntryGroup = (typeof allGroups)[number];

export const groupStates: Readonly<Record<EntryGroup, readonly EntryState[]>> = {
  open: openStates,
  waiting: ['queued', 'sending', 'in-doubt', 'pending'],
  asking: ['refused', 'blocked', 'decision'],
  settled: ['acknowledged', 'given-up'],
  unsent: ['queued', 'sending'],
  'in-doubt': ['in-doubt'],
  pending: ['pending'],
};

/** `typed`: in order of entry. `next`: in the order of processing. */
export const entryOrders = ['typed', 'newest', 'next', 'name', 'plan'] as const;
export type EntryOrder = (typeof entryOrders)[number];

/** Selects "no plan" in the plan filter. */
export const noPlan = 'none';

const kinds = Object.keys(operations) as [EntryKind, ...EntryKind[]];

/** The filter, order and page of the list. */
export const entryQuery = z.strictObject({
  group: z.enum(allGroups),
  noun: z.enum(nouns).nullable(),
  /** A plan's id, {@link noPlan}, or null for all. */
  planId: z.string().min(1).max(120).nullable(),
  order: z.enum(entryOrders),
  /**
   * Each word must occur in the name, the address, the plan's title or the service's message, or in the window's text
   * for the kind, the state or the reason.
   */
  words: z
    .array(
      z.strictObject({
        text: z.string().max(255),
        kinds: z.array(z.enum(kinds)),
        states: z.array(z.enum(entryStates)),
        /** Reason codes, the app's and the service's. */
        reasons: z.array(z.string().max(120)).max(500),
      }),
    )
    .max(50),
  /** The cursor from the previous page. Null: from the beginning. */
  cursor: z.string().max(1_000).nullable(),
});
export type EntryQuery = z.infer<typeof entryQuery>;

/** A page of the list. It may hold few rows or none although more follow at `cursor`. */
export interface EntryPage {
  rows: EntryRow[];
  /** Where the next page begins. Null on the last page. */
  cursor: string | null;
}

/** Counts of the outbox entries, including the last 200 settled ones. */
export interface OutboxOverview {
  states: Partial<Record<EntryState, number>>;
  /** Nouns that have entries. */
  nouns: Noun[];
  /** Plans that have entries. An `id` of null stands for entries without a plan. */
  plans: { id: string | null; title: string | null }[];
}

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
  /** When it is processed next. Null if nothing is scheduled. */
  notBefore: number | null;
  /** The plan that it belongs to or is about, by service id or local id. Null: none. */
  planId: string | null;
  planTitle: string | null;
  /** The record, by service id or local id. */
  recordId: string;
  /**
   * Recipient, driver or title, as entered or as last read. An order without a recipient shows its number. Null:
   * unknown.
   */
  name: string | null;
  /** One line of text. Empty if there is none. */
  address: string;
  /** The available choices, the most likely first. Empty if the entry needs no decision. */
  ways: Way[];
  /** Half of a move that cannot be discarded alone: how far its other half is. Null: it can be discarded alone. */
  heldBy: OtherHalf | null;
  /** The entry that this one is waiting for. Null: none. */
  waitsFor: WaitedFor | null;
}

/** Identifies the entry that another one is waiting for. */
export type WaitedFor = Pick<EntryRow, 'id' | 'kind' | 'state' | 'name' | 'address' | 'planId' | 'planTitle'>;

/** The current state of one entry. */
export interface EntryView {
  row: EntryRow;
  /**
   * How many entries of the same kind and plan need a decision for the same reason, including this one. 1 if none is
   * needed.
   */
  alike: number;
}

/** The content of one entry, read-only. */
export interface EntryDetail {
  /** New record: all input. Edit: the fields that are set. Command: its parameters. */
  typed: Fields;
  /** Edit: the values of these fields when the user began. Null: not an edit. */
  base: Fields | null;
  /** Names of the drivers, depots and plans in the values, by id. */
  names: Record<string, string>;
  /** Move: the title of the source plan. Null: not a move, or the plan is unknown. */
  from: string | null;
  /** Edit that conflicts with a colleague's: base, mine and theirs for each field. Otherwise empty. */
  conflicts: Conflict[];
}

/** The states in the history. `queued`: the service itself said "later". */
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

/** One line of the history: an entry's outcome and the service's answer. */
export interface HistoryRow {
  number: number;
  /** milliseconds since the epoch */
  at: number;
  kind: EntryKind;
  state: HistoryState;
  reason: EntryReason | null;
  attempts: number;
  planTitle: string | null;
  /** The service's id of the record. Null until there is one. */
  serverId: string | null;
  name: string | null;
  address: string;
}
