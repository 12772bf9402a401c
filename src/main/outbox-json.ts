/** Schemas of the JSON in the outbox's rows. */
import { z } from 'zod';
import type { EncodedError, ErrorDetail } from '../shared/errors.ts';
import { entryStates, type EntryReason } from '../shared/outbox.ts';
import { objectOf } from './stored-json.ts';

/** Codes of a newer version are shown as unknown; they do not make the entry unreadable. */
const code = z.custom<EntryReason['code']>((value) => typeof value === 'string');

const reasonShape = z.object({ code, detail: objectOf<ErrorDetail>() });
export const entryReason = z.custom<EntryReason>((value) => reasonShape.safeParse(value).success);

export const encodedError: z.ZodType<EncodedError> = z.object({
  code: z.custom<EncodedError['code']>((value) => typeof value === 'string'),
  retry: z.custom<EncodedError['retry']>((value) => typeof value === 'string'),
  detail: objectOf<ErrorDetail>(),
});

export const serverIds = z.array(z.string());

/** A value that a side does not have is absent. */
const conflictShape = z.object({ field: z.string() });
const conflict = z.custom<{ field: string; base: unknown; mine: unknown; theirs: unknown }>(
  (value) => conflictShape.safeParse(value).success,
);

/** What an entry has to remember between its steps. */
const progressShape = z.object({
  /** Local ids of other records in its body, replaced by server ids when it is sent. */
  needs: z.array(z.string()).exactOptional(),
  /** How many of its requests left without an answer: there may be as many duplicates. */
  doubts: z.number().exactOptional(),
  /** How many of them the service itself failed, since the user last had it sent. */
  failures: z.number().exactOptional(),
  /** Of a move: the record at the old place, by its server id or local id, and the plan it is in. */
  old: z.object({ id: z.string(), planId: z.string() }).exactOptional(),
  /** Of a move: the last finished step. */
  moved: z.literal('created').exactOptional(),
  /** Of a create: a move deleted the record at this place, and no duplicate of it is wanted. */
  movedAway: z.boolean().exactOptional(),
  /** Of a create that replaces another record: the user changed it since, and an undone move would lose that. */
  edited: z.literal(true).exactOptional(),
  /** Of a deletion or a move: the entries that it took back. */
  took: z.array(z.string()).exactOptional(),
  /**
   * Taken back before it was sent: by this entry, or together with others by a deletion that left no entry. Undo restores
   * the state and the reason it had (outbox, Rule 15).
   */
  takenBack: z.object({ by: z.string(), state: z.enum(entryStates), reason: entryReason.nullable() }).exactOptional(),
  /** Of an order's deletion: the user knew that a courier has the order, and agreed that it is withdrawn first. */
  withdraws: z.literal(true).exactOptional(),
  /** Of an operation that continues on the service. */
  operationId: z.string().exactOptional(),
  /** Of a create: the user paused it, so it is not sent until the user continues it. */
  paused: z.literal(true).exactOptional(),
  /** The user said that the day may be past. */
  dayConfirmed: z.boolean().exactOptional(),
  /** Fields that both sides changed, for the user to choose. */
  conflicts: z.array(conflict).exactOptional(),
  /** Fields that both sides had changed, and where the user kept the own value. */
  kept: z.array(z.string()).exactOptional(),
  /** Of an edit: what its base had before the create was corrected, oldest first. Undone, it takes them for its base. */
  corrected: z.record(z.string(), z.array(z.unknown())).exactOptional(),
});
export type Progress = z.infer<typeof progressShape>;
/** As it was stored, with what a newer version added. */
export const progress = z.custom<Progress>((value) => progressShape.safeParse(value).success);
