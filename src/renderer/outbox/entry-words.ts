/** Texts about an outbox entry: title, state, next step, and possible actions. */
import type { Session } from '../../shared/session.ts';
import { groupStates, type EntryGroup, type EntryRow, type HistoryState } from '../../shared/entries.ts';
import { unreachable } from '../../shared/errors.ts';
import type { EntryReason, EntryState } from '../../shared/outbox.ts';
import { operationOf, type Action } from '../../shared/outbox-kinds.ts';
import type { Way } from '../../shared/outbox-decisions.ts';
import { errorText } from '../lib/error-text.ts';
import { formatAge } from '../lib/format.ts';
import { type PlainKey, t } from '../../messages/index.ts';
import { connectionOf, kindText, nounOf } from './kind-words.ts';

const states: Readonly<Record<EntryState, { text: PlainKey; explained: PlainKey }>> = {
  queued: { text: 'outbox.stateQueued', explained: 'outbox.queuedExplained' },
  sending: { text: 'outbox.stateSending', explained: 'outbox.sendingExplained' },
  'in-doubt': { text: 'outbox.stateInDoubt', explained: 'outbox.inDoubtExplained' },
  pending: { text: 'outbox.statePending', explained: 'outbox.pendingExplained' },
  refused: { text: 'outbox.stateRefused', explained: 'outbox.refusedExplained' },
  blocked: { text: 'outbox.stateBlocked', explained: 'outbox.blockedExplained' },
  decision: { text: 'outbox.stateDecision', explained: 'outbox.decisionExplained' },
  acknowledged: { text: 'outbox.stateAcknowledged', explained: 'outbox.acknowledgedExplained' },
  'given-up': { text: 'outbox.stateGivenUp', explained: 'outbox.givenUpExplained' },
};
export const stateText = (state: EntryState): string => t(states[state].text);
/** The result of an entry, as named in the history. */
export const historyStateText = (state: HistoryState): string =>
  state === 'queued' ? t('outbox.historyLater') : stateText(state);
export const stateExplained = (state: EntryState): string => t(states[state].explained);

export const isIn = (group: EntryGroup, { state }: Pick<EntryRow, 'state'>): boolean =>
  groupStates[group].includes(state);

/** The record's name, else its address; empty when neither is known. */
export const subjectText = ({ name, address }: Pick<EntryRow, 'name' | 'address'>): string => name ?? address;

/** `New stop: Anna Berger`, else `New stop: Lindenweg 3`, else `New stop`. */
export function entryTitle(entry: Pick<EntryRow, 'kind' | 'name' | 'address'>): string {
  const what = kindText(entry.kind);
  const name = subjectText(entry);
  return name === '' ? what : t('outbox.named', { what, name });
}

/** The title of the entry's plan; empty when it has none. */
export const planText = ({ planId, planTitle }: Pick<EntryRow, 'planId' | 'planTitle'>): string =>
  planId === null ? '' : (planTitle ?? t('outbox.planUnknown'));

/** The full title: kind, name, address, and plan. */
export function wholeTitle(entry: Pick<EntryRow, 'kind' | 'name' | 'address' | 'planId' | 'planTitle'>): string {
  const { name, address, planId } = entry;
  const where = name === null ? '' : address;
  const plan = planId === null || nounOf(entry.kind) === 'plans' ? '' : t('outbox.inPlan', { plan: planText(entry) });
  return [entryTitle(entry), where, plan].filter((part) => part !== '').join(', ');
}

/** The reason for the entry's state; null for an entry that simply waits. */
export const reasonText = (reason: EntryReason | null): string | null =>
  reason === null ? null : errorText(reason).what;

/** The title and state of the entry that this one waits for; null when there is none. */
export function waitText({ waitsFor }: Pick<EntryRow, 'waitsFor'>): string | null {
  if (waitsFor === null) return null;
  return t('outbox.waitsFor', { what: wholeTitle(waitsFor), state: stateText(waitsFor.state) });
}

/** How long ago the entry was made, short enough for a column. */
export function ageText({ createdAt }: Pick<EntryRow, 'createdAt'>, now: number): string {
  return now - createdAt < 60_000 ? t('outbox.justNow') : formatAge(now - createdAt);
}

