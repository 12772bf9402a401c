/** Creating and changing unassigned stop records (planning-api, Write shapes). */
import { geocode, type Place } from '../data/gazetteer.ts';
import { emptyUnassignedStop } from '../data/unassigned.ts';
import { Refusal } from '../http/errors.ts';
import type { StoredUnassignedStop } from '../store/records.ts';
import type { StopChange, StopInput } from '../validate/stops.ts';
import type { Context } from './handler.ts';
import { withChange } from './stops-record.ts';

/** Applies a change to an unassigned stop. Throws a refusal (400) for an unknown driver; there is no plan to check. */
export function changedUnassignedStop(
  context: Context,
  stored: StoredUnassignedStop,
  change: StopChange,
): StoredUnassignedStop {
  const unknown = change.allowedDrivers?.find((driver) => !context.store.drivers.get(driver));
  if (unknown !== undefined) {
    throw new Refusal(400, 'driver_not_found', `There is no ${unknown}.`, 'allowedDrivers');
  }
  return { ...stored, stop: withChange(context, stored.stop, change) };
}

/**
 * Creates an unassigned stop. Throws a refusal (400) for an unknown driver or address.
 * @param bias where the address is likely to be
 */
export function makeUnassignedStop(
  context: Context,
  depot: string | null,
  input: StopInput,
  bias: Place | null = null,
): StoredUnassignedStop {
  const { address: sought, clientId = null, ...rest } = input;
  const address = geocode(sought, bias);
  if (address === null) throw new Refusal(400, 'address_not_found', 'The address could not be found.', 'address');
  const stop = { ...emptyUnassignedStop(context.store.newId(), depot, address), clientId };
  return changedUnassignedStop(context, { stop, createdAt: context.clock.now() }, rest);
}

interface Failure {
  error: { message: string };
  /** Only its identifying fields (planning-api, Batch result). */
  unassignedStop: Pick<StopInput, 'address' | 'recipient'>;
}

/** Creates the stops of an import and collects the failures. @param bias the place of the batch's depot */
export function makeUnassignedStops(
  context: Context,
  depot: string | null,
  inputs: readonly StopInput[],
  bias: Place | null,
): { stops: StoredUnassignedStop[]; failed: Failure[] } {
  const stops: StoredUnassignedStop[] = [];
  const failed: Failure[] = [];
  for (const input of inputs) {
    try {
      stops.push(makeUnassignedStop(context, depot, input, bias));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { address, recipient = null } = input;
      failed.push({ error: { message: error.message }, unassignedStop: { address, recipient } });
    }
  }
  return { stops, failed };
}
