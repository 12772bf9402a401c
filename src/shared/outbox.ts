/**
 * The outbox: what the user did and the service has not confirmed yet. Defines the states of an entry and the
 * transitions after an outcome and after a look-up. No I/O, no clock.
 */
import type { ErrorCode, ErrorDetail } from './errors.ts';
import { unreachable } from './errors.ts';
import type { Noun } from './outbox-kinds.ts';

/**
 * queued: waiting to be sent · sending: claimed, may be in flight · acknowledged: confirmed by the service · in-doubt:
 * sent, no answer came · pending: the service accepted it but has not applied it yet (a live change, an optimisation) ·
 * refused: the service rejected it · blocked: its parent was rejected · decision: the user has to choose · given-up:
 * the user chose not to send it.
 */
export const entryStates = [
  'queued',
  'sending',
  'acknowledged',
  'in-doubt',
  'pending',
  'refused',
  'blocked',
  'decision',
  'given-up',
] as const;
export type EntryState = (typeof entryStates)[number];

/** States of entries that are not settled. They are counted and shown everywhere. */
export const openStates = [
  'queued',
  'sending',
  'in-doubt',
  'pending',
  'refused',
  'blocked',
  'decision',
] as const satisfies EntryState[];

/** Why an entry is in its state. The window maps it to text. */
export interface EntryReason {
  code: ErrorCode | EntryReasonCode;
  detail: ErrorDetail;
}

/** Reasons that are not errors. */
export type EntryReasonCode =
  /** the app exited while the request was in flight */
  | 'outbox.stopped-while-sending'
  /** not found yet; looked up again after the settle time */
  | 'outbox.settling'
  /** several records with the marker are on the service */
  | 'outbox.several-found'
  /** a record with this marker exists but has other content */
  | 'outbox.other-content'
  /** the plan's day is over */
  | 'outbox.day-passed'
  /** the row is corrupt; its bytes are kept */
  | 'outbox.unreadable'
  /** the counts in an import's answer do not add up */
  | 'outbox.counts-disagree'
  /** the plan can only be changed live */
  | 'outbox.plan-not-writable'
  /** it waits for another entry: its plan, its record, or an earlier entry */
  | 'outbox.waits'
  /** an entry that it depends on was rejected or discarded */
  | 'outbox.parent-refused'
  /** the service accepted it but has not applied it yet */
  | 'outbox.pending'
  /** a live change was discarded before it was applied */
  | 'outbox.discarded'
  /** the same field was also changed on the service */
  | 'outbox.conflict'
  /** no answer came, and it cannot be seen whether people were notified */
  | 'outbox.cannot-tell'
  /** the service has failed each attempt with an answer of its own, and does not show it */
  | 'outbox.fails-each-time'
  /** no answer came, and the service refuses to show whether it was done */
  | 'outbox.cannot-look'
  /** it was exported to a file and is no longer sent from here */
  | 'outbox.exported'
  /** it was imported from a file and may have been sent from elsewhere */
  | 'outbox.taken-in'
  /** undone before it was sent */
  | 'outbox.taken-back'
  /** the user paused the import that it belongs to */
  | 'outbox.paused'
  /** the key belongs to an account that has none of the known records */
  | 'outbox.other-account';

/** The outcome of one attempt. */
export type Outcome =
  | { kind: 'acknowledged'; serverId: string | null }
  /** The service accepted it and applies it later. It is checked again after the wait. */
  | { kind: 'pending'; serverId: string | null; operationId: string | null; waitMilliseconds: number }
  /** Nothing was sent, or the service said "later". The entry stays queued. */
  | { kind: 'later'; reason: EntryReason; waitMilliseconds: number }
  | { kind: 'in-doubt'; reason: EntryReason }
  | { kind: 'refused'; reason: EntryReason }
  | { kind: 'decision'; reason: EntryReason }
  /** 401: the connection pauses and all entries stay. */
  | { kind: 'key-refused'; reason: EntryReason };

export interface NextStep {
  state: EntryState;
  reason: EntryReason | null;
  /** How long to wait before processing the entry again, in milliseconds. */
  waitMilliseconds: number;
}

