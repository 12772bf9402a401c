/** The fields of the plan form, and which of them were edited. */
import type { DepotRow } from '../../shared/depots.ts';
import type { DriverRow } from '../../shared/drivers.ts';
import { isOfOtherDepot } from '../../shared/plan-refusals.ts';
import type { PlanCreate, PlanRow } from '../../shared/plans.ts';
import { dayOf } from '../lib/format.ts';
import { compareNames } from '../lib/filter.ts';
import { changedFields } from '../lib/changed-fields.ts';
import { t } from '../../messages/index.ts';
import { routeEdit, routeFieldsOf, type RouteFields } from './plan-routes.ts';

export interface PlanFields extends RouteFields {
  title: string;
  /** `2026-06-15` */
  starts: string;
  depot: string | null;
  drivers: string[];
}

/** The day after `2026-06-15`. */
const dayAfter = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);

/** Tomorrow at a depot: plans are made the evening before. @param now milliseconds since the epoch */
export const tomorrowIn = (now: number, zone?: string): string => dayAfter(dayOf(now, zone));

/**
 * @param plan the plan to edit; null for a new one, which is for tomorrow
 * @param now milliseconds since the epoch
 * @param zone of the depot
 */
export const startingFields = (plan: PlanRow | null, now: number, zone: string): PlanFields => ({
  title: plan?.title ?? '',
  starts: plan === null ? tomorrowIn(now, zone) : (plan.starts ?? ''),
  depot: plan?.depot ?? null,
  drivers: [...(plan?.driverIds ?? [])],
  ...routeFieldsOf(plan?.routeOverrides ?? null),
});

/**
 * The day to suggest for a copy: the day after the plan's, or tomorrow when that is later.
 *
 * @param starts the plan's day, `2026-06-15`
 * @param now milliseconds since the epoch
 * @param zone of the depot; left out: this computer's
 */
export function dayForCopy(starts: string | null, now: number, zone?: string): string {
  const tomorrow = tomorrowIn(now, zone);
  if (starts === null || dateOf(starts) === null) return tomorrow;
  const next = dayAfter(starts);
  return next > tomorrow ? next : tomorrow;
}

/** A calendar day in the service's format; null when the text is not a day. */
export function dateOf(text: string): { day: number; month: number; year: number } | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!match) return null;
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number];
  return year >= 2000 && year <= 2100 ? { day, month, year } : null;
}

/**
 * The content of a new plan; null while its title or its day is missing.
 *
 * @param withRoutes whether the service accepts route overrides for a plan; otherwise they are left out
 */
export function planContent(fields: PlanFields, withRoutes: boolean): PlanCreate | null {
  const { title, starts, depot, drivers } = fields;
  const [name, day] = [title.trim(), dateOf(starts)];
  if (name === '' || day === null) return null;
  const { change } = routeEdit(routeFieldsOf(null), fields);
  const routes = withRoutes && change !== null ? { routeOverrides: change } : {};
  return { title: name, starts: day, depot, drivers: [...drivers], ...routes };
}

/**
 * Whether saving sends the depot or the drivers: the service checks drivers only then.
 *
 * @param before the fields before the edit; undefined: a new plan
 */
export const sendsDrivers = (
  before: Pick<PlanFields, 'depot' | 'drivers'> | undefined,
  { depot, drivers }: Pick<PlanFields, 'depot' | 'drivers'>,
): boolean => before?.depot !== depot || before.drivers.join() !== drivers.join();

/**
 * The depot to suggest for a new plan.
 *
 * @param last the depot of the plan that was created last on this computer
 * @returns that one if it still exists, else the one that most plans have, else the only one; null: none stands out
 */
export function usualDepot(
  depots: readonly Pick<DepotRow, 'id'>[],
  plans: readonly Pick<PlanRow, 'depot'>[],
  last: string | null,
): string | null {
  if (depots.some(({ id }) => id === last)) return last;
  const counted = depots.map(({ id }) => ({ id, count: plans.filter(({ depot }) => depot === id).length }));
  const [most, second] = counted.toSorted((one, other) => other.count - one.count);
  return most === undefined || most.count === second?.count ? null : most.id;
}

/**
 * Drivers to choose from: those of the depot first, each group by name. Those who share a name carry what tells them
 * apart.
 *
 * @param depot of the plan; null: none
 */
export function driverOptions(
  drivers: readonly Pick<DriverRow, 'id' | 'name' | 'email' | 'phone' | 'vehicleType' | 'depots'>[],
  depot: string | null,
): { value: string; label: string }[] {
  const named = Map.groupBy(drivers, ({ name }) => name);
  return drivers
    .map((driver) => {
      const difference = driver.email ?? driver.phone ?? driver.vehicleType;
      const hasTwin = (named.get(driver.name)?.length ?? 0) > 1 && difference !== null;
      const label = hasTwin ? `${driver.name} (${difference})` : driver.name;
      return { value: driver.id, label, isOfDepot: depot === null || driver.depots.includes(depot) };
    })
    .sort((one, other) => Number(other.isOfDepot) - Number(one.isOfDepot) || compareNames(one.label, other.label))
    .map(({ value, label }) => ({ value, label }));
}

/**
 * Whether a driver is among those to choose from for a plan.
 *
 * @param depot of the plan; null: none
 * @param anyDepot the service accepts drivers of other depots than the plan's (v0.2b)
 */
export const isOffered = (
  driver: Pick<DriverRow, 'active' | 'depots'>,
  depot: string | null,
  anyDepot: boolean,
): boolean => driver.active && (anyDepot || !isOfOtherDepot(driver, depot));

/** Why a driver is not among those to choose from. */
export function whyNotOffered({ name, active, depotNames }: Pick<DriverRow, 'name' | 'active' | 'depotNames'>): string {
  if (!active) return t('planForm.whyPaused', { name });
  return t('planForm.whyOtherDepot', { name, depots: depotNames.join(', ') });
}

type Fields = Record<string, unknown>;

/**
 * The edited fields, with their values before. Of the route overrides, those that changed.
 *
 * @param withRoutes as for `planContent`
 */
export function planChange(
  before: PlanFields,
  after: PlanFields,
  withRoutes: boolean,
): { change: Fields; base: Fields } {
  const sent = (fields: PlanFields): Fields => ({
    title: fields.title.trim(),
    starts: dateOf(fields.starts),
    depot: fields.depot,
    drivers: [...fields.drivers],
  });
  const { change, base } = changedFields(sent(before), sent(after));
  const routes = routeEdit(before, after);
  if (!withRoutes || routes.change === null) return { change, base };
  return { change: { ...change, routeOverrides: routes.change }, base: { ...base, routeOverrides: routes.base } };
}
