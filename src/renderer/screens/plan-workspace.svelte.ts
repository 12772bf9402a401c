/**
 * The views of one plan: table, routes, timeline and map. They share what is shown, what is selected, and the row under
 * the pointer; no view asks main by itself.
 */
import type { DriverRow } from '../../shared/drivers.ts';
import type { PlanRow } from '../../shared/plans.ts';
import { routeLines } from '../../shared/route-lines.ts';
import { mapContent } from '../routes/map/map-content.ts';
import type { StopList } from '../stops/stop-list.svelte.ts';

/** The panes beside the table. */
export type WorkspacePane = 'routes' | 'map';

interface WorkspaceOf {
  stops: StopList;
  plan: () => PlanRow | undefined;
  drivers: () => readonly DriverRow[];
  /** The zone of the plan's depot. */
  zone: () => string;
}

export class PlanWorkspace {
  readonly stops: StopList;
  /** The driver that all views are narrowed to; null: stops on no route; undefined: nobody. */
  driver = $state.raw<string | null | undefined>(undefined);
  /** The row under the pointer in any view. */
  hovered = $state.raw<string | null>(null);
  readonly #of: WorkspaceOf;

  /** All routes of the plan: the list of routes shows those that are not chosen too. */
  readonly lines = $derived.by(() =>
    routeLines(this.stops.list.value?.rows ?? [], {
      driverIds: this.#of.plan()?.driverIds ?? [],
      drivers: this.#of.drivers(),
      zone: this.#of.zone(),
    }),
  );
  /** The routes with the stops that are shown. */
  readonly shownLines = $derived.by(() => {
    const shown = new Set(this.stops.rows.map(({ id }) => id));
    return this.lines.map((line) => ({ ...line, stops: line.stops.filter(({ id }) => shown.has(id)) }));
  });
  readonly onMap = $derived.by(() => mapContent(this.stops.rows, this.lines));
  /** Ids of the rows that views show as chosen: the marked ones and the selected one. */
  readonly chosen = $derived.by(() => {
    const { marked, selected } = this.stops;
    return selected === null ? marked : new Set([...marked, selected]);
  });

  constructor(of: WorkspaceOf) {
    this.#of = of;
    this.stops = of.stops;
  }

  /** Narrows all views to one route. @param driverId null: the stops on no route; undefined: to nothing */
  showOnly(driverId: string | null | undefined): void {
    this.driver = driverId;
    this.stops.narrowedTo = driverId === undefined ? null : (row) => row.driverId === driverId;
  }

  /** @param adds to what is marked, instead of replacing it */
  mark(ids: readonly string[], adds: boolean): void {
    this.stops.marked = new Set([...(adds ? this.stops.marked : []), ...ids]);
  }

  select(id: string): void {
    this.stops.selected = id;
  }

  open(id: string): void {
    this.stops.selected = id;
    this.stops.openDetail();
  }
}
