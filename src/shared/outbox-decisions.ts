/**
 * The choices for entries that need a decision: their schema, which of them each entry allows, and what is shown beside
 * them (outbox, Rules 9 and 12, By operation).
 */
import { z } from './schemas.ts';
import type { EntryReason, EntryState } from './outbox.ts';
import { isCreate, operationOf, type EntryKind, type Noun } from './outbox-kinds.ts';
import type { Conflict } from './outbox-merge.ts';

const side = z.enum(['mine', 'theirs']);
export type Side = z.infer<typeof side>;

/**
 * One choice, for one entry or many.
 * - `send-again`: send it unchanged: retry it, send it although its day is past, or add it again after it was discarded
 * - `on-service`: the user saw it on the service, so it counts as sent
 * - `live`: send it as a live change of the same plan, which allows no other change
 * - `other-plan`: move the stop to another plan, given by service id or local id
 * - `unassigned`: keep the stop without a plan. `depot` null: the team's main depot
 * - `resolve`: which side wins for each field that both sides changed. `others`: for fields not named
 * - `give-up`: do not send it, and keep it as discarded
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

/** Everything that is shown for an entry that needs a decision. */
export interface Decision {
  entryId: string;
  kind: EntryKind;
  reason: EntryReason | null;
  /** Edit that conflicts with a colleague's: base, mine and theirs for each field, by dotted path. Otherwise empty. */
  conflicts: Conflict[];
  /** The available choices, the most likely first. */
  ways: Way[];
}

/** The part of an entry that determines its choices. A stored entry is assignable. */
export interface DecidableEntry {
  kind: EntryKind;
  noun: Noun;
  state: EntryState;
  reason: EntryReason | null;
  progress: { moved?: 'created'; needs?: readonly string[] } | null;
  /** Until when one of its requests may still be applied, milliseconds since the epoch. 0: none can. */
  doubtUntil: number;
  /** When the next sweep for a late copy runs, milliseconds since the epoch. Null: never. */
  sweepAt: number | null;
  /** False if a checksum does not match its row. */
  intact: boolean;
}

/** The half of a move that creates the record at its new place: it is still to be done, or it is done. */
export type OtherHalf = 'waiting' | 'done';

/** A record that a deletion waits for, because it replaces the deleted one. */
export interface NeededRecord {
  serverId: string | null;
  /** The entry that creates it. Undefined: it is not here. */
  made: Pick<DecidableEntry, 'state' | 'progress'> | undefined;
}

/**
 * Why an entry cannot be discarded alone: it is the half of a move that deletes the record at its old place. Without it
 * the delivery would stay in both.
 *
 * @param needed looks up a record by its local id
 * @returns how far the other half is; null when the entry may be discarded
 */
export function heldBy(
  { kind, state, reason, progress, intact }: DecidableEntry,
  needed: (recordId: string) => NeededRecord | undefined,
): OtherHalf | null {
  // Nothing else can be done with an unreadable entry, and nothing is left to delete if the service has no such record.
  if (!intact || reason?.code === 'outbox.unreadable') return null;
  if (state === 'refused' && reason?.code === 'service.not-found') return null;
  if (progress?.moved === 'created') return 'done';
  if (!operationOf(kind).action.endsWith('delete')) return null;
  const halves = (progress?.needs ?? []).map((id) => halfOf(needed(id)));
  return halves.find((half) => half !== null) ?? null;
}

/** Null: nothing will be created. */
function halfOf(record: NeededRecord | undefined): OtherHalf | null {
  const made = record?.made;
  if (made === undefined) return (record?.serverId ?? null) === null ? null : 'done';
  const { state, progress } = made;
  if (state === 'given-up') return null;
  return state === 'acknowledged' || state === 'pending' || progress?.moved === 'created' ? 'done' : 'waiting';
}

/** The equivalent live kind for a plan that allows only live changes, or null if there is none. */
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
 * The choices for an entry, the most likely first. Empty if it needs no decision.
 *
 * @param now milliseconds since the epoch. While a late copy of a stop may still appear, the stop cannot be moved
 * @param held why it cannot be discarded alone ({@link heldBy}); null: it can
 */
export function waysOf(entry: DecidableEntry, now: number, held: OtherHalf | null): Way[] {
  const ways = allWays(entry, now);
  return held === null ? ways : ways.filter((way) => way !== 'give-up');
}

function allWays(entry: DecidableEntry, now: number): Way[] {
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
  // The new stop already exists: if the entry were discarded now, the stop would stay in both plans.
  if (entry.progress?.moved === 'created') return ['live', 'send-again'];
  // Edits and deletions are idempotent. Creating a stop is not.
  const mayBeLive = liveKind(entry.kind) !== null && (!isCreate(entry.kind) || isFree(entry, now));
  const live: Way[] = mayBeLive ? ['live'] : [];
  return [...live, ...elsewhere(entry, now), 'send-again', 'give-up'];
}

/**
 * A stop can go elsewhere if it is not on the service and no late copy can appear. A move can only go to another plan.
 */
function elsewhere(entry: DecidableEntry, now: number): Way[] {
  if (entry.noun !== 'stops' || !isCreate(entry.kind) || entry.progress?.moved === 'created') return [];
  if (!isFree(entry, now)) return [];
  return operationOf(entry.kind).action === 'move' ? ['other-plan'] : ['other-plan', 'unassigned'];
}

/** No late copy can appear, and no sweep for one is pending. */
const isFree = (entry: DecidableEntry, now: number) =>
  entry.doubtUntil === 0 || (now > entry.doubtUntil && entry.sweepAt === null);
