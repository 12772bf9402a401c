/** Entries of the outbox as the window shows them. */
import { z } from 'zod';
import { entryStates, openStates, type EntryReason, type EntryState } from './outbox.ts';
import type { Way } from './outbox-decisions.ts';
import { nouns, operations, type EntryKind, type Noun } from './outbox-kinds.ts';
import type { Conflict, Fields } from './outbox-merge.ts';

/** Groups of states as the list offers them: `open` is everything that is not settled. */
export const entryGroups = ['open', 'waiting', 'asking', 'settled'] as const;
export type EntryGroup = (typeof entryGroups)[number];

export const groupStates: Readonly<Record<EntryGroup, readonly EntryState[]>> = {
  open: openStates,
  waiting: ['queued', 'sending', 'in-doubt', 'pending'],
  asking: ['refused', 'blocked', 'decision'],
  settled: ['acknowledged', 'given-up'],
};

/** `typed`: in the order in which they were typed; `next`: what is looked at next first. */
export const entryOrders = ['typed', 'newest', 'next', 'name', 'plan'] as const;
export type EntryOrder = (typeof entryOrders)[number];

/** Stands for "belongs to no plan" where a plan is chosen. */
export const noPlan = 'none';

const kinds = Object.keys(operations) as [EntryKind, ...EntryKind[]];

/** Which entries are listed, and from where on. */
export const entryQuery = z.strictObject({
  group: z.enum(entryGroups),
  noun: z.enum(nouns).nullable(),
  /** A plan's id, {@link noPlan}, or null: every one. */
  planId: z.string().min(1).max(120).nullable(),
  order: z.enum(entryOrders),
  /**
   * Each has to occur in the name, the address, the plan's title or what the service said, or in the window's words for the
   * kind, the state or the reason.
   */
  words: z
    .array(
      z.strictObject({
        text: z.string().max(255),
        kinds: z.array(z.enum(kinds)),
        states: z.array(z.enum(entryStates)),
        /** Codes of reasons, of ours and of the service. */
        reasons: z.array(z.string().max(120)).max(500),
      }),
    )
    .max(50),
  /** Of the page before; null: from the beginning. */
  cursor: z.string().max(1_000).nullable(),
});
export type EntryQuery = z.infer<typeof entryQuery>;

/** A part of the list. It may hold few rows, or none, although there are more behind `cursor`. */
export interface EntryPage {
  rows: EntryRow[];
  /** Where the next page begins; null: this was the last. */
  cursor: string | null;
}

/** What lies in the outbox, counted; of what is settled the last 200. */
export interface OutboxOverview {
  states: Partial<Record<EntryState, number>>;
  /** Nouns that there are entries of. */
  nouns: Noun[];
  /** Plans that there are entries of; `id` null: of none. */
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
  /** When it is looked at again; null when nothing is planned. */
  notBefore: number | null;
  /** The plan it belongs to, or is about, by the service's id or ours; null: none. */
  planId: string | null;
  planTitle: string | null;
  /** What it is about, by the service's id or ours. */
  recordId: string;
  /** Recipient, driver or title, as typed or as last read; an order without a recipient by its number; null: not known. */
  name: string | null;
  /** One line of text; empty where there is none. */
  address: string;
  /** What can be chosen for it, the most likely first; empty for one that does not ask. */
  ways: Way[];
  /** The entry that has to move on before this one can; null: it waits for no other. */
  waitsFor: WaitedFor | null;
}

/** What says which entry another one waits for. */
export type WaitedFor = Pick<EntryRow, 'id' | 'kind' | 'state' | 'name' | 'address' | 'planId' | 'planTitle'>;

/** One entry as it is now. */
export interface EntryView {
  row: EntryRow;
  /** How many ask for the same reason: of the same kind and plan, itself included; 1 for one that does not ask. */
  alike: number;
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

/** One line of the history: the outcome of an entry, and the service's answer. */
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
