/** The fields of the plan form, and which of them were edited. */
import type { DriverRow } from '../../shared/drivers.ts';
import type { PlanRow } from '../../shared/plans.ts';
import { changedFields } from '../lib/changed-fields.ts';

export interface PlanFields {
  title: string;
  /** `2026-06-15` */
  starts: string;
  depot: string | null;
  drivers: string[];
}

/** @param plan the plan to edit; null for an empty form */
export const emptyPlan = (plan: PlanRow | null): PlanFields => ({
  title: plan?.title ?? '',
  starts: plan?.starts ?? '',
  depot: plan?.depot ?? null,
  drivers: [...(plan?.driverIds ?? [])],
});

/** A calendar day in the service's format; null when the text is not a day. */
export function dateOf(text: string): { day: number; month: number; year: number } | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!match) return null;
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number];
  return year >= 2000 && year <= 2100 ? { day, month, year } : null;
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
