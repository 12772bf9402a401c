/** 20 plans over two weeks around the first day, in every optimization state, and one from before plans had stops. */
import type { Driver, Plan } from '../model.ts';
import { addDays, calendarDay, weekdayOf } from './calendar.ts';
import { dice } from './dice.ts';
import { amounts, type Size } from './size.ts';
import type { DepotArea } from './team.ts';

type Optimization = 'creating' | 'editing' | 'preview' | 'optimized' | 'optimizing' | null;

/** Days from the first day, depot, state, whether it is distributed, stops, an addition to the title. */
const table: readonly (readonly [number, number, Optimization, boolean, number, string?])[] = [
  [-7, 0, 'optimized', true, 70],
  [-6, 1, 'optimized', true, 65],
  [-5, 2, 'optimized', true, 70],
  [-4, 0, 'optimized', true, 75],
  [-3, 1, 'optimized', true, 80],
  [-2, 2, 'optimized', true, 75],
  [-1, 0, 'optimized', true, 90],
  [-1, 1, 'optimized', true, 60],
  [0, 0, 'optimized', true, 110],
  [0, 1, 'optimized', true, 85],
  [0, 2, 'editing', false, 30, 'afternoon'],
  [1, 0, 'editing', false, 160],
  [1, 1, 'creating', false, 40],
  [1, 2, 'optimized', false, 120],
  [2, 0, 'preview', false, 80],
  [2, 1, 'optimizing', false, 90],
  [3, 2, 'optimized', false, 85],
  [4, 0, null, false, 45],
  [5, 1, 'editing', false, 70, 'market day'],
  [6, 2, 'creating', false, 0],
];

/** A plan as the generator needs it. */
export interface PlannedDay {
  plan: Plan;
  /** `2026-06-15` */
  day: string;
  area: DepotArea;
  drivers: Driver[];
  /** Including start and end stops. */
  stopCount: number;
  /** past: completely driven · today: driven until noon · ahead: not driven */
  progress: 'past' | 'today' | 'ahead';
}

/**
 * A plan from before 2023-04-01: not writable and without a stops collection (planning-api, What the service does). It
 * was never distributed and has no drivers or routes.
 */
function makeOldPlan(seed: number, area: DepotArea): PlannedDay {
  const day = '2023-03-14';
  const plan: Plan = {
    id: `plans/${dice(seed, 'old plan').id()}`,
    title: `${area.name} trial week`,
    starts: calendarDay(day),
    depot: area.depot.id,
    distributed: false,
    writable: false,
    optimization: null,
    drivers: [],
    routes: [],
    routeOverrides: null,
  };
  return { plan, day, area, drivers: [], stopCount: 0, progress: 'ahead' };
}

/** Drivers of one plan. */
const crewSize = 4;

/** @param firstDay `2026-06-15` */
export function makePlans(
  seed: number,
  firstDay: string,
  areas: DepotArea[],
  drivers: Driver[],
  size: Size = 'usual',
): PlannedDay[] {
  const chance = dice(seed, 'plans');
  const { tours, stopsPerPlan } = amounts[size];
  const rows = Array.from({ length: tours }, (_, tour) => table.map((row) => ({ row, tour }))).flat();
  const planned = rows.map(({ row, tour }): PlannedDay => {
    const [offset, depotIndex, optimization, distributed, stopCount, addition] = row;
    const area = areas[depotIndex];
    if (!area) throw new RangeError(`no depot ${depotIndex}`);
    const day = addDays(firstDay, offset);
    // In v1 a plan's drivers belong to its depot (planning-api, Plans).
    const crew = drivers.filter((driver) => driver.active && driver.depots.includes(area.depot.id));
    const own = crew.slice(crewSize * tour, crewSize * (tour + 1));
    const plan: Plan = {
      id: `plans/${chance.id()}`,
      // Titles are not unique: they repeat a week later.
      title: [area.name, weekdayOf(day), addition, tour > 0 ? `tour ${tour + 1}` : undefined]
        .filter((part) => part !== undefined)
        .join(' '),
      starts: calendarDay(day),
      depot: area.depot.id,
      distributed,
      // A plan that is distributed or being optimized cannot be edited (planning-api, Plan).
      writable: !distributed && optimization !== 'optimizing',
      optimization,
      drivers: optimization === null ? [] : own.map(({ id }) => id),
      routes: [],
      routeOverrides: null,
    };
    const progress = !distributed || offset > 0 ? 'ahead' : offset === 0 ? 'today' : 'past';
    return { plan, day, area, drivers: own, stopCount: stopsPerPlan ?? stopCount, progress };
  });
  return [...planned, ...areas.slice(0, 1).map((area) => makeOldPlan(seed, area))];
}
