/** Schemas of the JSON in the outbox's rows. */
import { z } from 'zod';
import type { EncodedError, ErrorDetail } from '../../shared/errors.ts';
import { entryStates, type EntryReason } from '../../shared/outbox.ts';
import { objectOf } from '../stored-json.ts';
import type { Progress } from './outbox-storage.ts';

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

const conflict = z.object({ field: z.string(), base: z.unknown(), mine: z.unknown(), theirs: z.unknown() });

const progressShape = z.looseObject({
  needs: z.array(z.string()).exactOptional(),
  doubts: z.number().exactOptional(),
  old: z.object({ id: z.string(), planId: z.string() }).exactOptional(),
  moved: z.literal('created').exactOptional(),
  movedAway: z.boolean().exactOptional(),
  took: z.array(z.string()).exactOptional(),
  takenBack: z.object({ by: z.string(), state: z.enum(entryStates), reason: entryReason.nullable() }).exactOptional(),
  operationId: z.string().exactOptional(),
  dayConfirmed: z.boolean().exactOptional(),
  conflicts: z.array(conflict).exactOptional(),
});
/** As it was stored, with what a newer version added. */
export const progress = z.custom<Progress>((value) => progressShape.safeParse(value).success);
