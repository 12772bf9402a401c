/** Texts about a driver, and whether a driver matches a filter. */
import type { DriverRow } from '../../shared/drivers.ts';
import { compareNames, fits } from '../lib/filter.ts';
import { formatWindow } from '../lib/format.ts';
import { needsDecision } from '../lib/unsent.ts';
import { vehicleText } from '../lib/vehicle-text.ts';
import { t } from '../../messages/index.ts';

/** `08:00–16:00`, or null when neither end is set. */
export const hoursText = ({ startTime, endTime }: Pick<DriverRow, 'startTime' | 'endTime'>): string | null =>
  formatWindow(startTime, endTime);

/** The state of a pending change, else whether the driver is active. */
export function stateText({ active, change, entryState }: Pick<DriverRow, 'active' | 'change' | 'entryState'>): string {
  if (needsDecision(entryState)) return t('drivers.asks');
  if (entryState === 'in-doubt') return t('drivers.inDoubt');
  if (change === 'create') return t('drivers.createWaits');
  if (change === 'edit') return t('drivers.editWaits');
  if (change === 'delete') return t('drivers.removeWaits');
  return t(active ? 'drivers.active' : 'drivers.paused');
}

/**
 * Whether a driver who is no longer listed was deleted elsewhere. One that was created here gets another id when it is
 * on the service, and one that was deleted here is no news.
 *
 * @param driver as last listed
 * @param removedHere ids of drivers that were deleted here
 */
export const wasDeletedElsewhere = (
  { id, change }: Pick<DriverRow, 'id' | 'change'>,
  removedHere: readonly string[],
): boolean => id.includes('/') && change !== 'delete' && !removedHere.includes(id);

/** The digits of a phone number, so that a filter finds it regardless of its format. */
const digits = (phone: string | null) => phone?.replace(/\D/g, '') ?? null;

export function driverFits(driver: DriverRow, filter: string, whole = false): boolean {
  const { name, phone, email, depotNames } = driver;
  return fits(
    filter,
    [name, phone, digits(phone), email, ...depotNames, vehicleText(driver), stateText(driver)],
    whole,
  );
}

/** Sorted by name in the user's locale. */
export function byName(drivers: readonly DriverRow[]): DriverRow[] {
  return drivers.toSorted((one, other) => compareNames(one.name, other.name));
}
