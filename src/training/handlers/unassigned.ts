/** Stops without a plan (planning-api, Unassigned stops). */
import { notFound } from '../http/errors.ts';
import type { StoredUnassignedStop } from '../store/records.ts';
import type { Store } from '../store/store.ts';
import { unassignedStopChecks } from '../validate/unassigned.ts';
import { done, listed, pageByPlace, type Context, type Handlers } from './handler.ts';
import { depotFor } from './record-depot.ts';
import { placeOfDepot } from './stops-record.ts';
import { changedUnassignedStop, makeUnassignedStop, makeUnassignedStops } from './unassigned-record.ts';

/** Throws a refusal (404) for an unknown stop. @param segment the id without its prefix */
function findUnassigned(store: Store, segment: string | undefined): StoredUnassignedStop {
  const found = store.unassignedStops.get(`unassignedStops/${segment ?? ''}`);
  if (!found) throw notFound('unassigned_stop');
  return found;
}

function unassignedReads(context: Context): Pick<Handlers, 'unassignedStops.list' | 'unassignedStops.get'> {
  const { store } = context;
  const { unassignedStops } = store;
  return {
    'unassignedStops.list': {
      filters: ['externalId'],
      handle({ filters, page }) {
        const externalId = filters['externalId'];
        const found = externalId === undefined ? unassignedStops.all() : unassignedStops.of('externalId', externalId);
        const belongs = ({ stop }: StoredUnassignedStop) =>
          externalId === undefined || stop.recipient?.externalId === externalId;
        const { items, nextPageToken } = pageByPlace(
          unassignedStops,
          listed(context, unassignedStops, found, belongs),
          page,
        );
        return { unassignedStops: items.map(({ stop }) => stop), nextPageToken };
      },
    },
    'unassignedStops.get': {
      handle: ({ parameters }) => findUnassigned(store, parameters['unassignedStopId']).stop,
    },
  };
}

function unassignedWrites(
  context: Context,
): Pick<
  Handlers,
  'unassignedStops.create' | 'unassignedStops.import' | 'unassignedStops.update' | 'unassignedStops.delete'
> {
  const { store } = context;
  return {
    'unassignedStops.create': {
      handle({ version, body }) {
        const { depot, ...input } = unassignedStopChecks[version].create(body, '');
        const made = makeUnassignedStop(context, depotFor(context, depot), input);
        store.write({ put: { unassignedStops: [made] } });
        return made.stop;
      },
    },
    'unassignedStops.import': {
      handle({ version, body }) {
        const { stops: inputs, depot: given } = unassignedStopChecks[version].createMany(body);
        const depot = depotFor(context, given);
        const { stops, failed } = makeUnassignedStops(context, depot, inputs, placeOfDepot(context, depot));
        if (stops.length > 0) store.write({ put: { unassignedStops: stops } });
        // The order of the ids does not match that of the items (resolved, Reading).
        return { success: store.dice('import').shuffled(stops.map(({ stop }) => stop.id)), failed };
      },
    },
    'unassignedStops.update': {
      handle({ version, parameters, body }) {
        const stored = findUnassigned(store, parameters['unassignedStopId']);
        const { depot, ...change } = unassignedStopChecks[version].update(body, '');
        const after = changedUnassignedStop(context, stored, change);
        if (depot !== undefined) after.stop.depot = depotFor(context, depot);
        store.write({ put: { unassignedStops: [after] } });
        return after.stop;
      },
    },
    'unassignedStops.delete': {
      handle({ parameters }) {
        const { stop } = findUnassigned(store, parameters['unassignedStopId']);
        store.write({ remove: { unassignedStops: [stop.id] } });
        return done(context, 'The unassigned stop was deleted.');
      },
    },
  };
}

export const unassignedHandlers = (context: Context) => ({ ...unassignedReads(context), ...unassignedWrites(context) });
