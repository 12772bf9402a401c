/** Groups a plan's stops for printed documents: by driver, in route order. */
import { noDriver, type PaperPart } from '../../shared/papers.ts';
import type { StopDetail } from '../../shared/stops.ts';

export interface Part extends PaperPart {
  /** Every line of the route in order, including its start and end. */
  lines: StopDetail[];
}

/** The start and end of a route are not stops. */
export const isStop = ({ row }: StopDetail): boolean => row.type !== 'start' && row.type !== 'end';

/** Their packages, as far as their number is known; the screens count the same. */
export const packagesOf = (lines: readonly StopDetail[]): number =>
  lines.reduce((sum, { row }) => sum + (row.packageCount ?? 0), 0);

/**
 * @param stops in the order of the plan's list
 * @returns drivers by name, stops without a driver last; each part in route order, stops without a position last
 */
export function partsOf(stops: readonly StopDetail[]): Part[] {
  const parts = new Map<string, Part>();
  for (const line of stops) {
    const driverId = line.stop?.route?.driver ?? noDriver;
    const name = driverId === noDriver ? null : line.row.driverName;
    const part = parts.get(driverId) ?? { driverId, name, stops: 0, packages: 0, lines: [] };
    part.lines.push(line);
    if (isStop(line)) {
      part.stops += 1;
      part.packages += packagesOf([line]);
    }
    parts.set(driverId, part);
  }
  const last = (part: Part) => (part.driverId === noDriver ? 1 : 0);
  return [...parts.values()]
    .filter((part) => part.stops > 0)
    .sort((one, other) => last(one) - last(other) || (one.name ?? '').localeCompare(other.name ?? ''));
}
