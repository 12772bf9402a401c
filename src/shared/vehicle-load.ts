/** What vehicles usually carry, for a hint at a route that is loaded with more. It never blocks anything. */
import { vehicleTypes } from './route-overrides.ts';
import type { RouteLine } from './route-lines.ts';

/** Kilograms of goods: the payload of an ordinary vehicle of its kind. A heavy truck carries several times as much. */
const usualKilograms: Readonly<Record<(typeof vehicleTypes)[number], number>> = {
  bike: 25,
  scooter: 50,
  electric_cargo_bike: 150,
  car: 400,
  small_truck: 1_200,
  truck: 3_000,
};

/** Kilograms of a unit (planning-api, Weight). */
const kilogramsOf: Readonly<Record<string, number>> = { kilogram: 1, pound: 0.453_592_37, 'metric-ton': 1_000 };

const isVehicleType = (type: string | null): type is (typeof vehicleTypes)[number] =>
  vehicleTypes.some((each) => each === type);

/**
 * @returns the kilograms that the vehicle of a route usually carries, if the weights of its stops are more; null: they are
 *   not, as far as they and the vehicle are known
 */
export function usualLoadExceeded({ vehicleType, weights }: Pick<RouteLine, 'vehicleType' | 'weights'>): number | null {
  if (!isVehicleType(vehicleType)) return null;
  const known = weights.reduce((sum, { unit, amount }) => sum + amount * (kilogramsOf[unit] ?? 0), 0);
  const usual = usualKilograms[vehicleType];
  return known > usual ? usual : null;
}
