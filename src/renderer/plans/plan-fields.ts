/** The fields of the plan form, and which of them were edited. */
import type { DepotRow } from '../../shared/depots.ts';
import type { DriverRow } from '../../shared/drivers.ts';
import type { PlanCreate, PlanRow } from '../../shared/plans.ts';
import { calendarDateOf, dateText } from '../../shared/time.ts';
import { compareNames } from '../lib/filter.ts';
import { changedFields } from '../lib/changed-fields.ts';

export interface PlanFields {
  title: string;
  /** `2026-06-15` */
  starts: string;
  depot: string | null;
  drivers: string[];
}

const day = 86_400_000;

/**
 * @param plan the plan to edit; null for a new one, which is for tomorrow: plans are made the evening before
 * @param now milliseconds since the epoch
 */
export const startingFields = (plan: PlanRow | null, now: number): PlanFields => ({
  title: plan?.title ?? '',
  starts: plan === null ? dateText(calendarDateOf(now + day)) : (plan.starts ?? ''),
  depot: plan?.depot ?? null,
  drivers: [...(plan?.driverIds ?? [])],
});

/**
 * The day to suggest for a copy: the day after the plan's, or tomorrow when that is later.
 *
 * @param starts the plan's day, `2026-06-15`
 * @param now milliseconds since the epoch
 */
export function dayForCopy(starts: string | null, now: number): string {
  const tomorrow = dateText(calendarDateOf(now + day));
  const date = dateOf(starts ?? '');
  if (date === null) return tomorrow;
  const next = new Date(Date.UTC(date.year, date.month - 1, date.day) + day).toISOString().slice(0, 10);
  return next > tomorrow ? next : tomorrow;
}

/** A calendar day in the service's format; null when the text is not a day. */
export function dateOf(text: string): { day: number; month: number; year: number } | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!match) return null;
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number];
  return year >= 2000 && year <= 2100 ? { day, month, year } : null;
}

/** The content of a new plan; null while its title or its day is missing. */
export function planContent({ title, starts, depot, drivers }: PlanFields): PlanCreate | null {
  const [name, day] = [title.trim(), dateOf(starts)];
  return name === '' || day === null ? null : { title: name, starts: day, depot, drivers: [...drivers] };
}

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
      return { value: driver.id, label, isOfDepot: fitsDepot(driver, depot) };
    })
    .sort((one, other) => Number(other.isOfDepot) - Number(one.isOfDepot) || compareNames(one.label, other.label))
    .map(({ value, label }) => ({ value, label }));
}

/** In v1 the driver must belong to the plan's depot (planning-api, Plans, Rules). */
export const fitsDepot = ({ depots }: Pick<DriverRow, 'depots'>, depot: string | null): boolean =>
  depot === null || depots.includes(depot);

type Fields = Record<string, unknown>;

/** The edited fields, with their values before. */
export function planChange(before: PlanFields, after: PlanFields): { change: Fields; base: Fields } {
  const sent = (fields: PlanFields): Fields => ({
    title: fields.title.trim(),
    starts: dateOf(fields.starts),
    depot: fields.depot,
    drivers: [...fields.drivers],
  });
  return changedFields(sent(before), sent(after));
}
