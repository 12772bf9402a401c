/** Routes (planning-api, Route and Routes): read-only. */
import { notFound } from '../http/errors.ts';
import type { Route } from '../model.ts';
import type { StoredStop } from '../store/records.ts';
import { opensPlan } from './access.ts';
import { cutPage, listed, pageByPlace, type Context, type Handlers } from './handler.ts';
import { stopAnswer } from './stops.ts';

/** Sorts as text, by the position on the route, then by id. */
const keyOf = ({ stop }: StoredStop) => `${String(stop.stopPosition ?? 0).padStart(5, '0')} ${stop.id}`;

export function routeHandlers(context: Context): Pick<Handlers, 'routes.list' | 'routes.get' | 'routes.stops'> {
  const { store } = context;
  const { routes, stops } = store;
  const find = (segment: string | undefined): Route => {
    const found = routes.get(`routes/${segment ?? ''}`);
    if (!found) throw notFound('route');
    return found;
  };
  return {
    'routes.list': {
      handle({ page }) {
        const belongs = ({ plan }: Route) => opensPlan(context, plan);
        const found = listed(context, routes, routes.all().filter(belongs), belongs);
        const { items, nextPageToken } = pageByPlace(routes, found, page);
        return { routes: items, nextPageToken };
      },
    },
    'routes.get': { handle: ({ parameters }) => find(parameters['routeId']) },
    'routes.stops': {
      filters: ['externalId'],
      handle({ parameters, filters, page }) {
        const { id } = find(parameters['routeId']);
        const externalId = filters['externalId'];
        const belongs = ({ stop, routeId }: StoredStop) =>
          routeId === id && (externalId === undefined || stop.recipient?.externalId === externalId);
        const found = listed(context, stops, stops.of('route', id).filter(belongs), belongs).sort((one, other) =>
          keyOf(one) < keyOf(other) ? -1 : 1,
        );
        const { items, nextPageToken } = cutPage(found, page, keyOf, (each, key) => keyOf(each) > key);
        return { stops: items.map((each) => stopAnswer(context, each)), nextPageToken };
      },
    },
  };
}
