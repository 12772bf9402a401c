/**
 * The search over all stops, planned and unassigned (planning-api, Stop search; resolved, Methods and paths). How long
 * stops stay searchable ("within the permitted data lifecycle") is undocumented; here it is as long as they exist.
 */
import { stopDocument } from '../search/document.ts';
import { LaggingIndex } from '../search/lagging-index.ts';
import type { StoredStop, StoredUnassignedStop } from '../store/records.ts';
import type { Write } from '../store/collections.ts';
import { searchParameters, searchQuery } from '../validate/search.ts';
import { opensPlan } from './access.ts';
import type { Context, Handlers } from './handler.ts';
import { stopAnswer } from './stops.ts';

/** Milliseconds of the service's time until the index shows a change; the document only says that there is a delay. */
const lag = 3_000;

type Hit = StoredStop | StoredUnassignedStop;

const documentOf = (stored: Hit) =>
  stopDocument(stored.stop, {
    createdAt: stored.createdAt,
    routeId: 'routeId' in stored ? stored.routeId : null,
  });

/** Runs an action after a delay by the computer's clock, unless the service has stopped by then. */
export type Later = (milliseconds: number, action: () => void) => void;

/** An index that follows the store's changes. Live changes are indexed when they are applied. */
function indexOf({ store, clock }: Context, customPropertyIds: ReadonlySet<string>, later: Later): LaggingIndex<Hit> {
  const index = new LaggingIndex<Hit>({ customPropertyIds, clock, lag: () => lag, later });
  for (const stored of [...store.stops.all(), ...store.unassignedStops.all()]) {
    index.begin(() => documentOf(stored), stored);
  }
  store.watch(({ put, remove }: Write) => {
    for (const stored of [...(put?.stops ?? []), ...(put?.unassignedStops ?? [])]) {
      index.put(() => documentOf(stored), stored);
    }
    for (const id of [...(remove?.stops ?? []), ...(remove?.unassignedStops ?? [])]) index.remove(id);
  });
  return index;
}

export function searchHandlers(context: Context, later: Later): Pick<Handlers, 'stops.search'> {
  const { store } = context;
  const customPropertyIds = new Set(store.customStopProperties.all().map(({ id }) => id));
  const index = indexOf(context, customPropertyIds, later);
  return {
    'stops.search': {
      query: searchParameters,
      handle({ query, page }) {
        const { hits, next } = index.search({ ...searchQuery(query, customPropertyIds), after: page.after });
        // A hit is the indexed version of the stop, which may be stale.
        const stops = hits
          .filter((stored) => !('routeId' in stored) || opensPlan(context, stored.stop.plan))
          .map((stored) =>
            'routeId' in stored
              ? { type: 'stop', stop: stopAnswer(context, stored) }
              : { type: 'unassignedStop', unassignedStop: stored.stop },
          );
        return { stops, nextPageToken: next === null ? null : page.token(next) };
      },
    },
  };
}
