/** PlanCreate and PlanUpdate (planning-api, Write shapes; resolved, Value sets seen). */
import type { Version } from '../../shared/endpoints.ts';
import { invalid } from '../http/errors.ts';
import type { CalendarDay } from '../model.ts';
import { fields, idOf, list, oneOf, orNull, required, text, whole, type Check } from './check.ts';
import { address, time } from './stops.ts';

/** A date with all three parts that exists in the calendar. */
const day: Check<CalendarDay> = (value, path) => {
  const given = fields({ day: whole(1, 31), month: whole(1, 12), year: whole(2000, 2100) })(value, path);
  const { day, month, year } = given;
  if (day === undefined || month === undefined || year === undefined) {
    throw invalid(path, `${path} needs day, month and year.`);
  }
  if (new Date(Date.UTC(year, month - 1, day)).getUTCDate() !== day) throw invalid(path, `${path} is no day.`);
  return { day, month, year };
};

const speed = oneOf('slower', 'average', 'faster');

/** Null clears a single field or the whole object. The documents do not say what 0 stops means, so the minimum is 1. */
const routeOverrides = fields({
  startAddress: orNull(address),
  endAddress: orNull(address),
  startTime: orNull(time),
  endTime: orNull(time),
  maxStops: orNull(whole(1, Number.MAX_SAFE_INTEGER)),
  drivingSpeed: orNull(speed),
  deliverySpeed: orNull(speed),
  vehicleType: orNull(oneOf('bike', 'scooter', 'car', 'small_truck', 'truck', 'electric_cargo_bike')),
  optimizationSettings: orNull(
    fields({
      // The other objective only occurs in responses (resolved, Value sets).
      objective: oneOf('distribute_services'),
      subObjective: oneOf('equalize_workload', 'equalize_time', 'maximize_efficiency'),
    }),
  ),
});

export type OverridesInput = ReturnType<typeof routeOverrides>;

const older = {
  title: text(255),
  starts: day,
  drivers: list(idOf('drivers'), 0, 50),
  depot: orNull(idOf('depots')),
};

/** v0.2b has no `routeOverrides` (planning-api, Versioning). */
const planFields: Record<Version, Check<PlanChange>> = {
  v1: fields({ ...older, routeOverrides: orNull(routeOverrides) }),
  'v0.2b': fields(older),
};

export interface PlanChange {
  title?: string;
  starts?: CalendarDay;
  drivers?: string[];
  depot?: string | null;
  routeOverrides?: OverridesInput | null;
}

type PlanInput = PlanChange & Required<Pick<PlanChange, 'title' | 'starts'>>;

/** Throws a refusal (400) that names the field. */
export function planInput(version: Version, body: unknown): PlanInput {
  const given = planFields[version](body, '');
  required(given, '', 'title', 'starts');
  return given as PlanInput;
}

/** Throws a refusal (400) that names the field. */
export const planChange = (version: Version, body: unknown): PlanChange => planFields[version](body, '');
