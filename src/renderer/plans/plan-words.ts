/** Texts about a plan, the sort order of plans, and whether a plan matches a filter. */
import type { EntryKind } from '../../shared/outbox-kinds.ts';
import type { ChangeKind } from '../../shared/pending-content.ts';
import { isKnownState, isLive } from '../../shared/plan-refusals.ts';
import type { PlanOutcome, PlanRow, PlanWork } from '../../shared/plans.ts';
import { planCommands, type PlanCommand } from '../../shared/plan-rules.ts';
import { openStops } from '../../shared/stop-skips.ts';
import type { StopRow } from '../../shared/stops.ts';
import { fits } from '../lib/filter.ts';
import { formatMoment } from '../lib/format.ts';
import { planDay, planTitle } from '../lib/plan-names.ts';
import { needsDecision } from '../lib/unsent.ts';
import { type PlainKey, t } from '../../messages/index.ts';
import { commandWords } from './command-words.ts';

export interface PlanState {
  text: string;
  /** Colour is for what is not as usual: changes that the drivers do not have, and what needs a decision. */
  tone: 'neutral' | 'warning' | 'danger';
}

const optimizations: Readonly<Record<string, PlanState>> = {
  creating: { text: t('plans.stateCreating'), tone: 'neutral' },
  editing: { text: t('plans.stateEditing'), tone: 'neutral' },
  preview: { text: t('plans.statePreview'), tone: 'neutral' },
  optimized: { text: t('plans.stateOptimized'), tone: 'neutral' },
  optimizing: { text: t('plans.stateOptimizing'), tone: 'neutral' },
};

/** The plan's state. Of a distributed plan it says whether live changes are pending; an unknown state is shown as it is. */
export function planState({
  distributed,
  optimization,
  change,
  entryState,
}: Pick<PlanRow, 'distributed' | 'optimization' | 'change' | 'entryState'>): PlanState {
  if (needsDecision(entryState)) return { text: t('plans.asks'), tone: 'danger' };
  if (change === 'create') return { text: t('plans.waitsToBeMade'), tone: 'neutral' };
  if (change === 'delete') return { text: t('plans.waitsToBeDeleted'), tone: 'neutral' };
  if (distributed && optimization !== 'optimizing') {
    if (optimization === 'editing') return { text: t('plans.stateLiveEditing'), tone: 'warning' };
    if (optimization === 'preview') return { text: t('plans.stateLivePreview'), tone: 'warning' };
    return { text: t('plans.stateDistributed'), tone: 'neutral' };
  }
  if (optimization === null) return { text: t('plans.stateUnknown'), tone: 'neutral' };
  return optimizations[optimization] ?? { text: optimization, tone: 'neutral' };
}

/** What is open about a plan and its stops, the most urgent alone; null: nothing. */
export function openChanges({
  waitingCount,
  pendingCount,
  askingCount,
  work,
}: Pick<PlanRow, 'waitingCount' | 'pendingCount' | 'askingCount' | 'work'>): PlanState | null {
  if (askingCount > 0) return { text: t('plans.asking', { count: askingCount }), tone: 'danger' };
  if (waitingCount > 0) return { text: t('plans.waiting', { count: waitingCount }), tone: 'neutral' };
  // A running operation is the plan's state, not a change.
  const count = pendingCount - (work?.state === 'pending' ? 1 : 0);
  return count > 0 ? { text: t('plans.pending', { count }), tone: 'neutral' } : null;
}

const waitingWords: Readonly<Record<ChangeKind, PlainKey>> = {
  create: 'plans.createWaits',
  edit: 'plans.editWaits',
  delete: 'plans.removeWaits',
  move: 'plans.editWaits',
};
const rejectedWords: Readonly<Record<ChangeKind, PlainKey>> = {
  create: 'plans.createRejected',
  edit: 'plans.editRejected',
  delete: 'plans.removeRejected',
  move: 'plans.editRejected',
};

/** What happens next to a change of the plan itself that the service has not confirmed; null: there is none. */
export function changeExplained({
  change,
  entryState,
  mayBePartDone,
}: Pick<PlanRow, 'change' | 'entryState' | 'mayBePartDone'>): string | null {
  if (change === null) return null;
  if (entryState === 'refused') return t(rejectedWords[change]);
  if (needsDecision(entryState)) return t('plans.workAsks');
  if (entryState !== 'in-doubt' && mayBePartDone !== true) return t(waitingWords[change]);
  // A deletion is not atomic: a failed one may have removed some of the stops (planning-api, Plans, Rules).
  return t(change === 'delete' ? 'plans.removeInDoubt' : 'plans.changeInDoubt');
}

