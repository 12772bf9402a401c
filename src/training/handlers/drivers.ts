/** Drivers (planning-api, Driver and Drivers). Not deduplicated: the documents require no unique e-mail or phone. */
import { invalid, notFound, Refusal } from '../http/errors.ts';
import type { Driver, Plan, RouteOverrides } from '../model.ts';
import type { Store } from '../store/store.ts';
import {
  driverChange,
  driverInput,
  driverInputs,
  type DriverInput,
  type DriverOverridesInput,
} from '../validate/team.ts';
import { done, listed, pageByPlace, type Context, type Handlers } from './handler.ts';
import { batchResult, depotsOf, kept, makeEach, placed } from './team-records.ts';

/** Speeds are never null in responses (planning-api, Driver): a null resets them to these. */
const noOverrides: RouteOverrides = {
  startTime: null,
  endTime: null,
  startAddress: null,
  endAddress: null,
  maxStops: null,
  drivingSpeed: 'average',
  deliverySpeed: 'average',
  vehicleType: null,
};

function overridesOf({ startAddress, endAddress, ...given }: DriverOverridesInput): Partial<RouteOverrides> {
  return {
    ...given,
    ...(given.drivingSpeed === null ? { drivingSpeed: noOverrides.drivingSpeed } : {}),
    ...(given.deliverySpeed === null ? { deliverySpeed: noOverrides.deliverySpeed } : {}),
    ...(startAddress === undefined
      ? {}
      : { startAddress: startAddress && placed(startAddress, 'routeOverrides.startAddress') }),
    ...(endAddress === undefined ? {} : { endAddress: endAddress && placed(endAddress, 'routeOverrides.endAddress') }),
  };
}

function makeDriver(store: Store, { depots, routeOverrides, ...given }: DriverInput): Driver {
  const depotIds = depotsOf(store, depots);
  const overrides = overridesOf(routeOverrides ?? {});
  return {
    id: `drivers/${store.newId()}`,
    ...{ name: null, email: null, phone: null, displayName: null },
    ...given,
    active: true,
    depots: depotIds,
    routeOverrides: { ...noOverrides, ...overrides },
  };
}

/**
 * Throws a refusal: 422 for a member without the driver role (planning-api, Drivers: status not shown), else 404.
 * @param segment the id without its prefix
 */
function findDriver(store: Store, segment: string | undefined): Driver {
  const found = store.drivers.get(`drivers/${segment ?? ''}`);
  if (found) return found;
  if (store.members.get(`members/${segment ?? ''}`) !== undefined) {
    throw new Refusal(422, 'driver_role_missing', 'This member is no driver.');
  }
  throw notFound('driver');
}

/** Only a writable plan without a finished layout loses a deleted driver. The documents do not mention plans here. */
const isOpen = ({ writable, optimization }: Plan) => writable && optimization !== 'optimized';

/** Applies a change to a driver. Throws a refusal for invalid input or an unknown depot. */
function changedDriver({ store, switches }: Context, before: Driver, body: unknown): Driver {
  const { depots, routeOverrides, ...given } = driverChange(body, '');
  const overrides =
    routeOverrides === undefined
      ? before.routeOverrides
      : {
          ...(routeOverrides === null ? noOverrides : kept(switches, before.routeOverrides, noOverrides)),
          ...overridesOf(routeOverrides ?? {}),
        };
  return {
    ...before,
    ...given,
    depots: depots === undefined ? before.depots : depotsOf(store, depots),
    routeOverrides: overrides,
  };
}

export function driverHandlers(
  context: Context,
): Pick<
  Handlers,
  'drivers.list' | 'drivers.get' | 'drivers.create' | 'drivers.update' | 'drivers.delete' | 'drivers.import'
> {
  const { store } = context;
  const { drivers } = store;
  return {
    'drivers.list': {
      filters: ['active'],
      handle({ filters, page }) {
        const active = filters['active'];
        if (active !== undefined && active !== 'true' && active !== 'false') {
          throw invalid('filter.active', 'filter.active must be true or false.');
        }
        const belongs = (driver: Driver) => active === undefined || String(driver.active) === active;
        const found = listed(context, drivers, drivers.all().filter(belongs), belongs);
        const { items, nextPageToken } = pageByPlace(drivers, found, page);
        return { drivers: items, nextPageToken };
      },
    },
    'drivers.get': {
      handle({ parameters }) {
        const found = drivers.get(`drivers/${parameters['driverId'] ?? ''}`);
        if (!found) throw notFound('driver');
        return found;
      },
    },
    'drivers.create': {
      handle({ body }) {
        const driver = makeDriver(store, driverInput(body, ''));
        store.write({ put: { drivers: [driver] } });
        return driver;
      },
    },
    'drivers.update': {
      handle({ parameters, body }) {
        const driver = changedDriver(context, findDriver(store, parameters['driverId']), body);
        store.write({ put: { drivers: [driver] } });
        return driver;
      },
    },
    /** Removes only the driver role; a member keeps dashboard access (planning-api, Drivers). */
    'drivers.delete': {
      handle({ parameters }) {
        const { id } = findDriver(store, parameters['driverId']);
        const members = store.members
          .all()
          .filter(({ linkedDriverId }) => linkedDriverId === id)
          .map((member) => ({ ...member, linkedDriverId: null }));
        const plans = store.plans
          .all()
          .filter(({ plan }) => isOpen(plan) && plan.drivers.includes(id))
          .map((each) => ({ ...each, plan: { ...each.plan, drivers: each.plan.drivers.filter((one) => one !== id) } }));
        store.write({ put: { members, plans }, remove: { drivers: [id] } });
        return done(context, 'The driver was deleted.');
      },
    },
    'drivers.import': {
      handle({ body }) {
        const { made, failed } = makeEach(
          driverInputs(body, ''),
          (input) => makeDriver(store, input),
          ({ name = null, email = null, phone = null }) => ({ driver: { name, email, phone } }),
        );
        if (made.length > 0) store.write({ put: { drivers: made } });
        return batchResult(store, made, failed);
      },
    },
  };
}
