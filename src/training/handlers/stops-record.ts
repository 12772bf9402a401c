/** Creating and changing stop records (planning-api, StopCreate and StopUpdate). */
import { geocode, type Place } from '../data/gazetteer.ts';
import { emptyStop } from '../data/stops.ts';
import { notFound, Refusal } from '../http/errors.ts';
import type { Plan, Recipient, Stop } from '../model.ts';
import type { StoredStop } from '../store/records.ts';
import type { StopChange, StopInput } from '../validate/stops.ts';
import type { Context } from './handler.ts';

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

type Partly<Shape> = { [Name in keyof Shape]?: Shape[Name] | undefined };

/**
 * A nested object after a change, with every field of its shape; missing values are null (resolved, Reading). The
 * documents do not say whether omitted fields of nested objects stay, so a switch decides.
 * @param given null clears the object; undefined keeps it
 */
function nested<Shape extends object>(
  { switches }: Context,
  empty: Shape,
  stored: Shape | null,
  given: Partly<Shape> | null | undefined,
): Shape | null {
  if (given === undefined) return stored;
  if (given === null) return null;
  return { ...empty, ...(switches.nestedUpdates === 'merged' ? stored : null), ...given };
}

/**
 * Throws a refusal: 412 for a driver who is not in the plan (planning-api, StopCreate), 410 for one who is but was
 * deleted (resolved: a related resource was deleted meanwhile).
 */
function checkAllowed({ store }: Context, plan: Plan, allowed: readonly string[]): void {
  const foreign = allowed.find((driver) => !plan.drivers.includes(driver));
  if (foreign !== undefined) {
    throw new Refusal(412, 'driver_not_in_plan', `${foreign} is not a driver of this plan.`, 'allowedDrivers');
  }
  const gone = allowed.find((driver) => !store.drivers.get(driver));
  if (gone !== undefined) throw new Refusal(410, 'driver_deleted', `${gone} was deleted.`, 'allowedDrivers');
}

/** The fields of StopCreate and StopUpdate that planned and unassigned stops have in common. */
type WrittenFields = Pick<
  Stop,
  | 'barcodes'
  | 'allowedDrivers'
  | 'notes'
  | 'packageCount'
  | 'weight'
  | 'paymentOnDelivery'
  | 'optimizationOrder'
  | 'activity'
  | 'orderInfo'
  | 'recipient'
  | 'proofOfAttemptRequirements'
  | 'timing'
  | 'customProperties'
>;

/**
 * Applies a change to a planned or unassigned stop. Omitted fields stay, and arrays are replaced (planning-api, Update
 * semantics).
 */
export function withChange<Shape extends WrittenFields>(context: Context, stop: Shape, change: StopChange): Shape {
  const { allowedDrivers } = change;
  const given = <Value>(value: Value | undefined, before: Value): Value => (value === undefined ? before : value);
  return {
    ...stop,
    barcodes: given(change.barcodes, stop.barcodes),
    // An empty list means no restriction.
    allowedDrivers: given(allowedDrivers?.length === 0 ? null : allowedDrivers, stop.allowedDrivers),
    notes: given(change.notes, stop.notes),
    packageCount: given(change.packageCount, stop.packageCount),
    weight: given(change.weight, stop.weight),
    paymentOnDelivery: given(change.paymentOnDelivery, stop.paymentOnDelivery),
    optimizationOrder: given(change.optimizationOrder, stop.optimizationOrder),
    // Clearing it restores the default (planning-api, StopCreate).
    activity: given(change.activity === null ? 'delivery' : change.activity, stop.activity),
    orderInfo: nested(context, emptyOrderInfo, stop.orderInfo, change.orderInfo),
    recipient: nested(context, emptyRecipient, stop.recipient, change.recipient),
    proofOfAttemptRequirements: nested(
      context,
      emptyProof,
      stop.proofOfAttemptRequirements,
      change.proofOfAttemptRequirements,
    ),
    timing: nested(context, emptyTiming, stop.timing, change.timing),
    customProperties: nested(context, {}, stop.customProperties, change.customProperties),
  };
}

