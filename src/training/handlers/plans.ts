/** Plans (planning-api, Plan; resolved, Methods and paths). */
import { textOfDay } from '../data/calendar.ts';
import { invalid, notFound, Refusal } from '../http/errors.ts';
import type { Plan } from '../model.ts';
import type { StoredPlan } from '../store/records.ts';
import type { Store } from '../store/store.ts';
import { opensPlan } from './access.ts';
import { cutPage, listed, type Context, type Handlers } from './handler.ts';

/** Throws a refusal (404) for an unknown plan. @param segment the id without its prefix */
export function findPlan(store: Store, segment: string | undefined): StoredPlan {
  const found = store.plans.get(`plans/${segment ?? ''}`);
  if (!found) throw notFound('plan');
  return found;
}

/** Throws a refusal (409) for a plan that only takes live changes (planning-api, States; resolved, Status codes). */
export function checkWritable({ writable }: Plan): void {
  if (!writable) {
    throw new Refusal(409, 'plan_not_writable', 'This plan cannot be edited here. Use the live endpoints.');
  }
}

/**
 * A plan's state after a change that affects its routes. The documents show no transitions: here an optimized plan
 * becomes `editing` and can be optimized again, and any other plan keeps its state.
 */
export const stateAfterChange = ({ optimization }: Plan): string | null =>
  optimization === 'optimized' || optimization === 'preview' ? 'editing' : optimization;

/** Only plans created since then have stop collections and stop operations (planning-api, What the service does). */
const firstWithStops = Date.UTC(2023, 3, 1);

/** Whether a plan created at that time has stops. A plan without them is not writable either (planning-api, Plan). */
export const hasStops = ({ createdAt }: Pick<StoredPlan, 'createdAt'>): boolean => createdAt >= firstWithStops;

/** Throws a refusal (404) for a plan that is too old to have a stop collection. */
export function checkHasStops(plan: StoredPlan): void {
  if (!hasStops(plan)) {
    throw new Refusal(404, 'stops_not_available', 'This plan is too old to have stops that can be read here.');
  }
}

function checkDay(name: string, text: string | undefined): string | undefined {
  if (text !== undefined && !/^\d{4}-\d{2}-\d{2}$/.test(text)) throw invalid(name, `${name} must be YYYY-MM-DD.`);
  return text;
}

const keyOf = ({ plan }: StoredPlan) => `${textOfDay(plan.starts)} ${plan.id}`;

export function planHandlers(context: Context): Pick<Handlers, 'plans.list' | 'plans.get'> {
  const { store } = context;
  return {
    'plans.list': {
      filters: ['title', 'startsGte', 'startsLte'],
      handle({ filters, page }) {
        const from = checkDay('filter.startsGte', filters['startsGte']);
        const to = checkDay('filter.startsLte', filters['startsLte']);
        const title = filters['title'];
        const belongs = ({ plan }: StoredPlan) => {
          const day = textOfDay(plan.starts);
          return (
            opensPlan(context, plan.id) &&
            (title === undefined || plan.title === title) &&
            (from === undefined || day >= from) &&
            (to === undefined || day <= to)
          );
        };
        const found = listed(context, store.plans, store.plans.all().filter(belongs), belongs).sort((one, other) =>
          keyOf(one) < keyOf(other) ? -1 : 1,
        );
        const { items, nextPageToken } = cutPage(found, page, keyOf, (plan, key) => keyOf(plan) > key);
        return { plans: items.map(({ plan }) => plan), nextPageToken };
      },
    },
    'plans.get': {
      handle: ({ parameters }) => findPlan(store, parameters['planId']).plan,
    },
  };
}
