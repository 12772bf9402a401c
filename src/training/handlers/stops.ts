/** Stops of a plan (planning-api, Stops; resolved, Status codes). */
import { chance } from '../chance.ts';
import { geocode } from '../data/gazetteer.ts';
import { emptyStop } from '../data/stops.ts';
import { notFound, Refusal } from '../http/errors.ts';
import type { Plan, Recipient, Stop } from '../model.ts';
import type { Store } from '../store/store.ts';
import { stopInput, stopInputs, type StopInput } from '../validate/stops.ts';
import { cutPage, placeKey, type Handlers } from './handler.ts';
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
function makeStop(plan: Plan, input: StopInput): Stop {
  const foreign = input.allowedDrivers?.find((driver) => !plan.drivers.includes(driver));
  if (foreign !== undefined) {
    throw new Refusal(412, 'driver_not_in_plan', `${foreign} is not a driver of this plan.`, 'allowedDrivers');
  }
  const address = geocode(input.address);
  if (address === null) {
    throw new Refusal(400, 'address_not_found', 'The address could not be found.', 'address');
  }
  const allowed = input.allowedDrivers ?? [];
  return {
    ...emptyStop(plan.id, chance.id(), address),
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
}

/** Sorts the inputs of an import into stops and failures; a failure echoes address and recipient only. */
function makeStops(plan: Plan, inputs: readonly StopInput[]) {
  const stops: Stop[] = [];
  const failed: { error: { message: string }; stop: Pick<StopInput, 'address' | 'recipient'> }[] = [];
  for (const input of inputs) {
    try {
      stops.push(makeStop(plan, input));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { address, recipient = null } = input;
      failed.push({ error: { message: error.message }, stop: { address, recipient } });
    }
  }
  return { stops, failed };
}

export function stopHandlers(
  store: Store,
): Pick<Handlers, 'stops.list' | 'stops.get' | 'stops.create' | 'stops.import'> {
  return {
    'stops.list': {
      filters: ['externalId'],
      handle({ parameters, filters, page }) {
        const plan = findPlan(store, parameters['planId']);
        const externalId = filters['externalId'];
        const found = store
          .stopsOf(plan.id)
          .map((stop, place) => ({ stop, key: placeKey(place) }))
          .filter(({ stop }) => externalId === undefined || stop.recipient?.externalId === externalId);
        const { items, nextPageToken } = cutPage(
          found,
          page,
          ({ key }) => key,
          (item, key) => item.key > key,
        );
        return { stops: items.map(({ stop }) => stop), nextPageToken };
      },
    },
    'stops.get': {
      handle({ parameters }) {
        const plan = findPlan(store, parameters['planId']);
        const id = `${plan.id}/stops/${parameters['stopId'] ?? ''}`;
        const found = store.stopsOf(plan.id).find((stop) => stop.id === id);
        if (!found) throw notFound('stop');
        return found;
      },
    },
    'stops.create': {
      handle({ parameters, body }) {
        const plan = findPlan(store, parameters['planId']);
        const input = stopInput(body, '');
        checkWritable(plan);
        const stop = makeStop(plan, input);
        store.write({ kind: 'stops.added', stops: [stop] });
        return stop;
      },
    },
    'stops.import': {
      handle({ parameters, body }) {
        const plan = findPlan(store, parameters['planId']);
        const inputs = stopInputs(body, '');
        checkWritable(plan);
        const { stops, failed } = makeStops(plan, inputs);
        if (stops.length > 0) store.write({ kind: 'stops.added', stops });
        // The order of the ids says nothing about the order of the items (resolved, Reading).
        return { success: chance.shuffled(stops.map(({ id }) => id)), failed };
      },
    },
  };
}