/** The next state after an attempt (outbox, Rules 2, 3, 5). */
export function afterOutcome(outcome: Outcome): NextStep {
  switch (outcome.kind) {
    case 'acknowledged':
      return { state: 'acknowledged', reason: null, waitMilliseconds: 0 };
    case 'pending':
      return {
        state: 'pending',
        reason: { code: 'outbox.pending', detail: {} },
        waitMilliseconds: outcome.waitMilliseconds,
      };
    case 'later':
      return { state: 'queued', reason: outcome.reason, waitMilliseconds: outcome.waitMilliseconds };
    case 'key-refused':
      return { state: 'queued', reason: outcome.reason, waitMilliseconds: 0 };
    case 'in-doubt':
      return { state: 'in-doubt', reason: outcome.reason, waitMilliseconds: 0 };
    case 'refused':
      return { state: 'refused', reason: outcome.reason, waitMilliseconds: 0 };
    case 'decision':
      return { state: 'decision', reason: outcome.reason, waitMilliseconds: 0 };
    default:
      return unreachable(outcome);
  }
}

/** The result of a look-up by marker. */
export type LookUp =
  | { kind: 'absent' }
  | { kind: 'ours'; serverId: string }
  | { kind: 'other-content' }
  | { kind: 'several'; count: number }
  /** The look-up itself got no answer, so nothing is known. */
  | { kind: 'unknown'; reason: EntryReason };

/**
 * The next state after a look-up of an entry in doubt. An absent record may still appear because the request can be
 * applied late, so the entry is looked up again after the settle time and only then resent.
 *
 * @param settleMilliseconds how long after the attempt an absent record counts as absent
 * @param sinceAttempt milliseconds since the attempt, never negative (0 if the clock was set back)
 */
export function afterLookUp(found: LookUp, sinceAttempt: number, settleMilliseconds: number): NextStep {
  switch (found.kind) {
    case 'ours':
      return { state: 'acknowledged', reason: null, waitMilliseconds: 0 };
    case 'absent':
      if (sinceAttempt >= settleMilliseconds) return { state: 'queued', reason: null, waitMilliseconds: 0 };
      return {
        state: 'in-doubt',
        reason: { code: 'outbox.settling', detail: { waitMilliseconds: settleMilliseconds - sinceAttempt } },
        waitMilliseconds: settleMilliseconds - sinceAttempt,
      };
    case 'several':
      return {
        state: 'decision',
        reason: { code: 'outbox.several-found', detail: { count: found.count } },
        waitMilliseconds: 0,
      };
    case 'other-content':
      return { state: 'decision', reason: { code: 'outbox.other-content', detail: {} }, waitMilliseconds: 0 };
    case 'unknown':
      return { state: 'in-doubt', reason: found.reason, waitMilliseconds: 5_000 };
    default:
      return unreachable(found);
  }
}

/** Counts for the status bar. */
export interface OutboxSummary {
  /** queued, sending and in doubt */
  waiting: number;
  /** Those of the waiting ones that were sent and not answered: they are being looked up. */
  inDoubt: number;
  /** Accepted by the service and not applied yet: a running operation, or live changes until the next optimisation. */
  pending: number;
  /** The same per noun. Nouns without waiting entries are omitted. */
  waitingOf: Partial<Record<Noun, number>>;
  /** refused, blocked and decision: needs the user */
  asking: number;
  /** createdAt of the oldest entry that is waiting or asking */
  oldestAt: number | null;
}

/** How many entries are open, whatever they wait for. */
export const openCount = ({ waiting, pending, asking }: OutboxSummary): number => waiting + pending + asking;

/** The forms whose input is stored while they are being filled in. */
export const draftForms = ['stop', 'order', 'plan', 'driver'] as const;
export type DraftForm = (typeof draftForms)[number];

/** A form that is stored while it is being filled in. */
export interface Draft {
  id: string;
  form: DraftForm;
  /** The plan of the stop, or the plan being edited. Empty: none. `unassigned`: a stop without a plan. */
  planId: string;
  planTitle: string | null;
  /** milliseconds since the epoch */
  savedAt: number;
  /** The form's own fields, as text. */
  fields: Record<string, unknown>;
}

/** The format of the app's markers, which are hidden on screen (outbox, Rule 4). */
const ourMarker = /^dd-[a-z2-9]{12}$/;

/** True for a marker of the app, false for an external id that a user entered. */
export function isOurMarker(text: string): boolean {
  return ourMarker.test(text);
}