/** When the entry is tried again, or who has to act. */
export function nextText(
  { kind, state, reason, notBefore }: Pick<EntryRow, 'kind' | 'state' | 'reason' | 'notBefore'>,
  session: Pick<Session, 'connectivity' | 'connections'> | null,
  now: number,
): string {
  switch (state) {
    case 'sending':
      return t('outbox.nextNow');
    case 'queued':
    case 'pending':
    case 'in-doubt': {
      if (reason?.code === 'outbox.paused') return t('outbox.nextPaused');
      const key = session?.connections.find((connection) => connection.kind === connectionOf(kind));
      if (key?.refused === true || key?.otherAccount === true) return t('outbox.nextKey');
      if (session?.connectivity.state === 'down' || session?.connectivity.state === 'paused')
        return t('outbox.nextLine');
      return notBefore === null || notBefore <= now
        ? t('outbox.nextNow')
        : t('outbox.nextAt', { age: formatAge(notBefore - now) });
    }
    case 'refused':
    case 'blocked':
    case 'decision':
      return t('outbox.nextYou');
    case 'acknowledged':
    case 'given-up':
      return t('outbox.nextNothing');
    default:
      return unreachable(state);
  }
}

/** A user action on an entry. */
export type EntryAction = 'retry' | 'look-up' | 'correct' | Exclude<Way, 'resolve'>;

/** The part of an entry on which its actions depend. */
type Acting = Pick<EntryRow, 'kind' | 'state' | 'ways' | 'heldBy'>;

/** Actions whose content comes from a form and can be corrected there. */
const correctable: ReadonlySet<Action> = new Set<Action>(['create', 'move', 'edit', 'live-create', 'live-edit']);

/**
 * Possible actions, the most likely first. An entry that may be on the service is neither sent again nor discarded
 * without a decision: while unconfirmed it is only looked up, and decisions are accepted only when the entry asks for
 * one. Conflicts are resolved field by field. One half of a move is neither corrected nor discarded alone.
 */
export function actionsOf({ kind, state, ways, heldBy }: Acting): readonly EntryAction[] {
  const correct = heldBy === null && correctable.has(operationOf(kind).action) ? (['correct'] as const) : [];
  switch (state) {
    case 'queued':
      return ['retry', ...correct, ...(heldBy === null ? (['give-up'] as const) : [])];
    case 'in-doubt':
    case 'pending':
      return ['look-up'];
    case 'refused':
      return [...correct, ...ways.filter((way) => way !== 'resolve')];
    // For a blocked entry, another entry has to be corrected.
    case 'blocked':
    case 'decision':
      return ways.filter((way) => way !== 'resolve');
    case 'sending':
    case 'acknowledged':
    case 'given-up':
      return [];
    default:
      return unreachable(state);
  }
}

/** Actions for all entries with the same reason; entries that do not allow the action are left as they are. */
export const actionsOfAlike = (entry: Acting): readonly EntryAction[] =>
  actionsOf(entry).filter((action) => action !== 'correct');

const discardable: ReadonlySet<EntryState> = new Set<EntryState>(['queued', 'refused', 'blocked', 'decision']);

/** Why an entry that waits cannot be discarded, and what to do instead; null when it can. */
export function heldText({ state, heldBy }: Pick<EntryRow, 'state' | 'heldBy'>): string | null {
  if (heldBy === null || !discardable.has(state)) return null;
  return heldBy === 'done' ? t('outbox.heldDone') : t('outbox.heldWaiting');
}

const actionWords: Readonly<Record<EntryAction, PlainKey>> = {
  retry: 'outbox.retry',
  'look-up': 'outbox.lookUp',
  correct: 'outbox.correct',
  'give-up': 'outbox.giveUp',
  'on-service': 'outbox.onService',
  'send-again': 'outbox.sendAgain',
  live: 'outbox.live',
  'other-plan': 'outbox.otherPlan',
  unassigned: 'outbox.unassigned',
};

/**
 * Whether the action may be the primary one: it discards nothing, sends nothing that is out of date, and does not call
 * an entry sent unless its record was seen on the service.
 */
export function isSafe(action: EntryAction, { reason }: Pick<EntryRow, 'reason'>): boolean {
  if (action === 'give-up') return false;
  if (action === 'on-service') return reason?.code === 'outbox.several-found';
  return !(action === 'send-again' && reason?.code === 'outbox.day-passed');
}

/** The button's text; "send again" is worded differently depending on the reason. */
export function actionText(action: EntryAction, { state, reason }: Pick<EntryRow, 'state' | 'reason'>): string {
  if (action !== 'send-again') return t(actionWords[action]);
  if (state === 'refused') return t('outbox.retry');
  switch (reason?.code) {
    case 'outbox.day-passed':
      return t('outbox.sendAllTheSame');
    case 'outbox.plan-not-writable':
      return t('outbox.retry');
    case 'outbox.discarded':
      return t('outbox.doAgain');
    default:
      return t('outbox.sendAgain');
  }
}
