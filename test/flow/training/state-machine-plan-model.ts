/**
 * What the documents and resolved say of plans, stops, live changes and operations, as a small model of its own: tables and
 * sets, none of the service's code. It says what a request has to answer, and what is so afterwards. Where the documents are
 * silent (how `optimization` moves), it holds what the service says of itself.
 */

/** What of a stop matters here. */
export interface StopModel {
  notes: string | null;
  order: string | null;
  allowed: string[] | null;
}

type Optimization = 'creating' | 'editing' | 'preview' | 'optimized' | 'optimizing';

interface SessionModel {
  created: Map<string, StopModel>;
  updated: Map<string, StopModel>;
  deleted: Set<string>;
  proposal: boolean;
}

export interface PlanModel {
  id: string;
  title: string;
  drivers: string[];
  depot: string | null;
  optimization: Optimization;
  distributed: boolean;
  road: Map<string, StopModel>;
  /** Stops that their drivers have been to: seen, not foreseen. */
  attempted: Set<string>;
  session: SessionModel | null;
  /** The operation that runs, and the state to which the plan goes back when nothing comes of it. */
  running: { id: string; before: Optimization } | null;
  /** Stops for which the last layout found no place, and those of the proposal. */
  left: Set<string>;
  leftOfProposal: Set<string>;
}

export const isWritable = (plan: PlanModel) => !plan.distributed && plan.running === null;

export type Refused = [status: number, code: string];

const isLaidOut = ({ optimization }: PlanModel) => optimization === 'optimized' || optimization === 'preview';

/** The stops as they are shown: with what is pending, or those of the road. */
export function shownStops(plan: PlanModel, pending: boolean): Map<string, StopModel> {
  const shown = new Map(plan.road);
  if (!pending || !plan.session) return shown;
  for (const [id, stop] of plan.session.updated) if (!plan.attempted.has(id)) shown.set(id, stop);
  for (const id of plan.session.deleted) if (!plan.attempted.has(id)) shown.delete(id);
  for (const [id, stop] of plan.session.created) shown.set(id, stop);
  return shown;
}

/** What stands against a write of stops; null: nothing. */
export function refusedStops(plan: PlanModel, live: boolean): Refused | null {
  if (live) return plan.running ? [409, 'plan_optimization_in_progress'] : null;
  return isWritable(plan) ? null : [409, 'plan_not_writable'];
}

/** What stands against changing or removing one stop. */
export function refusedStop(plan: PlanModel, id: string, live: boolean): Refused | null {
  const refused = refusedStops(plan, live);
  if (refused) return refused;
  if (!shownStops(plan, true).has(id)) return [404, 'stop_not_found'];
  return plan.attempted.has(id) ? [422, 'stop_not_editable'] : null;
}

export const refusedDrivers = (plan: PlanModel, allowed: readonly string[] | null | undefined): Refused | null =>
  allowed?.some((id) => !plan.drivers.includes(id)) === true ? [412, 'driver_not_in_plan'] : null;

/** An optimised plan whose routes are no longer right is being edited. */
export function reopen(plan: PlanModel): void {
  if (isLaidOut(plan)) plan.optimization = 'editing';
}

/** A session after a change: without its proposal, and gone when nothing is left in it. */
export function changeSession(plan: PlanModel, change: (session: SessionModel) => void): void {
  const session = plan.session ?? { created: new Map(), updated: new Map(), deleted: new Set(), proposal: false };
  change(session);
  session.proposal = false;
  const nothing = session.created.size + session.updated.size + session.deleted.size === 0;
  plan.session = nothing ? null : session;
  plan.optimization = nothing ? 'optimized' : 'editing';
}

export function addStop(plan: PlanModel, id: string, stop: StopModel): void {
  if (isWritable(plan)) {
    plan.road.set(id, stop);
    reopen(plan);
  } else {
    changeSession(plan, ({ created }) => created.set(id, stop));
  }
}

