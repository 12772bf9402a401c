/** Where a stop lies: in a plan, or in none yet. The form and the actions are the same for both. */
import type { RowResult, StopBase, StopCreate, StopDetail, StopRow, StopUpdate } from '../../shared/stops.ts';
import type { Changed } from '../../shared/contract.ts';
import { backend } from '../lib/backend.ts';

/** Stands for the place of the stops without a plan, where a plan's id would stand. */
export const unassignedPlace = 'unassigned';

export interface StopPlace {
  get(id: string): Promise<StopDetail>;
  add(stop: StopCreate, draftId: string | null): Promise<StopRow>;
  edit(id: string, change: StopUpdate, base: StopBase, draftId: string | null): Promise<StopRow>;
  relocate(id: string, stop: StopCreate, draftId: string | null): Promise<StopRow>;
  correct(entryId: string, stop: StopCreate, draftId: string | null): Promise<StopRow>;
  remove(ids: string[]): Promise<RowResult[]>;
  restore(ids: string[]): Promise<RowResult[]>;
  /** Puts them into a plan. */
  move(ids: string[], toPlanId: string): Promise<RowResult[]>;
}

/** @param planId the plan's, or {@link unassignedPlace} */
export function placeOf(planId: string): StopPlace {
  if (planId === unassignedPlace) {
    return {
      get: (id) => backend.unassignedStops.get({ id }),
      add: (stop, draftId) => backend.unassignedStops.add({ stop, depot: null, draftId }),
      edit: (id, change, base, draftId) => backend.unassignedStops.edit({ id, change, base, draftId }),
      relocate: (id, stop, draftId) => backend.unassignedStops.relocate({ id, stop, draftId }),
      correct: (entryId, stop, draftId) => backend.unassignedStops.correct({ entryId, stop, draftId }),
      remove: (ids) => backend.unassignedStops.remove({ ids }),
      restore: (ids) => backend.unassignedStops.restore({ ids }),
      move: (ids, toPlanId) => backend.unassignedStops.assign({ ids, planId: toPlanId }),
    };
  }
  return {
    get: (id) => backend.stops.get({ planId, id }),
    add: (stop, draftId) => backend.stops.add({ planId, stop, draftId }),
    edit: (id, change, base, draftId) => backend.stops.edit({ planId, id, change, base, draftId }),
    relocate: (id, stop, draftId) => backend.stops.relocate({ planId, id, stop, draftId }),
    correct: (entryId, stop, draftId) => backend.stops.correct({ entryId, stop, draftId }),
    remove: (ids) => backend.stops.remove({ planId, ids }),
    restore: (ids) => backend.stops.restore({ planId, ids }),
    move: (ids, toPlanId) => backend.stops.move({ planId, ids, toPlanId }),
  };
}

/** Changes that concern the stops of a place. */
export const followed = (planId: string): { what: readonly Changed[]; planId?: string } =>
  planId === unassignedPlace
    ? { what: ['unassignedStops', 'outbox', 'depots'] }
    : { what: ['stops', 'outbox'], planId };