/** How far the deliveries of a plan are; null: its drivers do not have it, or its stops are not known. */
export function progressText({
  distributed,
  stopCount,
  doneCount,
}: Pick<PlanRow, 'distributed' | 'stopCount' | 'doneCount'>): string | null {
  if (!distributed || stopCount === null || doneCount === null || stopCount === 0) return null;
  return t('plans.progress', { done: doneCount, count: stopCount });
}

type Counted = Pick<PlanRow, 'stopCount' | 'packageCount' | 'doneCount' | 'driverIds'>;
const sumOf = (plans: readonly Counted[], name: 'stopCount' | 'packageCount' | 'doneCount') =>
  plans.reduce((sum, plan) => sum + (plan[name] ?? 0), 0);

/** `3 plans · 142 stops · 210 packages · 8 drivers · 60 done`, of the plans of a day whose stops are loaded. */
export function daySummary(plans: readonly Counted[]): string {
  const [stops, packages, done] = [sumOf(plans, 'stopCount'), sumOf(plans, 'packageCount'), sumOf(plans, 'doneCount')];
  const drivers = new Set(plans.flatMap(({ driverIds }) => driverIds)).size;
  const unread = plans.filter(({ stopCount }) => stopCount === null).length;
  return [
    t('plans.count', { count: plans.length }),
    ...(unread < plans.length ? [t('plans.dayStops', { count: stops })] : []),
    ...(packages > 0 ? [t('plans.dayPackages', { count: packages })] : []),
    ...(drivers > 0 ? [t('plans.dayDrivers', { count: drivers })] : []),
    ...(done > 0 ? [t('plans.dayDone', { count: done })] : []),
    ...(unread > 0 ? [t('plans.dayUnread', { count: unread })] : []),
  ].join(' · ');
}

/** What the deletion of a plan removes: a sentence that asks, and more of what is known. */
export function removalWords(plan: PlanRow): { text: string; details: string[] } {
  const { stopCount, packageCount, doneCount, waitingCount, pendingCount, askingCount, optimization } = plan;
  const title = planTitle(plan);
  const changes = waitingCount + pendingCount + askingCount;
  if (!plan.id.includes('/')) return { text: t('plans.askRemoveUnsent', { title, count: changes }), details: [] };
  const hasRoutes = optimization === 'optimized' || optimization === 'preview' || plan.distributed;
  return {
    text:
      stopCount === null
        ? t('plans.askRemoveUnread', { title })
        : t('plans.askRemoveText', { title, count: stopCount }),
    details: [
      ...(hasRoutes && plan.driverCount > 0 ? [t('plans.removeRoutes', { count: plan.driverCount })] : []),
      ...(packageCount ? [t('plans.removePackages', { count: packageCount })] : []),
      ...(doneCount ? [t('plans.removeDone', { count: doneCount })] : []),
      ...(changes > 0 ? [t('plans.removeChanges', { count: changes })] : []),
    ],
  };
}

/** Whether the filter occurs in title, depot, day or states. @param whole its words together and in their order */
export const planFits = (plan: PlanRow, filter: string, now: number, whole = false): boolean => {
  const states = [planState(plan).text, openChanges(plan)?.text];
  return fits(filter, [plan.title, plan.depotName, plan.starts, planDay(plan, now), ...states], whole);
};

export interface PlanStep {
  command: PlanCommand;
  /** Why it cannot be done now; null: it can. */
  why: string | null;
}

const can = (command: PlanCommand): PlanStep => ({ command, why: null });

/** The steps of the plan's state, and why those that come later wait. The service may still refuse one. */
export function planSteps({
  writable,
  distributed,
  optimization,
}: Pick<PlanRow, 'writable' | 'distributed' | 'optimization'>): PlanStep[] {
  const cannot = (command: PlanCommand, why: string): PlanStep => ({ command, why });
  const isWithDrivers = distributed || isLive({ writable, distributed, optimization });
  if (optimization === 'optimizing') {
    const why = t('plans.whyOptimising');
    return isWithDrivers
      ? [cannot('reoptimize', why), cannot('redistribute', why), cannot('save', why)]
      : [cannot('optimize', why), cannot('distribute', why)];
  }
  if (!isWithDrivers) {
    const isLaidOut = optimization === 'optimized' || optimization === 'preview';
    if (isLaidOut) return [can('reoptimize'), can('distribute')];
    // A state that the app does not know takes nothing away.
    const mayHaveRoutes = optimization !== null && !isKnownState(optimization);
    return [can('optimize'), mayHaveRoutes ? can('distribute') : cannot('distribute', t('plans.whyOptimiseFirst'))];
  }
  if (optimization === 'editing') {
    const why = t('plans.whyReoptimiseFirst');
    return [can('reoptimize'), cannot('redistribute', why), cannot('save', why)];
  }
  // Saved changes may still have to be sent, and the plan does not say whether.
  return [can('reoptimize'), can('redistribute'), can('save')];
}

