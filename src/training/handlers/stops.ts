/** Stops of a plan (planning-api, Stops; resolved, Status codes). */
import { geocode } from '../data/gazetteer.ts';
import { emptyStop } from '../data/stops.ts';
import { notFound, Refusal } from '../http/errors.ts';
import type { Plan, Recipient, Stop } from '../model.ts';
import type { StoredStop } from '../store/records.ts';
import type { Store } from '../store/store.ts';
import { stopInput, stopInputs, type StopInput } from '../validate/stops.ts';
import { listed, pageByPlace, type Context, type Handlers } from './handler.ts';
import { findPlan } from './plans.ts';

/** Every field of a shape, null where nothing was given (resolved, Reading). */
function filled<Shape extends object>(
  empty: Shape,
  given: { [Name in keyof Shape]?: Shape[Name] | undefined } | null | undefined,
): Shape | null {
  return given ? { ...empty, ...given } : null;
}

const emptyRecipient: Recipient = { name: null, email: null, phone: null, externalId: null };
const emptyTiming: NonNullable<Stop['timing']> = {
  estimatedAttemptDuration: null,
  earliestAttemptTime: null,
  latestAttemptTime: null,
};
const emptyProof: NonNullable<Stop['proofOfAttemptRequirements']> = { enabled: null };
const emptyOrderInfo: NonNullable<Stop['orderInfo']> = {
  products: null,
  sellerName: null,
  sellerOrderId: null,
  sellerWebsite: null,
};

/** Throws a refusal (409): such a plan takes live changes only (planning-api, States). */
function checkWritable(plan: Plan): void {
  if (!plan.writable) {
    throw new Refusal(409, 'plan_not_writable', 'This plan cannot be edited here. Use the live endpoints.');
  }
}

/** The stop that is made of an input. Throws a refusal: 412 for a foreign driver, 400 for an unknown address. */
function makeStop(context: Context, plan: Plan, input: StopInput): StoredStop {
  const foreign = input.allowedDrivers?.find((driver) => !plan.drivers.includes(driver));
  if (foreign !== undefined) {
    throw new Refusal(412, 'driver_not_in_plan', `${foreign} is not a driver of this plan.`, 'allowedDrivers');
  }
  const address = geocode(input.address);
  if (address === null) {
    throw new Refusal(400, 'address_not_found', 'The address could not be found.', 'address');
  }
  const allowed = input.allowedDrivers ?? [];
  const stop: Stop = {
    ...emptyStop(plan.id, context.store.newId(), address),
    barcodes: input.barcodes ?? [],
    allowedDrivers: allowed.length > 0 ? allowed : null,
    notes: input.notes ?? null,
    packageCount: input.packageCount ?? null,
    weight: input.weight ?? null,
    orderInfo: filled(emptyOrderInfo, input.orderInfo),
    recipient: filled(emptyRecipient, input.recipient),
    activity: input.activity ?? 'delivery',
    paymentOnDelivery: input.paymentOnDelivery ?? null,
    proofOfAttemptRequirements: filled(emptyProof, input.proofOfAttemptRequirements),
    timing: filled(emptyTiming, input.timing),
    optimizationOrder: input.optimizationOrder ?? null,
    customProperties: input.customProperties ?? null,
    clientId: input.clientId ?? null,
  };
  return { stop, routeId: null, createdAt: context.clock.now() };
}

/** Sorts the inputs of an import into stops and failures; a failure echoes address and recipient only. */
function makeStops(context: Context, plan: Plan, inputs: readonly StopInput[]) {
  const stops: StoredStop[] = [];
  const failed: { error: { message: string }; stop: Pick<StopInput, 'address' | 'recipient'> }[] = [];
  for (const input of inputs) {
    try {
      stops.push(makeStop(context, plan, input));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { address, recipient = null } = input;
      failed.push({ error: { message: error.message }, stop: { address, recipient } });
    }
  }
  return { stops, failed };
}

/** A stop as it is answered: with its route. */
export function stopAnswer(store: Store, { stop, routeId }: StoredStop): Stop {
  return { ...stop, route: routeId === null ? null : (store.routes.get(routeId) ?? null) };
}

export function stopHandlers(
  context: Context,
): Pick<Handlers, 'stops.list' | 'stops.get' | 'stops.create' | 'stops.import'> {
  const { store } = context;
  return {
    'stops.list': {
      filters: ['externalId'],
      handle({ parameters, filters, page }) {
        const { plan } = findPlan(store, parameters['planId']);
        const externalId = filters['externalId'];
        const belongs = ({ stop }: StoredStop) =>
          stop.plan === plan.id && (externalId === undefined || stop.recipient?.externalId === externalId);
        const inPlan =
          externalId === undefined
            ? store.stops.of('plan', plan.id)
            : store.stops.of('externalId', `${plan.id} ${externalId}`);
        const found = listed(context, store.stops, inPlan, belongs);
        const { items, nextPageToken } = pageByPlace(store.stops, found, page);
        return { stops: items.map((each) => stopAnswer(store, each)), nextPageToken };
      },
    },
    'stops.get': {
      handle({ parameters }) {
        const { plan } = findPlan(store, parameters['planId']);
        const found = store.stops.get(`${plan.id}/stops/${parameters['stopId'] ?? ''}`);
        if (!found) throw notFound('stop');
        return stopAnswer(store, found);
      },
    },
    'stops.create': {
      handle({ parameters, body }) {
        const { plan } = findPlan(store, parameters['planId']);
        const input = stopInput(body, '');
        checkWritable(plan);
        const stored = makeStop(context, plan, input);
        store.write({ put: { stops: [stored] } });
        return stopAnswer(store, stored);
      },
    },
    'stops.import': {
      handle({ parameters, body }) {
        const { plan } = findPlan(store, parameters['planId']);
        const inputs = stopInputs(body, '');
        checkWritable(plan);
        const { stops, failed } = makeStops(context, plan, inputs);
        if (stops.length > 0) store.write({ put: { stops } });
        // The order of the ids says nothing about the order of the items (resolved, Reading).
        return { success: store.dice('import').shuffled(stops.map(({ stop }) => stop.id)), failed };
      },
    },
  };
}