/** Applies a change to a planned stop. Throws the refusals of {@link checkAllowed}. */
export function changedStop(context: Context, plan: Plan, stored: StoredStop, change: StopChange): StoredStop {
  if (change.allowedDrivers) checkAllowed(context, plan, change.allowedDrivers);
  return { ...stored, stop: withChange(context, stored.stop, change) };
}

/** The location bias for an import's addresses: the depot of the import or plan. */
export function placeOfDepot({ store }: Context, id: string | null): Place | null {
  const depot = id === null ? undefined : store.depots.get(id);
  const { latitude = null, longitude = null } = depot?.routeOverrides?.startAddress ?? {};
  return latitude === null || longitude === null ? null : { latitude, longitude };
}

/**
 * Creates a stop. Throws a refusal: 412 or 410 for a driver, 400 for an unknown address.
 * @param bias where the address is likely to be
 */
export function makeStop(context: Context, plan: Plan, input: StopInput, bias: Place | null = null): StoredStop {
  if (input.allowedDrivers) checkAllowed(context, plan, input.allowedDrivers);
  const address = geocode(input.address, bias);
  if (address === null) {
    throw new Refusal(400, 'address_not_found', 'The address could not be found.', 'address');
  }
  const stop = { ...emptyStop(plan.id, context.store.newId(), address), clientId: input.clientId ?? null };
  const { address: _found, clientId: _kept, ...rest } = input;
  return changedStop(context, plan, { stop, routeId: null, createdAt: context.clock.now() }, rest);
}

interface Failure {
  error: { message: string };
  /** Only its identifying fields (planning-api, Batch result). */
  stop: Pick<StopInput, 'address' | 'recipient'>;
}

/**
 * Creates the stops of an import and collects the failures. Imports are geocoded better than single stops
 * (planning-api, Stops): of several matching places, the one nearest to the plan's depot wins.
 */
export function makeStops(context: Context, plan: Plan, inputs: readonly StopInput[]) {
  const bias = placeOfDepot(context, plan.depot);
  const stops: StoredStop[] = [];
  const failed: Failure[] = [];
  for (const input of inputs) {
    try {
      stops.push(makeStop(context, plan, input, bias));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { address, recipient = null } = input;
      failed.push({ error: { message: error.message }, stop: { address, recipient } });
    }
  }
  return { stops, failed };
}

/** The ids in an import's response; their order does not match that of the items (resolved, Reading). */
export const idsInNoOrder = ({ store }: Context, stops: readonly StoredStop[]): string[] =>
  store.dice('import').shuffled(stops.map(({ stop }) => stop.id));

/**
 * Finds a stop that may be changed or removed. Throws a refusal: 404 when there is none, 422 for one that was attempted
 * (resolved, Status codes) and for the start or end of a route, which the documents do not mention.
 * @param segment the id without its prefix
 */
export function editableStop(stops: readonly StoredStop[], plan: Plan, segment: string | undefined): StoredStop {
  const found = stops.find(({ stop }) => stop.id === `${plan.id}/stops/${segment ?? ''}`);
  if (!found) throw notFound('stop');
  if (found.stop.type !== 'stop') {
    throw new Refusal(422, 'stop_not_editable', 'The start and the end of a route are not edited as stops.');
  }
  if (found.stop.deliveryInfo?.attempted === true) {
    throw new Refusal(422, 'stop_not_editable', 'The driver has been there: this stop cannot be changed any more.');
  }
  return found;
}

/** Whether the change affects routes. */
export const movesRoutes = ({ stop: before }: StoredStop, { stop: after }: StoredStop): boolean =>
  JSON.stringify([before.timing, before.allowedDrivers, before.optimizationOrder]) !==
  JSON.stringify([after.timing, after.allowedDrivers, after.optimizationOrder]);
