/** Distribute, redistribute and save (planning-api, Plans, and Live plans and live stops; resolved, Status codes). */
import type { Day } from '../day/day.ts';
import { notFound, Refusal } from '../http/errors.ts';
import { isOptimising, optimisationInProgress } from '../live/session.ts';
import type { Plan } from '../model.ts';
import { applyProposal, sendRoutes } from '../optimise/distribute.ts';
import type { StoredPlan } from '../store/records.ts';
import type { Write } from '../store/collections.ts';
import { noBody } from '../validate/check.ts';
import { done, type Context, type Handlers } from './handler.ts';
import { findPlan } from './plans.ts';

const notOptimised = (message: string) => new Refusal(409, 'plan_not_optimized', message);
const alreadyDistributed = (message: string) => new Refusal(409, 'plan_already_distributed', message);

const isLaidOut = ({ plan: { optimization } }: StoredPlan) =>
  optimization === 'optimized' || optimization === 'preview';

export function distributeHandlers(
  context: Context,
  day: Day,
): Pick<Handlers, 'plans.distribute' | 'plans.redistribute' | 'plans.save'> {
  const { store, clock } = context;
  const now = () => Math.floor(clock.now() / 1000);
  const find = (segment: string | undefined, body: unknown): StoredPlan => {
    const stored = findPlan(store, segment);
    noBody(body);
    if (isOptimising(store, stored)) throw optimisationInProgress();
    return stored;
  };
  /** @returns the plan after the change */
  const write = ({ plan: { id } }: StoredPlan, change: Write): Plan => {
    store.write(change);
    day.planChanged(id);
    const written = store.plans.get(id);
    if (!written) throw notFound('plan');
    return written.plan;
  };
  const distribute = (stored: StoredPlan): Plan => {
    if (!isLaidOut(stored)) throw notOptimised('Optimise the plan first.');
    return write(stored, sendRoutes(store, stored, now()));
  };

  return {
    'plans.distribute': {
      handle({ parameters, body }) {
        const stored = find(parameters['planId'], body);
        if (stored.plan.distributed) throw alreadyDistributed('The drivers have this plan. Re-distribute it instead.');
        return distribute(stored);
      },
    },
    'plans.redistribute': {
      handle({ parameters, body }) {
        const stored = find(parameters['planId'], body);
        if (stored.session) {
          if (!stored.session.proposal) throw notOptimised('Re-optimise the pending changes first.');
          return write(stored, applyProposal(store, stored, now()));
        }
        // The documents mention redistribution only for distributed plans; here any other plan is distributed.
        if (!stored.plan.distributed) return distribute(stored);
        const unsent = store.routes.of('plan', stored.plan.id).some(({ state }) => !state.distributed);
        if (!unsent) throw alreadyDistributed('The drivers have everything of this plan.');
        return write(stored, sendRoutes(store, stored, now()));
      },
    },
    'plans.save': {
      handle({ parameters, body }) {
        const stored = find(parameters['planId'], body);
        const saved = () => done(context, 'The changes were saved. Drivers were not told.');
        if (stored.session) {
          if (!stored.session.proposal) throw notOptimised('Re-optimise the pending changes first.');
          write(stored, applyProposal(store, stored, null));
          return saved();
        }
        if (!isLaidOut(stored)) throw notOptimised('Optimise the plan first.');
        // Nothing is pending. The step is optional (planning-api, States), so repeating it does no harm.
        const plan: Plan = { ...stored.plan, optimization: 'optimized' };
        if (plan.optimization !== stored.plan.optimization) write(stored, { put: { plans: [{ ...stored, plan }] } });
        return saved();
      },
    },
  };
}
