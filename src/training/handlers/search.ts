/**
 * The search over all stops, of plans and unassigned (planning-api, Stop search; resolved, Methods and paths). For how long
 * stops stay searchable ("within the permitted data lifecycle") is not documented; here that is for as long as they exist.
 */
import { stopDocument } from '../search/document.ts';
import { LaggingIndex } from '../search/lagging-index.ts';
import type { StoredStop, StoredUnassignedStop } from '../store/records.ts';
import type { Write } from '../store/collections.ts';
import { searchParameters, searchQuery } from '../validate/search.ts';
import { opensPlan } from './access.ts';
import type { Context, Handlers } from './handler.ts';
import { stopAnswer } from './stops.ts';

/** Milliseconds of the service's time until a change is seen; the document says only that it takes longer. */
const lag = 3_000;

type Hit = StoredStop | StoredUnassignedStop;

const documentOf = (stored: Hit) =>
  stopDocument(stored.stop, {
    createdAt: stored.createdAt,
    routeId: 'routeId' in stored ? stored.routeId : null,
  });

/** Does something after so many milliseconds of the computer's time, for as long as the service runs. */
export type Later = (milliseconds: number, action: () => void) => void;

/** An index of what the store holds, which follows its changes. Live changes count once they are applied. */
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
        // A hit is the stop as the index knows it, which may have changed since.
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
