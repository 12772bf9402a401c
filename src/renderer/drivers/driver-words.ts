/** A driver in words, and which drivers fit a filter. */
import type { DriverRow } from '../../shared/drivers.ts';
import { fits } from '../lib/filter.ts';
import { formatWindow } from '../lib/format.ts';
import { t } from '../../messages/index.ts';

/** planning-api, Driver: allowed values of vehicleType. */
const vehicles: Readonly<Record<string, string>> = {
  bike: t('drivers.vehicleBike'),
  scooter: t('drivers.vehicleScooter'),
  car: t('drivers.vehicleCar'),
  small_truck: t('drivers.vehicleSmallTruck'),
  truck: t('drivers.vehicleTruck'),
  electric_cargo_bike: t('drivers.vehicleElectricCargoBike'),
};

/** A vehicle the app does not know is shown as it came. */
export function vehicleText({ vehicleType }: Pick<DriverRow, 'vehicleType'>): string | null {
  return vehicleType === null ? null : (vehicles[vehicleType] ?? vehicleType);
}

/** `08:00–16:00`, or null when neither end is set. */
export const hoursText = ({ startTime, endTime }: Pick<DriverRow, 'startTime' | 'endTime'>): string | null =>
  formatWindow(startTime, endTime);

/** What is typed of a driver, else whether they drive. */
export function stateText({ active, change, entryState }: Pick<DriverRow, 'active' | 'change' | 'entryState'>): string {
  if (entryState !== null && ['refused', 'blocked', 'decision'].includes(entryState)) return t('drivers.asks');
  if (change === 'create') return t('drivers.createWaits');
  if (change === 'edit') return t('drivers.editWaits');
  if (change === 'delete') return t('drivers.removeWaits');
  return t(active ? 'drivers.active' : 'drivers.paused');
}

/** Only the digits, so that a number is found however it is written. */
const digits = (phone: string | null) => phone?.replace(/\D/g, '') ?? null;

export function driverFits(driver: DriverRow, filter: string): boolean {
  const { name, phone, email, depotNames } = driver;
  return fits(filter, [name, phone, digits(phone), email, ...depotNames, vehicleText(driver), stateText(driver)]);
}

/** By name, as people read it. */
export function byName(drivers: readonly DriverRow[]): DriverRow[] {
  return drivers.toSorted((one, other) => one.name.localeCompare(other.name));
}