export function changeStop(plan: PlanModel, id: string, change: Partial<StopModel>): void {
  if (Object.keys(change).length === 0) return;
  const before = shownStops(plan, true).get(id);
  if (!before) throw new Error(`the model has no ${id}`);
  const after = { ...before, ...change };
  if (isWritable(plan)) {
    plan.road.set(id, after);
    const moves = before.order !== after.order || JSON.stringify(before.allowed) !== JSON.stringify(after.allowed);
    if (moves) reopen(plan);
  } else {
    changeSession(plan, ({ created, updated }) => (created.has(id) ? created : updated).set(id, after));
  }
}

export function removeStop(plan: PlanModel, id: string): void {
  if (isWritable(plan)) {
    plan.road.delete(id);
    reopen(plan);
    return;
  }
  changeSession(plan, ({ created, updated, deleted }) => {
    updated.delete(id);
    if (!created.delete(id)) deleted.add(id);
  });
}

/** Optimise and the three kinds of re-optimisation; a plan whose depot was taken away has no place to start from. */
export function refusedOptimisation(plan: PlanModel, kind: string, onlyOrder: boolean): Refused | null {
  if (plan.running) return [409, 'plan_optimization_in_progress'];
  const already: Refused = [409, 'plan_already_optimized'];
  if (kind === 'optimise' && (plan.distributed || isLaidOut(plan))) return already;
  if (kind !== 'optimise' && kind !== 'reorder_changed_stops' && plan.distributed && onlyOrder) {
    return [409, 'plan_optimization_not_supported'];
  }
  const nothingLeft = [...plan.left].every((id) => plan.attempted.has(id) || !plan.road.has(id));
  if (kind === 'reorder_changed_stops' && !plan.session && isLaidOut(plan) && nothingLeft) return already;
  if (plan.drivers.length === 0) return [409, 'no_drivers_available'];
  return plan.depot === null ? [409, 'depot_not_found'] : null;
}

/** @param unsent whether some route of the plan was not sent to its driver */
export function refusedSending(
  plan: PlanModel,
  way: 'distribute' | 'redistribute' | 'save',
  unsent: boolean,
): Refused | null {
  if (plan.running) return [409, 'plan_optimization_in_progress'];
  const not: Refused = [409, 'plan_not_optimized'];
  if (way === 'distribute' && plan.distributed) return [409, 'plan_already_distributed'];
  if (plan.session) return plan.session.proposal ? null : not;
  if (way === 'redistribute' && plan.distributed) return unsent ? null : [409, 'plan_already_distributed'];
  return isLaidOut(plan) ? null : not;
}

export function send(plan: PlanModel, way: 'distribute' | 'redistribute' | 'save'): void {
  if (plan.session) {
    plan.road = shownStops(plan, true);
    plan.session = null;
    plan.left = plan.leftOfProposal;
  }
  plan.optimization = 'optimized';
  if (way !== 'save') plan.distributed = true;
}

/** What an operation leaves behind: routes at once, or a proposal where drivers have the plan. */
export function finish(plan: PlanModel, skipped: readonly string[] | null): void {
  if (!plan.running) throw new Error('nothing runs');
  plan.optimization = plan.running.before;
  plan.running = null;
  // Canceled or failed.
  if (skipped === null) return;
  if (!plan.distributed) {
    plan.optimization = 'optimized';
    plan.left = new Set(skipped);
    return;
  }
  plan.session ??= { created: new Map(), updated: new Map(), deleted: new Set(), proposal: false };
  plan.session.proposal = true;
  plan.leftOfProposal = new Set(skipped);
  plan.optimization = 'preview';
}

export function discard(plan: PlanModel): Refused | null {
  if (plan.running) return [409, 'plan_optimization_in_progress'];
  if (!plan.session) return [409, 'no_pending_changes'];
  plan.session = null;
  plan.optimization = 'optimized';
  return null;
}
