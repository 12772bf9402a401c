/** Plans (planning-api, Plan; resolved, Methods and paths). */
import { textOfDay } from '../data/calendar.ts';
import { invalid, notFound } from '../http/errors.ts';
import type { Plan } from '../model.ts';
import type { Store } from '../store/store.ts';
import { cutPage, type Handlers } from './handler.ts';

/** Throws a refusal (404) when there is no such plan. @param segment the bare id */
export function findPlan(store: Store, segment: string | undefined): Plan {
  const found = store.plans.find(({ id }) => id === `plans/${segment ?? ''}`);
  if (!found) throw notFound('plan');
  return found;
}

function checkDay(name: string, text: string | undefined): string | undefined {
  if (text !== undefined && !/^\d{4}-\d{2}-\d{2}$/.test(text)) throw invalid(name, `${name} must be YYYY-MM-DD.`);
  return text;
}

const keyOf = (plan: Plan) => `${textOfDay(plan.starts)} ${plan.id}`;

export function planHandlers(store: Store): Pick<Handlers, 'plans.list' | 'plans.get'> {
  return {
    'plans.list': {
      filters: ['title', 'startsGte', 'startsLte'],
      handle({ filters, page }) {
        const from = checkDay('filter.startsGte', filters['startsGte']);
        const to = checkDay('filter.startsLte', filters['startsLte']);
        const title = filters['title'];
        const found = store.plans
          .filter((plan) => title === undefined || plan.title === title)
          .filter(({ starts }) => from === undefined || textOfDay(starts) >= from)
          .filter(({ starts }) => to === undefined || textOfDay(starts) <= to)
          .sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
        const { items, nextPageToken } = cutPage(found, page, keyOf, (plan, key) => keyOf(plan) > key);
        return { plans: items, nextPageToken };
      },
    },
    'plans.get': {
      handle: ({ parameters }) => findPlan(store, parameters['planId']),
    },
  };
}
