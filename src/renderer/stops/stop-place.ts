/** Where a stop belongs: in a plan, or in none yet. Form and actions are the same for both. */
import type { RowResult, StopBase, StopCreate, StopDetail, StopRow, StopUpdate } from '../../shared/stops.ts';
import type { Changed } from '../../shared/contract.ts';
import { follows } from '../../shared/follows.ts';
import { backend } from '../lib/backend.ts';
import { depotChoice } from '../lib/depot-choice.svelte.ts';
import { press } from '../lib/press.ts';

/** Used in place of a plan id for the stops without a plan. */
export const unassignedPlace = 'unassigned';

/** The form that makes the call: its draft, if saved, and its gesture id. */
interface OfForm {
  draftId: string | null;
  gesture: string;
}

export interface StopPlace {
  get(id: string): Promise<StopDetail>;
  add(stop: StopCreate, form: OfForm): Promise<StopRow>;
  edit(id: string, change: StopUpdate, base: StopBase, form: OfForm): Promise<StopRow>;
  relocate(id: string, stop: StopCreate, form: OfForm): Promise<StopRow>;
  correct(entryId: string, stop: StopCreate, form: OfForm): Promise<StopRow>;
  remove(ids: string[]): Promise<RowResult[]>;
  restore(ids: string[]): Promise<RowResult[]>;
  /** Moves the stops to a plan. */
  move(ids: string[], toPlanId: string): Promise<RowResult[]>;
}

/** @param planId id of the plan, or {@link unassignedPlace} */
export function placeOf(planId: string): StopPlace {
  if (planId === unassignedPlace) {
    return {
      get: (id) => backend.unassignedStops.get({ id }),
      add: (stop, form) => backend.unassignedStops.add({ stop, depot: depotChoice.id, ...form }),
      edit: (id, change, base, form) => backend.unassignedStops.edit({ id, change, base, ...form }),
      relocate: (id, stop, form) => backend.unassignedStops.relocate({ id, stop, ...form }),
      correct: (entryId, stop, form) => backend.unassignedStops.correct({ entryId, stop, ...form }),
      remove: (ids) => press('unassignedStops.remove', { ids }),
      restore: (ids) => press('unassignedStops.restore', { ids }),
      move: (ids, toPlanId) => press('unassignedStops.assign', { ids, planId: toPlanId }),
    };
  }
  return {
    get: (id) => backend.stops.get({ planId, id }),
    add: (stop, form) => backend.stops.add({ planId, stop, ...form }),
    edit: (id, change, base, form) => backend.stops.edit({ planId, id, change, base, ...form }),
    relocate: (id, stop, form) => backend.stops.relocate({ planId, id, stop, ...form }),
    correct: (entryId, stop, form) => backend.stops.correct({ entryId, stop, ...form }),
    remove: (ids) => press('stops.remove', { planId, ids }),
    restore: (ids) => press('stops.restore', { planId, ids }),
    move: (ids, toPlanId) => press('stops.move', { planId, ids, toPlanId }),
  };
}

/** The changes that make the stops of a place stale. */
export const followed = (planId: string): { what: readonly Changed[]; planId?: string } =>
  planId === unassignedPlace ? { what: follows.unassignedStops } : { what: follows.stops, planId };
