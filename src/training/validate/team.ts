/**
 * DriverCreate, DriverUpdate, DepotCreate, DepotUpdate, MemberCreate and MemberUpdate (planning-api, Write shapes;
 * resolved, Bounds on what is sent). Null clears every field that can be null in responses.
 */
import { invalid } from '../http/errors.ts';
import { email, fields, idOf, list, number, oneOf, orNull, required, text, truth, whole, type Check } from './check.ts';
import { address, time } from './stops.ts';

const vehicleType = oneOf('bike', 'scooter', 'car', 'small_truck', 'truck', 'electric_cargo_bike');
const speed = orNull(oneOf('slower', 'average', 'faster'));
const depots = orNull(list(idOf('depots'), 1, 50));
/** The documents give no bound for people's names and addresses; this is the usual one for such texts. */
const line = orNull(text(255));

/** Must be a valid e-mail address, as in an order (planning-api, DriverCreate and MemberCreate). */
const mail = orNull(email(text(255)));

const driverOverrides = fields({
  startTime: orNull(time),
  endTime: orNull(time),
  startAddress: orNull(address),
  endAddress: orNull(address),
  maxStops: orNull(whole(1, Number.MAX_SAFE_INTEGER)),
  drivingSpeed: speed,
  deliverySpeed: speed,
  vehicleType: orNull(vehicleType),
});

const driverShape = { name: line, displayName: line, depots, routeOverrides: orNull(driverOverrides) };

export type DriverOverridesInput = ReturnType<typeof driverOverrides>;

export const driverInput = fields({ ...driverShape, email: mail, phone: line });
export type DriverInput = ReturnType<typeof driverInput>;

/** E-mail and phone cannot be changed. */
export const driverChange = fields(driverShape);

export const driverInputs = list(driverInput, 1, 50);

const depotOverrides = fields({
  startTime: time,
  endTime: orNull(time),
  startAddress: address,
  endAddress: orNull(address),
  defaultTimeAtStop: orNull(number(0, Number.MAX_SAFE_INTEGER)),
  maxStops: orNull(number(1, Number.MAX_SAFE_INTEGER)),
  vehicleType: orNull(vehicleType),
  roadSide: orNull(oneOf('any', 'left_only', 'right_only')),
  roundTrip: orNull(truth),
});

export type DepotOverridesInput = ReturnType<typeof depotOverrides>;
/** The fields that a depot must have (resolved, Bounds on what is sent). */
export type WholeDepotOverridesInput = DepotOverridesInput &
  Required<Pick<DepotOverridesInput, 'startTime' | 'startAddress'>>;

/** Throws a refusal (400) when a required field is missing. */
export function wholeDepotOverrides(given: DepotOverridesInput, path: string): WholeDepotOverridesInput {
  required(given, path, 'startAddress', 'startTime');
  return given as WholeDepotOverridesInput;
}

const depotFields = fields({ name: text(2048), routeOverrides: depotOverrides });

export interface DepotInput {
  name: string;
  routeOverrides: WholeDepotOverridesInput;
}

export const depotInput: Check<DepotInput> = (value, path) => {
  const given = depotFields(value, path);
  required(given, path, 'name', 'routeOverrides');
  const { name = '', routeOverrides = {} } = given;
  const at = path === '' ? 'routeOverrides' : `${path}.routeOverrides`;
  return { name, routeOverrides: wholeDepotOverrides(routeOverrides, at) };
};

export const depotChange = depotFields;

/** "At most 100" (planning-api, Depots); like every import, it needs at least one item. */
export const depotInputs = list(depotInput, 1, 100);

const role = oneOf('admin', 'depot-manager', 'dispatcher', 'read-only');

const memberFields = fields({
  name: line,
  displayName: line,
  email: mail,
  linkedDriverId: orNull(idOf('drivers')),
  role,
  depots,
});

export type MemberInput = ReturnType<typeof memberFields> & { role: string };

export const memberInput: Check<MemberInput> = (value, path) => {
  const given = memberFields(value, path);
  const { role: wanted } = given;
  if (wanted === undefined) throw invalid(path === '' ? 'role' : `${path}.role`, 'A member needs a role.');
  return { ...given, role: wanted };
};

export const memberInputs = list(memberInput, 1, 50);

/** A null role keeps the role: the documents allow null, but a member must have a role. */
export const memberChange = fields({ name: line, displayName: line, role: orNull(role), depots });
