/**
 * The outbox: what a person did and the service has not yet confirmed. Here stand the states of an entry and the one
 * function each that decides what follows an outcome and what follows a look-up. No I/O, no clock.
 */
import type { ErrorCode, ErrorDetail } from './errors.ts';
import { unreachable } from './errors.ts';
import type { Noun } from './outbox-kinds.ts';

/**
 * queued: waits to be sent · sending: claimed, may be on its way · acknowledged: the service has it ·
 * in-doubt: it left and no answer came · pending: the service took it and has not carried it out yet (a live change, an
 * optimisation) · refused: the service said no · blocked: its parent was refused · decision: a person has to choose ·
 * given-up: a person chose not to send it.
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

/** States in which something a person typed is not yet settled; these are counted and shown everywhere. */
export const openStates = [
  'queued',
  'sending',
  'in-doubt',
  'pending',
  'refused',
  'blocked',
  'decision',
] as const satisfies EntryState[];

/** Why an entry is where it is; turned into words by the window. */
export interface EntryReason {
  code: ErrorCode | EntryReasonCode;
  detail: ErrorDetail;
}

/** Reasons that are not errors. */
export type EntryReasonCode =
  /** the app ended while the request was on its way */
  | 'outbox.stopped-while-sending'
  /** looked up, not there yet; looked up again after the settle time */
  | 'outbox.settling'
  /** more than one record with our marker is on the service */
  | 'outbox.several-found'
  /** a record with this marker is there, with other content */
  | 'outbox.other-content'
  /** the plan's day is over */
  | 'outbox.day-passed'
  /** the row cannot be read any more; its bytes are kept */
  | 'outbox.unreadable'
  /** sent minus failed does not add up in the answer of an import */
  | 'outbox.counts-disagree'
  /** the plan can only be changed live */
  | 'outbox.plan-not-writable'
  /** it waits for another entry: its plan, its record, or what was typed before it */
  | 'outbox.waits'
  /** what it depends on was refused or given up */
  | 'outbox.parent-refused'
  /** the service took it and has not carried it out yet */
  | 'outbox.pending'
  /** a live change was discarded before it was carried out */
  | 'outbox.discarded'
  /** the same field was changed on the service too */
  | 'outbox.conflict'
  /** no answer came, and whether people were told cannot be seen */
  | 'outbox.cannot-tell'
  /** it was put into a file, and is not sent from here any more */
  | 'outbox.exported'
  /** it came in from a file, and may have been sent from elsewhere */
  | 'outbox.taken-in'
  /** taken back before it was sent */
  | 'outbox.taken-back'
  /** the key opens an account that does not know what is here */
  | 'outbox.other-account';

/** The outcome of one attempt. */
export type Outcome =
  | { kind: 'acknowledged'; serverId: string | null }
  /** The service took it and carries it out later: it is looked at again after the wait. */
  | { kind: 'pending'; serverId: string | null; operationId: string | null; waitMilliseconds: number }
  /** Nothing left this computer, or the service said "later": the entry stays queued. */
  | { kind: 'later'; reason: EntryReason; waitMilliseconds: number }
  | { kind: 'in-doubt'; reason: EntryReason }
  | { kind: 'refused'; reason: EntryReason }
  | { kind: 'decision'; reason: EntryReason }
  /** 401: everything on this connection pauses, everything is kept. */
  | { kind: 'key-refused'; reason: EntryReason };

export interface NextStep {
  state: EntryState;
  reason: EntryReason | null;
  /** How long the entry rests before it is looked at again, in milliseconds. */
  waitMilliseconds: number;
}

/** What follows the outcome of an attempt (outbox, Rules 2, 3, 5). */
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

/** What a look-up by marker found on the service. */
export type LookUp =
  | { kind: 'absent' }
  | { kind: 'ours'; serverId: string }
  | { kind: 'other-content' }
  | { kind: 'several'; count: number }
  /** The look-up itself was not answered; nothing is known. */
  | { kind: 'unknown'; reason: EntryReason };

/**
 * What follows a look-up of an entry in doubt. Absent now is not absent for good: the request may still be applied, so
 * the entry is looked up again after the settle time and only then sent again.
 *
 * @param settleMilliseconds how long after the attempt an absence counts
 * @param sinceAttempt milliseconds since the attempt, never negative (a clock set back counts as none)
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
  /** The same by what they are about; nouns of which none waits are left out. */
  waitingOf: Partial<Record<Noun, number>>;
  /** refused, blocked and decision: a person has to look */
  asking: number;
  /** createdAt of the oldest entry that is waiting or asking */
  oldestAt: number | null;
}

/** How many entries are open, whatever they wait for. */
export const openCount = ({ waiting, pending, asking }: OutboxSummary): number => waiting + pending + asking;

/** A form kept while it is being filled in. */
export interface Draft {
  id: string;
  form: 'stop' | 'order';
  /** Empty: it belongs to no plan. */
  planId: string;
  planTitle: string | null;
  /** milliseconds since the epoch */
  savedAt: number;
  /** The form's own fields, as text. */
  fields: Record<string, unknown>;
}

/** The form of the markers the app makes; they are kept out of the way on screen (outbox, Rule 4). */
const ourMarker = /^dd-[a-z2-9]{12}$/;

/** True for a marker that the app made, false for an external id that somebody typed. */
export function isOurMarker(text: string): boolean {
  return ourMarker.test(text);
}
