/** From the result of a write to the outcome for the entries in it. */
import type { Outcome, EntryReason } from '../../shared/outbox.ts';
import type { AppError, ErrorCode } from '../../shared/errors.ts';
import type { WriteOutcome } from '../api/client.ts';
import { reasonOf } from '../outbox/core.ts';

/** The outcome of a write without a regular answer (Rule 5). */
export function outcomeOf(result: Exclude<WriteOutcome<unknown>, { kind: 'answered' }>): Outcome {
  const { error } = result;
  const reason: EntryReason = reasonOf(error);
  switch (result.kind) {
    case 'not-sent':
      return { kind: 'later', reason, waitMilliseconds: error.detail.waitMilliseconds ?? 0 };
    case 'key-refused':
      return { kind: 'key-refused', reason };
    case 'in-doubt':
      return { kind: 'in-doubt', reason };
    case 'refused':
      // The plan stopped being editable while the stop waited: a decision, not a failure (outbox, By operation).
      if (error.detail.serviceCode === 'plan_not_writable') {
        return { kind: 'decision', reason: { code: 'outbox.plan-not-writable', detail: error.detail } };
      }
      return { kind: 'refused', reason };
  }
}

/** Answers to a read that do not become others by waiting: no access, or a request that is not taken. */
const refusedReads: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'service.forbidden',
  'service.refused',
  'input.invalid',
]);

/** Whether a read failed because it is refused, and not because of the line or an error of the service. */
export const isRefusedRead = ({ code }: AppError): boolean => refusedReads.has(code);

/** How long after a live change its plan is first read, in milliseconds. */
const firstLook = 5_000;

/** A live change that the service accepted and has not applied. @param serverId the stop's, if it was created */
export const pending = (serverId: string | null): Outcome => ({
  kind: 'pending',
  serverId,
  operationId: null,
  waitMilliseconds: firstLook,
});
