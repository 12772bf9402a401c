/**
 * The views of one plan: table, routes, timeline and map. They share what is shown, what is selected, and the row under
 * the pointer; no view asks main by itself.
 */
import type { DepotFacts } from '../../shared/depots.ts';
import type { DriverRow } from '../../shared/drivers.ts';
import type { PlanRow } from '../../shared/plans.ts';
import { routeChanges, type RouteBefore } from '../../shared/route-changes.ts';
import { routeLines, type RouteLine } from '../../shared/route-lines.ts';
import type { StopRow } from '../../shared/stops.ts';
import { setOf } from '../lib/sets.ts';
import { hasPlace, mapContent } from '../routes/map/map-content.ts';
import { MapPlace } from '../routes/map/map-place.svelte.ts';
import { RouteListPlace } from '../routes/route-list-place.svelte.ts';
import { routeLook, type RouteLook } from '../routes/route-looks.ts';
import type { StopList } from '../stops/stop-list.svelte.ts';
import type { UnassignedList } from '../stops/unassigned-list.svelte.ts';

interface WorkspaceOf {
  stops: StopList;
  plan: () => PlanRow | undefined;
  drivers: () => readonly DriverRow[];
  /** The plan's depot; undefined: none, or not loaded. */
  depot: () => DepotFacts | undefined;
  /** The zone of the plan's depot. */
  zone: () => string;
  /** The routes before the last optimisation. Null: nothing to compare with. */
  before: () => readonly RouteBefore[] | null;
  /** How many stops the last optimisation put on routes. Null: not known. */
  placed: () => number | null;
}

export class PlanWorkspace {
  readonly stops: StopList;
  /** The unassigned stops beside the plan; null while they are not shown. */
  unassigned = $state.raw<UnassignedList | null>(null);
  /** The row under the pointer in any view. */
  hovered = $state.raw<string | null>(null);
  /** How routes and map were left: details and forms take their place, and they come back as they were. */
  readonly routesPlace = new RouteListPlace();
  readonly mapPlace = new MapPlace();
  readonly #of: WorkspaceOf;
  /** The driver that was chosen, who may have left the plan since. */
  #chosenDriver = $state.raw<string | null | undefined>(undefined);

  readonly zone = $derived.by(() => this.#of.zone());
  readonly plan = $derived.by(() => this.#of.plan());
  /** All routes of the plan: the list of routes shows those that are not chosen too. */
  readonly lines = $derived.by(() =>
    routeLines(this.stops.list.value?.rows ?? [], {
      driverIds: this.#of.plan()?.driverIds ?? [],
      drivers: this.#of.drivers(),
      ...{ plan: this.#of.plan(), depot: this.#of.depot() },
      zone: this.zone,
      day: this.#of.plan()?.starts ?? null,
    }),
  );
  /** The plan is as its last optimisation left it. */
  readonly #isResult = $derived.by(() => ['optimized', 'preview'].includes(this.plan?.optimization ?? ''));
  /** What the last optimisation changed, by driver; empty once the plan was changed since. */
  readonly changes = $derived.by(() => routeChanges(this.lines, this.#isResult ? this.#of.before() : null));
  /** The plan was optimised, and the stops have not been read since. */
  readonly awaitsRoutes = $derived.by(() => this.#isResult && !this.stops.hasRoutes && this.#of.placed() !== 0);
  /** The route that all views are narrowed to. Undefined: none, or one that the plan no longer has. */
  readonly line = $derived.by((): RouteLine | undefined =>
    this.#chosenDriver === undefined ? undefined : this.lines.find(({ driverId }) => driverId === this.#chosenDriver),
  );
  /** Its driver; null: stops on no route; undefined: all are shown. */
  readonly driver = $derived.by(() => this.line?.driverId);
  /** The routes that are shown, with the stops that are shown. */
  readonly shownLines = $derived.by(() => {
    const shown = setOf(this.stops.rows.map(({ id }) => id));
    const lines = this.line === undefined ? this.lines : [this.line];
    return lines.map((line) => ({ ...line, stops: line.stops.filter(({ id }) => shown.has(id)) }));
  });
  /** The rows of the chosen route or of all, whatever is typed in the filter: a route goes through stops that it hides. */
  readonly #narrowed = $derived.by(() => {
    const rows = this.stops.list.value?.rows ?? [];
    const { line } = this;
    return line === undefined ? rows : rows.filter(({ driverId }) => driverId === line.driverId);
  });
  /** Some stop of the plan has coordinates, shown or not. */
  readonly hasPlaces = $derived.by(() => hasPlace(this.stops.list.value?.rows ?? []));
  readonly onMap = $derived.by(() =>
    mapContent(this.stops.rows, { lines: this.lines, all: this.#narrowed, depot: this.#of.depot() }),
  );
  /** Ids of the rows that views show as chosen: the marked ones and the selected one. */
  readonly chosen = $derived.by(() => {
    const { marked, selected } = this.stops;
    return selected === null ? marked : setOf(marked, [selected]);
  });

  constructor(of: WorkspaceOf) {
    this.#of = of;
    this.stops = of.stops;
    this.stops.narrowing = () => {
      const { line } = this;
      return line === undefined ? null : (row) => row.driverId === line.driverId;
    };
    this.stops.widen = () => this.showOnly(undefined);
  }

  /** Whether a stop fits what is typed in the filter. */
  readonly fits = (row: StopRow): boolean => this.stops.fitting?.has(row.id) ?? true;

  /** How a route looks in every view. Null: on no route. */
  readonly lookOf = (driverId: string | null): RouteLook | null =>
    driverId === null ? null : routeLook(this.lines.findIndex((line) => line.driverId === driverId));

  /** Narrows all views to one route. @param driverId null: the stops on no route; undefined: to nothing */
  readonly showOnly = (driverId: string | null | undefined): void => {
    this.#chosenDriver = driverId;
  };

  readonly hover = (id: string | null): void => {
    this.hovered = id;
  };

  /** @param adds to what is marked, instead of replacing it */
  readonly mark = (ids: readonly string[], adds: boolean): void => {
    this.stops.marked = setOf(adds ? this.stops.marked : [], ids);
  };

  /** Selects a row in all views. One of another route than the chosen one shows all routes again. */
  readonly select = (id: string): void => {
    const row = this.stops.list.value?.rows.find((each) => each.id === id);
    if (this.line !== undefined && row?.driverId !== this.line.driverId) this.showOnly(undefined);
    this.stops.selected = id;
  };

  readonly open = (id: string): void => {
    this.select(id);
    this.stops.openDetail();
  };

  /**
   * Esc takes back the last thing that was added to the view: marks, then the selected row, then what the views are
   * narrowed to.
   *
   * @returns whether there was something to take back
   */
  escape(): boolean {
    if (this.stops.marked.size > 0) this.stops.unmark();
    else if (this.stops.selected !== null) this.stops.selected = null;
    else if (this.line !== undefined) this.showOnly(undefined);
    else return false;
    return true;
  }
}
