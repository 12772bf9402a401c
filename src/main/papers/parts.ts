/** A plan's stops as papers need them: by driver, in the order of the route. */
import { noDriver, type PaperPart } from '../../shared/papers.ts';
import type { StopDetail } from '../../shared/stops.ts';

export interface Part extends PaperPart {
  /** Every line of the route, its ends included, in its order. */
  lines: StopDetail[];
}

/** The ends of a route are no stops. */
export const isStop = ({ row }: StopDetail): boolean => row.type !== 'start' && row.type !== 'end';

/** What a stop that says nothing of it has: one. */
export const packagesOf = ({ row }: StopDetail): number => row.packageCount ?? 1;

/**
 * @param stops in the order of the plan's list
 * @returns drivers by name, those without a driver last; within a part the route's order, what has no place in it last
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
      part.packages += packagesOf(line);
    }
    parts.set(driverId, part);
  }
  const last = (part: Part) => (part.driverId === noDriver ? 1 : 0);
  return [...parts.values()]
    .filter((part) => part.stops > 0)
    .sort((one, other) => last(one) - last(other) || (one.name ?? '').localeCompare(other.name ?? ''));
}
