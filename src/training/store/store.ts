/**
 * The state of the service: the generated data and, on top of it, the changes from the journal. Everything is in memory;
 * a change is first written to the journal, then made.
 */
import { makeWorld, type World } from '../data/world.ts';
import type { Stop } from '../model.ts';
import type { Journal } from './journal.ts';

/** One line of the journal. A kind is never given another meaning: old journals are read by newer versions. */
export interface Change {
  kind: 'stops.added';
  stops: Stop[];
}

export interface Store extends Readonly<World> {
  /** Stops of a plan, `plans/<id>`, in the order in which they were added. */
  stopsOf(planId: string): readonly Stop[];
  /** Makes a change that survives a kill from when this returns. Throws when it cannot be written; nothing changes. */
  write(change: Change): void;
}

export function openStore(seed: number, firstDay: string, journal: Journal<Change>, changes: Change[]): Store {
  const world = makeWorld(seed, firstDay);
  const stopsByPlan = new Map<string, Stop[]>();

  const addStops = (stops: readonly Stop[]) => {
    for (const stop of stops) {
      const known = stopsByPlan.get(stop.plan);
      if (known) known.push(stop);
      else stopsByPlan.set(stop.plan, [stop]);
    }
  };
  const apply = (change: Change) => {
    addStops(change.stops);
  };

  addStops(world.stops);
  for (const change of changes) apply(change);

  return {
    ...world,
    stopsOf: (planId) => stopsByPlan.get(planId) ?? [],
    write(change) {
      journal.append(change);
      apply(change);
    },
  };
}
