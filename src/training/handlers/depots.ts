/** Depots (planning-api, Depot and Depots). They cannot be deleted: the documents have no operation for it. */
import { countryCodeOf } from '../data/gazetteer.ts';
import { notFound } from '../http/errors.ts';
import type { Depot, DepotAddress } from '../model.ts';
import type { Store } from '../store/store.ts';
import {
  depotChange,
  depotInput,
  depotInputs,
  wholeDepotOverrides,
  type DepotInput,
  type DepotOverridesInput,
  type WholeDepotOverridesInput,
} from '../validate/team.ts';
import { listed, pageByPlace, type Context, type Handlers } from './handler.ts';
import { batchResult, makeEach, placed } from './team-records.ts';

type Overrides = NonNullable<Depot['routeOverrides']>;

const noOverrides: Omit<Overrides, 'startTime' | 'startAddress'> = {
  endTime: null,
  endAddress: null,
  defaultTimeAtStop: null,
  maxStops: null,
  roadSide: null,
  vehicleType: null,
  roundTrip: null,
};

/** A depot's address has a country but no place types (planning-api, Depot). */
function depotAddress(input: NonNullable<DepotOverridesInput['startAddress']>, path: string): DepotAddress {
  const found = placed(input, path);
  const { placeTypes: _notOnDepots, ...address } = found;
  return { ...address, countryCode: countryCodeOf(found) };
}

function placesOf({ startAddress, endAddress, ...given }: DepotOverridesInput): Partial<Overrides> {
  return {
    ...given,
    ...(startAddress === undefined ? {} : { startAddress: depotAddress(startAddress, 'routeOverrides.startAddress') }),
    ...(endAddress === undefined
      ? {}
      : { endAddress: endAddress && depotAddress(endAddress, 'routeOverrides.endAddress') }),
  };
}

function wholeOverrides({ startTime, startAddress, ...given }: WholeDepotOverridesInput): Overrides {
  return {
    ...noOverrides,
    startTime,
    startAddress: depotAddress(startAddress, 'routeOverrides.startAddress'),
    ...placesOf(given),
  };
}

const makeDepot = (store: Store, { name, routeOverrides }: DepotInput): Depot => {
  const overrides = wholeOverrides(routeOverrides);
  return { id: `depots/${store.newId()}`, name, routeOverrides: overrides };
};

export function depotHandlers(
  context: Context,
): Pick<Handlers, 'depots.list' | 'depots.get' | 'depots.create' | 'depots.update' | 'depots.import'> {
  const { store, switches } = context;
  const { depots } = store;
  const find = (segment: string | undefined): Depot => {
    const found = depots.get(`depots/${segment ?? ''}`);
    if (!found) throw notFound('depot');
    return found;
  };
  /** Overrides that are replaced, or that have nothing to merge with, need the same fields as a new depot's. */
  const changed = (before: Overrides | null, given: DepotOverridesInput): Overrides =>
    before === null || switches.nestedUpdates === 'replaced'
      ? wholeOverrides(wholeDepotOverrides(given, 'routeOverrides'))
      : { ...before, ...placesOf(given) };
  return {
    'depots.list': {
      handle({ page }) {
        const found = listed(context, depots, depots.all(), () => true);
        const { items, nextPageToken } = pageByPlace(depots, found, page);
        return { depots: items, nextPageToken };
      },
    },
    'depots.get': { handle: ({ parameters }) => find(parameters['depotId']) },
    'depots.create': {
      handle({ body }) {
        const depot = makeDepot(store, depotInput(body, ''));
        store.write({ put: { depots: [depot] } });
        return depot;
      },
    },
    'depots.update': {
      handle({ parameters, body }) {
        const before = find(parameters['depotId']);
        const { name = before.name, routeOverrides } = depotChange(body, '');
        const overrides =
          routeOverrides === undefined ? before.routeOverrides : changed(before.routeOverrides, routeOverrides);
        const depot: Depot = { ...before, name, routeOverrides: overrides };
        store.write({ put: { depots: [depot] } });
        return depot;
      },
    },
    'depots.import': {
      handle({ body }) {
        const { made, failed } = makeEach(
          depotInputs(body, ''),
          (input) => makeDepot(store, input),
          ({ name }) => ({ depot: { name } }),
        );
        if (made.length > 0) store.write({ put: { depots: made } });
        return batchResult(store, made, failed);
      },
    },
  };
}
