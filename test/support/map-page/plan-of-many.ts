/** A plan of any size for the map: the same stops each time, in a city with suburbs. */
import type { RouteLine } from '../../../src/shared/route-lines.ts';
import { routeLines } from '../../../src/shared/route-lines.ts';
import type { StopRow } from '../../../src/shared/stops.ts';
import { driverRow, stopRow } from '../../fixtures/rows.ts';

export interface ShownPlan {
  rows: readonly StopRow[];
  lines: readonly RouteLine[];
}

const depot = { latitude: 52.915, longitude: 10.235 };

/** Numbers from 0 to 1 that look like chance and are the same each time. */
function sequence(): () => number {
  let state = 20_261;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** More drivers for more stops, and from 600 stops on more than there are colours. */
const driversFor = (stops: number) => (stops < 40 ? 1 : Math.min(40, Math.ceil(stops / 40)));

/**
 * @param stops how many have a place
 * @param missing how many more have none, or an impossible one
 */
export function planOfMany(stops: number, missing = 0): ShownPlan {
  const next = sequence();
  const count = driversFor(stops);
  const drivers = Array.from({ length: count }, (_, index) => driverRow(`drivers/${index}`, `Driver ${index + 1}`));
  const areas = drivers.map(() => ({ east: (next() - 0.5) * 0.7, north: (next() - 0.5) * 0.4 }));
  const placed = Array.from({ length: stops }, (_, index) => {
    const area = areas[index % count] ?? { east: 0, north: 0 };
    // The sum of two is denser in the middle.
    const [east, north] = [next() + next() - 1, next() + next() - 1].map((each) => each * 0.09) as [number, number];
    return {
      index,
      driver: stops > 1 && index % 17 === 16 ? null : index % count,
      angle: Math.atan2(north, east),
      latitude: depot.latitude + area.north + north,
      longitude: depot.longitude + area.east + east,
    };
  });
  const rows = placed.map(({ index, latitude, longitude }) =>
    stopRow(`stops/${index}`, { recipientName: `Recipient ${index + 1}`, latitude, longitude }),
  );
  for (const [driver, { id, name }] of drivers.entries()) {
    const own = placed.filter((each) => each.driver === driver).toSorted((a, b) => a.angle - b.angle);
    for (const [at, { index }] of own.entries()) {
      const row = rows[index];
      if (row === undefined) continue;
      Object.assign(row, { driverId: id, driverName: name, position: at + 1 });
      const isDone = at < own.length / 4 && driver % 3 === 0;
      if (isDone) Object.assign(row, { deliveryState: 'delivered_to_recipient', result: 'done' });
    }
    if (own.length === 0) continue;
    const end = (type: string, position: number) =>
      stopRow(`stops/${type}-${driver}`, { ...depot, type, position, driverId: id, driverName: name });
    rows.push(end('start', 0), end('end', own.length + 1));
  }
  for (let at = 0; at < missing; at += 1)
    rows.push(
      stopRow(`stops/missing-${at}`, {
        recipientName: `Nowhere ${at + 1}`,
        address: `Lindenweg ${at + 1}, Aldermünde`,
        ...(at % 2 === 0 ? {} : { latitude: 95, longitude: 10 }),
      }),
    );
  return { rows, lines: linesOf(rows, drivers) };
}

const linesOf = (rows: readonly StopRow[], drivers: ReturnType<typeof driverRow>[]): RouteLine[] =>
  routeLines(rows, { driverIds: drivers.map(({ id }) => id), drivers, zone: 'Europe/Berlin', day: null });

/** Stops at given places, on one route in this order. */
export function planOfPlaces(places: readonly (readonly [latitude: number, longitude: number])[]): ShownPlan {
  const ada = driverRow('drivers/a', 'Ada');
  const rows = places.map(([latitude, longitude], at) =>
    stopRow(`stops/${at + 1}`, { latitude, longitude, driverId: ada.id, driverName: 'Ada', position: at + 1 }),
  );
  return { rows, lines: linesOf(rows, [ada]) };
}
