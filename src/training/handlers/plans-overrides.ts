/** Route overrides of a plan (planning-api, Plan.routeOverrides and PlanCreate). */
import { geocode, type AddressInput } from '../data/gazetteer.ts';
import { Refusal } from '../http/errors.ts';
import type { Address, Plan } from '../model.ts';
import type { OverridesInput } from '../validate/plans.ts';
import type { Context } from './handler.ts';

type Overrides = NonNullable<Plan['routeOverrides']>;
type Settings = NonNullable<Overrides['optimizationSettings']>;

const none: Overrides = {
  startTime: null,
  endTime: null,
  startAddress: null,
  endAddress: null,
  maxStops: null,
  drivingSpeed: null,
  deliverySpeed: null,
  vehicleType: null,
  optimizationSettings: null,
};

/** Geocodes a given address; the previous one does not matter. Throws a refusal (400) when it cannot be found. */
function found(name: string, input: AddressInput | null): Address | null {
  if (input === null) return null;
  const address = geocode(input);
  if (address === null) {
    throw new Refusal(400, 'address_not_found', 'The address could not be found.', `routeOverrides.${name}`);
  }
  return address;
}

/**
 * The overrides after a change. Whether omitted fields of nested objects stay is undocumented, so a switch decides.
 * @param given null clears all overrides; undefined keeps them
 */
export function changedOverrides(
  { switches }: Pick<Context, 'switches'>,
  stored: Overrides | null,
  given: OverridesInput | null | undefined,
): Overrides | null {
  if (given === undefined) return stored;
  if (given === null) return null;
  const base = switches.nestedUpdates === 'merged' ? { ...none, ...stored } : none;
  const { startAddress, endAddress, optimizationSettings, ...plain } = given;
  const settings: Settings = {
    ...{ objective: 'distribute_services', subObjective: null },
    ...base.optimizationSettings,
    ...optimizationSettings,
  };
  return {
    ...base,
    ...plain,
    ...(startAddress === undefined ? {} : { startAddress: found('startAddress', startAddress) }),
    ...(endAddress === undefined ? {} : { endAddress: found('endAddress', endAddress) }),
    ...(optimizationSettings === undefined
      ? {}
      : { optimizationSettings: optimizationSettings === null ? null : settings }),
  };
}
