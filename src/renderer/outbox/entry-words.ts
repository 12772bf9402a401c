/** An entry of the outbox in words: what it is, where it stands, what comes next, what a person may do. */
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
/** What came of it, as the history tells it. */
export const historyStateText = (state: HistoryState): string =>
  state === 'queued' ? t('outbox.historyLater') : stateText(state);
export const stateExplained = (state: EntryState): string => t(states[state].explained);

export const isIn = (group: EntryGroup, { state }: Pick<EntryRow, 'state'>): boolean =>
  groupStates[group].includes(state);

/** What it is of: a name, else an address; empty when neither is known. */
export const subjectText = ({ name, address }: Pick<EntryRow, 'name' | 'address'>): string => name ?? address;

/** `New stop: Anna Berger`, else `New stop: Lindenweg 3`, else `New stop`. */
export function entryTitle(entry: Pick<EntryRow, 'kind' | 'name' | 'address'>): string {
  const what = kindText(entry.kind);
  const name = subjectText(entry);
  return name === '' ? what : t('outbox.named', { what, name });
}

/** The title of its plan; empty for what has none. */
export const planText = ({ planId, planTitle }: Pick<EntryRow, 'planId' | 'planTitle'>): string =>
  planId === null ? '' : (planTitle ?? t('outbox.planUnknown'));

/** All that says which one it is: what, of whom, where, in which plan. */
export function wholeTitle(entry: Pick<EntryRow, 'kind' | 'name' | 'address' | 'planId' | 'planTitle'>): string {
  const { name, address, planId } = entry;
  const where = name === null ? '' : address;
  const plan = planId === null || nounOf(entry.kind) === 'plans' ? '' : t('outbox.inPlan', { plan: planText(entry) });
  return [entryTitle(entry), where, plan].filter((part) => part !== '').join(', ');
}

/** Why the entry is where it is; nothing for one that simply waits. */
export const reasonText = (reason: EntryReason | null): string | null =>
  reason === null ? null : errorText(reason).what;

/** What the entry waits for, where that is another entry: what it is and where that one stands. */
export function waitText({ waitsFor }: Pick<EntryRow, 'waitsFor'>): string | null {
  if (waitsFor === null) return null;
  return t('outbox.waitsFor', { what: wholeTitle(waitsFor), state: stateText(waitsFor.state) });
}

/** How long ago it was typed, short enough for a column. */
export function ageText({ createdAt }: Pick<EntryRow, 'createdAt'>, now: number): string {
  return now - createdAt < 60_000 ? t('outbox.justNow') : formatAge(now - createdAt);
}

/** When the entry is looked at again, or whose turn it is. */
export function nextText(
  { kind, state, notBefore }: Pick<EntryRow, 'kind' | 'state' | 'notBefore'>,
  session: Pick<Session, 'connectivity' | 'connections'> | null,
  now: number,
): string {
  switch (state) {
    case 'sending':
      return t('outbox.nextNow');
    case 'queued':
    case 'pending':
    case 'in-doubt': {
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

/** What a person may do with an entry. */
export type EntryAction = 'retry' | 'look-up' | 'correct' | Exclude<Way, 'resolve'>;

/** What is typed into a form: it can be typed once more. */
const correctable: ReadonlySet<Action> = new Set<Action>(['create', 'move', 'edit', 'live-create', 'live-edit']);

/**
 * Actions by state, the likeliest first. What may be on the service is neither sent again nor given up without a
 * decision: in doubt it is looked up, and only an entry that asks takes an answer. A conflict is resolved field by field.
 */
export function actionsOf({ kind, state, ways }: Pick<EntryRow, 'kind' | 'state' | 'ways'>): readonly EntryAction[] {
  const correct = correctable.has(operationOf(kind).action) ? (['correct'] as const) : [];
  switch (state) {
    case 'queued':
      return ['retry', ...correct, 'give-up'];
    case 'in-doubt':
    case 'pending':
      return ['look-up'];
    case 'refused':
      return [...correct, ...ways.filter((way) => way !== 'resolve')];
    // Of what is blocked, something else has to be corrected.
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

/** What can be chosen for all that ask for the same reason at once; where it is not open for one, that is left as it is. */
export const actionsOfAlike = (entry: Pick<EntryRow, 'kind' | 'state' | 'ways'>): readonly EntryAction[] =>
  actionsOf(entry).filter((action) => action !== 'correct');

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

/** To send again means something else after each reason. */
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
