/** The fields of a plan's form, and what of them was changed. */
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

/** @param plan the one that is changed; null: nothing is filled in */
export const emptyPlan = (plan: PlanRow | null): PlanFields => ({
  title: plan?.title ?? '',
  starts: plan?.starts ?? '',
  depot: plan?.depot ?? null,
  drivers: [...(plan?.driverIds ?? [])],
});

/** A calendar day as it is sent, or null when the text is none. */
export function dateOf(text: string): { day: number; month: number; year: number } | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!match) return null;
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number];
  return year >= 2000 && year <= 2100 ? { day, month, year } : null;
}

/** In v1 the depots of driver and plan have to match (planning-api, Plans, Rules). */
export const fitsDepot = ({ depots }: Pick<DriverRow, 'depots'>, depot: string | null): boolean =>
  depot === null || depots.includes(depot);

type Fields = Record<string, unknown>;

/** Only what was changed, with what it said before. */
export function planChange(before: PlanFields, after: PlanFields): { change: Fields; base: Fields } {
  const sent = (fields: PlanFields): Fields => ({
    title: fields.title.trim(),
    starts: dateOf(fields.starts),
    depot: fields.depot,
    drivers: [...fields.drivers],
  });
  return changedFields(sent(before), sent(after));
}
