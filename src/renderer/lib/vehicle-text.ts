/** Names of vehicles. */
import type { DriverRow } from '../../shared/drivers.ts';
import { t } from '../../messages/index.ts';

/** Values of vehicleType (planning-api, Driver). */
const vehicles: Readonly<Record<string, string>> = {
  bike: t('drivers.vehicleBike'),
  scooter: t('drivers.vehicleScooter'),
  car: t('drivers.vehicleCar'),
  small_truck: t('drivers.vehicleSmallTruck'),
  truck: t('drivers.vehicleTruck'),
  electric_cargo_bike: t('drivers.vehicleElectricCargoBike'),
};

/** The vehicle's name; an unknown vehicle is shown as it is. */
export function vehicleText({ vehicleType }: Pick<DriverRow, 'vehicleType'>): string | null {
  return vehicleType === null ? null : (vehicles[vehicleType] ?? vehicleType);
}
