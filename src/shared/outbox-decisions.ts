/**
 * What a person can choose for an entry that asks: the choices as one schema, which ways are open for which entry, and
 * what is shown beside them (outbox, Rules 9 and 12, By operation).
 */
import { z } from 'zod';
import type { EntryReason, EntryState } from './outbox.ts';
import { isCreate, operationOf, type EntryKind, type Noun } from './outbox-kinds.ts';
import type { Conflict } from './outbox-merge.ts';

const side = z.enum(['mine', 'theirs']);
export type Side = z.infer<typeof side>;

/**
 * One choice, for one entry or many.
 * - `send-again`: it is sent as it is: tried once more, sent although its day is past, added again after it was discarded
 * - `on-service`: the person saw it on the service; it counts as sent
 * - `live`: made as a live change of the same plan, which cannot be changed otherwise
 * - `other-plan`: a stop goes into another plan, by the service's id or ours
 * - `unassigned`: a stop is kept without a plan; `depot` null: the team's main depot
 * - `resolve`: for each field that both sides changed, whose it shall say; `others`: for those not named
 * - `give-up`: it is not sent, and kept as given up
 */
export const entryChoice = z.discriminatedUnion('way', [
  z.strictObject({ way: z.literal('send-again') }),
  z.strictObject({ way: z.literal('on-service') }),
  z.strictObject({ way: z.literal('live') }),
  z.strictObject({ way: z.literal('other-plan'), planId: z.string().min(1).max(120) }),
  z.strictObject({ way: z.literal('unassigned'), depot: z.string().min(1).max(120).nullable() }),
  z.strictObject({ way: z.literal('resolve'), fields: z.record(z.string().max(300), side), others: side }),
  z.strictObject({ way: z.literal('give-up') }),
]);
export type EntryChoice = z.infer<typeof entryChoice>;
export type Way = EntryChoice['way'];

/** Everything that is shown of an entry that asks. */
export interface Decision {
  entryId: string;
  kind: EntryKind;
  reason: EntryReason | null;
  /** Of an edit that a colleague crossed: base, mine and theirs of each field, by its dotted path; else empty. */
  conflicts: Conflict[];
  /** What can be chosen now, the most likely first. */
  ways: Way[];
}

/** What of an entry says which ways are open; what is stored of one fits. */
export interface DecidableEntry {
  kind: EntryKind;
  noun: Noun;
  state: EntryState;
  reason: EntryReason | null;
  progress: { moved?: 'created' } | null;
  /** Milliseconds since the epoch until which a request of it may still be applied; 0: none may. */
  doubtUntil: number;
  /** When a late copy is searched for next, in milliseconds since the epoch; null: never. */
  sweepAt: number | null;
  /** False when a checksum does not match its row. */
  intact: boolean;
}

/** The live kind that does the same to a plan that takes live changes only, or null where there is none. */
export function liveKind(kind: EntryKind): EntryKind | null {
  switch (kind) {
    case 'stops.create':
      return 'stops.liveCreate';
    case 'stops.update':
      return 'stops.liveUpdate';
    case 'stops.delete':
      return 'stops.liveDelete';
    default:
      return null;
  }
}

/**
 * The ways that are open for an entry, the most likely first; empty for one that does not ask.
 *
 * @param now milliseconds since the epoch: while a copy of a stop may still come, it cannot go elsewhere
 */
export function waysOf(entry: DecidableEntry, now: number): Way[] {
  if (!entry.intact) return entry.state === 'decision' ? ['give-up'] : [];
  if (entry.state === 'refused') return ['send-again', ...elsewhere(entry, now), 'give-up'];
  if (entry.state === 'blocked') return [...elsewhere(entry, now), 'give-up'];
  if (entry.state !== 'decision') return [];
  switch (entry.reason?.code) {
    case 'outbox.conflict':
      return ['resolve', 'give-up'];
    case 'outbox.plan-not-writable':
      return notWritable(entry, now);
    case 'outbox.day-passed':
      // A stop of last week is rarely meant for last week's plan.
      return [...elsewhere(entry, now), 'send-again', 'give-up'];
    case 'outbox.discarded':
      return ['send-again', 'give-up'];
    case 'outbox.several-found':
      return ['on-service', 'give-up'];
    case 'outbox.unreadable':
      return ['give-up'];
    default:
      return ['on-service', 'send-again', 'give-up'];
  }
}

function notWritable(entry: DecidableEntry, now: number): Way[] {
  // The new one is there already: given up now, the stop would stay in both plans.
  if (entry.progress?.moved === 'created') return ['live', 'send-again'];
  // An edit or a deletion may be done twice; a stop may not be made twice.
  const mayBeLive = liveKind(entry.kind) !== null && (!isCreate(entry.kind) || isFree(entry, now));
  const live: Way[] = mayBeLive ? ['live'] : [];
  return [...live, ...elsewhere(entry, now), 'send-again', 'give-up'];
}

/** A stop that is not on the service and cannot come any more may go elsewhere; a move only to another plan. */
function elsewhere(entry: DecidableEntry, now: number): Way[] {
  if (entry.noun !== 'stops' || !isCreate(entry.kind) || entry.progress?.moved === 'created') return [];
  if (!isFree(entry, now)) return [];
  return operationOf(entry.kind).action === 'move' ? ['other-plan'] : ['other-plan', 'unassigned'];
}

/** Nothing of it can come any more, and nobody looks for it where it was. */
const isFree = (entry: DecidableEntry, now: number) =>
  entry.doubtUntil === 0 || (now > entry.doubtUntil && entry.sweepAt === null);