/** The step that brings pending live changes to the drivers; null: none is pending. */
export function nextStep(plan: Pick<PlanRow, 'writable' | 'distributed' | 'optimization'>): PlanCommand | null {
  if (!plan.distributed) return null;
  if (plan.optimization === 'editing') return 'reoptimize';
  return plan.optimization === 'preview' ? 'redistribute' : null;
}

/**
 * What a plan's first distribution does, as far as its routes are known: how many drivers are told, and how many stops
 * no driver gets.
 *
 * @param stops null: not loaded
 */
export function firstDistribution(
  { driverCount }: Pick<PlanRow, 'driverCount'>,
  stops: readonly StopRow[] | null,
): { told: number; left: number } {
  const open = openStops(stops ?? []);
  const placed = open.filter(({ driverId }) => driverId !== null);
  if (placed.length === 0) return { told: driverCount, left: 0 };
  return { told: new Set(placed.map(({ driverId }) => driverId)).size, left: open.length - placed.length };
}

/**
 * How many drivers are notified when the changes of a plan are sent: those who do not have their route yet. Null: not
 * known. The routes of a proposal do not say which of them it changes; once it is saved, they do.
 */
export function notifiedOfChanges(
  { optimization }: Pick<PlanRow, 'optimization'>,
  stops: readonly StopRow[],
): number | null {
  const routed = stops.filter(({ driverId }) => driverId !== null);
  if (optimization !== 'optimized' || routed.some(({ isWithDriver }) => isWithDriver === null)) return null;
  const without = routed.filter(({ isWithDriver }) => isWithDriver === false);
  return without.length === 0 ? null : new Set(without.map(({ driverId }) => driverId)).size;
}

/**
 * What is said before the changes of a plan are sent.
 *
 * @param count as from `notifiedOfChanges`
 * @param isOffline the command waits in the outbox, so nobody is notified now
 */
export function redistributionText(title: string, count: number | null, isOffline: boolean): string {
  if (count === null) {
    return t(isOffline ? 'plans.askRedistributeUncountedLater' : 'plans.askRedistributeUncounted', { title });
  }
  return t(isOffline ? 'plans.askRedistributeLater' : 'plans.askRedistributeText', { title, count });
}

const works: Partial<Record<EntryKind, string>> = {
  'plans.optimize': t('plans.workOptimize'),
  'plans.reoptimize': t('plans.workReoptimize'),
  'plans.distribute': t('plans.workDistribute'),
  'plans.redistribute': t('plans.workRedistribute'),
  'plans.save': t('plans.workSave'),
};

/** The text for an operation on a plan that is queued, runs, or needs a decision. */
export function workWords({ kind, state }: Pick<PlanWork, 'kind' | 'state'>): string {
  const command = planCommands.find((each) => kind === `plans.${each}`);
  const what = command === undefined ? '' : commandWords[command];
  switch (state) {
    case 'queued':
      return t('plans.workQueued', { what });
    case 'in-doubt':
      return t('plans.workInDoubt', { what });
    case 'refused':
      return t('plans.workRejected', { what });
    case 'blocked':
    case 'decision':
      return t('plans.workUndecided', { what });
    default:
      return works[kind] ?? '';
  }
}

/** When an operation was requested, with the day unless that is today. */
export const sinceText = ({ since }: Pick<PlanWork, 'since'>, now: number): string =>
  t('plans.workSince', { time: formatMoment(since, now) });

/** How many stops an optimisation left out, and when it was, with the day unless that is today. */
export const skippedText = ({ skipped, at }: Pick<PlanOutcome, 'skipped' | 'at'>, now: number): string =>
  t('plans.skipped', { count: skipped.length, time: formatMoment(at, now) });

const reasons: Readonly<Record<string, string>> = {
  impossible_time_window: t('plans.skipTimeWindow'),
  impossible_navigation: t('plans.skipNavigation'),
  impossible_number_of_stops: t('plans.skipNumber'),
  impossible_order_of_stops: t('plans.skipOrder'),
  no_allowed_driver: t('refusals.skipNoDriver'),
};

/** Why a stop was not placed on a route; an unknown reason is shown as it is. */
export const skipWords = (reason: string | null): string =>
  reason === null ? t('plans.skipUnknown') : (reasons[reason] ?? reason);
