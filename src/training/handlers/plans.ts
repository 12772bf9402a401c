/** Plans (planning-api, Plan; resolved, Methods and paths). */
import { textOfDay } from '../data/calendar.ts';
import { invalid, notFound } from '../http/errors.ts';
import type { StoredPlan } from '../store/records.ts';
import type { Store } from '../store/store.ts';
import { cutPage, listed, type Context, type Handlers } from './handler.ts';

/** Throws a refusal (404) when there is no such plan. @param segment the bare id */
export function findPlan(store: Store, segment: string | undefined): StoredPlan {
  const found = store.plans.get(`plans/${segment ?? ''}`);
  if (!found) throw notFound('plan');
  return found;
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
